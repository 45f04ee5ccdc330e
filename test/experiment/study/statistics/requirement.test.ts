import { describe, expect, it } from 'vitest';
import { sharedConfidence } from '../../../../src/experiment/study/statistics/manyPlans.ts';
import { binomialAtMost } from '../../../../src/experiment/study/statistics/quantiles.ts';
import { repeatedRunsNeeded, repeatedVerdict } from '../../../../src/experiment/study/statistics/repeatedLooks.ts';
import {
  metInOrder,
  plannedLooks,
  requirementVerdict,
  runsNeeded,
} from '../../../../src/experiment/study/statistics/requirement.ts';
import { acceptedWithin } from './acceptance.ts';

const usual = { probability: 0.95, confidence: 0.95 };

describe('the runs that a requirement takes', () => {
  it('for 95 % with 95 % are 59 without a failure, then 93, 124, 153', () => {
    expect(plannedLooks(usual, 3)).toEqual([
      { failures: 0, runs: 59 },
      { failures: 1, runs: 93 },
      { failures: 2, runs: 124 },
      { failures: 3, runs: 153 },
    ]);
    expect(runsNeeded(usual)).toBe(59);
  });

  it('for the cheapest of 9 plans are 102', () => {
    expect(runsNeeded({ probability: 0.95, confidence: sharedConfidence(0.95, 9) })).toBe(102);
  });

  it.each([
    [0.9, 0.95, 0, 29],
    [0.99, 0.95, 0, 299],
    [0.99, 0.99, 0, 459],
    [0.999, 0.95, 0, 2_995],
    [0.5, 0.5, 0, 1],
    [0.5, 0.5, 1, 3],
  ])('for %d with %d and %d failures are %d', (probability, confidence, failures, runs) => {
    expect(runsNeeded({ probability, confidence }, failures)).toBe(runs);
  });

  it('are the least that are enough', () => {
    for (const probability of [0.6, 0.8, 0.95, 0.99])
      for (const confidence of [0.8, 0.95, 0.99])
        for (const failures of [0, 1, 5]) {
          const runs = runsNeeded({ probability, confidence }, failures);
          expect(binomialAtMost(failures, runs, 1 - probability)).toBeLessThanOrEqual(1 - confidence);
          expect(binomialAtMost(failures, runs - 1, 1 - probability)).toBeGreaterThan(1 - confidence);
        }
  });

  it('are refused where they are out of reach or make no sense', () => {
    expect(() => runsNeeded({ probability: 1 - 1e-12, confidence: 0.95 })).toThrow('more than 1000000000 runs');
    expect(() => runsNeeded(usual, -1)).toThrow('failures are counted: -1');
    expect(() => runsNeeded({ ...usual, probability: 1 })).toThrow(RangeError);
  });
});

describe('the verdict of one planned look', () => {
  it('is met from the number of runs on that was told before, and undecided one run sooner', () => {
    for (const [failures, runs] of [
      [0, 59],
      [1, 93],
      [2, 124],
      [3, 153],
    ] as const) {
      expect(requirementVerdict(runs - failures, runs, usual).verdict).toBe('met');
      expect(requirementVerdict(runs - 1 - failures, runs - 1, usual).verdict).toBe('undecided');
    }
  });

  it('is not met if even the upper bound is too low', () => {
    expect(requirementVerdict(5, 10, usual)).toMatchObject({ verdict: 'not met', held: 5, runs: 10 });
    expect(requirementVerdict(0, 1, { probability: 0.96, confidence: 0.95 }).verdict).toBe('not met');
    expect(requirementVerdict(0, 1, usual), 'at most 95 % is not below 95 %').toMatchObject({ verdict: 'undecided' });
    expect(requirementVerdict(0, 1, { probability: 0.94, confidence: 0.95 }).verdict).toBe('undecided');
  });

  it('carries bounds with one side each', () => {
    const { low, high } = requirementVerdict(59, 59, usual);
    expect(low).toBeCloseTo(0.05 ** (1 / 59), 13);
    expect(high).toBe(1);
  });

  it('is met exactly where the runs needed say so, in spite of rounding', () => {
    expect(requirementVerdict(1, 1, { probability: 0.5, confidence: 0.5 }).verdict).toBe('met');
  });

  it('errs at the boundary with at most the risk, in both directions', () => {
    for (const runs of [59, 93, 200]) {
      let [term, met, notMet] = [0.05 ** runs, 0, 0];
      for (let held = 0; held <= runs; held++) {
        const { verdict } = requirementVerdict(held, runs, usual);
        if (verdict === 'met') met += term;
        if (verdict === 'not met') notMet += term;
        term *= ((runs - held) / (held + 1)) * (0.95 / 0.05);
      }
      expect(met).toBeLessThanOrEqual(0.05);
      expect(notMet).toBeLessThanOrEqual(0.05);
    }
  });

  it('in an order that was stated before counts the plans up to the first that does not meet it', () => {
    const verdicts = (...all: ('met' | 'not met' | 'undecided')[]) => all.map((verdict) => ({ verdict }));
    expect(metInOrder(verdicts('met', 'met', 'undecided', 'met'))).toBe(2);
    expect(metInOrder(verdicts('met', 'met'))).toBe(2);
    expect(metInOrder(verdicts('not met', 'met'))).toBe(0);
    expect(metInOrder([])).toBe(0);
  });
});

