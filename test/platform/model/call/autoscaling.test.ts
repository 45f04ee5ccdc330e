import { describe, expect, it } from 'vitest';
import {
  advanceGauge,
  countAnswer,
  countArrival,
  countBusy,
  countDeparture,
} from '../../../../src/platform/call/gauge.ts';
import { type Lobby, newLobby } from '../../../../src/platform/call/lobby.ts';
import { callLoad } from '../../../../src/platform/model/autoscaling/calls.ts';
import type { TargetMetric } from '../../../../src/platform/workload/autoscaling/settings.ts';
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
  function lobbyAt(now: number): Lobby {
    const lobby = newLobby(0, 120_000);
    const { gauge } = lobby;
    for (const at of [60_000, 70_000, 80_000, 90_000, 100_000]) {
      advanceGauge(gauge, at);
      countArrival(gauge, at);
      advanceGauge(gauge, at + 300);
      countBusy(gauge, 500, at, at + 300);
      advanceGauge(gauge, at + 1_000);
      if (at === 100_000) continue;
      countDeparture(gauge, at + 1_000);
      countAnswer(gauge, at + 1_000, at / 100);
    }
    advanceGauge(gauge, now);
    return lobby;
  }
  const at = (now: number, one: TargetMetric, since = 0) => callLoad(lobbyAt(now), one, { since, now });

  it('over the window that ends at the newest sample', () => {
    const load = at(125_000, metric('rps', 60));
    expect(load.perSecond).toBeCloseTo(5 / 60, 9);
    expect(load.busyMillicores).toBeCloseTo((5 * 0.3 * 500) / 60, 9);
    expect(load.inFlight).toBe(1);
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
