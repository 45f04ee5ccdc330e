import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { backoffWait, crashBackoff, crashesInRow } from '../../../src/platform/workload/backoff.ts';

const usual = { first: 10 * second, base: 10 * second, factor: 2, cap: 300 * second };
const waits = (backoff: typeof usual) =>
  [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => backoffWait(failures, backoff) / second);

describe('`replica.backoff.*`: the wait before a restart', () => {
  it.each([
    ['doubles from 10 s to 300 s', usual, [10, 20, 40, 80, 160, 300, 300, 300]],
    ['a first restart at once stands before that', { ...usual, first: 0 }, [0, 10, 20, 40, 80, 160, 300, 300]],
    [
      'a longer first wait takes the place of the first step',
      { ...usual, first: 15 * second },
      [15, 20, 40, 80, 160, 300, 300, 300],
    ],
    ['a factor of 1 waits the same every time', { ...usual, factor: 1 }, [10, 10, 10, 10, 10, 10, 10, 10]],
    ['no wait is above the limit', { ...usual, cap: 5 * second }, [5, 5, 5, 5, 5, 5, 5, 5]],
  ])('%s', (_, backoff, expected) => {
    expect(waits(backoff)).toEqual(expected);
  });

  it('is read from the assumptions', () => {
    const crash = crashBackoff({
      'replica.crash.first': 1,
      'replica.backoff.crashFirst': 2,
      'replica.backoff.crashFactor': 3,
      'replica.backoff.crashCap': 4,
    });
    expect(crash).toEqual({ first: 1, base: 2, factor: 3, cap: 4 });
  });
});

describe('`replica.backoff.reset`: crashes in a row', () => {
  it.each([
    ['a run that is too short goes on counting', 3, 600 * second - 1, 4],
    ['a run that is just long enough counts anew', 3, 600 * second, 1],
    ['the first crash is the first', 0, 0, 1],
  ])('%s', (_, before, ran, expected) => {
    expect(crashesInRow(before, ran, 600 * second)).toBe(expected);
  });
});
