import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ramps } from '../../../src/report/load/ramps.ts';
import { ValueClasses } from '../../../src/report/load/valueClasses.ts';

describe('classes of values', () => {
  it('give back a value that stands alone in its class', () => {
    const classes = new ValueClasses();
    classes.add(0, 0, 10);
    classes.add(7.25, 7.25, 70);
    classes.add(1e9, 1e9, 20);
    expect([5, 10, 11, 80, 81, 100].map((time) => classes.valueAfter(time))).toEqual([0, 0, 7.25, 7.25, 1e9, 1e9]);
  });

  it('take what is less than all before it, and forks take it by themselves', () => {
    const classes = new ValueClasses();
    classes.add(1e6, 1e6, 10);
    const fork = classes.fork();
    for (const value of [1e6, 900, 7.25, 0]) classes.add(value, value, 10);
    const told: [number, number][] = [];
    classes.eachClass((least, _, weight) => told.push([least, weight]));
    expect(told).toEqual([
      [0, 10],
      [7.25, 10],
      [900, 10],
      [1e6, 20],
    ]);
    expect([fork.count, fork.total, fork.valueAfter(5)]).toEqual([1, 10, 1e6]);
    fork.eachClass((_, __, weight) => expect(weight).toBe(10));
  });

  it('share a straight line out evenly, from 0 too', () => {
    const classes = new ValueClasses();
    classes.add(0, 100, 1_000);
    for (const time of [1, 10, 250, 500, 990, 1_000]) expect(classes.valueAfter(time)).toBeCloseTo(time / 10, 9);
  });

  it('take an even time and an exponential one on top of it, cut at a limit', () => {
    const [exponential, both, cut] = [new ValueClasses(), new ValueClasses(), new ValueClasses()];
    exponential.addSpread({ share: 1, from: 0, to: 0, tail: 100 }, 1_000);
    for (const share of [0.5, 0.9, 0.99]) {
      const exact = -100 * Math.log(1 - share);
      expect(exponential.valueAfter(1_000 * share) / exact).toBeCloseTo(1, 2);
    }
    both.addSpread({ share: 0.5, from: 100, to: 300, tail: 50 }, 1_000);
    expect(both.total).toBeCloseTo(500, 6);
    // Half of it: P(even + exponential < x) = (200 - 50 (1 - e^-4) e^-((x - 300) / 50)) / 200 and so on; the mean is
    // 250.
    let sum = 0;
    both.eachClass((least, greatest, weight) => {
      sum += (weight * (least + greatest)) / 2;
    });
    expect(sum / 500).toBeCloseTo(250, 0);
    cut.addSpread({ share: 1, from: 0, to: 0, tail: 100 }, 1_000, 200);
    expect(cut.valueAfter(950)).toBe(200);
    expect(cut.total).toBeCloseTo(1_000, 6);
  });

  it('are no more than values of a run are far apart', () => {
    const classes = new ValueClasses();
    for (let i = 0; i < 100_000; i += 1) classes.add(1 + i / 100_000, 1 + (i + 1) / 100_000, 1);
    expect(classes.count).toBe(64);
  });

  it('a law: percentiles from them are within a 64th of the exact ones, means and maxima the same', () => {
    const value = fc.oneof(
      fc.constant(0),
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 1e5, noNaN: true }),
    );
    const pieces = fc.array(fc.tuple(value, value, fc.integer({ min: 1, max: 1_000 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 60 }), (all, from) => {
        const [exact, classed] = [new Ramps(), new Ramps()];
        all.forEach(([first, last, duration], index) => {
          if (index === from) classed.classify();
          exact.add(first, last, duration);
          classed.add(first, last, duration);
        });
        classed.classify();
        expect([classed.mean, classed.max, classed.total]).toEqual([exact.mean, exact.max, exact.total]);
        expect(classed.pieces).toBe(0);
        const fork = classed.fork();
        for (const percent of [1, 10, 50, 90, 99]) {
          // A jump may lie between two values that are reached at the same time but for the rounding of a sum.
          const [least = 0, found = 0, greatest = 0] = [
            exact.percentile(percent - 1e-6),
            classed.percentile(percent),
            exact.percentile(percent + 1e-6),
          ].map((one) => one ?? 0);
          expect(found).toBeGreaterThanOrEqual(least * (1 - 1 / 64) - 1 / 1_024);
          expect(found).toBeLessThanOrEqual(greatest * (1 + 1 / 64) + 1 / 1_024);
          expect(fork.percentile(percent)).toBe(found);
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });
});

describe('a quantity that moves in straight lines, for long', () => {
  it('keeps 100,000 pieces at most, and then none', () => {
    const course = new Ramps();
    for (let i = 0; i < 100_000; i += 1) course.add(i, i, 1);
    expect([course.pieces, course.isClassed, course.percentile(50)]).toEqual([100_000, false, 49_999]);
    course.add(100_000, 100_000, 1);
    expect([course.pieces, course.isClassed]).toEqual([0, true]);
    expect(Math.abs((course.percentile(50) ?? 0) - 50_000)).toBeLessThan(1_000);
  });
});
