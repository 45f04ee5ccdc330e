/**
 * Latency percentiles of amounts, compared with those of single requests of the same rate.
 */
import { expect } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import type { FactData } from '../../src/platform/facts.ts';
import { loadsOf } from '../../src/report/capacity/capacityLoad.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { scenarioOf } from './play.ts';
import { type StationShape, stationDoc } from './station.ts';
import type { Doc } from './worlds.ts';

/** A station, and requests a second over time: as a scenario's demand has them. */
export interface Compared extends Omit<StationShape, 'perSecond'> {
  readonly rate: string | object;
  /** A scenario's duration. */
  readonly for: string;
  readonly timeline?: readonly object[];
}

export const percents = [50, 95, 99] as const;
type Percentiles = { readonly [percent in (typeof percents)[number]]: number };

function docOf({ rate, for: length, timeline = [], ...shape }: Compared, arrivals: 'fluid' | 'poisson'): Doc {
  const doc = stationDoc({ ...shape, perSecond: 1 }, 1) as unknown as Record<string, unknown>;
  return { ...doc, for: length, demand: [{ to: 'ash/api', rate, arrivals }], timeline } as unknown as Doc;
}

/** Of single requests, by nearest rank, waiting included. */
export function singlePercentiles(compared: Compared): Percentiles {
  const byLatency = new Map<number, number>();
  let total = 0;
  const run = new Run(scenarioOf(docOf(compared, 'poisson')), {
    events: false,
    sink: ({ type, data }) => {
      if (type !== 'call.ended') return;
      const { latencyMs } = data as FactData['call.ended'];
      byLatency.set(latencyMs, (byLatency.get(latencyMs) ?? 0) + 1);
      total += 1;
    },
  });
  run.advance();
  const sorted = [...byLatency].sort(([a], [b]) => a - b);
  return percentilesBy((percent) => {
    let missing = (total * percent) / 100;
    for (const [latency, count] of sorted) {
      missing -= count;
      if (missing <= 0) return latency;
    }
    return Number.NaN;
  });
}

/** Of the report's amounts. */
export function amountPercentiles(compared: Compared): Percentiles {
  const scenario = scenarioOf(docOf(compared, 'fluid'));
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
  run.advance();
  chronicle.settle(run.now);
  const [load] = [...loadsOf(chronicle, run.sim.world, run.now).loads.values()];
  const took = load?.report.latencyMs;
  return percentilesBy((percent) => Number(took?.[`p${percent}`]));
}

function percentilesBy(of: (percent: (typeof percents)[number]) => number): Percentiles {
  return { 50: of(50), 95: of(95), 99: of(99) };
}

/**
 * Expects p50, p95 and p99 of amounts within such a share of those of single requests, or within two milliseconds of
 * them, which are rounded.
 */
export function expectPercentilesNear(compared: Compared, within: number): void {
  const [single, amount] = [singlePercentiles(compared), amountPercentiles(compared)];
  const off = percents.filter((percent) => {
    const difference = Math.abs(amount[percent] - single[percent]);
    return !(difference <= Math.max(2, within * single[percent]));
  });
  expect(off, `of amounts ${JSON.stringify(amount)}, of single requests ${JSON.stringify(single)}`).toEqual([]);
}

/** Milliseconds of work or of service, on average. */
const service = 20;

/** Stations of which each of `count` replicas, or places of replicas, answers 50 requests a second. */
export interface Station {
  readonly name: string;
  /** Requests a second that it can answer. */
  readonly capacity: number;
  shape(times: unknown): Omit<StationShape, 'perSecond'>;
}

export function processors(count: number): Station {
  const autoscaling = { metric: 'disabled', minScale: count, maxScale: count };
  const spec = { type: 'standard', defaultOptions: { timeoutSeconds: 600, autoscaling } };
  return {
    name: `${count} processors`,
    capacity: (count * 1_000) / service,
    shape: (cpu) => ({ spec, request: { cpu } }),
  };
}

export function places(replicas: number, each: number): Station {
  const autoscaling = { metric: 'disabled', minScale: replicas, maxScale: replicas, maxConcurrency: each };
  const spec = { type: 'serverless', defaultOptions: { timeoutSeconds: 600, autoscaling } };
  return {
    name: `${replicas} replicas of ${each} places`,
    capacity: (replicas * each * 1_000) / service,
    shape: (duration) => ({ spec, request: { duration } }),
  };
}

/** How times differ, by name. */
export const times = {
  alike: `${service}ms`,
  exponential: { exponential: { mean: `${service}ms` } },
  uneven: { lognormal: { mean: `${service}ms`, cv: 2 } },
} as const;

/** A minute of more than can be answered, every twenty minutes: at once, or rising and falling. */
export const bursts = {
  sudden: (capacity: number, count: number): object => ({
    steps: eachTwentyMinutes(count, (start) => [
      [`${start}m`, `${0.5 * capacity}/s`],
      [`${start + 5}m`, `${1.5 * capacity}/s`],
      [`${start + 6}m`, `${0.5 * capacity}/s`],
    ]),
  }),
  rising: (capacity: number, count: number): object => ({
    points: eachTwentyMinutes(count, (start) => [
      [`${start}m`, `${0.5 * capacity}/s`],
      [`${start + 4}m`, `${0.5 * capacity}/s`],
      [`${start + 7}m`, `${1.4 * capacity}/s`],
      [`${start + 10}m`, `${0.5 * capacity}/s`],
    ]),
  }),
} as const;

function eachTwentyMinutes<One>(count: number, of: (start: number) => readonly One[]): One[] {
  return Array.from({ length: count }, (_, index) => of(20 * index)).flat();
}