describe('the verdict of repeated looks', () => {
  it('takes 67 runs without a failure for 95 % with 95 %', () => {
    expect(repeatedRunsNeeded(usual)).toBe(67);
    expect(repeatedVerdict(67, 67, usual).verdict).toBe('met');
    expect(repeatedVerdict(66, 66, usual).verdict).toBe('undecided');
  });

  it.each([
    [0.9, 33],
    [0.99, 339],
    [0.999, 3_399],
  ])('takes for %d little more than one look does: %d', (probability, runs) => {
    const requirement = { probability, confidence: 0.95 };
    expect(repeatedRunsNeeded(requirement)).toBe(runs);
    expect(runs / runsNeeded(requirement)).toBeLessThan(1.15);
  });

  it('takes more with failures, and the least number that is enough', () => {
    for (const failures of [0, 1, 2, 7]) {
      const runs = repeatedRunsNeeded(usual, failures);
      expect(repeatedVerdict(runs - failures, runs, usual).verdict).toBe('met');
      expect(repeatedVerdict(runs - 1 - failures, runs - 1, usual).verdict).toBe('undecided');
    }
    expect([1, 2, 3].map((failures) => repeatedRunsNeeded(usual, failures))).toEqual([128, 175, 216]);
  });

  it('is not met where failures are clearly too many', () => {
    expect(repeatedVerdict(20, 40, usual).verdict).toBe('not met');
    expect(repeatedVerdict(5, 10, usual).verdict).toBe('undecided');
    expect(repeatedVerdict(0, 0, usual)).toEqual({ verdict: 'undecided', held: 0, runs: 0, low: 0, high: 1 });
  });

  it('has bounds that narrow with the runs', () => {
    const [few, many] = [repeatedVerdict(1, 5, usual), repeatedVerdict(200, 1_000, usual)];
    expect(few.low).toBeGreaterThan(0);
    expect(few.low).toBeLessThan(0.05);
    expect(few.high).toBeGreaterThan(0.8);
    expect(many.low).toBeGreaterThan(0.14);
    expect(many.high).toBeLessThan(0.26);
  });

  it('agrees with its bounds', () => {
    for (const requirement of [usual, { probability: 0.8, confidence: 0.9 }])
      for (let runs = 1; runs <= 120; runs += 17)
        for (let held = 0; held <= runs; held++) {
          const { verdict, low, high } = repeatedVerdict(held, runs, requirement);
          expect(low).toBeLessThan(high);
          expect(verdict === 'met').toBe(low >= requirement.probability);
          expect(verdict === 'not met').toBe(high < requirement.probability);
        }
  });

  it('falsely accepts the boundary in 4.2 % of studies that look after each of 300 runs, and never in more than 5 %', () => {
    const isMet = (held: number, runs: number): boolean => repeatedVerdict(held, runs, usual).verdict === 'met';
    expect(acceptedWithin(300, 0.95, isMet)).toBeCloseTo(0.0422, 4);
  });

  it('where bounds for one look, taken after each of 400 runs, accept it in 16.8 %', () => {
    const isMet = (held: number, runs: number): boolean => requirementVerdict(held, runs, usual).verdict === 'met';
    expect(acceptedWithin(400, 0.95, isMet)).toBeCloseTo(0.168, 3);
  });

  it('refuses what is no count', () => {
    expect(() => repeatedVerdict(3, 2, usual)).toThrow('a share is a count of runs: 3 of 2');
    expect(() => repeatedRunsNeeded(usual, 0.5)).toThrow('failures are counted: 0.5');
  });
});
