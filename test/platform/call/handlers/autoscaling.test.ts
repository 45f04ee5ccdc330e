import { describe, expect, it } from 'vitest';
import { callLoad } from '../../../../src/platform/autoscaling/handlers/calls.ts';
import type { TargetMetric } from '../../../../src/platform/autoscaling/settings.ts';
import {
  advanceGauge,
  countAnswer,
  countArrival,
  countBusy,
  countDeparture,
  countSeats,
  type Gauge,
} from '../../../../src/platform/call/gauge.ts';
import { newWaitingLine, type WaitingLine } from '../../../../src/platform/call/waitingLine.ts';
import { called, type World } from './calling.ts';

const start = Date.UTC(2026, 10, 1);
const metric = (name: TargetMetric['metric'], seconds: number, percentile: 50 | 99 | null = null): TargetMetric => ({
  metric: name,
  targetMilli: 1_000,
  percentile,
  interval: seconds * 1_000,
  window: seconds * 1_000,
  initialization: 0,
});

describe('what calls add to a load', () => {
  /** Five calls come in the second minute, each busy for 300 ms and answered after 1 s; one stays. */
  function lobbyAt(now: number): WaitingLine {
    const waitingLine = newWaitingLine(0, 120_000);
    const { gauge } = waitingLine;
    for (const at of [60_000, 70_000, 80_000, 90_000, 100_000]) {
      advanceGauge(gauge, at);
      countArrival(gauge, at);
      advanceGauge(gauge, at + 300);
      countSeats(gauge, 1);
      countBusy(gauge, 500, at, at + 300);
      advanceGauge(gauge, at + 1_000);
      if (at === 100_000) continue;
      countSeats(gauge, -1);
      countDeparture(gauge, at + 1_000);
      countAnswer(gauge, at + 1_000, { by: 1, latency: at / 100 });
    }
    advanceGauge(gauge, now);
    return waitingLine;
  }
  const at = (now: number, one: TargetMetric, since = 0) => callLoad(lobbyAt(now), one, { since, now, ready: [1] });

  it('over the window that ends at the newest sample', () => {
    const load = at(125_000, metric('rps', 60));
    expect(load.perSecond).toBeCloseTo(5 / 60, 9);
    expect(load.busyMillicores).toBeCloseTo((5 * 0.3 * 500) / 60, 9);
    // Four of 1 s, but for the first 300 ms, and one of 20 s.
    expect(load.inFlight).toBeCloseTo((4 * 0.7 + 19.7) / 60, 9);
    expect(load.latency).toBeNull();
  });

  it('over a shorter one where it is young', () => {
    expect(at(120_000, metric('rps', 60), 90_000).perSecond).toBeCloseTo(2 / 30, 9);
  });

  it('over fifteen seconds: those of the last sample alone', () => {
    expect(at(119_000, metric('cpu', 15)).perSecond).toBeCloseTo(2 / 15, 9);
    expect(at(120_000, metric('cpu', 15)).perSecond).toBe(0);
  });

  it('the latency that a share of the answers did not exceed', () => {
    expect(at(120_000, metric('latency', 60, 50)).latency).toBe(700);
    expect(at(120_000, metric('latency', 60, 99)).latency).toBe(900);
    expect(at(300_000, metric('latency', 60, 50)).latency).toBeNull();
  });
});

describe('a workload that may sleep', () => {
  const sleepy: World = {
    type: 'serverless',
    autoscaling: { metric: 'concurrency', target: 10, minScale: 0, maxScale: 2, scaleToZeroDelay: 60 },
    behavior: { request: { duration: '90s' } },
  };
  /** When it was sent to sleep, in milliseconds after the start. */
  const sleeps = (world: World, calls: readonly { readonly at: number }[]): number[] =>
    called(world, calls).entries.flatMap(({ type, data, at }) =>
      type === 'deployment.scaled' && data.to === 0 ? [at - start] : [],
    );

  it('does so a delay after the last answer, at a tick (serverless.zero)', () => {
    // Answered at 91.5 s; 60 s later is 151.5 s, and ticks lie on even seconds.
    expect(sleeps(sleepy, [{ at: 1_500 }])).toEqual([152_000]);
  });

  it('at that very instant where that is assumed', () => {
    const exact = { ...sleepy, assumptions: { 'serverless.zero': 'idleExact' } };
    expect(sleeps(exact, [{ at: 1_500 }])).toEqual([151_500]);
    expect(sleeps(exact, [{ at: 1_500 }, { at: 130_000 }])).toEqual([280_000]);
  });

  it('not while a call is there, however long it takes', () => {
    const long = { ...sleepy, behavior: { request: { duration: '9m' } } };
    expect(sleeps(long, [{ at: 1_500 }])).toEqual([602_000]);
  });

  it('wakes for the next one, and goes to sleep again', () => {
    // 14 s of cold start, 90 s of service, 60 s of delay.
    expect(sleeps(sleepy, [{ at: 1_500 }, { at: 400_000 }])).toEqual([152_000, 564_000]);
  });
});

describe('replicas follow the calls that are there', () => {
  it('concurrency: those held and in line count', () => {
    const world: World = {
      type: 'serverless',
      autoscaling: { metric: 'concurrency', target: 2, minScale: 1, maxScale: 9, maxConcurrency: 2 },
      behavior: { request: { duration: '5m' } },
    };
    const crowd = Array.from({ length: 12 }, () => ({ at: 0 }));
    const { ends, entries } = called(world, crowd);
    const [first] = entries.filter(({ type }) => type === 'deployment.scaled');
    // 12 present from the start: at the first tick both averages say 6.
    expect([(first?.at ?? 0) - start, first?.data.to]).toEqual([2_000, 6]);
    // 14 s for the others to come up, counted from the tick.
    expect(ends.map(({ waitedMs }) => waitedMs)).toEqual([0, 0, ...Array.from({ length: 10 }, () => 16_000)]);
  });
});

