import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import { gvc, head } from '../../src/experiment/selftest/stations.ts';
import { journalLine } from '../../src/report/render/journalLine.ts';
import { holds, scenarioOf } from './play.ts';
import type { Doc } from './worlds.ts';

const called = '/gvc/ash/workload/api';
const ports = [{ number: 8080, protocol: 'http' }];
const container = { name: 'main', image: 'api:1', cpu: '1', memory: '128Mi', ports };

const duration = fc.constantFrom<unknown>(
  '0s',
  '250ms',
  '500ms',
  { exponential: { mean: '200ms' } },
  { uniform: { from: '1ms', to: '900ms' } },
);

const step = fc.constantFrom<object>(
  { patch: called, with: { spec: { defaultOptions: { suspend: true } } } },
  { patch: called, with: { spec: { defaultOptions: { suspend: false } } } },
  { patch: called, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } } } },
  { patch: called, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } },
  { patch: called, with: { spec: { defaultOptions: { timeoutSeconds: 2 } } } },
  { patch: called, with: { spec: { firewallConfig: { external: { inboundAllowCIDR: [] } } } } },
  { patch: called, with: { spec: { containers: [{ ...container, image: 'api:2' }] } } },
  { fault: { slowService: { of: 'ash/api', latency: '400ms' } }, for: '1m' },
  { fault: { failingService: { of: 'ash/api', failure: '60%' } }, for: '1m' },
  { fault: { replicaKill: { of: 'ash/api', replicas: 1 } } },
  { behavior: { 'ash/api': { request: { cpu: '20ms' } } } },
  { behavior: { 'ash/api': { request: { duration: '100ms', failure: '50%' } } } },
  { demand: { 'ash/api': { scale: 0 } } },
  { demand: { 'ash/api': { scale: 2 } } },
);

/** A single station and what may happen to it, while at most a thousand requests come. */
const shape = fc.record({
  metric: fc.constantFrom('disabled', 'disabled', 'disabled', 'concurrency'),
  timeoutSeconds: fc.constantFrom(1, 3, 60, 600),
  duration,
  failure: fc.constantFrom('0%', '0%', '20%'),
  attempts: fc.constantFrom(0, 2),
  perSecond: fc.constantFrom(0.005, 0.5, 1, 2, 3),
  arrivals: fc.constantFrom<unknown>('poisson', { uniform: { from: 0.999, to: 1 } }),
  others: fc.subarray(
    [
      { to: 'ash/api', name: 'seldom', rate: '3/m', arrivals: 'poisson' },
      { to: 'ash/web', name: 'elsewhere', rate: '20/m', arrivals: 'poisson' },
      { to: 'ash/web', name: 'amounts', rate: '7/s' },
      { to: 'ash/api', name: 'inside', by: 'ash/web', rate: '2/m', arrivals: 'poisson' },
    ],
    { maxLength: 1 },
  ),
  assumptions: fc.subarray<readonly [string, unknown]>(
    [
      ['timeout.from', 'arrival'],
      ['timeout.scope', 'perTry'],
      ['traffic.queue', 2],
      ['traffic.route.replica', 'random'],
      ['metric.request.latency', 'sincePassed'],
    ],
    { maxLength: 2 },
  ),
  steps: fc.array(fc.tuple(fc.nat(99), step), { maxLength: 3 }),
});

type Shape = typeof shape extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function docOf(one: Shape): Doc {
  const autoscaling = { metric: one.metric, minScale: 1, maxScale: 1, maxConcurrency: 1 };
  const spec = {
    type: 'serverless',
    containers: [container],
    defaultOptions: { timeoutSeconds: one.timeoutSeconds, autoscaling },
    requestRetryPolicy: { attempts: one.attempts, retryOn: ['5xx'] },
  };
  const web = { type: 'standard', containers: [container] };
  const seconds = one.perSecond < 0.1 ? 6_000 : 300;
  return {
    ...head,
    for: `${seconds}s`,
    assumptions: Object.fromEntries(one.assumptions),
    resources: [
      gvc,
      { kind: 'workload', gvc: 'ash', name: 'api', spec },
      { kind: 'workload', gvc: 'ash', name: 'web', spec: web },
    ],
    behavior: { 'ash/api': { request: { duration: one.duration, failure: one.failure } } },
    demand: [{ to: 'ash/api', rate: `${one.perSecond}/s`, arrivals: one.arrivals }, ...one.others],
    timeline: one.steps.map(([percent, what]) => ({ at: `+${(percent * seconds) / 100}s`, ...what })),
  } as unknown as Doc;
}

interface Followed {
  readonly run: Run;
  readonly journal: readonly string[];
  /** How many events were handled without the agenda. */
  readonly ahead: () => number;
}

function begun(doc: Doc, isHeard: boolean): Followed {
  const journal: string[] = [];
  const run = new Run(scenarioOf(doc), isHeard ? { sink: (entry) => journal.push(journalLine(entry)) } : {});
  const { sim } = run;
  let ahead = 0;
  const goTo = sim.goTo.bind(sim);
  sim.goTo = (...event) => {
    const goes = goTo(...event);
    if (goes) ahead += 1;
    return goes;
  };
  return { run, journal, ahead: () => ahead };
}

/** Looks at parts of a run, in hundredths, and at its end. @returns how many events were handled without the agenda */
function expectSame(doc: Doc, isHeard: boolean, looks: readonly number[]): number {
  const [one, other] = [begun(doc, isHeard), begun(doc, isHeard)];
  const { start, end } = one.run.scenario;
  for (const percent of [...looks, 100]) {
    const at = start + ((end - start) * percent) / 100;
    one.run.sim.runUntil(at);
    while (other.run.sim.runUntil(at, { eventsMax: 1 }) === 'more');
    expect(one.run.sim.digest()).toBe(other.run.sim.digest());
  }
  expect(one.journal).toEqual(other.journal);
  expect(other.ahead()).toBe(0);
  return one.ahead();
}

describe('the requests of a single station, ahead of the agenda', () => {
  const looks = fc.array(fc.nat(100), { maxLength: 3 }).map((parts) => parts.sort((a, b) => a - b));

  it('leave the same state as event by event, whenever somebody looks', () => {
    let worlds = 0;
    holds(150, fc.tuple(shape, fc.boolean(), looks), ([one, isHeard, parts]) => {
      if (expectSame(docOf(one), isHeard, parts) > 20) worlds += 1;
    });
    expect(worlds).toBeGreaterThan(50);
  });

  it('do so where some time out while they wait', () => {
    let ahead = 0;
    holds(10, shape, (one) => {
      const crowded: Shape = {
        ...one,
        timeoutSeconds: 1,
        duration: { uniform: { from: '1ms', to: '900ms' } },
        perSecond: 2,
        arrivals: 'poisson',
        others: [],
        assumptions: [['timeout.from', 'arrival']],
        steps: [],
      };
      ahead += expectSame(docOf(crowded), false, [20, 40, 60, 80]);
    });
    expect(ahead).toBeGreaterThan(500);
  });
});
