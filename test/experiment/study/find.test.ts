import { describe, expect, it } from 'vitest';
import { hash32, mix32 } from '../../../src/engine/hash.ts';
import { parseAxis } from '../../../src/experiment/study/axis.ts';
import { type BreakEvenQuestion, find } from '../../../src/experiment/study/find.ts';
import { parseGoal } from '../../../src/experiment/study/goal.ts';
import { capturePlan } from '../../../src/experiment/study/planText.ts';
import {
  inThisThread,
  type RunJob,
  type Runner,
  type RunResult,
  refusalOf,
} from '../../../src/experiment/study/runner.ts';
import { ended } from '../../../src/experiment/study/steps.ts';
import type { FindDocument } from '../../../src/report/study/findDocument.ts';
import { findText } from '../../../src/report/study/findText.ts';
import { markdownCanvas } from '../../../src/report/words/markdownTable.ts';
import { failing, shopOf } from './shops.ts';

interface Asked {
  readonly vary: string;
  readonly within?: string;
  readonly until: string;
  readonly text?: string;
  readonly probability?: number;
  readonly runsMost?: number;
}

/** What a search comes to. */
async function found(asked: Asked, runner: Runner = inThisThread()): Promise<FindDocument> {
  const axis = parseAxis(asked.vary, asked.within);
  const goal = parseGoal(asked.until, { gbBytes: 1e9, currency: 'USD' });
  if (typeof axis === 'string' || typeof goal === 'string') throw new Error(`${axis} ${goal}`);
  const question: BreakEvenQuestion = {
    name: 'test',
    axis,
    planAt: (value) => {
      const options = { file: 's.yaml', set: [{ path: axis.path, value }] };
      const { plan, parsed } = capturePlan(asked.text ?? failing('0%'), options);
      // Runners that know their answers read no scenario: their path is `a`.
      return parsed.scenario === null && axis.path !== 'a' ? refusalOf(parsed.problems, parsed.texts) : plan;
    },
    goal,
    probability: asked.probability ?? 0.5,
    confidence: 0.95,
    runsMost: asked.runsMost ?? 400,
  };
  const steps = find(question, runner);
  let before = 0;
  return ended(steps, ({ done, of }) => {
    expect(done).toBe(before + 1);
    expect(of).toBeGreaterThanOrEqual(done);
    before = done;
  });
}

/** A runner whose one measure is a known function of the value and of the luck of a replication. */
function known(of: (value: number, replication: number) => number | null, isDrawn = false): Runner {
  return {
    width: 1,
    async *run(jobs) {
      for (const { key, plan, replication, measures } of jobs) {
        const value = Number.parseFloat(plan.set.at(-1)?.value ?? '');
        const values = { [measures[0]?.name ?? '']: of(value, replication) };
        yield { kind: 'measured', key, fingerprint: '', isDrawn, values };
      }
    },
  };
}

/** A number from 0 to 1 of each replication, the same for every value. */
const luck = (seed: number, replication: number): number => (mix32(hash32(`${seed}/${replication}`)) >>> 0) / 2 ** 32;

const usage = 'volumes.usedGB';
const failed = 'executions.failed of shop/night';

/** A disk that begins with 10 GB and grows by 1 GB a day. */
const disk = `${shopOf('disk', '10d', 'params: { replicas: 1 }')}
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 100 } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: db:1, cpu: 100m, memory: 128Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: "\${replicas}", maxScale: "\${replicas}" } }
behavior:
  shop/data: { usage: { start: 10GB, growth: 1GB/d } }
`;

describe('a break-even where nothing is random', () => {
  it('is the day on which a disk has so much data, with one run a value', async () => {
    const document = await found({ text: disk, vary: 'for=1..30d', until: 'volumes.usedGB of shop/data >= 25GB' });
    expect(document).toMatchObject({ answer: 'found', chance: 'none', holdsAt: 15, failsAt: 14, low: 14, high: 15 });
    expect(document.runs).toBe(document.values.length);
    expect(document.sentence).toMatch(
      /^volumes.usedGB of shop\/data >= 25GB holds from for=15d on; at 14d it does not. Nothing in these runs is random: \d+ values tried, one run each.$/,
    );
  });

  it('is the growth at which a disk has so much data, to the tolerance', async () => {
    const asked = { text: disk, vary: 'behavior.shop/data.usage.growth=1..9GB/d', within: '0.25' };
    const document = await found({ ...asked, until: 'volumes.usedGB of shop/data >= 50 GB' });
    expect(document).toMatchObject({ answer: 'found', holdsAt: 4, failsAt: 3.75, unit: 'GB/d', within: 0.25 });
  });

  it('is the count at which count times price passes an amount', async () => {
    const values = [];
    for (const replicas of [1, 2]) {
      const one = await found({ text: disk, vary: `params.replicas=${replicas}..12`, until: 'bill.total > 1000 USD' });
      values.push(one.values[0]?.mean ?? 0);
    }
    const [first = 0, second = 0] = values;
    expect(second).toBeCloseTo(2 * first, 1);
    const amount = (5.5 * first).toFixed(2);
    const document = await found({ text: disk, vary: 'params.replicas=1..12', until: `bill.total > ${amount} USD` });
    expect(document).toMatchObject({ answer: 'found', holdsAt: 6, failsAt: 5 });
  });

  it('may be a value up to which the condition holds', async () => {
    const document = await found(
      { vary: 'a=1..100', until: `${usage} < 42` },
      known((value) => value),
    );
    expect(document).toMatchObject({ answer: 'found', holdsAt: 41, failsAt: 42, low: 41, high: 42, isMonotone: true });
    expect(document.sentence).toContain('volumes.usedGB < 42 holds up to a=41; at 42 it does not.');
    // Two ends, five between them, and at most five halves of 17.
    expect(document.values.length).toBeLessThanOrEqual(12);
  });

  it.each([1, 2, 3, 7, 50, 99, 100])('is found wherever it is: from %i on', async (from) => {
    const document = await found(
      { vary: 'a=0..100', until: `${usage} >= ${from}` },
      known((value) => value),
    );
    expect(document).toMatchObject({ answer: 'found', holdsAt: from, failsAt: from - 1 });
  });

  it('does not exist if both ends agree', async () => {
    const document = await found(
      { vary: 'a=0..100', until: `${usage} > 100` },
      known((value) => value),
    );
    expect(document).toMatchObject({ answer: 'none', holdsAt: null, failsAt: null, low: null, high: null, runs: 7 });
    expect(document.sentence).toContain(
      'There is no break-even between a=0 and 100: volumes.usedGB > 100 does not hold at both ends and at 5 values between them.',
    );
  });
});

