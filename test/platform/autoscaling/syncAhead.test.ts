import { describe, expect, it } from 'vitest';
import type { Instant } from '../../../src/engine/time.ts';
import { newProposals, rememberProposal } from '../../../src/platform/autoscaling/proposals.ts';
import {
  firstDoubtfulSync,
  newSyncMemory,
  type Proposing,
  rememberSyncs,
  surelyHold,
} from '../../../src/platform/autoscaling/sync.ts';
import { hpa } from './built.ts';

/** Syncs every 15 s, scale-down window of 60 s, so four syncs. */
const { sync: settings } = hpa({ metric: 'cpu', minScale: 1, maxScale: 20, scaleToZeroDelay: 60 });
const { period } = settings;
const current = 4;

/** Proposals of the syncs 1, 2, ...; beyond the end the last one; 'mixed': a stretch with it has no extremes. */
type Course = readonly (number | null | 'mixed')[];

/** Answers from a course, and records each question as numbers of syncs. */
class Script implements Proposing {
  readonly asked: (number | [number, number])[] = [];
  private readonly course: Course;
  private readonly steady: number;

  /** @param steady number of the last sync that `steadyUntil` knows to be steady */
  constructor(course: Course, steady = 0) {
    this.course = course;
    this.steady = steady;
  }

  at(sync: Instant): number | null {
    this.asked.push(sync / period);
    const proposal = this.proposal(sync / period);
    return proposal === 'mixed' ? null : proposal;
  }

  between(from: Instant, until: Instant) {
    this.asked.push([from / period, until / period]);
    if (from > until) throw new Error(`asked from ${from} to ${until}`);
    const all = Array.from({ length: (until - from) / period + 1 }, (_, index) => this.proposal(from / period + index));
    const counts = all.filter((one) => typeof one === 'number');
    if (all.every((one) => one === null)) return { least: null, greatest: null };
    return counts.length < all.length ? null : { least: Math.min(...counts), greatest: Math.max(...counts) };
  }

  steadyUntil(after: Instant, limit: Instant): Instant {
    // Not on the grid: a load changes at any instant.
    return Math.min(limit, Math.max(after, this.steady * period + (this.steady > 0 ? 1 : 0)));
  }

  private proposal(number: number): number | null | 'mixed' {
    if (number < 1) throw new Error(`asked about sync ${number}`);
    return this.course[Math.min(number, this.course.length) - 1] ?? null;
  }
}

/** The number of the first sync that may not hold after sync 0. */
function doubtful(script: Script, limit: number, memory = newSyncMemory()): number {
  return firstDoubtfulSync(settings, memory, current, script, { after: 0, limit }) / period;
}

const far = 1000 * period;

