import { describe, expect, it } from 'vitest';
import { adviceListText } from '../../../src/experiment/recommend/listing.ts';
import { applied } from '../../../src/experiment/recommend/plan.ts';
import { pooled } from '../../../src/experiment/recommend/pooled.ts';
import type { Figures } from '../../../src/experiment/recommend/question.ts';
import { wholeTrial } from '../../../src/experiment/recommend/trial.ts';
import { inThisThread, type Runner } from '../../../src/experiment/study/runner.ts';
import { formatDecimal, minus, zero } from '../../../src/platform/metering/decimal.ts';
import type { Advice } from '../../../src/report/verdict/recommendation.ts';
import { jsonText } from '../../../src/report/words/jsonText.ts';
import { perMonth } from '../../../src/report/words/perMonth.ts';
import { advised, advisedOver, figuresWith, planOf, serving, shopOf } from './advised.ts';

const fixed = (count: number): string => `metric: disabled, minScale: ${count}, maxScale: ${count}`;
const request = 'shop/api: { request: { cpu: 10ms, duration: 20ms }, memory: 300Mi }';
const day = 'daily: [["00:00", 20/s], ["12:00", 150/s]]';

/** Noise decides how much fails at maxScale. */
const noisy = shopOf({
  resources: [serving('api', 'metric: cpu, target: 60, minScale: 1, maxScale: 4')],
  behavior: [request],
  demand: [`{ to: shop/api, rate: { ${day} }, noise: { every: 10m, cv: 0.25 } }`],
});

/** More requests come at once than new replicas can be ready for. */
const steep = shopOf({
  resources: [serving('api', 'metric: cpu, target: 60, minScale: 1, maxScale: 4')],
  behavior: [request],
  demand: [
    '{ to: shop/api, rate: { steps: [["0s", 100/s], ["12h", 250/s], ["24h", 100/s], ["36h", 250/s]] }, noise: { every: 10m, cv: 0.1 } }',
  ],
});

/** Nobody knows the rate; the first replication of seed 1 draws a small one. */
const unknown = (autoscaling: string, expects: readonly string[] = []): string =>
  `${shopOf({
    length: '1d',
    resources: [serving('api', autoscaling)],
    behavior: [request],
    demand: [`{ to: shop/api, rate: "\${rate}/s" }`],
    expect: expects,
  })}params: { rate: { uniform: { from: 20, to: 300 }, round: 1 } }\n`;