describe('a condition that changes more than once', () => {
  it('is said, and the first change is found', async () => {
    const islands = known((value) => ((value >= 30 && value < 45) || value >= 80 ? 1 : 0));
    const document = await found({ vary: 'a=0..96', until: `${usage} > 0` }, islands);
    expect(document).toMatchObject({ answer: 'found', holdsAt: 30, failsAt: 29, isMonotone: false });
    expect(document.sentence).toContain(
      'The condition changes more than once: of the values tried, it does not hold at 0 to 29, holds at 30 to 32, does not hold at 48 to 64, holds at 80 to 96.',
    );
    expect(document.sentence).toContain('The answer is about the first change from the low end.');
  });

  it('has no single break-even if both ends agree', async () => {
    const island = known((value) => (value >= 30 && value < 60 ? 1 : 0));
    const document = await found({ vary: 'a=0..96', until: `${usage} > 0` }, island);
    expect(document).toMatchObject({ answer: 'none', holdsAt: null, isMonotone: false, runs: 7 });
    expect(document.sentence).toContain('does not hold at 0 to 16, holds at 32 to 48, does not hold at 64 to 96');
  });
});

describe('a break-even with chance', () => {
  it('lies where at least half of the runs hold', async () => {
    // One execution: it fails with just this probability.
    const vary = 'behavior.shop/night.execution.failure=5..95%';
    const document = await found({ text: failing('0%', 1), vary, within: '30', until: `${failed} >= 1` });
    expect(document).toMatchObject({ answer: 'found', chance: 'present', failsAt: 35, holdsAt: 65 });
    expect(document.confidenceOfEach).toBeCloseTo(1 - 0.05 / 4, 12);
    expect(document.sentence).toMatch(
      /holds in at least 50 % of runs from .*=65% on \(\d+ of \d+\); at 35% it does not/,
    );
  });

  it('follows the probability that is asked for', async () => {
    // 24 executions: at least one fails with 1 - (1 - p)^24, which is 82.5 % at 7 % and 96.5 % at 13 %.
    const vary = 'behavior.shop/night.execution.failure=1..31%';
    const document = await found({ vary, within: '6', until: `${failed} >= 1`, probability: 0.9 });
    expect(document).toMatchObject({ answer: 'found', failsAt: 7, holdsAt: 13 });
  });

  it('brackets the truth in at least 38 of 40 studies', async () => {
    let wrong = 0;
    for (let seed = 0; seed < 40; seed += 1) {
      const runner = known((value, replication) => (luck(seed, replication) < value / 100 ? 1 : 0), true);
      const { low, high } = await found({ vary: 'a=0..100', within: '5', until: `${usage} > 0` }, runner);
      if (low === null || high === null || low >= 50 || high < 50) wrong += 1;
    }
    expect(wrong).toBeLessThanOrEqual(2);
  });

  it('is undecided within the runs allowed, with the nearest values that are decided', async () => {
    const runner = known((value, replication) => (luck(1, replication) < value / 100 ? 1 : 0), true);
    const document = await found({ vary: 'a=0..100', until: `${usage} > 0`, runsMost: 100 }, runner);
    expect(document.answer).toBe('undecided');
    const [low, high] = [document.failsAt ?? 0, document.holdsAt ?? 0];
    expect([document.low, document.high]).toEqual([low, high]);
    // All between the two were tried, or lie between two undecided ones.
    const inner = document.values.filter(({ value }) => value > low && value < high);
    expect(inner.map(({ verdict }) => verdict)).toEqual(inner.map(() => 'undecided'));
    expect([inner.at(0)?.value, inner.at(-1)?.value]).toEqual([low + 1, high - 1]);
    expect(inner.every((one) => one.runs === 100)).toBe(true);
    expect(document.sentence).toContain('100 runs of each do not decide');
  });

  it('is undecided if an end is', async () => {
    const runner = known((value, replication) => (luck(1, replication) < value / 100 ? 1 : 0), true);
    const document = await found({ vary: 'a=50..100', until: `${usage} > 0`, runsMost: 60 }, runner);
    expect(document).toMatchObject({ answer: 'undecided', holdsAt: 100, failsAt: null, low: null, high: null });
    expect(document.sentence).toContain('60 runs of each do not decide 50 (held in ');
  });

  it('does not depend on the order in which runs end', async () => {
    const backwards: Runner = {
      width: 1,
      async *run(jobs) {
        const results = [];
        for await (const result of inThisThread().run(jobs)) results.push(result);
        yield* results.reverse();
      },
    };
    const asked = { vary: 'behavior.shop/night.execution.failure=1..31%', within: '6', until: `${failed} >= 4` };
    expect(JSON.stringify(await found(asked, backwards))).toBe(JSON.stringify(await found(asked)));
  });
});

