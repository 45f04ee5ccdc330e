import { describe, expect, it } from 'vitest';
import { scale } from './spec/studies.ts';
import { type MadeUp, madeUp, questionOf, studied } from './studied.ts';

const max = (...values: number[]): string =>
  `vary: { max: { path: ${scale('maxScale')}, values: [${values.join(', ')}] } }`;
const good = 'load.goodPercentage of shop/api';
const failed = 'load.failed of shop/api';
const requirement = (more = ''): string =>
  `require: [{ metric: load.goodPercentage, of: shop/api, is: ">= 99%"${more} }]`;

/** Noise that is the same for all plans: -0.5 to 0.5. */
const luck = (replication: number): number => ((replication * 7_919) % 101) / 101 - 0.5;
/** `today max=20` -> 20. */
const maxOf = (plan: string): number => Number(plan.split('=')[1]);

/** A bill that follows max, and a goal that is kept from 3 on. */
const usual = (plan: string, replication: number): MadeUp => ({
  'bill.total': 10 * maxOf(plan) + luck(replication),
  [good]: maxOf(plan) >= 3 ? 99.9 : 98,
});

describe('the runs of a study', () => {
  it('are as many as show that a requirement is met by the cheapest of its plans', async () => {
    const runner = madeUp(usual);
    const { document } = await studied(
      questionOf([max(2, 3, 4, 5, 6, 7, 8, 9, 10), requirement(), 'minimise: bill.total']),
      runner,
    );
    expect(runner.jobs).toHaveLength(9 * 102);
    expect(document).toMatchObject({
      best: 'today max=3',
      verdict: 'answered',
      stopped: { why: 'planned', runs: 102, looks: 1 },
    });
    expect(document.sentence).toMatch(
      /It is the cheapest of 9 plans that keeps the goal with 95 % confidence \(102 runs, none failed\)\.$/,
    );
  });

  it('are 59 for a single plan, and never fewer than least', async () => {
    const runner = madeUp(usual);
    await studied(questionOf([max(3), requirement()]), runner);
    expect(runner.jobs).toHaveLength(59);
    const more = madeUp(usual);
    await studied(questionOf([max(3), requirement(), 'runs: { least: 70 }']), more);
    expect(more.jobs).toHaveLength(70);
  });

  it('are 20 where nothing is asked, and one where nothing is random', async () => {
    const runner = madeUp(usual);
    const { document } = await studied(questionOf([max(2, 3), 'measure: [bill.total]']), runner);
    expect(runner.jobs).toHaveLength(40);
    expect(document).toMatchObject({ chance: 'present', verdict: 'answered' });
    expect('best' in document).toBe(false);
    const still = madeUp((plan) => ({ 'bill.total': maxOf(plan), [good]: maxOf(plan) >= 3 ? 99.9 : 98 }), false);
    const exact = await studied(questionOf([max(2, 3), requirement(), 'minimise: bill.total']), still);
    expect(still.jobs).toHaveLength(2);
    expect(exact.document).toMatchObject({ chance: 'none', best: 'today max=3', stopped: { why: 'exact', runs: 1 } });
    expect(exact.document.plans.map(({ requires }) => requires?.[0]?.verdict)).toEqual(['not met', 'met']);
  });

  it('grow at looks until each plan is decided, if the study states the most runs', async () => {
    const runner = madeUp(usual);
    const { document, progress } = await studied(questionOf([max(2, 3), requirement(), 'runs: { most: 400 }']), runner);
    // Two plans share the confidence, so 67 runs are not enough: the look after 102 is the first that is.
    expect(document.stopped).toEqual({ why: 'decided', runs: 102, looks: 5 });
    expect(progress.at(-1)).toEqual({ done: 204, of: 204 });
    expect(document.plans.map(({ requires }) => requires?.[0]?.verdict)).toEqual(['not met', 'met']);
  });

  it('stop when the differences are narrow, not while a requirement is open', async () => {
    const lines = [max(2, 3), 'measure: [bill.total]', 'runs: { until: { bill.total: 1 USD } }'];
    const wild = (plan: string, replication: number): MadeUp => ({
      'bill.total': 10 * maxOf(plan) + maxOf(plan) * luck(replication),
      [good]: 99.9,
    });
    const { document } = await studied(questionOf(lines), madeUp(wild));
    expect(document.stopped).toEqual({ why: 'narrow', runs: 20, looks: 1 });
    const { document: both } = await studied(questionOf([...lines, requirement()]), madeUp(wild));
    expect(both.stopped).toEqual({ why: 'narrow', runs: 102, looks: 5 });
    const never = await studied(
      questionOf([max(2, 3), 'measure: [bill.total]', 'runs: { most: 30, until: { bill.total: 0.001 USD } }']),
      madeUp(wild),
    );
    expect(never.document.stopped).toEqual({ why: 'most', runs: 30, looks: 2 });
  });

  it('end with the same answer in whatever order they come', async () => {
    const question = questionOf([max(2, 3), requirement(), 'minimise: bill.total', 'racing: {}']);
    const forth = madeUp(usual);
    const back = {
      width: 1,
      run: (jobs: Parameters<typeof forth.run>[0]) => madeUp(usual).run([...jobs].reverse()),
    };
    const [one, other] = [await studied(question, forth), await studied(question, back)];
    expect(other.document).toEqual(one.document);
    expect(other.runs).toEqual(one.runs);
  });
});

