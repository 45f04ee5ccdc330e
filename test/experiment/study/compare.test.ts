import { describe, expect, it } from 'vitest';
import { judgeCondition, parseCondition } from '../../../src/experiment/study/condition.ts';
import { inThisThread, type Runner } from '../../../src/experiment/study/runner.ts';
import { comparisonText } from '../../../src/report/study/comparisonText.ts';
import { markdownCanvas } from '../../../src/report/words/markdownTable.ts';
import { compared, planOf } from './plans.ts';
import { failing } from './shops.ts';

const failed = 'executions.failed of shop/night';

describe('a comparison', () => {
  it('gives every plan the same luck, so an equal plan does not differ at all', async () => {
    const { document } = await compared([planOf('a', failing('20%')), planOf('b', failing('20%'))], { of: [failed] });
    const [difference] = document.differences;
    expect(difference).toMatchObject({ plan: 'b', base: 'a', mean: 0, least: 0, greatest: 0, runs: 20 });
    expect(difference?.low).toBeNull();
    // 1 - 0.05^(1/20): a rare difference may have been missed.
    expect(difference?.seen).toMatchObject({ why: 'equal', count: 0, from: 0 });
    expect(difference?.seen?.high).toBeCloseTo(1 - 0.05 ** (1 / 20), 10);
    expect(document.sentence).toContain('at most 13.9 % of all runs differ');
  });

  it('says what differs, with an interval that contains the truth', async () => {
    const { document } = await compared([planOf('few', failing('20%')), planOf('more', failing('40%'))], {
      of: [failed],
      runs: 50,
    });
    const [difference] = document.differences;
    // 24 ticks, each fails with 20 % or with 40 %.
    expect(difference?.low).toBeLessThan(0.2 * 24);
    expect(difference?.high).toBeGreaterThan(0.2 * 24);
    expect(difference?.low).toBeGreaterThan(0);
    expect(document.sentence).toMatch(/^more instead of few raises executions.failed of shop\/night by /);
    // Whoever fails at 20 % fails at 40 %, too.
    expect(difference?.least).toBeGreaterThanOrEqual(0);
    expect(difference?.reduction).toBeGreaterThan(1);
  });

  it('runs a plan once where nothing is random, and says so', async () => {
    const { document, progress } = await compared([planOf('never', failing('0%')), planOf('always', failing('100%'))], {
      of: [failed],
    });
    expect(document).toMatchObject({ chance: 'none', confidence: 0.95 });
    expect(document.plans.map(({ runs }) => runs)).toEqual([1, 1]);
    expect(document.differences[0]).toMatchObject({ mean: 24, low: 24, high: 24, runs: 1 });
    expect(document.sentence).toBe(
      'Nothing in these plans is random: each was run once, and all values are exact. always instead of never raises executions.failed of shop/night by 24.',
    );
    expect(progress).toHaveLength(2);
  });

  it('shares the confidence among all intervals', async () => {
    const plans = ['a', 'b', 'c'].map((name, index) => planOf(name, failing(`${10 * (index + 1)}%`)));
    const { document } = await compared(plans, { of: [failed, 'bill.total'], runs: 5 });
    expect(document.differences).toHaveLength(4);
    expect(document.confidenceOfEach).toBeCloseTo(1 - 0.05 / 4, 12);
  });

  it('leaves a refused plan out, with its rule, and compares the others', async () => {
    const text = failing('20%');
    const refused = planOf('tight', text, {
      set: [{ path: 'shop/workload/night.spec.containers[0].minCpu', value: '1m' }],
    });
    const { document } = await compared([planOf('a', text), refused, planOf('b', failing('30%'))], {
      of: [failed],
      runs: 5,
    });
    expect(document.plans[1]).toMatchObject({ name: 'tight', runs: 0, measures: [] });
    expect(document.plans[1]?.refused?.rule).toMatch(/^WL-/);
    expect(document.differences.map(({ plan, base }) => [plan, base])).toEqual([['b', 'a']]);
    expect(document.sentence).toContain('tight cannot be run: ');
  });

  it('leaves a failed run out, says so, and pairs the others', async () => {
    const runner = inThisThread();
    const broken: Runner = {
      width: 1,
      async *run(jobs) {
        for await (const result of runner.run(jobs))
          yield result.key === 'b 3' ? { kind: 'failed', key: result.key, message: 'a defect' } : result;
      },
    };
    const plans = [planOf('a', failing('20%')), planOf('b', failing('40%'))];
    const { document } = await compared(plans, { of: [failed], runs: 6 }, broken);
    expect(document.plans[1]).toMatchObject({ runs: 5, failed: [{ replication: 3, message: 'a defect' }] });
    const command = 'svcsim run s.yaml --replication 3';
    expect(document.plans[1]?.failed).toEqual([{ replication: 3, message: 'a defect', command }]);
    expect(comparisonText(document, 'USD', markdownCanvas)).toContain(`- b, replication 3: a defect: \`${command}\``);
    expect(document.differences[0]?.runs).toBe(5);
    expect(document.sentence).toContain('1 run of b failed and is left out');
  });

  it('does not depend on the order in which runs end', async () => {
    const plans = [planOf('a', failing('20%')), planOf('b', failing('40%'))];
    const backwards: Runner = {
      width: 1,
      async *run(jobs) {
        const results = [];
        for await (const result of inThisThread().run(jobs)) results.push(result);
        yield* results.reverse();
      },
    };
    const [one, other] = [
      await compared(plans, { of: [failed, 'bill.total by resource'] }),
      await compared(plans, { of: [failed, 'bill.total by resource'] }, backwards),
    ];
    expect(JSON.stringify(other.document)).toBe(JSON.stringify(one.document));
  });

  it('splits the bill by a dimension; what a plan does not charge is 0', async () => {
    const { document } = await compared([planOf('a', failing('20%')), planOf('b', failing('40%'))], {
      of: ['bill.total by resource'],
      runs: 3,
    });
    const names = document.plans[0]?.measures.map(({ measure }) => measure) ?? [];
    expect(names.some((name) => name.startsWith('bill.total resource=shop/'))).toBe(true);
  });

  it('draws parameters anew for each replication, the same for every plan', async () => {
    const text = failing(`"\${share}%"`).replace(
      '\nresources:',
      '\nparams: { share: { uniform: { from: 0, to: 100 } } }\nresources:',
    );
    const never = planOf('never', text, { set: [{ path: 'params.share', value: '0' }] });
    const { document } = await compared([planOf('drawn', text), never], { of: [failed], runs: 5 });
    expect(document).toMatchObject({ chance: 'present' });
    expect(document.plans.map(({ runs, failed: broken }) => [runs, broken])).toEqual([
      [5, undefined],
      [5, undefined],
    ]);
    const [drawn] = document.plans;
    expect(drawn?.measures[0]?.least).not.toBe(drawn?.measures[0]?.greatest);
  });

  it('knows that a parameter is random where nothing else is', async () => {
    const text = failing('0%').replace(
      'svcsim: 1',
      'svcsim: 1\nparams: { minutes: { uniform: { from: 5m, to: 50m }, round: 1m } }',
    );
    const drawn = text.replace('duration: 10m', `duration: "\${minutes}"`);
    const { document } = await compared([planOf('a', drawn), planOf('b', text)], { of: ['bill.total'], runs: 4 });
    expect(document).toMatchObject({ chance: 'present' });
    expect(document.plans[0]).toMatchObject({ runs: 4 });
  });
});

