import { describe, expect, it } from 'vitest';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { loaded } from './loaded.ts';
import { holds, scenarioOf } from './play.ts';
import { reported } from './reported.ts';
import { restingSchedules, schedules } from './schedules.ts';
import { scenarioAt, withSchedules } from './shipped.ts';
import { type Doc, world } from './worlds.ts';

/** @returns how many notes were told together */
function expectSame(scenario: Scenario): number {
  // Health may follow executions, or an expectation each of them: such a run forgets nothing.
  if (scenario.assumptions['health.cron'] !== 'deployed' || !new Chronicle(scenario).takesBundles) return 0;
  const { files, beside } = reported(scenario);
  let together = 0;
  for (const forgetsAfter of [1, 7, 60, 333, 2_000])
    for (const slice of [Number.POSITIVE_INFINITY, 25]) {
      const one = reported(scenario, { forgetsAfter, slice });
      expect([...one.files]).toEqual([...files]);
      expect(one.beside).toEqual(beside);
      together = Math.max(together, one.together);
    }
  return together;
}

describe('a run that forgets its entries reports what one without a journal does', () => {
  it.each(withSchedules)('%s', (file) => {
    expectSame(scenarioAt(file));
  });

  it('in worlds of all kinds', () => {
    let many = 0;
    holds(40, world({ hours: [4, 27, 50], burstsMax: 9 }), (doc: Doc) => {
      if (expectSame(scenarioOf(doc)) > 20) many += 1;
    });
    expect(many).toBeGreaterThan(5);
  });

  it('where schedules run for long, overlap, fail, and are cut at a deadline', () => {
    let many = 0;
    holds(20, schedules, (doc) => {
      if (expectSame(scenarioOf(doc)) > 500) many += 1;
    });
    expect(many).toBeGreaterThan(10);
  });

  it('where schedules are suspended, resumed and changed', () => {
    let many = 0;
    holds(30, restingSchedules, (doc) => {
      if (expectSame(scenarioOf(doc)) > 100) many += 1;
    });
    expect(many).toBeGreaterThan(10);
  });

  it('beside workloads with loads', () => {
    holds(10, loaded, (doc) => {
      expectSame(scenarioOf(doc));
    });
  });
});
