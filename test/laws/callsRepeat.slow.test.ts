import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { minute } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { callWorld } from './callWorlds.ts';
import { begun, billText, expectSameJournal, holds, played, scenarioOf } from './play.ts';
import type { Doc } from './worlds.ts';

function literally(doc: Doc): { readonly run: Run; readonly journal: readonly Entry[] } {
  const journal: Entry[] = [];
  const run = new Run(scenarioOf(doc), { isLiteral: true, sink: (entry) => journal.push(entry) });
  run.advance();
  return { run, journal };
}

describe('runs with calls under way', () => {
  it('fork at any instant into one that ends the same, and neither disturbs the other', () => {
    let underWay = 0;
    holds(10, fc.tuple(callWorld, fc.nat(39 * minute)), ([doc, at]) => {
      const whole = played(doc).run;
      const { run } = begun(doc);
      run.sim.runUntil(run.scenario.start + at, { included: true });
      // A little further, to an instant at which somebody is there.
      for (let more = 0; more < 500 && run.sim.world.calls.size === 0; more += 1)
        run.sim.runUntil(run.scenario.end, { eventsMax: 1 });
      if (run.sim.world.calls.size > 0) underWay += 1;
      const early = run.fork();
      const stray = run.fork();
      stray.sim.streams.openFor('stray', 'gap');
      stray.advance();
      run.advance();
      early.advance();
      for (const one of [run, early]) {
        expect(one.sim.digest()).toBe(whole.sim.digest());
        expect(one.sim.journal.fingerprint()).toBe(whole.sim.journal.fingerprint());
        expect(billText(one)).toBe(billText(whole));
      }
    });
    expect(underWay).toBeGreaterThan(5);
  });

  it('look ahead to the same journal as evaluating every tick', () => {
    holds(20, callWorld, (doc) => {
      const [ahead, literal] = [played(doc), literally(doc)];
      expectSameJournal(ahead.journal, literal.journal);
      expect(billText(ahead.run)).toBe(billText(literal.run));
    });
  });

  it('come to the same where nobody hears them', () => {
    holds(20, callWorld, (doc) => {
      const heard = new Run(scenarioOf(doc), { sink: () => undefined, events: false });
      const quiet = new Run(scenarioOf(doc));
      for (const run of [heard, quiet]) run.advance();
      expect(quiet.sim.journal.fingerprint()).toBe(heard.sim.journal.fingerprint());
      expect(quiet.sim.journal.seq).toBe(heard.sim.journal.seq);
      expect(billText(quiet)).toBe(billText(heard));
    });
  });
});