describe('the amount of a condition', () => {
  it.each([
    ['bill.total > +5%', 0.05, true],
    ['bill.total < -5 USD', -5, false],
    ['bill.total > 0', 0, false],
    ['load.latency.p99 of shop/api > +1.5s', 1_500, false],
    ['load.goodPercentage of shop/api < -0.1%', -0.1, false],
    ['volumes.usedGB of shop/data > +1.5TB', 1500, false],
    ['volumes.usedGB of shop/data > +10%', 0.1, true],
  ])('%s is %d, a share: %s', (text, bound, isShare) => {
    expect(parseCondition(text, { gbBytes: 1e9, currency: 'USD' })).toMatchObject({ bound, isShare });
  });
});

describe('a condition', () => {
  const units = { gbBytes: 1e9, currency: 'USD' };
  const asked = async (text: string): Promise<string | undefined> => {
    const condition = parseCondition(text, units);
    if (typeof condition === 'string') throw new Error(condition);
    const plans = [planOf('few', failing('20%')), planOf('more', failing('40%'))];
    const { document } = await compared(plans, { of: [failed], runs: 50, conditions: [condition] });
    return document.conditions[0]?.verdict;
  };

  it.each([
    [`${failed} > +1`, 'holds'],
    [`${failed} > +50%`, 'holds'],
    [`${failed} > +85%`, 'undecided'],
    [`${failed} > +9`, 'does not hold'],
    [`${failed} < 0`, 'does not hold'],
    [`${failed} < +9`, 'holds'],
  ])('%s: %s', async (text, verdict) => {
    expect(await asked(text)).toBe(verdict);
  });

  it.each([
    ['bill.total > +5%', 3, 'bill.total > +5%: FAIL; bill.total of leaner differs by +3.00 USD (+7.5 %)'],
    ['bill.total > +5 USD', 3, 'bill.total > +5 USD: OK; bill.total of leaner differs by +3.00 USD'],
    [
      'load.goodPercentage < -1%',
      -0.5,
      'load.goodPercentage < -1% (percentage points): OK; load.goodPercentage of leaner differs by -0.5 pp',
    ],
  ])('%s at a difference of %d from a mean of 40 says: %s', (text, mean, message) => {
    const condition = parseCondition(text, units);
    if (typeof condition === 'string') throw new Error(condition);
    const { name: measure } = condition.measure;
    const values = { mean, low: mean, high: mean, least: mean, greatest: mean, runs: 1, reduction: null };
    const difference = { plan: 'leaner', base: 'today', measure, ...values };
    expect(judgeCondition(condition, difference, { baseMean: 40, currency: 'USD' }).message).toBe(message);
  });

  it.each([
    [
      'load.goodPercentage < -1 USD',
      "'load.goodPercentage < -1 USD': expected an amount such as 0.5% (percentage points); found 1 USD",
    ],
    ['bill.total', "expected MEASURE > +N%, or MEASURE > +N, such as 'bill.total > +5%'; found 'bill.total'"],
    ['bil.total > 5', "there is no metric 'bil.total'; did you mean 'bill.total'?"],
    ['bill.total by tag:team > 5', "a condition is about one value, found 'bill.total by tag:team'"],
    ['bill.total > +5 GBP', "'bill.total > +5 GBP': expected an amount such as 5 USD, or 5% of the base; found 5 GBP"],
    [
      'load.latency.p99 of shop/api > +5 USD',
      "'load.latency.p99 of shop/api > +5 USD': expected an amount such as 30s, or 5% of the base; found 5 USD",
    ],
  ])('%s is refused', (text, message) => {
    expect(parseCondition(text, units)).toBe(message);
  });
});
