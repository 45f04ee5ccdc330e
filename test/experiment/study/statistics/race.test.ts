import { describe, expect, it } from 'vitest';
import { raceGuarantee, raceSurvivors } from '../../../../src/experiment/study/statistics/race.ts';
import { normals, sample } from './chance.ts';

/** Plans that share most of their luck; each has a mean of its own. */
function plansOf(means: readonly number[], runs: number, seed: number, own = 1): number[][] {
  const luck = sample(runs, normals(seed));
  return means.map((mean, index) => {
    const normal = normals(seed + 1_000 * (index + 1));
    return luck.map((value) => mean + 5 * value + own * normal());
  });
}

const kimNelson = { better: 'less', confidence: 0.95, rule: { indifferent: 0.5 } } as const;

describe('a race by Kim and Nelson', () => {
  it('drops nobody before the tenth run', () => {
    const plans = plansOf([0, 100], 9, 1);
    expect(raceSurvivors(plans, kimNelson)).toEqual({ survivors: [0, 1], dropped: [], runs: 0, isOver: false });
  });

  it('drops a plan at the tenth run if it is far behind, and says by which', () => {
    const plans = plansOf([0, 100, 30], 10, 1);
    expect(raceSurvivors(plans, kimNelson)).toEqual({
      survivors: [0],
      dropped: [
        { plan: 1, by: 0, runs: 10, isEqual: false },
        { plan: 2, by: 0, runs: 10, isEqual: false },
      ],
      runs: 10,
      isOver: true,
    });
  });

  it('continues exactly while the difference lies within d / 2r (h2 S2 / d2 - r)', () => {
    // Differences of 2 and -2 in turn: S2 is 40 / 9 in ten runs. eta = (0.1^(-2/9) - 1) / 2, h2 = 18 eta.
    const h2 = 9 * (0.1 ** (-2 / 9) - 1);
    const margin = (0.5 / 20) * ((h2 * (40 / 9)) / 0.25 - 10);
    const zigzag = Array.from({ length: 10 }, (_, run) => (run % 2 === 0 ? 2 : -2));
    const base = zigzag.map(() => 0);
    const behind = (by: number): number[] => zigzag.map((value) => value + by);
    expect(margin).toBeCloseTo(2.4224, 4);
    expect(raceSurvivors([base, behind(margin * 0.999)], kimNelson).survivors).toEqual([0, 1]);
    expect(raceSurvivors([base, behind(margin * 1.001)], kimNelson).survivors).toEqual([0]);
    expect(raceSurvivors([base, behind(-margin * 1.001)], kimNelson).survivors).toEqual([1]);
  });

  it('shares the risk among the other plans: a plan stays longer in a larger field', () => {
    const plans = plansOf([0, 1, 0, 0, 0], 1_000, 7);
    const runsOf = (field: number[][]): number =>
      raceSurvivors(field, kimNelson).dropped.find(({ plan }) => plan === 1)?.runs ?? Infinity;
    expect(runsOf(plans)).toBeGreaterThanOrEqual(runsOf(plans.slice(0, 2)));
  });

  it('ends with one plan once the runs are more than h2 S2 / d2, even if the plans are alike', () => {
    const { survivors, isOver, runs } = raceSurvivors(plansOf([0, 0], 1_000, 3), kimNelson);
    expect(survivors).toHaveLength(1);
    expect(isOver).toBe(true);
    expect(runs).toBeLessThan(150);
  });

  it('does not depend on how many runs were made at a time: dropped plans need no more, and more are not read', () => {
    const plans = plansOf([0, 0.2, 0.5, 3, 8], 400, 11);
    const whole = raceSurvivors(plans, kimNelson);
    expect(whole.dropped.length).toBeGreaterThan(2);
    const short = plans.map((values, plan) =>
      values.slice(0, whole.dropped.find((one) => one.plan === plan)?.runs ?? values.length),
    );
    expect(raceSurvivors(short, kimNelson)).toEqual(whole);
    for (const { runs, plan } of whole.dropped) {
      const before = raceSurvivors(
        plans.map((values) => values.slice(0, runs - 1)),
        kimNelson,
      );
      expect(before.survivors).toContain(plan);
    }
  });

  it('keeps the greatest where more is better', () => {
    const plans = plansOf([0, 100, 30], 10, 1);
    expect(raceSurvivors(plans, { ...kimNelson, better: 'more' }).survivors).toEqual([1]);
  });

  it('tells of a plan that was worse by the same amount in each of the first runs', () => {
    const [base = []] = plansOf([0], 10, 5);
    const plans = [base.map((_, run) => run), base.map((_, run) => run + 4)];
    expect(raceSurvivors(plans, kimNelson).dropped).toEqual([{ plan: 1, by: 0, runs: 10, isEqual: true }]);
  });

  it('is over where those left are equal: any of them may be taken', () => {
    const base = Array.from({ length: 10 }, (_, run) => run * run);
    const plans = [base, [...base], base.map((value) => value + 5)];
    expect(raceSurvivors(plans, kimNelson)).toMatchObject({ survivors: [0, 1], isOver: true, runs: 10 });
  });

  it('of one plan is over, and of none', () => {
    expect(raceSurvivors([[1, 2]], kimNelson)).toEqual({ survivors: [0], dropped: [], runs: 0, isOver: true });
    expect(raceSurvivors([], kimNelson).survivors).toEqual([]);
  });

  it('needs a difference above 0', () => {
    const plans = plansOf([0, 1], 10, 1);
    expect(() => raceSurvivors(plans, { ...kimNelson, rule: { indifferent: 0 } })).toThrow(
      'a difference that does not matter is above 0: 0',
    );
  });
});

