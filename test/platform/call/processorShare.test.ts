import { describe, expect, it } from 'vitest';
import {
  beginWork,
  endWork,
  newProcessorShare,
  nextDoneAt,
  type ProcessorShare,
  removeFrom,
  settleProcessorShare,
} from '../../../src/platform/call/processorShare.ts';

const one = { handle: 1, ordinal: 0, name: 'api-1-0', nameNumber: 0 };

/** Plays calls by the time they come and the work they need; answers when each is done, as a replica would have it. */
function playedOut(calls: readonly { readonly at: number; readonly work: number }[]): Map<number, number> {
  const processorShare = newProcessorShare(0, 1_000, one);
  const done = new Map<number, number>();
  const finishUpTo = (until: number): void => {
    for (;;) {
      const at = nextDoneAt(processorShare, processorShare.countedTo);
      const first = processorShare.working[0];
      if (at === null || first === undefined || at > until) return;
      settleProcessorShare(processorShare, at);
      endWork(processorShare, first);
      done.set(first, at);
    }
  };
  calls.forEach(({ at, work }, index) => {
    finishUpTo(at);
    settleProcessorShare(processorShare, at);
    beginWork(processorShare, index + 1, work);
  });
  finishUpTo(Number.POSITIVE_INFINITY);
  return done;
}

describe('calls that share a processor', () => {
  it('three of them, worked out by hand', () => {
    // 0-100: the first alone, 100 of 300 done. 100-200: two, 50 each. 200-: three; the third needs 20: done at 260, the
    // others have 170 and 70. Of those the second needs 80 - 70 = 10 more at half speed: 280. The first has 180 by
    // then, and 120 left alone: 400.
    const done = playedOut([
      { at: 0, work: 300 },
      { at: 100, work: 80 },
      { at: 200, work: 20 },
    ]);
    expect([...done]).toEqual([
      [3, 260],
      [2, 280],
      [1, 400],
    ]);
  });

  it.each<[string, { at: number; work: number }[], [number, number][]]>([
    ['one alone takes its own time', [{ at: 7, work: 100 }], [[1, 107]]],
    [
      'two alike that come together end together, at half speed',
      [
        { at: 0, work: 100 },
        { at: 0, work: 100 },
      ],
      [
        [1, 200],
        [2, 200],
      ],
    ],
    [
      'one that comes when the other is done has the processor for itself',
      [
        { at: 0, work: 100 },
        { at: 100, work: 50 },
      ],
      [
        [1, 100],
        [2, 150],
      ],
    ],
    [
      'after a rest all begins anew',
      [
        { at: 0, work: 100 },
        { at: 5_000, work: 100 },
        { at: 5_000, work: 40 },
      ],
      [
        [1, 100],
        [3, 5_080],
        [2, 5_140],
      ],
    ],
  ])('%s', (_, calls, ends) => {
    expect([...playedOut(calls)]).toEqual(ends);
  });

  it('one that leaves before it is done gives its part back', () => {
    const processorShare = newProcessorShare(0, 1_000, one);
    beginWork(processorShare, 1, 100);
    beginWork(processorShare, 2, 100);
    settleProcessorShare(processorShare, 100);
    endWork(processorShare, 2);
    // 50 done of 100, alone from here on.
    expect(nextDoneAt(processorShare, 100)).toBe(150);
  });

  it('one that is not at work may be ended all the same', () => {
    const processorShare: ProcessorShare = newProcessorShare(0, 1_000, one);
    beginWork(processorShare, 1, 100);
    endWork(processorShare, 9);
    expect(processorShare.working).toEqual([1]);
  });

  it('nobody at work: nothing is due', () => {
    expect(nextDoneAt(newProcessorShare(0, 1_000, one), 5)).toBeNull();
  });

  it('work is done no earlier than now, whatever rounding has left of it', () => {
    const processorShare = newProcessorShare(0, 1_000, one);
    beginWork(processorShare, 1, 10);
    settleProcessorShare(processorShare, 11);
    expect(nextDoneAt(processorShare, 11)).toBe(11);
  });
});

describe('a handle is removed from a list', () => {
  it.each<[number[], number, boolean, number[]]>([
    [[4, 7, 9], 4, true, [7, 9]],
    [[4, 7, 9], 7, true, [4, 9]],
    [[4, 7, 9], 9, true, [4, 7]],
    [[4], 4, true, []],
    [[4, 7], 5, false, [4, 7]],
  ])('%j without %d', (handles, handle, wasThere, rest) => {
    expect(removeFrom(handles, handle)).toBe(wasThere);
    expect(handles).toEqual(rest);
  });
});
