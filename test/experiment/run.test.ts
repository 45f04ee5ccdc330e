import { describe, expect, it } from 'vitest';
import { simulate } from '../../src/experiment/run.ts';
import { eventful } from '../report/ran.ts';
import { good } from '../scenario/builders.ts';

describe('a run through the library', () => {
  const scenario = good(eventful);
  const spansOf = (run: ReturnType<typeof simulate>): number =>
    run.bill().bill.usage.reduce((sum, { events = [] }) => sum + events.length, 0);

  it('keeps the numbers of journal entries for its bill where somebody gets those entries, and none otherwise', () => {
    const heard = simulate(scenario, { sink: () => {} });
    const unheard = simulate(scenario);
    expect(spansOf(heard)).toBeGreaterThan(100);
    expect(spansOf(unheard)).toBe(0);
    expect(spansOf(simulate(scenario, { sink: () => {}, events: false }))).toBe(0);
    expect(unheard.sim.journal.fingerprint()).toBe(heard.sim.journal.fingerprint());
  });
});