describe('hpa.down.window: the first sync that may not hold', () => {
  it.each<[string, Course, number, number]>([
    ['the first one, if it proposes more', [6], 0, 1],
    ['the first one, if it proposes fewer and nothing holds the count up', [2], 0, 1],
    ['the first one, if nobody knows', ['mixed'], 0, 1],
    ['a rise after three that propose the count', [4, 4, 4, 6], 0, 4],
    ['a rise after six, of which four are asked one by one', [4, 4, 4, 4, 4, 4, 6], 0, 7],
    ['a window after the last that is asked one by one', [4, 4, 2], 0, 6],
    ['a window after the fourth: no more than four are asked', [4, 4, 4, 4, 4, 2], 0, 8],
    ['a window after what the load knows, one by one from there on', [4, 4, 4, 4, 4, 4, 2], 5, 10],
    ['a window after what the load knows', [4, 4, 4, 4, 4, 2], 5, 9],
    ['a rise within that window', [4, 4, 4, 4, 4, 2, 6], 5, 7],
    ['none proposes anything: the one at the limit', [null], 0, 1000],
  ])('%s', (_, course, steady, expected) => {
    expect(doubtful(new Script(course, steady), far)).toBe(expected);
  });

  it.each([
    ['at the limit', 10 * period, 10],
    ['next after it', 10 * period + 1, 11],
    ['at a limit close by', 3 * period, 3],
    ['at a limit within the first period', 1, 1],
  ])('where all hold it is the sync %s, and nothing is asked from there on', (_, limit, expected) => {
    for (const steady of [0, 2, 99]) {
      const script = new Script([4], steady);
      expect(doubtful(script, limit)).toBe(expected);
      expect(script.asked.flat().filter((number) => number >= expected)).toEqual([]);
    }
  });

  it('the two ends of one sync must both be the count', () => {
    const wide: Proposing = {
      at: () => current,
      between: () => ({ least: current, greatest: current + 1 }),
      steadyUntil: (after) => after,
    };
    expect(firstDoubtfulSync(settings, newSyncMemory(), current, wide, { after: 0, limit: far })).toBe(period);
  });

  it('the end of the window is guessed: two questions find it', () => {
    const long = hpa({ metric: 'cpu', minScale: 1, maxScale: 20, scaleToZeroDelay: 3600 }).sync;
    const script = new Script([4, 4, 4, 4, 4, 2], 5);
    const found = firstDoubtfulSync(long, newSyncMemory(), current, script, { after: 0, limit: far });
    expect(found / period).toBe(5 + 3600 / 15);
    expect(script.asked).toEqual([
      [6, 6],
      [6, 6],
      [7, 244],
      [245, 245],
    ]);
  });

  it('a remembered proposal holds the count up as long as its window lasts', () => {
    const memory = newSyncMemory();
    rememberProposal(memory.proposals, 0, 4);
    expect(doubtful(new Script([2]), far, memory)).toBe(4);
    const hold = (from: number, until: number): boolean =>
      surelyHold(settings, memory, current, new Script([2]), {
        from: from * period,
        until: until * period,
        heldUpFrom: null,
      });
    expect([hold(1, 3), hold(1, 4), hold(4, 4)]).toEqual([true, false, false]);
  });

  it('so does a sync that is known to propose the count though it is not remembered', () => {
    const hold = (heldUpFrom: number | null, until: number): boolean =>
      surelyHold(settings, newSyncMemory(), current, new Script([2]), { from: until, until, heldUpFrom });
    expect([hold(null, 4 * period), hold(1, 4 * period), hold(0, 4 * period)]).toEqual([false, true, false]);
  });
});

/** What is remembered of syncs 1 to `last`, and what was asked. */
function remembered(script: Script, last: number, given = settings) {
  const memory = newSyncMemory();
  rememberSyncs(given, memory, current, script, { after: 0, until: last * period });
  const { entries } = memory.proposals;
  return { proposals: entries.map(({ at, count }) => [at / period, count]), asked: script.asked };
}

describe('hpa.down.window: what syncs that were passed over leave behind', () => {
  it.each<[string, Script, number, number[][], (number | number[])[]]>([
    ['steady ones: the last for all, nothing is asked', new Script([4], 3), 3, [[3, 4]], []],
    [
      'one steady sync, then fewer',
      new Script([4, 3, 3], 1),
      3,
      [
        [1, 4],
        [3, 3],
      ],
      [[2, 3]],
    ],
    ['the same proposal of all: the last for all', new Script([3]), 3, [[3, 3]], [[1, 3]]],
    ['proposals that differ are asked one by one', new Script([2, 3]), 2, [[2, 3]], [[1, 2], 1, [2, 2]]],
    ['of nobody knows what, one by one', new Script(['mixed', 3]), 2, [[2, 3]], [[1, 2], 1, [2, 2]]],
    ['nothing, where nothing is proposed', new Script([null]), 1, [], [[1, 1], 1]],
    ['nothing, where no sync was passed', new Script([3]), 0.5, [], []],
  ])('%s', (_, script, last, proposals, asked) => {
    expect(remembered(script, last)).toEqual({ proposals, asked });
  });

  it('only those count that are in the window of the last', () => {
    expect(remembered(new Script([3]), 9).asked).toEqual([[5, 9]]);
  });

  it('WL-18: nothing of a workload that reads no metrics', () => {
    const fixed = hpa({ metric: 'cpu', minScale: 4, maxScale: 4 }).sync;
    expect(remembered(new Script([4], 3), 3, fixed)).toEqual({ proposals: newProposals().entries, asked: [] });
  });
});
