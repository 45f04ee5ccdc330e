import { describe, expect, it } from 'vitest';
import { hour } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { flapping } from './flapping.ts';
import { loaded } from './loaded.ts';
import { panicking } from './panicking.ts';
import { billText, ended, expectSameJournal, holds, scenarioOf } from './play.ts';
import type { Doc } from './worlds.ts';

/** Runs a world literally and looking ahead: both come to the same. */
function expectSame(doc: Doc): Readonly<Record<'literal' | 'ahead', ReturnType<typeof ended>>> {
  const scenario = scenarioOf(doc);
  const [literal, ahead] = [ended(scenario, true), ended(scenario, false)];
  expectSameJournal(ahead.journal, literal.journal);
  expect(billText(ahead.run)).toBe(billText(literal.run));
  return { literal, ahead };
}

describe('autoscaling that looks ahead', () => {
  it('decides as evaluating every tick', () => {
    const seen = new Map<string, number>();
    let fewer = 0;
    holds(40, loaded, (doc) => {
      const { literal, ahead } = expectSame(doc);
      if (literal.run.sim.events > 10 * ahead.run.sim.events) fewer += 1;
      for (const { type, data } of ahead.journal) {
        if (type !== 'deployment.scaled' || data.measured === undefined) continue;
        const way = Number(data.to) === 0 ? 'to zero' : Number(data.to) > Number(data.from) ? 'up' : 'down';
        seen.set(way, (seen.get(way) ?? 0) + 1);
      }
    });
    for (const way of ['up', 'down', 'to zero']) expect(seen.get(way), way).toBeGreaterThan(5);
    expect(fewer).toBeGreaterThan(6);
  });

  it('decides so in a panic, too, and remembers it in sleep', () => {
    let ups = 0;
    let zeros = 0;
    holds(40, panicking, (doc) => {
      const { ahead } = expectSame(doc);
      for (const { type, data, reason } of ahead.journal) {
        if (type !== 'deployment.scaled') continue;
        if (reason.assumptions.includes('kpa.panicWindow')) ups += 1;
        if (data.to === 0) zeros += 1;
      }
    });
    expect(ups).toBeGreaterThan(100);
    expect(zeros).toBeGreaterThan(5);
  });

  it('decides so where replicas hardly come to rest', () => {
    let scalings = 0;
    holds(40, flapping, (doc) => {
      const { ahead } = expectSame(doc);
      scalings += ahead.journal.filter(({ type }) => type === 'deployment.scaled').length;
    });
    expect(scalings).toBeGreaterThan(1_000);
  });

  it('forks at any time into a run that ends the same', () => {
    holds(12, loaded, (doc) => {
      const run = new Run(scenarioOf(doc));
      run.sim.runUntil(run.scenario.start + 2 * hour + 1_001);
      const fork = run.fork();
      for (const one of [run, fork]) one.advance();
      expect(fork.sim.digest()).toBe(run.sim.digest());
    });
  });

  it('comes to the same with the resources in another order', () => {
    holds(12, loaded, (doc) => {
      const turned = { ...doc, resources: [...doc.resources].reverse() };
      const [one, other] = [doc, turned].map((each) => ended(scenarioOf(each), false));
      if (one === undefined || other === undefined) throw new Error('two runs');
      expectSameJournal(one.journal, other.journal);
    });
  });
});