describe('a race by Bonferroni, without a difference that does not matter', () => {
  const looks = [20, 30, 45];
  const question = { better: 'less', confidence: 0.95, rule: { looks } } as const;

  it('drops plans only at the looks that were stated', () => {
    const plans = plansOf([0, 50, 1.2], 45, 2);
    expect(
      raceSurvivors(
        plans.map((values) => values.slice(0, 19)),
        question,
      ),
    ).toMatchObject({
      survivors: [0, 1, 2],
      runs: 0,
    });
    const later = raceSurvivors(plans, question);
    expect(later.survivors).toEqual([0]);
    expect(later.dropped[0]).toEqual({ plan: 1, by: 0, runs: 20, isEqual: false });
    expect(later.isOver).toBe(true);
  });

  it('shares the risk among comparisons and looks', () => {
    // A plan whose interval at 95 % excludes 0 and at 95 % shared by 300 looks does not.
    const difference = Array.from({ length: 20 }, (_, run) => 0.6 + (run % 2 === 0 ? 1 : -1));
    const plans = [difference.map(() => 0), difference];
    expect(raceSurvivors(plans, { ...question, rule: { looks: [20] } }).survivors).toEqual([0]);
    const many = Array.from({ length: 300 }, (_, index) => 20 + index);
    expect(raceSurvivors(plans, { ...question, rule: { looks: many } }).survivors).toEqual([0, 1]);
  });

  it('drops nobody because of differences that are equal or skewed', () => {
    const base = Array.from({ length: 45 }, (_, run) => run);
    const rare = base.map((value, run) => (run === 7 ? value + 1_000 : value));
    expect(raceSurvivors([base, base.map((value) => value + 4), rare], question)).toMatchObject({
      survivors: [0, 1, 2],
      runs: 45,
      isOver: false,
    });
  });
});

describe('the guarantee of a race', () => {
  it('is a sentence with its conditions', () => {
    expect(raceGuarantee(9, kimNelson)).toEqual({
      method: 'Kim-Nelson',
      confidence: 0.95,
      sentence:
        'The best of 9 plans is kept with 95 % confidence if it is better than each other plan by at least 0.5 ' +
        '(Kim and Nelson 2001, for differences near the normal distribution).',
    });
    expect(raceGuarantee(3, { confidence: 0.999, rule: { looks: [20, 30] } })).toEqual({
      method: 'Bonferroni',
      confidence: 0.999,
      sentence:
        'The best of 3 plans is kept with 99.9 % confidence (Bonferroni over 2 comparisons at 2 looks: 99.975 % each; ' +
        'for differences near the normal distribution).',
    });
  });
});
