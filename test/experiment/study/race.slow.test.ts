/**
 * Whole studies with a race, over made-up runs whose truth is known: the best of the plans that truly meet the
 * requirements is kept as often as the study promises, less three standard errors of so many studies.
 */
import { describe, expect, it } from 'vitest';
import { scale } from './spec/studies.ts';
import { normals, sample, uniforms } from './statistics/chance.ts';
import { type MadeUp, madeUp, questionOf, studied } from './studied.ts';

const studies = 500;
const most = 153;

/** A plan as it truly is. */
interface Truth {
  /** Mean of the bill, in standard deviations of a run. */
  readonly cost: number;
  /** Probability that each goal holds in a run. */
  readonly holds: number;
}

interface Field {
  /** The first is the best of those that meet the requirements. */
  readonly plans: readonly Truth[];
  /** The part of the variance of bills that all plans have in common, 0 to 1; goals are shared or not as a whole. */
  readonly common: number;
  /** Keys of the study. */
  readonly lines: readonly string[];
}

/** What a field of plans comes to in many studies. */
interface Raced {
  /** Studies that keep the best plan, and that name it. */
  readonly kept: number;
  readonly named: number;
  /** Of one plan, in the mean. */
  readonly runs: number;
  readonly guarantee: string;
  /** The confidence in it, 0 to 1. */
  readonly promised: number;
}

async function raced({ plans, common, lines }: Field, drawn = runsOf): Promise<Raced> {
  const axis = `vary: { max: { path: ${scale('maxScale')}, values: [${plans.map((_, index) => index + 1).join(', ')}] } }`;
  const question = questionOf([axis, 'minimise: bill.total', ...lines]);
  let [kept, named, runs] = [0, 0, 0];
  let guarantee = '';
  for (let seed = 1; seed <= studies; seed += 1) {
    const runner = madeUp(drawn(plans, common, 7_919 * seed));
    const { document } = await studied(question, runner);
    if (document.plans[0]?.dropped === undefined) kept += 1;
    if (document.best === 'today max=1') named += 1;
    runs += runner.jobs.length / plans.length / studies;
    guarantee = document.guarantee ?? '';
  }
  const promised = Number(/is kept with ([\d.]+) % confidence/.exec(guarantee)?.[1]) / 100;
  return { kept, named, runs, guarantee, promised };
}

/** What each run of a study comes to. */
function runsOf(plans: readonly Truth[], common: number, seed: number): (plan: string, replication: number) => MadeUp {
  const luck = sample(most, normals(seed));
  const fates = sample(2 * most, uniforms(seed + 1));
  const [shared, own] = [Math.sqrt(common), Math.sqrt(1 - common)];
  const runs = plans.map(({ cost, holds }, index) => {
    const normal = normals(seed + 10 * (index + 1));
    const uniform = uniforms(seed + 10 * (index + 1) + 1);
    return luck.map((value, replication): MadeUp => {
      const fate = (goal: number): number => (common > 0 ? (fates[2 * replication + goal] ?? 0) : uniform());
      return {
        'bill.total': 100 + cost + shared * value + own * normal(),
        'load.goodPercentage of shop/api': fate(0) < holds ? 99.9 : 98,
        'load.lost of shop/api': fate(1) < holds ? 0 : 1,
      };
    });
  });
  return (plan, replication) => runs[Number(plan.split('=')[1]) - 1]?.[replication] ?? 'no such run';
}

const goal = '{ metric: load.goodPercentage, of: shop/api, is: ">= 99%", probability: 90% }';
const require = `require: [${goal}]`;
const both = `require: [${goal}, { metric: load.lost, of: shop/api, is: "<= 0", probability: 90% }]`;
const upTo = `runs: { most: ${most} }`;
const once = `runs: { least: ${most}, most: ${most} }`;
const racing = 'racing: {}';
const indifferent = (usd: number): string => `racing: { indifferent: { bill.total: ${usd} USD } }`;

