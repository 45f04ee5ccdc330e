import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksBetween, marksUpTo, markText } from '../../../src/report/picture/valueMarks.ts';

describe('marks of an axis of values', () => {
  it.each([
    [41.2, [0, 20, 40, 60]],
    [0.543, [0, 0.2, 0.4, 0.6]],
    [7.5, [0, 2.5, 5, 7.5]],
    [0.0094, [0, 0.005, 0.01]],
    [0, [0, 1]],
  ])('up to %f', (greatest, marks) => {
    expect(marksUpTo(greatest, 3)).toEqual(marks);
  });

  it('are round, equally far apart and no more than asked for, and the last is not below the greatest value', () => {
    const values = fc.double({ min: 1e-9, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 8 }), (greatest, most) => {
        const marks = marksUpTo(greatest, most);
        const step = marks[1] ?? 0;
        expect(marks.length).toBeLessThanOrEqual(most + 1);
        expect(marks.at(-1)).toBeGreaterThanOrEqual(greatest * (1 - 1e-9));
        expect(step.toExponential()).toMatch(/^(1|2|2\.5|5)e/);
        marks.forEach((mark, index) => {
          expect(mark).toBeCloseTo(index * step, 9);
        });
      }),
      { seed: 1 },
    );
  });

  it.each([
    [0.0075, 0.0025, '0.0075'],
    [0.005, 0.0025, '0.005'],
    [12.5, 2.5, '12.5'],
    [20_000, 5_000, '20,000'],
  ])('%f, where they are %f apart', (value, step, text) => {
    expect(markText(value, step)).toBe(text);
  });
});

describe('marks around values of both signs', () => {
  it.each<[low: number, high: number, most: number, marks: number[]]>([
    [-0.7, 1.2, 4, [-1, -0.5, 0, 0.5, 1, 1.5]],
    [0, 10, 5, [0, 2, 4, 6, 8, 10]],
    [-370_000, 0, 4, [-400_000, -300_000, -200_000, -100_000, 0]],
    [7, 7, 4, [6, 7, 8]],
    [0, 0, 4, [-0.1, 0, 0.1]],
  ])('%f to %f', (low, high, most, marks) => {
    expect(marksBetween(low, high, most)).toEqual(marks);
  });

  it('hold the least and the greatest value between them', () => {
    const values = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(values, values, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const marks = marksBetween(low, high, 4);
        const slack = 1e-6 * (high - low) + 1e-9;
        expect(marks[0]).toBeLessThanOrEqual(low + slack);
        expect(marks.at(-1)).toBeGreaterThanOrEqual(high - slack);
        expect(marks.length).toBeLessThanOrEqual(7);
      }),
      { seed: 1 },
    );
  });
});
