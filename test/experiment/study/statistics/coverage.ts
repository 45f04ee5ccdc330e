/**
 * Proof by coverage: each procedure is repeated with draws whose truth is known, and its right answers are counted.
 */
import { type Estimate, meanInterval } from '../../../../src/experiment/study/statistics/estimate.ts';
import { comparisonWithBest, sharedConfidence } from '../../../../src/experiment/study/statistics/manyPlans.ts';
import { pairedDifference } from '../../../../src/experiment/study/statistics/paired.ts';
import { type RaceRule, raceSurvivors } from '../../../../src/experiment/study/statistics/race.ts';
import { stoppingLook } from '../../../../src/experiment/study/statistics/stopping.ts';
import { countOf, normals, sample } from './chance.ts';

export const present = { confidence: 0.95, chance: 'present' } as const;

/** The least share that is no evidence against 95 %: three standard errors below it. */
export function leastCovered(cases: number): number {
  return 0.95 - 3 * Math.sqrt((0.95 * 0.05) / cases);
}

export function contains({ low, high }: Pick<Estimate, 'low' | 'high'>, truth: number): boolean {
  return low !== null && high !== null && low <= truth && truth <= high;
}

/** How many of so many intervals that are trusted contain the truth, and how many studies it took to get them. */
export function trustedCoverage(
  cases: number,
  truth: number,
  estimate: () => Estimate,
): { readonly covered: number; readonly studies: number } {
  let [trusted, covered, studies] = [0, 0, 0];
  while (trusted < cases) {
    studies += 1;
    const one = estimate();
    if (one.kind !== 't') continue;
    trusted += 1;
    if (contains(one, truth)) covered += 1;
  }
  return { covered, studies };
}

/** In how many of so many studies an interval is claimed that does not contain the truth. */
export function falselyClaimed(cases: number, runs: number, draw: () => number, truth: number): number {
  return countOf(cases, () => {
    const one = meanInterval(sample(runs, draw), present);
    return one.kind === 't' && !contains(one, truth);
  });
}

/** How many studies that stop at this half-width, of normal values with the mean 0 and sd 1, contain the truth. */
export function coveredAtStop(cases: number, seed: number, least: number, halfWidth: number): number {
  const normal = normals(seed);
  const limits = { least, most: 400 };
  return countOf(cases, () => {
    const values: number[] = [];
    for (let runs = least; ; ) {
      while (values.length < runs) values.push(normal());
      const estimate = meanInterval(values, present);
      const goals = [{ estimate, halfWidth: { absolute: halfWidth } }];
      const look = stoppingLook({ runs, limits, goals, isDecided: false });
      if (look.kind === 'stop') return contains(estimate, 0);
      runs = look.runs;
    }
  });
}

/** Plans that share their luck; the first is the best by a gap in standard deviations, and the others are alike. */
export function racingPlans(plans: number, runs: number, gap: number, seed: number, common: number): number[][] {
  const normal = normals(seed);
  const luck = sample(runs, normal);
  const [shared, own] = [Math.sqrt(common), Math.sqrt(1 - common)];
  return Array.from({ length: plans }, (_, plan) =>
    luck.map((value) => (plan === 0 ? 0 : gap) + shared * value + own * normal()),
  );
}

/** How many races keep the best plan, and how many runs a race takes in the mean. */
export function bestKept(
  cases: number,
  race: {
    readonly plans: number;
    readonly runs: number;
    readonly gap: number;
    readonly common: number;
    readonly rule: RaceRule;
  },
): { readonly kept: number; readonly runs: number } {
  let runs = 0;
  const kept = countOf(cases, (index) => {
    const plans = racingPlans(race.plans, race.runs, race.gap, 7_919 * (index + 1), race.common);
    const result = raceSurvivors(plans, { better: 'less', confidence: 0.95, rule: race.rule });
    runs += result.runs * result.survivors.length + result.dropped.reduce((sum, one) => sum + one.runs, 0);
    return result.survivors.includes(0);
  });
  return { kept, runs: runs / cases };
}

/** How many studies of plans against a base have all their shared intervals right. */
export function allCovered(cases: number, plans: number, runs: number): number {
  return countOf(cases, (index) => {
    const [base = [], ...others] = racingPlans(plans + 1, runs, 0.5, 104_729 * (index + 1), 0.5);
    const options = { ...present, confidence: sharedConfidence(0.95, plans) };
    return others.every((values) => {
      const { estimate } = pairedDifference(values, base, options);
      return estimate.kind === 'seen' || contains(estimate, 0.5);
    });
  });
}

/** How many comparisons with the best have all their intervals right, and name none as best but the best. */
export function bestCovered(cases: number, plans: number, runs: number, gap: number): number {
  return countOf(cases, (index) => {
    const all = racingPlans(plans, runs, gap, 15_485_863 + 31 * index, 0.5);
    return comparisonWithBest(all, { ...present, better: 'less' }).every(({ low, high }, plan) => {
      const truth = plan === 0 ? -gap : gap;
      return (low ?? -Infinity) <= truth && truth <= (high ?? Infinity);
    });
  });
}
