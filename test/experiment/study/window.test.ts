import { describe, expect, it } from 'vitest';
import { measureIn, measureOf, measureProblem } from '../../../src/experiment/study/measure.ts';
import { measureRun } from '../../../src/experiment/study/measuredRun.ts';
import { usualMeasures } from '../../../src/experiment/study/usualMeasures.ts';
import { singleRequests } from '../../../src/experiment/study/window.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { good } from '../../scenario/builders.ts';
import { apiOf, cronOf, shopOf } from './shops.ts';

const text = `${shopOf('window', '3d')}${apiOf('{ metric: cpu, target: 50, minScale: 1, maxScale: 3 }')}${cronOf('job', '30 * * * *')}
behavior:
  shop/api: { start: 40s, request: { cpu: 40ms, duration: 60ms, failure: 20% } }
  shop/job: { execution: { duration: 10m } }
demand: [{ to: shop/api, rate: { daily: [["00:00", 1/s], ["12:00", 20/s]] } }]
expect: [{ metric: load.goodPercentage, of: shop/api, is: ">= 99%" }]
`;
const scenarioOf = (changes: Record<string, string> = {}): Scenario =>
  good(text, {}, { set: Object.entries(changes).map(([path, value]) => ({ path, value })) });
const measures = (names: readonly string[]) => names.map(measureOf);
const counts = ['executions.started of shop', 'executions.succeeded of shop', 'replicas.ready of shop/api'];
const amounts = ['load.requests of shop/api', 'load.failed of shop/api', 'load.retries of shop/api'];

describe('a window', () => {
  it('counts what happens in it and nothing of before: two runs that end at its ends differ by as much', () => {
    const names = [...counts, ...amounts];
    const [until, before] = ['2d13h', '2d11h'].map((length) =>
      measureRun(scenarioOf({ for: length }), 0, measures(names)),
    );
    const { values, fingerprint } = measureRun(scenarioOf({ window: '{ from: +2d11h, for: 2h }' }), 0, measures(names));
    expect(fingerprint).toBe(until?.fingerprint);
    expect(values['executions.started of shop']).toBe(2);
    expect(values['executions.succeeded of shop']).toBe(2);
    // A level is that of the end.
    expect(values['replicas.ready of shop/api']).toBe(until?.values['replicas.ready of shop/api']);
    for (const metric of ['load.requests', 'load.failed', 'load.retries']) {
      const name = `${metric} of shop/api`;
      const all = (until?.values[name] ?? 0) - (before?.values[name] ?? 0);
      expect(all).toBeGreaterThan(0);
      expect(Math.abs((values[name] ?? 0) - all)).toBeLessThanOrEqual(1);
    }
  });

  it('costs what its hours cost', () => {
    const whole = measureRun(scenarioOf({ for: '2d13h' }), 0, measures(['bill.workload of shop/api']));
    const before = measureRun(scenarioOf({ for: '2d11h' }), 0, measures(['bill.workload of shop/api']));
    const inside = measureRun(
      scenarioOf({ window: '{ from: +2d11h, for: 2h, arrivals: poisson }' }),
      0,
      measures(['bill.workload of shop/api']),
    );
    const name = 'bill.workload of shop/api';
    const hours = (whole.values[name] ?? 0) - (before.values[name] ?? 0);
    expect(hours).toBeGreaterThan(0);
    expect(inside.values[name]).toBeCloseTo(hours, 9);
  });

  it('with single requests has as many and as many failed ones as its amounts, about', () => {
    const single = scenarioOf({ window: '{ from: +2d11h, for: 2h, arrivals: poisson }' });
    const { values } = measureRun(
      single,
      0,
      measures(['calls.total of shop/api', 'calls.failed of shop/api', 'calls.goodPercentage of shop/api']),
    );
    const amount = measureRun(scenarioOf({ window: '{ from: +2d11h, for: 2h }' }), 0, measures(amounts));
    const [total = 0, failed = 0] = ['calls.total', 'calls.failed'].map(
      (metric) => values[`${metric} of shop/api`] ?? 0,
    );
    const [offered = 0, bad = 0] = ['load.requests', 'load.failed'].map(
      (metric) => amount.values[`${metric} of shop/api`] ?? 0,
    );
    expect(singleRequests(single)).toBeCloseTo(offered, -1);
    expect(Math.abs(total - offered)).toBeLessThan(4 * Math.sqrt(offered));
    expect(Math.abs(failed - bad)).toBeLessThan(4 * Math.sqrt(bad));
    expect(values['calls.goodPercentage of shop/api']).toBeCloseTo(100 - (100 * failed) / total, 9);
  });

  it('has the same luck in each plan: its requests come at the same instants', () => {
    const ended = (changes: Record<string, string>) =>
      measureRun(
        scenarioOf({ window: '{ from: +2d11h, for: 10m, arrivals: poisson }', ...changes }),
        3,
        measures(['calls.total of shop/api']),
      ).values['calls.total of shop/api'];
    expect(ended({ 'shop/workload/api.spec.defaultOptions.autoscaling.maxScale': '5' })).toBe(ended({}));
  });

  it('with single requests turns load.* into calls.*, where there is the same', () => {
    const { window } = scenarioOf({ window: '{ from: +1d, for: 1h, arrivals: poisson }' });
    const named = (name: string): string => {
      const found = measureIn(window, measureOf(name));
      return typeof found === 'string' ? found : found.name;
    };
    expect(named('load.failed of shop/api')).toBe('calls.failed of shop/api');
    expect(named('load.goodPercentage')).toBe('calls.goodPercentage');
    expect(named('load.latency.p99 of shop at aws-us-east-1')).toBe('calls.latency.p99 of shop at aws-us-east-1');
    expect(named('bill.total')).toBe('bill.total');
    expect(named('load.waiting of shop/api')).toBe(
      'load.waiting of shop/api: in the window requests come one by one, and load.waiting counts amounts; measure calls.failed of shop/api instead',
    );
    expect(measureIn(null, measureOf('load.waiting'))).toEqual(measureOf('load.waiting'));
  });

  it('says which measure to take where another verb asks for amounts', () => {
    const single = scenarioOf({ window: '{ from: +1d, for: 1h, arrivals: poisson }' });
    const asked = measureOf('load.failed of shop/api');
    expect(measureProblem(asked, [single])).toBe(
      'load.failed of shop/api: in the window requests come one by one; measure calls.failed of shop/api',
    );
    expect(measureProblem(asked, [single, scenarioOf()])).toBeNull();
    expect(usualMeasures([single]).map(({ name }) => name)).toEqual([
      'bill.total',
      'calls.goodPercentage of shop/api',
      'calls.failed of shop/api',
    ]);
  });
});
