/** The quick half of the proof by coverage: a thousand cases of each procedure; `coverage.slow.test.ts` has more. */
import { describe, expect, it } from 'vitest';
import { exp, ln } from '../../../../src/engine/math.ts';
import { meanInterval } from '../../../../src/experiment/study/statistics/estimate.ts';
import { pairedDifference } from '../../../../src/experiment/study/statistics/paired.ts';
import { binomialAtMost } from '../../../../src/experiment/study/statistics/quantiles.ts';
import { shareInterval } from '../../../../src/experiment/study/statistics/share.ts';
import { lognormals, normals, sample, uniforms } from './chance.ts';
import {
  allCovered,
  bestCovered,
  bestKept,
  contains,
  coveredAtStop,
  falselyClaimed,
  leastCovered,
  present,
  racingPlans,
  trustedCoverage,
} from './coverage.ts';

const cases = 1_000;
const least = leastCovered(cases);

describe('of 1,000 intervals at 95 % that are trusted, 930 to 970 contain the truth', () => {
  it.each([10, 20, 100])('of normal values, %d runs', (runs) => {
    const normal = normals(runs);
    const { covered } = trustedCoverage(cases, 5, () =>
      meanInterval(
        sample(runs, () => 5 + normal()),
        present,
      ),
    );
    expect(covered).toBeGreaterThanOrEqual(930);
    expect(covered).toBeLessThanOrEqual(970);
  });

  it.each([
    [0.25, 20],
    [0.25, 50],
    [0.5, 100],
    [0.5, 200],
  ])('of lognormal values with sd %d of their logarithm, %d runs', (sd, runs) => {
    const draw = lognormals(runs, sd);
    const { covered, studies } = trustedCoverage(cases, exp((sd * sd) / 2), () =>
      meanInterval(sample(runs, draw), present),
    );
    expect(covered).toBeGreaterThanOrEqual(930);
    expect(covered).toBeLessThanOrEqual(970);
    expect(studies).toBeGreaterThan(cases);
  });

  it('of differences under common luck, which saves a factor of ten', () => {
    let seed = 0;
    let reductions = 0;
    const { covered, studies } = trustedCoverage(cases, -0.3, () => {
      seed += 7_919;
      const [plan = [], base = []] = racingPlans(2, 20, 0.3, seed, 0.9);
      const { estimate, reduction } = pairedDifference(plan, base, present);
      reductions += 1 / (reduction ?? Number.NaN);
      return estimate;
    });
    expect(covered).toBeGreaterThanOrEqual(930);
    expect(covered).toBeLessThanOrEqual(970);
    expect(reductions / studies).toBeCloseTo(0.1, 1);
  });
});

describe('skewed values', () => {
  it('of an event that comes in 2 % of runs are never claimed to have an interval after ten runs', () => {
    const uniform = uniforms(5);
    let covered = 0;
    for (let study = 0; study < cases; study++) {
      const estimate = meanInterval(
        sample(10, () => (uniform() < 0.02 ? 1 : 0)),
        present,
      );
      if (estimate.kind !== 'seen') throw new Error(`${estimate.kind} is claimed`);
      if (estimate.differs !== null && estimate.differs.low <= 0.02 && 0.02 <= estimate.differs.high) covered += 1;
    }
    expect(covered / cases).toBeGreaterThan(least);
  });

  it.each([10, 20, 50])(
    'of %d runs, however skewed, lead to a false claim in at most seven of a hundred studies',
    (runs) => {
      const uniform = uniforms(runs);
      expect(falselyClaimed(cases, runs, () => -ln(uniform()), 1)).toBeLessThanOrEqual(70);
      expect(falselyClaimed(cases, runs, lognormals(runs, 1), exp(0.5))).toBeLessThanOrEqual(70);
    },
  );
});

describe('at least 95 % (less three standard errors)', () => {
  it('of shares lie in their interval of Clopper and Pearson: exactly, for any share', () => {
    for (const runs of [10, 59, 120])
      for (let percent = 1; percent < 100; percent += 3) {
        const share = percent / 100;
        let covered = 0;
        for (let count = 0; count <= runs; count++) {
          const { low, high } = shareInterval(count, runs, 0.95);
          if (low <= share && share <= high)
            covered += binomialAtMost(count, runs, share) - binomialAtMost(count - 1, runs, share);
        }
        expect(covered).toBeGreaterThanOrEqual(0.95);
      }
  });

  it('of studies that stop at a half-width contain the truth, within one percent', () => {
    for (const half of [0.25, 0.4]) expect(coveredAtStop(cases, 1, 20, half) / cases).toBeGreaterThan(least - 0.01);
  });

  it('of studies with eight plans have all eight intervals right (Bonferroni)', () => {
    expect(allCovered(cases, 8, 20) / cases).toBeGreaterThan(least);
  });

  it('of comparisons with the best have all intervals right', () => {
    expect(bestCovered(cases, 2, 20, 0.5) / cases).toBeGreaterThan(least);
    expect(bestCovered(cases, 5, 20, 0.5) / cases).toBeGreaterThan(least);
  });

  it('of races keep the best of two plans at a gap of 0.2 sd (Kim and Nelson)', () => {
    const race = { plans: 2, runs: 1_500, gap: 0.2, common: 0, rule: { indifferent: 0.2 } };
    expect(bestKept(500, race).kept / 500).toBeGreaterThan(leastCovered(500));
  });

  it('of races keep the best of four plans (Bonferroni over plans and looks)', () => {
    const race = { plans: 4, runs: 153, gap: 0.2, common: 0, rule: { looks: [20, 30, 45, 68, 102, 153] } };
    expect(bestKept(100, race).kept / 100).toBeGreaterThan(leastCovered(100));
  });

  it('is no matter of course: intervals of 80 % are seen not to reach it', () => {
    const normal = normals(20);
    const { covered } = trustedCoverage(cases, 0, () =>
      meanInterval(sample(20, normal), { ...present, confidence: 0.8 }),
    );
    expect(covered / cases).toBeLessThan(least);
    expect(contains({ low: 0, high: 1 }, 1)).toBe(true);
  });
});
