import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Occupancy } from '../../src/engine/occupancy.ts';
import { TimeSeries } from '../../src/engine/series.ts';
import { hour } from '../../src/engine/time.ts';

/** 3 for 4 h, 7 for 1 h, 4 for 5 h. */
function workedExample(): Occupancy {
  const course = new Occupancy();
  course.set(0, 3);
  course.set(4 * hour, 7);
  course.set(5 * hour, 4);
  course.settle(10 * hour);
  return course;
}

describe('an occupancy', () => {
  it.each([
    [0, 3, 'the least value'],
    [40, 3, 'exactly the share of the time is enough'],
    [41, 4, 'one more hundredth needs the next value'],
    [90, 4, 'exactly 9 of 10 hours'],
    [91, 7, 'the peak'],
    [100, 7, 'all of the time'],
  ])('has the percentile %i at %i: %s', (percent, value) => {
    expect(workedExample().percentile(percent)).toBe(value);
  });

  it('knows mean, area and extremes with the instants at which they first held', () => {
    const course = workedExample();
    expect(course.mean).toBe(3.9);
    expect(course.area).toBe(39n * BigInt(hour));
    expect(course.max).toEqual({ value: 7, at: 4 * hour });
    expect(course.min).toEqual({ value: 3, at: 0 });
  });

  it('does not count what came and went within one instant', () => {
    const course = new Occupancy();
    course.set(0, 2);
    course.set(hour, 9);
    course.set(hour, 0);
    course.set(hour, 2);
    course.settle(2 * hour);
    expect([course.max?.value, course.min?.value, course.total]).toEqual([2, 2, 2 * hour]);
  });

  it('has nothing to tell where no value ever held', () => {
    const course = new Occupancy();
    course.settle(hour);
    expect([course.mean, course.percentile(50), course.max]).toEqual([null, null, null]);
  });

  it('refuses to run back', () => {
    const course = new Occupancy();
    course.set(hour, 1);
    expect(() => course.set(0, 2)).toThrow('only moves forward in time');
  });

  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4 })), { minLength: 1 });

  it('agrees with the series that keeps the whole course', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 100 }), (course, percent) => {
        const folded = new Occupancy();
        const kept = new TimeSeries();
        let at = 0;
        for (const [wait, value] of course) {
          at += wait;
          folded.set(at, value);
          kept.set(at, value);
        }
        const end = at + 3;
        folded.settle(end);
        expect(folded.mean).toBeCloseTo(kept.mean(0, end), 9);
        expect(folded.percentile(percent)).toBe(kept.percentile(percent / 100, 0, end));
        expect(folded.max).toEqual(kept.max(0, end));
        expect(folded.min).toEqual(kept.min(0, end));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('is the same for stretches one after the other that are added together', () => {
    const stretches = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })));
    fc.assert(
      fc.property(stretches, fc.integer({ min: -1, max: 2 }), fc.boolean(), (lengths, by, isOpen) => {
        const [one, many] = [new Occupancy(), new Occupancy()];
        // So great that a sum of products depends on their order.
        if (isOpen) for (const course of [one, many]) course.set(1, 2 ** 53 - 111);
        let at = 5;
        const [begins, ends] = [new Float64Array(lengths.length), new Float64Array(lengths.length)];
        for (const [i, [wait, length]] of lengths.entries()) {
          begins[i] = at + wait;
          ends[i] = at + wait + length;
          at += wait + length;
        }
        for (const i of lengths.keys()) {
          one.add(begins[i] ?? 0, by);
          one.add(ends[i] ?? 0, -by);
        }
        many.addDuring(begins, ends, lengths.length, by);
        expect(many.last).toBe(one.last);
        for (const course of [one, many]) {
          course.add(at + 1, 1);
          course.settle(at + 4);
        }
        const told = ({ mean, max, min, total, last }: Occupancy) => ({ mean, max, min, total, last });
        expect(told(many)).toEqual(told(one));
        expect([0, 20, 50, 80, 100].map((percent) => many.percentile(percent))).toEqual(
          [0, 20, 50, 80, 100].map((percent) => one.percentile(percent)),
        );
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('refuses stretches in the past', () => {
    const course = new Occupancy();
    course.addDuring(new Float64Array([1, 3, 5]), new Float64Array([2, 4, 6]), 3, 1);
    expect(() => course.addDuring(new Float64Array([5]), new Float64Array([7]), 1, 1)).toThrow(
      'only moves forward in time',
    );
  });

  it('goes on alike after a fork and after a settlement in between', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const course = new Occupancy();
        let at = 0;
        for (const [wait, value] of before) {
          at += wait;
          course.set(at, value);
        }
        const fork = course.fork();
        course.settle(at + 1);
        for (const [wait, value] of after) {
          at += wait + 1;
          course.set(at, value);
          fork.set(at, value);
        }
        course.settle(at + 5);
        fork.settle(at + 5);
        expect([fork.mean, fork.max, fork.min]).toEqual([course.mean, course.max, course.min]);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
