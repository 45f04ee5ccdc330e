/** The proof by coverage with 20,000 cases of each procedure: a percent too little would be seen. */
import { describe, expect, it } from 'vitest';
import { exp, ln } from '../../../../src/engine/math.ts';
import { meanInterval } from '../../../../src/experiment/study/statistics/estimate.ts';
import { pairedDifference } from '../../../../src/experiment/study/statistics/paired.ts';
import { lookSizes } from '../../../../src/experiment/study/statistics/stopping.ts';
import { lognormals, normals, sample, uniforms } from './chance.ts';
import {
  allCovered,
  bestCovered,
  bestKept,
  coveredAtStop,
  falselyClaimed,
  leastCovered,
  present,
  racingPlans,
  trustedCoverage,
} from './coverage.ts';

const cases = 20_000;

describe('intervals of a mean at 95 % that are trusted', () => {
  it.each([3, 5, 10, 20, 100])('of %d normal values contain the truth in 94.5 to 95.5 %', (runs) => {
    const normal = normals(runs);
    const { covered } = trustedCoverage(cases, 5, () =>
      meanInterval(
        sample(runs, () => 5 + normal()),
        present,
      ),
    );
    expect(Math.abs(covered / cases - 0.95)).toBeLessThan(0.005);
  });

  it.each([
    [0.25, 20],
    [0.25, 50],
    [0.5, 100],
    [0.5, 200],
  ])('of lognormal values with sd %d of their logarithm, %d runs, do so in 93 to 97 %', (sd, runs) => {
    const draw = lognormals(runs, sd);
    const { covered } = trustedCoverage(cases, exp((sd * sd) / 2), () => meanInterval(sample(runs, draw), present));
    expect(covered / cases).toBeGreaterThanOrEqual(0.93);
    expect(covered / cases).toBeLessThanOrEqual(0.97);
  });

  it('of 20 differences under common luck do so in 94.5 to 95.5 %', () => {
    let seed = 0;
    const { covered } = trustedCoverage(cases, -0.3, () => {
      seed += 7_919;
      const [plan = [], base = []] = racingPlans(2, 20, 0.3, seed, 0.9);
      return pairedDifference(plan, base, present).estimate;
    });
    expect(Math.abs(covered / cases - 0.95)).toBeLessThan(0.005);
  });

  it.each([10, 20, 50, 100])(
    'of %d skewed values lead to a false claim in at most six of a hundred studies',
    (runs) => {
      const uniform = uniforms(runs);
      expect(falselyClaimed(cases, runs, () => -ln(uniform()), 1) / cases).toBeLessThan(0.06);
      expect(falselyClaimed(cases, runs, lognormals(runs, 0.5), exp(0.125)) / cases).toBeLessThan(0.06);
      expect(falselyClaimed(cases, runs, lognormals(runs, 1), exp(0.5)) / cases).toBeLessThan(0.06);
    },
  );
});

describe('sequential stopping', () => {
  it.each([0.2, 0.25, 0.3, 0.4])('at a half-width of %d sd, from 20 runs on, covers in at least 94 %', (half) => {
    expect(coveredAtStop(cases, 100 * half, 20, half) / cases).toBeGreaterThan(0.94 - 3 * 0.0016);
  });

  it('from 5 runs on would cover in less than 94 %, so 20 is the default', () => {
    expect(coveredAtStop(cases, 1, 5, 0.4) / cases).toBeLessThan(0.94);
  });
});

describe('at least 95 % (less three standard errors)', () => {
  it('of studies with eight plans have all eight intervals right', () => {
    expect(allCovered(cases, 8, 20) / cases).toBeGreaterThan(leastCovered(cases));
  });

  it.each([2, 5])('of comparisons of %d plans with the best have all intervals right', (plans) => {
    expect(bestCovered(cases, plans, 20, 0.5) / cases).toBeGreaterThan(leastCovered(cases));
  });

  it.each([
    [2, 0, 10_000],
    [9, 0, 4_000],
    [9, 0.8, 4_000],
  ])(
    'of races by Kim and Nelson keep the best of %d plans at a gap of 0.2 sd, with %d of luck in common',
    (plans, common, races) => {
      const { kept, runs } = bestKept(races, { plans, runs: 3_000, gap: 0.2, common, rule: { indifferent: 0.2 } });
      expect(kept / races).toBeGreaterThan(leastCovered(races));
      expect(runs).toBeLessThan(plans * 400);
    },
  );

  it.each([
    [2, 0.2, 4_000],
    [2, 0, 4_000],
    [9, 0.2, 400],
  ])('of races by Bonferroni keep the best of %d plans at a gap of %d sd', (plans, gap, races) => {
    const rule = { looks: lookSizes({ least: 20, most: 400 }) };
    expect(bestKept(races, { plans, runs: 400, gap, common: 0, rule }).kept / races).toBeGreaterThan(
      leastCovered(races),
    );
  });
});
