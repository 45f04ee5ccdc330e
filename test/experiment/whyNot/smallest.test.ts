import { describe, expect, it } from 'vitest';
import { type GridSearch, smallestChange } from '../../../src/experiment/whyNot/smallest.ts';

/** Searches for the nearest value that is as asked, and keeps the values that were tried. */
function search(grid: GridSearch, holds: (value: number) => boolean, most = Number.POSITIVE_INFINITY) {
  const tried: number[] = [];
  const steps = smallestChange(grid, function* (value) {
    if (tried.length >= most) return null;
    tried.push(value);
    yield;
    return { holds: holds(value), result: value };
  });
  for (;;) {
    const { done, value: found } = steps.next();
    if (done === true) return { found, tried };
  }
}

describe('the smallest change', () => {
  it('is on the grid of the field: 1.33, not 41/31', () => {
    const { found, tried } = search({ step: 0.01, from: 1.2, furthest: 2.4 }, (value) => value >= 41 / 31);
    expect(found).toEqual({ value: 1.33, result: 1.33, notYet: 1.32, isSmallest: true });
    expect(tried).toEqual([2.4, 1.21, 1.22, 1.24, 1.28, 1.36, 1.32, 1.34, 1.33]);
  });

  it('is the same for every threshold as trying all values, both ways', () => {
    for (let threshold = 1; threshold <= 40; threshold += 1) {
      expect(search({ step: 1, from: 0, furthest: 40 }, (value) => value >= threshold).found?.value).toBe(threshold);
      expect(search({ step: 1, from: 41, furthest: 1 }, (value) => value <= threshold).found?.value).toBe(threshold);
    }
  });

  it('is none where the furthest does not help, for one question', () => {
    expect(search({ step: 1, from: 60, furthest: 100 }, () => false)).toEqual({ found: null, tried: [100] });
  });

  it('begins beside the grid where the present value lies beside it', () => {
    expect(search({ step: 1, from: 2.5, furthest: 5 }, (value) => value >= 3).found?.value).toBe(3);
    expect(search({ step: 1, from: 2.5, furthest: 1 }, (value) => value <= 2).found?.value).toBe(2);
  });

  it('says that a nearer value may do where nothing more may be asked', () => {
    const { found } = search({ step: 0.01, from: 1.2, furthest: 2.4 }, (value) => value >= 41 / 31, 6);
    expect(found).toEqual({ value: 1.36, result: 1.36, notYet: 1.28, isSmallest: false });
  });

  it('is none where the grid has no other value', () => {
    expect(search({ step: 1, from: 7, furthest: 7 }, () => true)).toEqual({ found: null, tried: [] });
  });
});
