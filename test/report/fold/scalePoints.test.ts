import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeSeries } from '../../../src/engine/series.ts';
import { isoFromInstant, minute } from '../../../src/engine/time.ts';
import { type ScalePoint, ScalePoints } from '../../../src/report/fold/scalePoints.ts';

type Change = readonly [at: number, desired: number, ready: number];

function pointsOf(changes: readonly Change[], until: number): ScalePoints {
  const made = new ScalePoints(until);
  for (const [at, desired, ready] of changes) made.set(at, desired, ready);
  return made;
}

/** One count a minute, as many wanted as ready. */
function eachMinute(counts: readonly number[]): Change[] {
  return counts.map((count, index) => [index * minute, count, count]);
}

/** The same from the whole course, as it is at the end. */
function shownOf(changes: readonly Change[], until: number): ScalePoint[] {
  const [desired, ready] = [new TimeSeries(), new TimeSeries()];
  for (const [at, wanted, there] of changes) {
    desired.set(at, wanted);
    ready.set(at, there);
  }
  const found = new Set<number>();
  for (const series of [desired, ready]) series.eachStep(0, until, (_, __, since) => found.add(since));
  const all = [...found].sort((a, b) => a - b);
  const [first = 0] = all;
  const kept = new Set(all.length <= 500 ? all : [first]);
  for (let stretch = 0; stretch < 124 && all.length > 500; stretch += 1) {
    const members = all.filter((at) => Math.floor(((at - first) * 124) / (until - first)) === stretch);
    for (const series of members.length === 0 ? [] : [desired, ready]) {
      const value = (at: number): number => series.at(at) ?? 0;
      kept.add(members.reduce((best, at) => (value(at) < value(best) ? at : best)));
      kept.add(members.reduce((best, at) => (value(at) > value(best) ? at : best)));
    }
  }
  return [...kept]
    .sort((a, b) => a - b)
    .map((at) => ({ at: isoFromInstant(at), desired: desired.at(at) ?? 0, ready: ready.at(at) ?? 0 }));
}

describe('the replicas of a deployment over time', () => {
  it('show every change, and of one instant what holds after it', () => {
    const made = pointsOf(
      [
        [0, 2, 2],
        [minute, 5, 2],
        [minute, 4, 2],
        [2 * minute, 4, 2],
        [2 * minute, 7, 2],
        [2 * minute, 4, 2],
        [3 * minute, 4, 4],
        [9 * minute, 1, 1],
      ],
      9 * minute,
    );
    expect(made.shown(9 * minute)).toEqual([
      { at: '1970-01-01T00:00:00.000Z', desired: 2, ready: 2 },
      { at: '1970-01-01T00:01:00.000Z', desired: 4, ready: 2 },
      { at: '1970-01-01T00:03:00.000Z', desired: 4, ready: 4 },
    ]);
    expect(made.changes(9 * minute)).toBe(3);
  });

  it('are 500 changes, and of more the first and the extremes', () => {
    const waves = Array.from({ length: 5_000 }, (_, index) => 10 + (index % 7));
    const peak = waves.with(3_111, 99).with(4_000, 1);
    expect(pointsOf(eachMinute(waves.slice(0, 500)), 500 * minute).shown(500 * minute)).toHaveLength(500);
    const points = pointsOf(eachMinute(peak), 5_000 * minute).shown(5_000 * minute);
    expect(points.length).toBeLessThanOrEqual(500);
    expect(points.length).toBeGreaterThan(200);
    const counts = points.map(({ desired }) => desired);
    expect([counts[0], Math.min(...counts), Math.max(...counts)]).toEqual([10, 1, 99]);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).sort());
  });

  it('a law: folded as they come they are those of the whole course, however many, and however often there are several at one instant', () => {
    const count = fc.integer({ min: 0, max: 5 });
    const change = fc.tuple(fc.constantFrom(0, 0, 1, 7, 60_000), count, count);
    const changes = fc.array(change, { minLength: 1, maxLength: 2_500, size: 'max' });
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: 2 }), (steps, more) => {
        let at = 0;
        const course = steps.map(([by, desired, ready]): Change => {
          at += by;
          return [at, desired, ready];
        });
        const until = at + more;
        const made = pointsOf(course, until);
        expect(made.shown(until)).toEqual(shownOf(course, until));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('are the same from a fork', () => {
    const made = pointsOf(eachMinute([1, 2, 3]), 9 * minute);
    const fork = made.fork();
    made.set(5 * minute, 9, 9);
    expect(fork.shown(9 * minute)).toHaveLength(3);
    expect(made.shown(9 * minute)).toHaveLength(4);
  });
});
