import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aligned, extentOf, lineAt } from '../../src/web/charts/aligned.ts';

type Line = Parameters<typeof lineAt>[0];

const lines: fc.Arbitrary<Line> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.option(fc.integer({ min: 0, max: 9 }))), { maxLength: 12 })
  .chain((points) => {
    const sorted = [...points].sort(([a], [b]) => a - b);
    const few = sorted.filter(([at], i) => sorted[i - 2]?.[0] !== at);
    const line = (draw: Line['draw']): Line => ({
      draw,
      at: few.map(([at]) => at),
      value: few.map(([, value]) => value),
    });
    return fc.constantFrom(line('steps'), line('joined'));
  });

describe('lines over one time axis', () => {
  it('a count holds, an amount moves straight on', () => {
    const count: Line = { draw: 'steps', at: [0, 10], value: [1, 3] };
    const amount: Line = { draw: 'joined', at: [0, 4, 8], value: [0, 4, 8] };
    expect(aligned([count, amount])).toEqual({
      at: [0, 4, 8, 10],
      values: [
        [1, 1, 1, 3],
        [0, 4, 8, null],
      ],
    });
  });

  it('a jump has its instant twice in all of them', () => {
    const jump: Line = { draw: 'joined', at: [0, 5, 5, 9], value: [0, 5, 1, 5] };
    const other: Line = { draw: 'joined', at: [0, 10], value: [0, 10] };
    expect(aligned([jump, other])).toEqual({
      at: [0, 5, 5, 9, 10],
      values: [
        [0, 5, 1, 5, null],
        [0, 5, 5, 9, 10],
      ],
    });
  });

  it('no line has a value before its first, nor after it ended', () => {
    const line: Line = { draw: 'steps', at: [2, 4], value: [7, null] };
    const all: Line = { draw: 'steps', at: [0, 2, 3, 4, 5], value: [0, 0, 0, 0, 0] };
    expect(aligned([line, all]).values[0]).toEqual([null, 7, 7, null, null]);
  });

  it('every line keeps its own points, and instants rise', () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 4 }), (some) => {
        const { at, values } = aligned(some);
        expect([...at].sort((a, b) => a - b)).toEqual(at);
        some.forEach((line, i) => {
          const own = values[i] ?? [];
          expect(own).toHaveLength(at.length);
          line.at.forEach((instant, k) => {
            const found = at.flatMap((one, j) => (one === instant ? [own[j]] : []));
            expect(found).toContain(line.value[k]);
          });
        });
      }),
      { seed: 1 },
    );
  });
});

describe('the value of a line', () => {
  const line: Line = { draw: 'joined', at: [0, 10, 10, 20], value: [0, 10, 0, 5] };
  it.each([
    [-1, null],
    [0, 0],
    [5, 5],
    [10, 0],
    [16, 3],
    [20, 5],
    [21, null],
  ])('at %i', (at, value) => {
    expect(lineAt(line, at)).toBe(value);
  });
});

describe('the least and the greatest of a line in a stretch', () => {
  const steps: Line = { draw: 'steps', at: [0, 10, 20, 30], value: [9, 2, 5, null] };
  it.each([
    ['what holds at the left edge counts, though it began before', steps, 5, 15, [2, 9]],
    ['what begins at the right edge does not', steps, 12, 20, [2, 2]],
    ['nothing changes in it', steps, 21, 25, [5, 5]],
    [
      'a straight piece is what it is at both edges',
      { draw: 'joined', at: [0, 100], value: [0, 50] },
      20,
      40,
      [10, 20],
    ],
    ['there is no value in it', steps, 35, 40, null],
  ] as const)('%s', (_, line, from, until, expected) => {
    expect(extentOf(line, { from, until })).toEqual(expected);
  });
});
