import { describe, expect } from 'vitest';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { reported } from './reported.ts';
import { inScheduleWorlds } from './scheduleWorlds.ts';

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
  inScheduleWorlds(expectSame);
});
