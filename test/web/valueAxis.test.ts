import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksUpTo, markText, numberText } from '../../src/web/charts/valueAxis.ts';

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

it.each([
  [41.5678, '41.57'],
  [0.14637, '0.146'],
  [0.003194, '0.00319'],
  [0, '0'],
  [-0.5, '-0.5'],
  [null, '–'],
])('the value %s is written %s', (value, text) => {
  expect(numberText(value)).toBe(text);
});