describe('requests count for autoscaling once they have passed the checks (metric.request.counts, TAG-17)', () => {
  const authorization = { 'svc/externalAuthAddress': 'auth.example.com' };
  const rateLimit = { 'svc/rateLimitAddress': 'limit.example.com' };
  const closed = { firewallConfig: { internal: { inboundAllowType: 'none' } } };
  const web = '/org/acme/gvc/shop/workload/web';
  const sleepy = (metric: string): World => ({
    type: 'serverless',
    autoscaling: { metric, target: 1, minScale: 0, maxScale: 5, scaleToZeroDelay: 60 },
  });
  const standing: World = { autoscaling: { metric: 'rps', target: 1, minScale: 1, maxScale: 5 } };
  const slowly = (latency: string) => ({ tags: authorization, behavior: { authorization: { latency } } });
  /** Three a second for three minutes. */
  const crowd = Array.from({ length: 540 }, (_, index) => ({ at: 333 * index }));
  const gaugesOf = ({ sim }: ReturnType<typeof called>['run']): readonly Gauge[] =>
    sim.world.entities.flatMap((one) =>
      one.kind === 'deployment' && one.waitingLine !== null ? [one.waitingLine.gauge] : [],
    );
  const scales = ({ entries }: Pick<ReturnType<typeof called>, 'entries'>): (readonly [number, unknown])[] =>
    entries.flatMap(({ type, data, at }) => (type === 'deployment.scaled' ? [[at - start, data.to] as const] : []));

  const refused: readonly (readonly [string, World, string | null, number])[] = [
    [
      'denied by the authorization',
      { tags: authorization, behavior: { authorization: { denied: '100%' } } },
      null,
      403,
    ],
    [
      'denied after a while',
      { tags: authorization, behavior: { authorization: { denied: '100%', latency: '800ms' } } },
      null,
      403,
    ],
    ['more than the rate limit allows', { tags: rateLimit, behavior: { rateLimit: { rate: '0/s' } } }, null, 429],
    ['so, after a while', { tags: rateLimit, behavior: { rateLimit: { rate: '0/s', latency: '3s' } } }, null, 429],
    ['shut out by the firewall', { assumptions: { 'firewall.enforce': 'external' } }, null, 403],
    ['shut out by the firewall inside (NET-7)', { spec: closed }, web, 403],
    [
      'given up while they are checked',
      {
        tags: { ...authorization, 'svc/externalAuthTimeout': '10s' },
        behavior: { authorization: { latency: '3s' } },
        options: { timeoutSeconds: 1 },
        assumptions: { 'timeout.from': 'arrival' },
      },
      null,
      504,
    ],
  ];

  it.each(refused)('%s: they neither add replicas nor keep one awake', (_, world, by, status) => {
    const calls = crowd.map((call) => ({ ...call, by }));
    for (const metric of ['concurrency', 'rps']) {
      const found = called({ ...sleepy(metric), ...world }, calls);
      expect(new Set(found.ends.map((end) => end.status))).toEqual(new Set([status]));
      expect(scales(found), metric).toEqual([[60_000, 0]]);
    }
    expect(scales(called({ ...standing, ...world }, calls))).toEqual([]);
  });

  it.each(refused)('%s: they do not wake', (_, world, by, status) => {
    const calls = crowd.map(({ at }) => ({ at: at + 600_000, by }));
    for (const wake of ['atOnce', 'nextTick']) {
      const assumptions = { ...world.assumptions, 'serverless.wake': wake };
      const found = called({ ...sleepy('concurrency'), ...world, assumptions }, calls);
      expect(found.ends.every((end) => end.status === status)).toBe(true);
      expect(scales(found), wake).toEqual([[60_000, 0]]);
    }
  });

  it('wake when they have passed, not when they come', () => {
    const guarded = { ...sleepy('concurrency'), ...slowly('700ms') };
    expect(scales(called(guarded, [{ at: 299_500 }])).slice(0, 2)).toEqual([
      [60_000, 0],
      [300_200, 1],
    ]);
  });

  it('keep it awake from when they have passed until their answer', () => {
    const { tags, behavior } = slowly('900ms');
    const guarded = { ...sleepy('concurrency'), tags, behavior: { ...behavior, request: { duration: '30s' } } };
    // It passes when the delay is over: a replica stays for the one, and is awaited by the other.
    expect(scales(called(guarded, [{ at: 59_000 }]))).toEqual([[150_000, 0]]);
    expect(scales(called(guarded, [{ at: 59_200 }])).slice(0, 2)).toEqual([
      [60_000, 0],
      [60_100, 1],
    ]);
  });

  it('are not at a replica before', () => {
    // The second one is still checked when the run ends.
    const { run } = called({ ...standing, ...slowly('900ms'), for: '1s' }, [{ at: 0 }, { at: 500 }]);
    expect(gaugesOf(run).map(({ present }) => present)).toEqual([1]);
  });

  it.each([
    ['sincePassed', 1_000],
    ['sinceArrival', 1_700],
  ])('have a latency that counts %s (metric.request.latency)', (assumed, latency) => {
    const assumptions = { 'metric.request.latency': assumed };
    const { run, ends } = called({ ...slowly('700ms'), assumptions }, [{ at: 0 }]);
    expect(ends[0]?.latencyMs).toBe(1_700);
    expect(gaugesOf(run).map(({ latencies }) => latencies)).toEqual([[latency]]);
  });
});
