import { describe, expect, it } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import type { CallReport } from '../../src/report/capacity/capacityCalls.ts';
import type { DemandReport, LoadReport } from '../../src/report/capacity/capacityLoad.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { reportOf } from '../../src/report/report.ts';
import { good } from '../scenario/builders.ts';

interface Given {
  readonly for?: string;
  readonly type?: string;
  readonly cpu?: string;
  readonly request: object;
  readonly options?: object;
  readonly autoscaling?: object;
  readonly rate: unknown;
  /** Of single requests; absent: at even gaps. */
  readonly arrivals?: unknown;
  readonly assumptions?: object;
}

/** Two workloads that are alike, of which one is asked for amounts and the other one request by request. */
function bothOf(given: Given): {
  readonly load: LoadReport;
  readonly calls: CallReport;
  readonly demand: readonly DemandReport[];
} {
  const { type = 'standard', cpu = '1000m', rate, arrivals = { uniform: { from: 1, to: 1 } } } = given;
  const containers = [
    { name: 'main', image: 'api:1', cpu, memory: '256Mi', ports: [{ number: 80, protocol: 'http' }] },
  ];
  const autoscaling = given.autoscaling ?? { metric: 'disabled', minScale: 1, maxScale: 1 };
  const spec = { type, containers, defaultOptions: { autoscaling, ...given.options } };
  const scenario = good(
    JSON.stringify({
      svcsim: 1,
      start: '2026-11-02T00:00:00Z',
      for: given.for ?? '10m',
      resources: [
        { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
        { kind: 'workload', gvc: 'shop', name: 'flow', spec },
        { kind: 'workload', gvc: 'shop', name: 'single', spec },
      ],
      behavior: { 'shop/*': { request: given.request } },
      demand: [
        { to: 'shop/flow', rate },
        { to: 'shop/single', rate, arrivals },
      ],
      assumptions: given.assumptions ?? {},
    }),
  );
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
  run.advance();
  const { workloads, demand } = reportOf(run, chronicle).capacity;
  const [flow, single] = workloads;
  if (flow?.load == null || single?.calls == null) throw new Error('nothing came');
  return { load: flow.load, calls: single.calls, demand };
}

const sleepy = { metric: 'concurrency', target: 10, minScale: 0, maxScale: 1 };
const placed = { metric: 'disabled', minScale: 1, maxScale: 1, maxConcurrency: 10 };

describe('amounts and single requests end in the same words', () => {
  it.each<[string, Given, number]>([
    [
      'held too long (coldStart.hold, traffic.status.noReplica)',
      {
        type: 'serverless',
        request: { duration: '100ms' },
        autoscaling: sleepy,
        rate: '10/s',
        assumptions: { 'run.start': 'cold', 'replica.start.duration': '90s', 'traffic.status.noReplica': 557 },
      },
      557,
    ],
    [
      'no room (traffic.queue, traffic.status.queueFull)',
      {
        type: 'serverless',
        request: { duration: '200ms' },
        autoscaling: placed,
        rate: '60/s',
        arrivals: 'poisson',
        assumptions: { 'traffic.queue': 0, 'traffic.status.queueFull': 558 },
      },
      558,
    ],
    [
      'a failure of the replica (traffic.status.failed)',
      {
        request: { duration: '100ms', failure: '25%' },
        rate: '30/s',
        assumptions: { 'traffic.status.failed': 500 },
      },
      500,
    ],
    [
      'an answer that takes too long (traffic.status.timeout)',
      { request: { duration: { uniform: { from: '0s', to: '2s' } } }, options: { timeoutSeconds: 1 }, rate: '10/s' },
      504,
    ],
  ])('%s', (_, given, status) => {
    const { load, calls } = bothOf(given);
    const { served, lost, failed, byStatus = {} } = load.requests;
    expect(Object.keys(byStatus)).toEqual([String(status)]);
    expect(byStatus[status]).toBe(failed);
    expect(lost).toBe('0.0');
    expect(calls.byStatus[status]).toBe(calls.failed);
    expect(Number(served) / calls.total).toBeCloseTo(1, 1);
    expect(Math.abs(Number(failed) / calls.failed - 1)).toBeLessThan(0.05);
  });
});

describe('the mean latency of amounts is that over requests, as of single ones (fluid.latency)', () => {
  const places = { type: 'serverless', request: { duration: '100ms' }, autoscaling: placed };
  const rush = {
    steps: [
      ['0m', '50/s'],
      ['3m', '150/s'],
      ['4m', '50/s'],
    ],
  };
  const hundred = { duration: '100ms' };
  it.each<[string, Given, number]>([
    ['nobody waits', { request: hundred, rate: '50/s' }, 0.001],
    // 3,000 wait at most, and two minutes long some do: 180,000 s of 36,000 requests.
    ['a rush that is worked off', { ...places, rate: rush, options: { timeoutSeconds: 600 } }, 0.02],
    [
      'more replicas come while some wait',
      {
        type: 'serverless',
        request: hundred,
        autoscaling: {
          ...placed,
          metric: 'concurrency',
          target: 5,
          maxConcurrency: 5,
          minScale: 0,
          maxScale: 50,
          scaleToZeroDelay: 60,
        },
        rate: {
          steps: [
            ['0m', '0/s'],
            ['3m', '60/s'],
            ['5m', '0/s'],
          ],
        },
      },
      0.02,
    ],
    [
      'held too long for some of them',
      {
        type: 'serverless',
        request: hundred,
        autoscaling: sleepy,
        rate: { ramp: { from: '5/s', to: '15/s', over: '10m' } },
        assumptions: { 'run.start': 'cold', 'replica.start.duration': '90s' },
      },
      0.02,
    ],
    [
      'refused ones take no time',
      { ...places, rate: '150/s', arrivals: 'poisson', assumptions: { 'traffic.queue': 0 } },
      0.03,
    ],
    ['all are given up in the end', { request: { cpu: '100ms' }, rate: '20/s', options: { timeoutSeconds: 5 } }, 0.03],
    ['more than can be answered to the end of the run', { ...places, rate: '120/s' }, 0.05],
  ])('%s', (_, given, within) => {
    const { load, calls } = bothOf(given);
    const mean = Number(load.latencyMs?.mean);
    const single = Number(calls.latencyMs.mean);
    expect(Math.abs(mean / single - 1), `${mean} for amounts, ${single} for single requests`).toBeLessThan(within);
  });
});

describe('what was asked (demand)', () => {
  it('is told of amounts and of single requests, in the same words', () => {
    const { demand } = bothOf({
      for: '100s',
      request: { duration: '1s', failure: '100%' },
      rate: '2/s',
    });
    const [flow, single] = demand;
    expect(demand.map(({ name, arrivals }) => [name, arrivals])).toEqual([
      ['flow', 'fluid'],
      ['single', 'single'],
    ]);
    expect(flow).toMatchObject({ offered: '200.0', served: '200.0', failed: '200.0', unrouted: '0.0' });
    // The first comes at half a second; each is tried three times, so that six are under way at the end.
    expect(single).toMatchObject({
      offered: '199.0',
      served: '193.0',
      succeeded: '0.0',
      failed: '193.0',
      unrouted: '0.0',
    });
  });
});
