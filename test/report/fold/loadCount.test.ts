import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import type { Capacity } from '../../../src/report/capacity/capacity.ts';
import { loadsOf } from '../../../src/report/capacity/capacityLoad.ts';
import { type RequestLoads, requestLoadsOf } from '../../../src/report/capacity/requestLoads.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { countLoads } from '../../../src/report/fold/loadCount.ts';
import { reportOf } from '../../../src/report/report.ts';
import type { ReportFinding } from '../../../src/report/verdict/reportFinding.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { organization } from '../../bench/organization.ts';
import { good } from '../../scenario/builders.ts';
import { askedWorkload, scaledWorkloads } from './askedWorkload.ts';

interface Counted {
  readonly capacity: Capacity;
  readonly findings: readonly ReportFinding[];
  readonly kept: number;
}

/** @param most null: counted at the end only */
function counted(scenario: Scenario, slice: number, most: number | null): Counted {
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { events: false, sink: (entry) => chronicle.listen(entry) });
  let kept = 0;
  while (run.advance(slice) === 'more') {
    kept = Math.max(kept, chronicle.changesKept);
    if (most !== null) countLoads(chronicle, run.sim.world, run.now, most);
  }
  const { capacity, summary } = reportOf(run, chronicle);
  // A report leaves the chronicle as it is.
  const again = reportOf(run, chronicle.fork());
  expect(again.capacity).toEqual(capacity);
  expect(again.summary.findings).toEqual(summary.findings);
  return { capacity, findings: summary.findings, kept };
}

/** The loads of a run as they are counted at its end, or also on the way. */
function loadsCounted(scenario: Scenario, detail: 'requests' | 'figures', slice: number, most: number | null): object {
  const chronicle = new Chronicle(scenario, null, detail);
  const run = new Run(scenario, { events: false, sink: (entry) => chronicle.listen(entry) });
  while (run.advance(slice) === 'more') if (most !== null) countLoads(chronicle, run.sim.world, run.now, most);
  const { world, now } = run.sim;
  chronicle.settle(now);
  if (detail === 'requests') expect(() => loadsOf(chronicle, world, now)).toThrow('keeps no figures of loads');
  const loads: RequestLoads = (detail === 'figures' ? loadsOf : requestLoadsOf)(chronicle, world, now);
  return {
    demand: loads.demand.map(({ gvc, name, offered, unrouted }) => ({ gvc, name, offered, unrouted })),
    firstUnrouted: loads.firstUnrouted,
    loads: [...loads.loads].map(
      ([
        { place },
        {
          report: { requests, waitingPeak },
          losses,
        },
      ]) => ({
        place,
        requests,
        waitingPeak,
        losses,
      }),
    ),
  };
}

/** All but what depends on single pieces of courses. */
function withoutPercentiles({ demand, workloads }: Capacity): object {
  return {
    demand,
    workloads: workloads.map(({ load, cpu, memory, headrooms, ...rest }) => {
      const { utilisation, busyReplicas, latencyMs, waitingP99, percentiles, ...exact } = load ?? {};
      const [cpuUsed, memoryUsed] = [cpu.used, memory.used];
      const means = [utilisation, busyReplicas, latencyMs].map((one) => [one?.mean, one?.max]);
      return { ...rest, cpuUsed, memoryUsed, exact, means };
    }),
  };
}

/**
 * Two locations that are lost for a while, in the end both at once; requests that come for a time only, one by one as
 * well, or fail; rollouts, one of them of a replica that answers until it is gone; replicas that crash and sleep.
 */