const best: Truth = { cost: 0, holds: 1 };
/** As cheap as the best one: the other one to which it loses most easily. */
const equal = best;
/** Meets the requirement by nothing. */
const atEdge: Truth = { cost: 0, holds: 0.9 };
/** Cheaper, and fails the requirement by next to nothing. */
const short: Truth = { cost: -1, holds: 0.9 - 1e-9 };
const worse = (by: number): Truth => ({ cost: by, holds: 1 });

/** Three standard errors below a share are no evidence against it. */
function leastKept(promised: number): number {
  return studies * (promised - 3 * Math.sqrt((promised * (1 - promised)) / studies));
}

describe.each([0, 0.9])('with %d of the luck in common, the best plan is kept', (common) => {
  it.each<[string, readonly Truth[], readonly string[]]>([
    ['equal plans and a requirement', [best, equal, equal, equal], [racing, require, upTo]],
    ['cheaper plans just short of it', [best, short, short, short], [racing, require, upTo]],
    ['cheaper, equal, and the best at the edge', [atEdge, short, equal, equal], [racing, require, upTo]],
    ['two plans and one look', [atEdge, equal], [racing, require, once]],
    ['two requirements and one look', [atEdge, equal], [racing, both, once]],
    ['a difference that does not matter', [best, worse(0.5), worse(0.5), short], [indifferent(0.5), require, upTo]],
    ['Kim and Nelson', [best, worse(0.5), worse(0.5), worse(0.5)], [indifferent(0.5), upTo]],
    ['Kim and Nelson, with nine plans', [best, ...Array.from({ length: 8 }, () => worse(1))], [indifferent(1), upTo]],
    ['Bonferroni and equal plans', [best, equal, equal, equal], [racing, upTo]],
    ['Bonferroni, two plans and one look', [best, equal], [racing, once]],
  ])('with %s: in 95 of 100 races', async (_, plans, lines) => {
    const { kept, promised } = await raced({ plans, common, lines });
    expect(promised).toBe(0.95);
    expect(kept).toBeGreaterThanOrEqual(leastKept(0.95));
  });

  it('and named, after half of the runs, where it is better by far', async () => {
    const plans = [best, worse(2), worse(2), worse(3)];
    const { kept, named, runs } = await raced({ plans, common, lines: [racing, upTo] });
    expect(kept).toBeGreaterThanOrEqual(leastKept(0.95));
    expect(named).toBeGreaterThanOrEqual(leastKept(0.95));
    expect(runs).toBeLessThan(most / 2);
  });
});

describe('a race promises less', () => {
  it('where a requirement is less sure: a cheaper plan falsely meets it', async () => {
    const unsure = require.replace('probability', 'confidence: 60%, probability');
    const { kept, promised } = await raced({
      plans: [best, short, short, short],
      common: 0,
      lines: [racing, unsure, upTo],
    });
    expect(promised).toBe(0.6);
    expect(kept).toBeGreaterThanOrEqual(leastKept(0.6));
    expect(kept).toBeLessThan(leastKept(0.95));
  });

  it('of rare and great differences: it says for which it holds', async () => {
    // The best plan saves 40 in one of twenty runs, and costs 1 more in the others.
    const rare = (_: readonly Truth[], __: number, seed: number): ReturnType<typeof runsOf> => {
      const values = runsOf([best, { cost: 0, holds: 1 }], 0, seed);
      const uniform = sample(most, uniforms(seed + 3));
      return (plan, replication) => {
        const one = values(plan, replication);
        const isSaved = plan === 'today max=1' && (uniform[replication] ?? 1) < 0.05;
        if (typeof one === 'string') return one;
        const own = plan === 'today max=1' ? 1.5 : 0;
        return { ...one, 'bill.total': (one['bill.total'] ?? 0) + own - (isSaved ? 40 : 0) };
      };
    };
    const { kept, guarantee } = await raced({ plans: [best, worse(1)], common: 0, lines: [racing, upTo] }, rare);
    expect(kept).toBeLessThan(leastKept(0.95));
    expect(guarantee).toContain('for differences near the normal distribution');
  });
});
