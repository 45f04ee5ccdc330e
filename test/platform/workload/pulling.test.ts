import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { planPull, pullBackoff } from '../../../src/platform/workload/pulling.ts';

const backoff = pullBackoff({
  'replica.backoff.pullFirst': 10 * second,
  'replica.backoff.pullFactor': 2,
  'replica.backoff.pullCap': 300 * second,
});

describe('an image that cannot be pulled is tried again after 10, 20, 40 ... 300 s', () => {
  it.each([
    ['it can be pulled again by then', 0, 0, 0],
    ['for a moment', 0.001, 1, 10],
    ['at the very end of the fault a try succeeds', 10, 1, 10],
    ['for a minute', 60, 3, 70],
    ['for ten minutes', 600, 6, 610],
    ['for half an hour: no wait is longer than 300 s', 1800, 10, 1810],
  ])('%s', (_, until, failed, wait) => {
    expect(planPull({ from: 0, failsUntil: until * second, backoff })).toEqual({ failed, wait: wait * second });
  });
});
