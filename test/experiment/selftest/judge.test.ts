import { describe, expect, it } from 'vitest';
import { criticalScore, falseAlarm, judge, scoreMost } from '../../../src/experiment/selftest/judge.ts';

const values = [1, 2, 3, 4, 5];

describe('a mean of independent values against a theory', () => {
  it('at the theory the score is 0', () => {
    expect(judge(values, 3, 4)).toMatchObject({ value: 3, score: 0, holds: true });
  });

  it('the interval is that of Student: 3, give or take 1.963 at 95 %', () => {
    const { low, high, standardError } = judge(values, 3, 4);
    expect(standardError).toBeCloseTo(Math.sqrt(2.5 / 5), 12);
    expect(low).toBeCloseTo(1.037, 3);
    expect(high).toBeCloseTo(4.963, 3);
  });

  it('the score is the normal one of the same probability: t 2.828 with 4 degrees is exceeded in 2.37 %, as 1.982 is', () => {
    // P(t > 2.8284 | 4 degrees) = 0.023711, from the closed form for 4 degrees of freedom.
    const t = 2 / Math.sqrt(0.5);
    const x = t / Math.sqrt(4 + t * t);
    const tail = 0.5 - 0.5 * x * (1 + 0.5 * (1 - x * x));
    expect(tail).toBeCloseTo(0.0237, 4);
    expect(judge(values, 1, 4).score).toBeCloseTo(1.982, 2);
  });

  it('above and below the theory have scores of both signs', () => {
    expect(judge(values, 1, 4).score).toBe(-judge(values, 5, 4).score);
    expect(judge(values, 5, 4).score).toBeLessThan(0);
  });

  it('a score exactly at the critical one holds, and one beyond it fails', () => {
    const { score } = judge(values, 1, 4);
    expect(judge(values, 1, score).holds).toBe(true);
    expect(judge(values, 1, score - 1e-9).holds).toBe(false);
    expect(judge(values, 5, score - 1e-9).holds).toBe(false);
  });

  it('equal values that are not the theory fail by the greatest score, and those that are it hold', () => {
    expect(judge([2, 2, 2], 3, 4)).toMatchObject({ score: -scoreMost, holds: false });
    expect(judge([2, 2, 2], 2, 4)).toMatchObject({ score: 0, holds: true });
  });

  it('an error of `findsShare` is found: its score is beyond the critical one', () => {
    const many = Array.from({ length: 100 }, (_, index) => 10 + (index % 5));
    const { value, findsShare } = judge(many, 12, 4.5);
    expect(value).toBe(12);
    expect(judge(many, 12 * (1 + findsShare), 4.5).holds).toBe(false);
    expect(judge(many, 12 * (1 + findsShare / 2), 4.5).holds).toBe(true);
  });

  it('one value says nothing', () => {
    expect(() => judge([1], 1, 4)).toThrow('two values or more: 1');
  });
});

describe('the critical score', () => {
  it('of a single check is exceeded with the probability of a false alarm, on both sides together', () => {
    expect(falseAlarm).toBe(1e-4);
    expect(criticalScore(1)).toBeCloseTo(3.8906, 4);
  });

  it('grows with the number of checks, which share that probability', () => {
    expect(criticalScore(20)).toBeCloseTo(4.5648, 3);
  });
});
