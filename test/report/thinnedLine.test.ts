import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PictureBudget } from '../../src/report/picture/room.ts';
import { ThinnedItems } from '../../src/report/picture/thinnedItems.ts';
import { ThinnedLine } from '../../src/report/picture/thinnedLine.ts';

const frame = { start: 0, end: 100_000 };
const seed = 1;

/** Changes in order of time, a few at the same instant. */
const changes = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 9 })), {
    minLength: 1,
    maxLength: 400,
  })
  .map((all) => all.sort(([a], [b]) => a - b));

const columns = fc.constantFrom(16, 32, 64);

function stepped(all: readonly (readonly [number, number])[]): ThinnedLine {
  const line = new ThinnedLine(frame, new PictureBudget(), 'steps');
  for (const [at, value] of all) line.set(at, value);
  return line;
}

/** What really held for some time: the last of each instant. */
function held(all: readonly (readonly [number, number])[]): [number, number][] {
  return [...new Map(all.map(([at, value]) => [at, value]))];
}

describe('a line that is thinned', () => {
  it('keeps the least and the greatest value, of each column too, and the value that it ends with', () => {
    fc.assert(
      fc.property(changes, columns, (all, count) => {
        const shown = stepped(all).shown('x', count);
        const truth = held(all);
        const values = (points: readonly (readonly [number, number | null])[]) => points.map(([, value]) => value ?? 0);
        const points = shown.at.map((at, index) => [at, shown.value[index] ?? null] as const);
        expect(Math.max(...values(points))).toBe(Math.max(...values(truth)));
        expect(Math.min(...values(points))).toBe(Math.min(...values(truth)));
        expect(points.at(-1)?.[1]).toBe(truth.at(-1)?.[1]);
        expect(points.length).toBeLessThanOrEqual(3 * count);
        const width = (frame.end - frame.start) / count;
        for (let column = 0; column < count; column += 1) {
          const isIn = ([at]: readonly [number, unknown]) => at >= column * width && at < (column + 1) * width;
          const [own, real] = [values(points.filter(isIn)), values(truth.filter(isIn))];
          const before = points.findLast(([at]) => at < column * width)?.[1];
          const seen = before == null ? own : [before, ...own];
          if (real.length > 0) {
            expect(seen).toContain(Math.max(...real));
            expect(seen).toContain(Math.min(...real));
          }
        }
      }),
      { seed, numRuns: 300 },
    );
  });

  it('shows every change while they are few', () => {
    const line = stepped([
      [0, 1],
      [5, 2],
      [5, 3],
      [9, 3],
      [20, 3],
      [30, 1],
    ]);
    expect(line.shown('x', 16)).toEqual({
      name: 'x',
      draw: 'steps',
      at: [0, 5, 30],
      value: [1, 3, 1],
      isThinned: false,
    });
  });

  it('comes to the same however much of it had been thinned before', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const late = new PictureBudget();
        const early = new PictureBudget();
        early.lines = 10_000;
        const one = new ThinnedLine(frame, late, 'steps');
        const other = new ThinnedLine(frame, early, 'steps');
        for (const [at, value] of all) {
          one.set(at, value);
          other.set(at, value);
        }
        expect(one.shown('x', 32)).toEqual(other.shown('x', 32));
      }),
      { seed, numRuns: 200 },
    );
  });

  it('goes straight where it is joined, through every column that it crosses', () => {
    const line = new ThinnedLine(frame, new PictureBudget(), 'joined');
    for (let at = 0; at < 100_000; at += 100) line.join(at, (at / 100) % 7, at + 100, (at / 100 + 1) % 7);
    const { at, value, isThinned } = line.shown('x', 64);
    expect(isThinned).toBe(true);
    expect(Math.max(...value.map((one) => one ?? 0))).toBe(6);
    expect(at).toEqual([...at].sort((a, b) => a - b));
    const straight = new ThinnedLine(frame, new PictureBudget(), 'joined');
    for (let from = 0; from < 100_000; from += 100) straight.join(from, from, from + 100, from + 100);
    expect(straight.shown('x', 64)).toMatchObject({ at: [0, 100_000], value: [0, 100_000] });
  });

  it('has the value with which it ends, so that one can say what it is at the end of the run', () => {
    const line = new ThinnedLine(frame, new PictureBudget(), 'joined');
    for (let at = 0; at < 100_000; at += 100) line.join(at, (at / 100) % 7, at + 100, (at / 100 + 1) % 7);
    const { at, value } = line.shown('x', 64);
    expect([at.at(-1), value.at(-1)]).toEqual([100_000, 6]);
  });

  it('has no value between pieces that do not touch', () => {
    const line = new ThinnedLine(frame, new PictureBudget(), 'joined');
    line.join(0, 1, 10, 2);
    line.join(20, 5, 30, 5);
    expect(line.shown('x', 64)).toMatchObject({ at: [0, 10, 10, 20, 30], value: [1, 2, null, 5, 5] });
  });
});

describe('points that are thinned', () => {
  it('keep one of each group at least, the first, and count the others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom('a', 'b', 'c')), { maxLength: 1_500 }),
        (all) => {
          const items = new ThinnedItems<string>(frame, new PictureBudget());
          const points = all.sort(([a], [b]) => a - b);
          for (const [at, group] of points) items.add(at, group, () => group);
          const { items: shown, leftOut } = items.shown(64);
          expect(shown.length + leftOut).toBe(all.length);
          expect(shown.length).toBeLessThanOrEqual(64);
          expect(new Set(shown)).toEqual(new Set(all.map(([, group]) => group)));
          expect(shown[0]).toBe(points[0]?.[1]);
        },
      ),
      { seed, numRuns: 100 },
    );
  });
});
