import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { availableAt } from '../../../src/platform/workload/availability.ts';

const usual = { 'replica.available.bound': 'at', 'rollout.minReady.from': 'ready' } as const;
const after = { ...usual, 'replica.available.bound': 'after' } as const;
const fromRunning = { ...usual, 'rollout.minReady.from': 'running' } as const;

describe('ROLL-3: when a replica counts as available', () => {
  it.each([
    ['after its time of being ready', 5, 10, 30, usual, 40 * second],
    ['at once without such a time', 5, 10, 0, usual, 10 * second],
    ['a millisecond later where `replica.available.bound` says so', 5, 10, 30, after, 40 * second + 1],
    ['but at once without such a time', 5, 10, 0, after, 10 * second],
    ['counted from running where `rollout.minReady.from` says so', 5, 10, 30, fromRunning, 35 * second],
    ['never before it is ready', 5, 50, 30, fromRunning, 50 * second],
    ['not while it is not ready', 5, null, 30, usual, null],
  ])('%s', (_, running, ready, minReady, assumptions, expected) => {
    const readySince = ready === null ? null : ready * second;
    const view = { runningSince: running * second, readySince, minReady: minReady * second };
    expect(availableAt(view, assumptions)).toBe(expected);
  });
});
