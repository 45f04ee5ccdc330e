import { describe, expect, it } from 'vitest';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { exercisedAssumptions } from '../../src/rules/exercised.ts';
import { because } from '../../src/rules/reason.ts';
import { resolveAssumptions } from '../../src/rules/resolveAssumptions.ts';

describe('the assumptions that a run exercised', () => {
  it('are counted over all reasons that cite them, by name', () => {
    const reasons = new Map([
      [because(['ROLL-7'], ['rollout.window', 'rollout.rounding']), 3],
      [because(['ROLL-5'], ['rollout.window']), 2],
      [because(['CRON-3']), 7],
    ]);
    expect(exercisedAssumptions(reasons, defaultAssumptions)).toEqual([
      { name: 'rollout.rounding', value: 'surgeUpUnavailableDown', source: 'default', count: 3 },
      { name: 'rollout.window', value: 'sliding', source: 'default', count: 5 },
    ]);
  });

  it('say where their value is not the default', () => {
    const { assumptions } = resolveAssumptions({ 'replica.start.duration': '12s' }, 'measured');
    const reasons = new Map([[because([], ['replica.start.duration']), 1]]);
    expect(exercisedAssumptions(reasons, assumptions)).toEqual([
      { name: 'replica.start.duration', value: '12s', source: 'scenario', count: 1 },
    ]);
  });

  it('are none where nothing was journalled', () => {
    expect(exercisedAssumptions(new Map([[because([], ['run.window']), 0]]), defaultAssumptions)).toEqual([]);
  });
});