describe('the answer of a study', () => {
  it('is no where all plans break the goal, and undecided where the runs are too few', async () => {
    const lines = [max(2, 3), requirement(), 'minimise: bill.total'];
    const none = await studied(
      questionOf(lines),
      madeUp((plan, replication) => ({ 'bill.total': replication + maxOf(plan), [good]: 98 })),
    );
    expect(none.document).toMatchObject({ best: null, verdict: 'no plan' });
    expect(none.document.sentence).toBe('None of 2 plans keeps the goal with 95 % confidence.');
    const rare = await studied(
      questionOf(lines),
      madeUp((plan, replication) => ({ 'bill.total': maxOf(plan), [good]: replication === 5 ? 98 : 99.9 })),
    );
    expect(rare.document).toMatchObject({ best: null, verdict: 'undecided' });
    expect(rare.document.sentence).toBe(
      'No plan is shown to keep the goal with 95 % confidence. The runs do not decide max=2 and max=3.',
    );
  });

  it('names cheaper plans that the runs do not decide', async () => {
    const { document } = await studied(
      questionOf([max(2, 3), requirement(), 'minimise: bill.total']),
      madeUp((plan, replication) => ({
        'bill.total': maxOf(plan) + luck(replication),
        [good]: maxOf(plan) === 2 && replication === 5 ? 98 : 99.9,
      })),
    );
    expect(document.best).toBe('today max=3');
    expect(document.sentence).toMatch(/The runs do not decide whether max=2, which is cheaper, keeps the goal\.$/);
  });

  it('names plans that may be as good as the best one', async () => {
    const { document } = await studied(
      questionOf([max(2, 3, 4), 'minimise: bill.total']),
      madeUp((plan, replication) => ({
        'bill.total': maxOf(plan) === 4 ? 50 : 10 + luck(replication * maxOf(plan) + maxOf(plan)),
      })),
    );
    const [best, rival] = document.best === 'today max=2' ? ['max=2', 'max=3'] : ['max=3', 'max=2'];
    expect(document).toMatchObject({ best: `today ${best}`, rivals: [`today ${rival}`], verdict: 'answered' });
    expect(document.sentence).toContain(`By these runs ${rival} may be as cheap.`);
  });

  it('counts a run without a value as one that does not keep the goal', async () => {
    const { document } = await studied(
      questionOf([max(3), requirement()]),
      madeUp((_, replication) => ({ [good]: replication < 2 ? null : 99.9 })),
    );
    expect(document.plans[0]?.requires?.[0]).toMatchObject({ held: 57, runs: 59, unmeasured: 2, verdict: 'undecided' });
  });

  it('reports refused plans with their rule, and goes on', async () => {
    const { document } = await studied(questionOf([max(-1, 3), 'minimise: bill.total']), madeUp(usual));
    expect(document.plans[0]).toMatchObject({ runs: 0, refused: { message: expect.stringContaining('maxScale') } });
    expect(document.best).toBe('today max=3');
    expect(document.sentence).toMatch(/max=-1 cannot be run: fields\.bounds\.scale: maxScale must be/);
  });

  it('leaves failed runs out and names them', async () => {
    const { document, runs } = await studied(
      questionOf([max(2, 3), 'measure: [bill.total]']),
      madeUp((plan, replication) => (replication === 4 && maxOf(plan) === 3 ? 'boom' : usual(plan, replication))),
    );
    expect(document.plans[1]).toMatchObject({
      runs: 19,
      failed: [
        { replication: 4, message: 'boom', command: `svcsim run s.yaml --set ${scale('maxScale')}=3 --replication 4` },
      ],
    });
    expect(document.differences[0]).toMatchObject({ runs: 19, mean: expect.closeTo(10) });
    expect(runs).toHaveLength(39);
    expect(document.sentence).toMatch(/1 run failed and is left out: a defect of svcsim\.$/);
  });

  it('claims no interval from one replication, nor from values that never vary', async () => {
    const lines = [max(2, 3), 'measure: [bill.total]'];
    const { document: one } = await studied(questionOf([...lines, 'runs: { least: 1, most: 1 }']), madeUp(usual));
    expect(one.differences[0]).toMatchObject({ runs: 1, low: null, high: null, seen: { why: 'equal' } });
    const { document: same } = await studied(
      questionOf(lines),
      madeUp((plan) => ({ 'bill.total': maxOf(plan) })),
    );
    expect(same.differences[0]).toMatchObject({ mean: 1, low: null, high: null, seen: { why: 'equal', count: 0 } });
    expect(same.differences[0]?.seen?.high).toBeCloseTo(1 - 0.05 ** (1 / 20));
  });

  it('has the bridge from the bill of the base to that of the best plan', async () => {
    const asked = questionOf([max(2, 3, 4), requirement(), 'minimise: bill.total', 'runs: { least: 2 }']);
    const { document } = await studied(asked, {
      width: 1,
      async *run(jobs) {
        for (const { key } of jobs) {
          const plan = key.replace('bridge ', '').replace(/ \d+$/, '');
          const cost = key.startsWith('bridge ') ? { 'parts of the bill payable': maxOf(plan) } : usual(plan, 0);
          yield { kind: 'measured', key, fingerprint: key, isDrawn: false, values: cost as { [name: string]: number } };
        }
      },
    });
    expect(document.bridges?.map(({ plan, base, total }) => [plan, base, total.difference])).toEqual([
      ['today max=3', 'today max=2', '1.0'],
    ]);
  });

  it('is the Pareto set of two goals: plans that are equal stay together', async () => {
    const figures = new Map([
      [2, [1, 9]],
      [3, [2, 5]],
      [4, [3, 5]],
      [5, [4, 1]],
      [6, [4, 1]],
    ]);
    const { document } = await studied(
      questionOf([max(2, 3, 4, 5, 6), 'minimise: [bill.total, load.failed of shop/api]']),
      madeUp((plan, replication) => {
        const [bill = 0, lost = 0] = figures.get(maxOf(plan)) ?? [];
        return { 'bill.total': bill + luck(replication), [failed]: lost + luck(replication) };
      }),
    );
    expect(document.pareto).toEqual(['today max=2', 'today max=3', 'today max=5', 'today max=6']);
    expect(document.goals?.map(({ direction }) => direction)).toEqual(['minimise', 'minimise']);
    expect('best' in document).toBe(false);
  });

  it('gives the place of each plan on the axes', async () => {
    const { document, runs } = await studied(questionOf([max(2, 3), 'measure: [bill.total]']), madeUp(usual));
    expect(document.axes).toEqual([{ name: 'max', path: scale('maxScale'), values: ['2', '3'] }]);
    expect(document.plans.map(({ axes }) => axes)).toEqual([{ max: '2' }, { max: '3' }]);
    expect(runs[20]).toMatchObject({ point: 'today max=3', axes: { max: '3' }, replication: 0, seed: '1' });
  });
});