const moving = `svcsim: 1
name: moving
start: 2026-11-02T00:00:00Z
for: 3d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1] } } }
${scaledWorkloads}${askedWorkload('db', 'stateful', 'metric: disabled, minScale: 1, maxScale: 1')}behavior:
  shop/web: { cpu: 20m, request: { cpu: 10ms, duration: 50ms, failure: 1% }, crash: { every: { exponential: { mean: 5h } } } }
  shop/fn: { request: { cpu: 5ms, duration: 200ms, memory: 1Mi } }
  shop/db: { request: { duration: 20ms } }
demand:
  - { to: shop/web, from: { aws-us-east-1: 60%, aws-eu-central-1: 40% }, rate: { daily: [[00:00, 20/s], [12:00, 300/s]] }, noise: { every: 10m, cv: 0.2 } }
  - { to: shop/fn, rate: { steps: [[0h, 0/s], [9h, 90/s], [10h, 0/s], [30h, 60/s], [33h, 0/s]] } }
  - { to: shop/db, rate: 5/s }
  - { to: shop/db, rate: 2/m, arrivals: poisson }
timeline:
  - { at: +20h, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "web:2" }] } } }
  - { at: +31h, patch: /gvc/shop/workload/fn, with: { spec: { containers: [{ name: main, image: "fn:2" }] } } }
  - { at: +33h, patch: /gvc/shop/workload/db, with: { spec: { containers: [{ name: main, image: "db:2" }] } } }
  - { at: +40h, fault: { locationOutage: { location: aws-us-east-1 } }, for: 2h }
  - { at: +41h, fault: { locationOutage: { location: aws-eu-central-1 } }, for: 10m }
`;

describe('counting loads as a run goes on', () => {
  const scenario = good(moving);

  it('comes to what counting them at the end does, however often, but for percentiles, which are near and said to be so', () => {
    const { capacity: whole, findings } = counted(scenario, 500, null);
    expect(whole.demand.filter(({ unrouted }) => Number(unrouted) > 0).map(({ name }) => name)).toEqual(['db', 'web']);
    const failed = findings.filter(({ kind }) => kind === 'load-failed' || kind === 'requests-timed-out');
    expect(new Set(failed.map(({ subject }) => subject))).toEqual(
      new Set(['shop/workload/db', 'shop/workload/web', 'shop/workload/fn']),
    );
    expect(whole.workloads.every(({ load }) => load?.percentiles === undefined)).toBe(true);
    for (const slice of [37, 500]) {
      const { capacity: often, findings: found } = counted(scenario, slice, 0);
      expect(found).toEqual(findings);
      expect(withoutPercentiles(often)).toEqual(withoutPercentiles(whole));
      often.workloads.forEach(({ load }, index) => {
        expect(load?.percentiles).toBe('classes');
        const before = whole.workloads[index]?.load;
        for (const percent of ['p50', 'p90', 'p99'] as const) {
          const [near, exact] = [load?.latencyMs, before?.latencyMs].map((one) => Number(one?.[percent]));
          expect(Math.abs((near ?? 0) / (exact ?? 0) - 1)).toBeLessThan(1 / 64);
        }
      });
    }
  });

  it('keeps no more for a run twice as long', () => {
    const parts = ['cpu', 'serverless', 'deploys'] as const;
    const keptIn = (days: number, most: number | null): number =>
      counted(organization({ days, scale: 0.005, parts }), 100, most).kept;
    const [short, long] = [keptIn(7, 200), keptIn(14, 200)];
    // Beyond 200 what changes within 100 events.
    for (const kept of [short, long]) {
      expect(kept).toBeGreaterThan(200);
      expect(kept).toBeLessThan(300);
    }
    expect(keptIn(14, null)).toBeGreaterThan(1_000);
  });
});

describe('counting requests without figures of replicas and latencies', () => {
  it.each(['fluid.overflow: backlog', 'fluid.overflow: lost', 'traffic.queue: 5'])(
    'comes to the same counts, with %s',
    (assumption) => {
      const limited = moving.replace('target: 10,', 'target: 10, maxConcurrency: 12,');
      const scenario = good(`${limited}assumptions: { ${assumption} }\n`);
      const whole = loadsCounted(scenario, 'figures', 500, null);
      expect(loadsCounted(scenario, 'requests', 500, null)).toEqual(whole);
      expect(loadsCounted(scenario, 'requests', 37, 0)).toEqual(loadsCounted(scenario, 'figures', 37, 0));
    },
  );
});