describe('a value without an answer', () => {
  const broken = (text: string, other: (job: RunJob) => RunResult): Runner => {
    const runner = known((value) => value);
    return {
      width: 1,
      async *run(jobs) {
        for (const job of jobs)
          if (job.plan.set.at(-1)?.value === text) yield other(job);
          else yield* runner.run([job]);
      },
    };
  };

  it('is refused: the search goes on beside it, and says the rule', async () => {
    const message = 'minScale must be at most 1';
    const runner = broken('3', ({ key }) => ({
      kind: 'refused',
      key,
      refusal: { rule: 'fields.bounds.minScaleAboveMax', message, text: '' },
    }));
    const document = await found({ vary: 'a=0..6', until: `${usage} >= 3` }, runner);
    expect(document).toMatchObject({ answer: 'undecided', failsAt: 2, holdsAt: 4 });
    expect(document.values[3]).toMatchObject({
      verdict: 'refused',
      refused: { rule: 'fields.bounds.minScaleAboveMax', message },
    });
    expect(document.sentence).toContain(`3 cannot be run: fields.bounds.minScaleAboveMax: ${message}.`);
  });

  it('hit a defect: its runs are left out', async () => {
    const runner = broken('3', ({ key }) => ({ kind: 'failed', key, message: 'a defect' }));
    const document = await found({ vary: 'a=0..6', until: `${usage} >= 3` }, runner);
    expect(document).toMatchObject({ answer: 'undecided', failsAt: 2, holdsAt: 4 });
    // One look at 20 runs tells that none of them has a value.
    expect(document.values[3]?.failed).toHaveLength(20);
    expect(document.values[3]?.failed?.[7]?.command).toMatch(/^svcsim run .*=3 --replication 7$/);
    expect(findText(document, 'USD', markdownCanvas)).toMatch(/^- 3, replication 0: a defect: `svcsim run /m);
    expect(document.sentence).toContain('20 runs failed and are left out.');
  });

  it('has no value of the measure', async () => {
    const nothing = known((value) => (value === 6 ? null : value));
    const document = await found({ vary: 'a=0..6', until: `${usage} >= 3` }, nothing);
    expect(document).toMatchObject({ answer: 'undecided', failsAt: 0, holdsAt: null });
    expect(document.sentence).toContain('No run has a value of volumes.usedGB at 6.');
  });
});

describe('a goal', () => {
  const units = { gbBytes: 1e9, currency: 'USD' };

  it.each([
    ['load.goodPercentage of shop/api < 99.9%', '<', 99.9],
    ['bill.total>=250 USD', '>=', 250],
    ['volumes.usedGB of shop/data > 1.5TB', '>', 1_500],
    ['executions.duration of shop/night <= 10m', '<=', 600_000],
    ['expansions.refused != 0', '!=', 0],
  ])('%s', (text, operator, value) => {
    expect(parseGoal(text, units)).toMatchObject({ comparison: { operator, value } });
  });

  it.each([
    [
      'bill.total',
      "expected METRIC [of GVC/NAME] [at LOCATION] OP VALUE, such as 'load.goodPercentage of shop/api < 99.9%'; found 'bill.total'",
    ],
    ['bil.total > 5 USD', "there is no metric 'bil.total'; did you mean 'bill.total'?"],
    [
      'bill.total by tag:team > 5 USD',
      "a condition is about one value: 'bill.total by tag:team' has one for each tag:team",
    ],
    ['bill.total > 5', 'bill.total: expected a comparison with a currency, such as "<= 250 USD"; found \'> 5\''],
    ['bill.total > 5 EUR', "bill.total: expected an amount in USD, the currency of the prices; found '> 5 EUR'"],
    ['load.goodPercentage of shop/api < 101%', "load.goodPercentage of shop/api: expected 0% to 100%; found '< 101%'"],
  ])('%s is refused', (text, message) => {
    expect(parseGoal(text, units)).toBe(message);
  });
});