describe('a race of plans', () => {
  it('drops plans that are surely worse, and says what it promises', async () => {
    const runner = madeUp(usual);
    const { document } = await studied(
      questionOf([max(2, 3, 4), 'minimise: bill.total', 'racing: { indifferent: { bill.total: 1 USD } }']),
      runner,
    );
    expect(document.best).toBe('today max=2');
    expect(document.plans.map(({ dropped }) => dropped?.by)).toEqual([undefined, 'today max=2', 'today max=2']);
    expect(document.guarantee).toMatch(/^The best of 3 plans is kept with 95 % confidence .*Kim and Nelson 2001/);
    expect(runner.jobs).toHaveLength(60);
  });

  it('is undecided at the most runs if two plans may be the best', async () => {
    const near = (plan: string, replication: number): MadeUp => ({
      'bill.total': maxOf(plan) === 4 ? 50 : 10 + luck(replication * maxOf(plan) + maxOf(plan)),
    });
    const { document } = await studied(
      questionOf([max(2, 3, 4), 'minimise: bill.total', 'racing: {}', 'runs: { most: 40 }']),
      madeUp(near),
    );
    expect(document).toMatchObject({ best: null, verdict: 'undecided', stopped: { why: 'most', runs: 40 } });
    expect(document.plans.map(({ runs }) => runs)).toEqual([40, 40, 20]);
    expect(document.sentence).toBe(
      'After 40 runs of each plan the race for bill.total is open between max=2 and max=3.',
    );
  });

  it('never lets a cheap plan that breaks the goal drive out one that keeps it', async () => {
    const { document } = await studied(
      questionOf([max(2, 3, 4), requirement(), 'minimise: bill.total', 'racing: {}']),
      madeUp(usual),
    );
    expect(document.best).toBe('today max=3');
    expect(document.plans.map(({ dropped }) => dropped?.by)).toEqual([null, undefined, 'today max=3']);
    expect(document.guarantee).toMatch(/^Of the plans that meet the requirements: the best of 3 plans/);
  });

  it('with requirements, promises no more than the least sure of them', async () => {
    const lines = [max(2, 3, 4), requirement(', confidence: 90%'), 'minimise: bill.total'];
    const { document } = await studied(
      questionOf([...lines, 'racing: { indifferent: { bill.total: 1 USD } }', 'runs: { least: 60, most: 60 }']),
      madeUp(usual),
    );
    expect(document.guarantee).toBe(
      'Of the plans that meet the requirements: the best of 3 plans is kept with 90 % confidence if it is better than ' +
        'each other one by at least 1 (for differences near the normal distribution). Wrong verdicts about ' +
        'requirements are part of this risk (Bonferroni over 3 statements; comparisons at 1 look: 98.333333 % each). ' +
        'A plan that was worse by the same amount in each run counts as worse.',
    );
    // Each verdict about the best plan may cost it: two requirements, and the other two plans.
    const two = requirement(', confidence: 90%').replace(']', ', { metric: load.failed, of: shop/api, is: "<= 1" }]');
    const asked = questionOf([max(2, 3, 4), two, 'minimise: bill.total', 'racing: {}']);
    const { document: both } = await studied(asked, madeUp(usual));
    expect(both.plans[0]?.requires?.map(({ confidenceOfEach }) => confidenceOfEach)).toEqual([
      expect.closeTo(1 - 0.1 / 4),
      expect.closeTo(1 - 0.05 / 4),
    ]);
  });

  it('is over where the plans that are left are equal in each run', async () => {
    const { document } = await studied(
      questionOf([max(2, 3), 'minimise: bill.total', 'racing: {}']),
      madeUp((_, replication) => ({ 'bill.total': 10 + luck(replication) })),
    );
    expect(document).toMatchObject({ best: 'today max=2', stopped: { why: 'decided', runs: 20 } });
  });
});

describe('the runs to look at', () => {
  it('are the median and the worst of the goal, and the worst of the requirement, each with its command', async () => {
    const { document } = await studied(
      questionOf([max(3), requirement(), 'minimise: bill.total']),
      madeUp((_, replication) => ({ 'bill.total': 59 - replication, [good]: replication === 7 ? 99.1 : 99.9 })),
    );
    const command = (replication: number): string =>
      `svcsim run s.yaml --set ${scale('maxScale')}=3 --replication ${replication}`;
    expect(document.plans[0]?.examples).toEqual([
      { kind: 'median', measure: 'bill.total', replication: 29, value: 30, command: command(29) },
      { kind: 'worst', measure: 'bill.total', replication: 0, value: 59, command: command(0) },
      { kind: 'worst', measure: good, replication: 7, value: 99.1, command: command(7) },
    ]);
  });
});
