import { describe, expect, it } from 'vitest';
import { progressMade, type RolloutCounts } from '../../../src/platform/workload/progress.ts';

const before: RolloutCounts = { newReplicas: 2, oldReplicas: 3, ready: 4, available: 3 };

describe('`rollout.progressDeadline`: progress of a rollout', () => {
  it.each<[string, Partial<RolloutCounts>, boolean]>([
    ['one new replica more', { newReplicas: 3 }, true],
    ['one old replica less, though fewer are ready', { oldReplicas: 2, ready: 3 }, true],
    ['one more ready', { ready: 5 }, true],
    ['one more available', { available: 4 }, true],
    ['the same', {}, false],
    ['only losses', { newReplicas: 1, oldReplicas: 4, ready: 3, available: 2 }, false],
  ])('%s', (_, change, expected) => {
    expect(progressMade(before, { ...before, ...change })).toBe(expected);
  });
});
