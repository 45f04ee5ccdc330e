import { describe, expect, it } from 'vitest';
import { type GridSearch, narrowed, nearerPlaces, placesOf } from '../../../src/experiment/whyNot/smallest.ts';

/** Narrows from the furthest value to the nearest that is as asked, and keeps the values that were tried. */
function search(grid: GridSearch, holds: (value: number) => boolean, most = Number.POSITIVE_INFINITY) {
  const tried: number[] = [];
  const places = placesOf(grid);
  const steps = narrowed(places, { low: 0, high: places.most, result: grid.furthest }, function* (value) {
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
    expect(tried).toEqual([1.3, 1.54, 1.38, 1.33, 1.31, 1.32]);
  });

  it('is the same for every threshold as trying all values, both ways', () => {
    for (let threshold = 1; threshold <= 40; threshold += 1) {
      expect(search({ step: 1, from: 0, furthest: 40 }, (value) => value >= threshold).found.value).toBe(threshold);
      expect(search({ step: 1, from: 41, furthest: 1 }, (value) => value <= threshold).found.value).toBe(threshold);
    }
  });

  it('begins beside the grid where the present value lies beside it', () => {
    expect(search({ step: 1, from: 2.5, furthest: 5 }, (value) => value >= 3).found.value).toBe(3);
    expect(search({ step: 1, from: 2.5, furthest: 1 }, (value) => value <= 2).found.value).toBe(2);
  });

  it('says that a nearer value may do where nothing more may be asked', () => {
    const { found } = search({ step: 0.01, from: 1.2, furthest: 2.4 }, (value) => value >= 41 / 31, 3);
    expect(found).toEqual({ value: 1.38, result: 1.38, notYet: 1.3, isSmallest: false });
  });
});

describe('the places of a grid', () => {
  it('are none where it has no other value', () => {
    expect(placesOf({ step: 1, from: 7, furthest: 7 }).most).toBe(0);
  });

  it.each([
    [20, [1, 5, 10]],
    [3, [1]],
    [2, [1]],
    [1, []],
  ])('that are tried where the furthest of %d does not help lie between: %j', (most, places) => {
    expect(nearerPlaces({ most, valueAt: (place) => place })).toEqual(places);
  });
});