describe('advice over several replications', () => {
  it('is that of one run if nothing is random, without intervals', async () => {
    const text = shopOf({
      resources: [serving('api', fixed(8))],
      behavior: [request],
      demand: ['{ to: shop/api, rate: 40/s }'],
    });
    const over = await advisedOver(text, 5);
    expect(over).toEqual(advised(text));
    expect(over).toMatchObject({ replication: 0, replications: 1, searchedReplication: 0 });
    for (const { runs, sentence } of over.recommendations) {
      expect(runs).toBeUndefined();
      expect(sentence).toMatch(/^shop\/api \w+ .* instead of .* saves [\d.]+ USD a month/);
    }
  });

  it('has as effect the paired differences of runs with the change, run by run', async () => {
    const { recommendations, total, set } = await advisedOver(noisy, 3);
    expect(recommendations.length).toBeGreaterThan(0);
    for (const one of [...recommendations, { runs: total.runs, set }]) {
      const differences = [0, 1, 2].map((replication) => {
        const [before, after] = [figuresWith(noisy, [], replication), figuresWith(noisy, one.set, replication)];
        return Number(formatDecimal(perMonth(minus(after.cost, before.cost), before.length)));
      });
      const mean = differences.reduce((sum, each) => sum + each, 0) / 3;
      expect(one.runs?.costPerMonth.mean).toBeCloseTo(mean, 5);
      expect(one.runs?.costPerMonth.least).toBeCloseTo(Math.min(...differences), 5);
      expect(one.runs?.costPerMonth.greatest).toBeCloseTo(Math.max(...differences), 5);
    }
  });

  it('compares problems as shares of the cases in which they might come up', async () => {
    const { recommendations } = await advisedOver(noisy, 3);
    const scale = recommendations.find(({ field }) => field === 'maxScale');
    const failed = scale?.runs?.problems.find(({ problem }) => problem === 'shop/workload/api: failed requests');
    expect(failed?.unit).toBe('share');
    const shares = [0, 1, 2].map((replication) => {
      const { problems, cases } = figuresWith(noisy, [], replication);
      const name = 'shop/workload/api: failed requests';
      return (problems.get(name) ?? 0) / (cases.get(name) ?? 1);
    });
    expect(failed?.before).toBeCloseTo(shares.reduce((sum, one) => sum + one, 0) / 3, 9);
    expect(scale?.sentence).toMatch(
      /^shop\/api maxScale \d+ instead of 4 costs [\d.]+ USD more a month \(.*\) and brings failed requests from [\d.]+ % to [\d.]+ % \(/,
    );
  });

  it('comes from the replication with the worst problems', async () => {
    const autoscaling = 'metric: cpu, target: 60, minScale: 1, maxScale: 3';
    expect(advised(unknown(autoscaling)).recommendations.map(({ severity }) => severity)).not.toContain('error');
    const over = await advisedOver(unknown(autoscaling), 4);
    expect(over.searchedReplication).toBeGreaterThan(0);
    const [worst] = over.recommendations;
    expect(worst).toMatchObject({ severity: 'error', kind: 'scale' });
    expect(worst?.runs?.problems.map(({ problem }) => problem)).toContain('shop/workload/api: failed requests');
    // Effects stay those of the scenario's own replication, which has no such problem.
    expect(worst?.effect.problems).toEqual([]);
  });

  it('drops what breaks an expectation in any of them', async () => {
    const text = unknown(fixed(8), ['load.goodPercentage, of: shop/api, is: ">= 99.9%"']);
    const alone = advised(text).recommendations.find(({ field }) => field === 'minScale');
    expect(alone?.proposed).toMatch(/^[1-6] \(minScale and maxScale\)$/);
    const over = await advisedOver(text, 4);
    expect(over.recommendations.map(({ proposed }) => proposed)).not.toContain(alone?.proposed);
    const kept = over.unchanged.find(({ field }) => field === 'minScale');
    const stopped = kept?.rejected.find(({ proposed }) => proposed === alone?.proposed);
    expect(stopped).toMatchObject({ stoppedBy: 'expectation' });
    expect(stopped?.why).toMatch(/^over 4 runs: an expectation would fail/);
  });

  it('goes on to the next alternative where the first one is enough for one run alone', async () => {
    const proposed = (advice: Advice) => advice.recommendations.find(({ field }) => field === 'maxScale')?.proposed;
    expect(proposed(advised(noisy))).toBe('5');
    const over = await advisedOver(noisy, 3);
    expect(proposed(over)).toBe('8');
    const scale = over.recommendations.find(({ field }) => field === 'maxScale');
    expect(scale?.rejected.map(({ proposed: one, stoppedBy }) => `${one}: ${stoppedBy}`)).toEqual([
      'cpu 750m: dearer',
      '5: gain',
      '6: gain',
    ]);
  });

  it('names what the rest would cost, beyond the proposal, as the next step', async () => {
    const { recommendations } = await advisedOver(steep, 3);
    const scale = recommendations.find(({ severity }) => severity === 'error');
    const next = scale?.next;
    expect(next?.sentence).toMatch(
      new RegExp(
        `^shop/api .* instead of ${scale?.field} ${scale?.proposed.replace(`${scale?.field} `, '')} costs [\\d.]+ USD more a month .* and brings failed requests from [\\d.]+ % to [\\d.]+ % \\(less`,
      ),
    );
    const differences = [0, 1, 2].map((replication) => {
      const [before, after] = [scale, next].map((one) => figuresWith(steep, one?.set ?? [], replication));
      return Number(formatDecimal(perMonth(minus(after?.cost ?? zero, before?.cost ?? zero), after?.length ?? 1)));
    });
    expect(next?.runs?.costPerMonth.mean).toBeCloseTo(differences.reduce((sum, one) => sum + one, 0) / 3, 5);
    expect(Number(next?.effect.costPerMonth)).toBeCloseTo(differences[0] ?? 0, 5);
  });

  it('has the next step of one run, as the difference of two runs', () => {
    const scale = advised(steep).recommendations.find(({ severity }) => severity === 'error');
    const [before, after] = [scale, scale?.next].map((one) => figuresWith(steep, one?.set ?? []));
    expect(scale?.next).toBeDefined();
    expect(scale?.next?.runs).toBeUndefined();
    expect(scale?.next?.effect.cost).toBe(formatDecimal(minus(after?.cost ?? zero, before?.cost ?? zero)));
    expect(scale?.next?.set).not.toEqual(scale?.set);
  });

  it('is the same whatever the order is in which runs end', async () => {
    const backwards: Runner = {
      width: 3,
      async *run(jobs) {
        const results = [];
        for await (const result of inThisThread().run(jobs)) results.push(result);
        yield* results.reverse();
      },
    };
    expect(jsonText(await advisedOver(noisy, 3, backwards))).toBe(jsonText(await advisedOver(noisy, 3)));
  });
});

describe('what would be tried', () => {
  const listed = (text: string, runs: number): string => {
    const { scenario } = applied(planOf(text), []);
    if (scenario === null) throw new Error('no scenario');
    return adviceListText(wholeTrial(scenario), runs);
  };

  it('names all alternatives of each question, and the runs of the proof', () => {
    const text = listed(noisy, 5);
    expect(text).toMatch(/^shop: 1 question with 7 alternatives, found by one run of the scenario\n/);
    expect(text).toMatch(
      /\n {2}shop\/workload\/api maxScale, now 4: .* requests were not served; .*\n {4}5; 6; 8; 16; cpu 750m/,
    );
    // Five of the scenario, of which one was run for the list, five of the proposal, five of all together.
    expect(text).toContain('of all together: 14 if each question has a proposal');
    expect(listed(noisy, 1)).toMatch(/proof: none with --runs 1\n$/);
  });
});

describe('figures of several runs', () => {
  it('add up: counts, cases, costs and time', () => {
    const of = (failed: number, offered: number): Figures => ({
      cost: { coefficient: 15n, scale: 1 },
      length: 10,
      expectations: [],
      problems: new Map(failed === 0 ? [] : [['failed requests', failed]]),
      cases: new Map([['failed requests', offered]]),
      shortages: new Map(),
      latencies: new Map([['api', failed]]),
      atOnce: new Map(),
    });
    const all = pooled([of(2, 100), of(0, 300)]);
    expect(formatDecimal(all.cost)).toBe('3.0');
    expect([all.length, all.problems.get('failed requests'), all.cases.get('failed requests')]).toEqual([20, 2, 400]);
    expect(all.latencies.get('api')).toBe(2);
  });
});
