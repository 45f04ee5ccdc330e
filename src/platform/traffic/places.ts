/**
 * Replicas with limited concurrency: the waiting time for a place, and the requests that find none.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import { erlangC, meanWait, offeredLoad, type QueueStation, shortLine } from './erlang.ts';
import { lineOf } from './patience.ts';
import type { Serving } from './serving.ts';
import { meanPower, valueShares } from './valueShares.ts';

type PlaceAssumptions = Pick<Assumptions, 'fluid.latency' | 'fluid.saturation' | 'traffic.queue'>;

/** The arrival rate at some replicas, in requests per second. */
interface Coming {
  readonly perSecond: number;
  readonly ready: number;
}

/**
 * Mean waiting time for one of all places, in milliseconds (M/G/c); 0 without a limit (`fluid.latency`,
 * `fluid.saturation`, `traffic.queue`).
 *
 * The places of all replicas count together, because there is one queue for them. The waiting time is that for
 * exponential durations times (1 + cv^2) / 2: half as long if all durations are equal.
 *
 * @param rps answered by each replica
 */
export function placeWait(
  serving: Serving,
  { perSecond, ready }: Coming,
  rps: number,
  assumptions: PlaceAssumptions,
): number {
  const { cv } = serving;
  const line = lineOf(serving, assumptions);
  const station = stationOf(serving, ready, line === null ? rps * ready : perSecond);
  if (station === null) return 0;
  const { servers, service } = station;
  const bearable = Math.min(station.perSecond, (assumptions['fluid.saturation'] * servers * 1_000) / service);
  const wait = line === null ? meanWait({ ...station, perSecond: bearable }) : shortLine(station, line).wait;
  const counted = assumptions['fluid.latency'] === 'exponential' ? wait : (wait * (1 + cv * cv)) / 2;
  return line === null ? counted : Math.min(counted, (line * service) / servers);
}

/** The queue for a place. */
export interface Queue {
  /** The share of requests that wait, above 0. */
  readonly share: number;
  /** Mean waiting time over all requests, in milliseconds. */
  readonly mean: number;
  /** Squared coefficient of variation of the waiting times of those that wait. */
  readonly cvSquared: number;
}

/**
 * The distribution of the waiting time for a place; null: no request waits (`fluid.latency`).
 *
 * The share and both moments are exact for exponential durations, and for any on one place (Erlang C, Pollaczek and
 * Khinchine). For several places, the time until one is free is taken as the shortest of the remaining times of all.
 */
export function placeQueue(serving: Serving, coming: Coming, rps: number, assumptions: PlaceAssumptions): Queue | null {
  const mean = placeWait(serving, coming, rps, assumptions);
  const station = stationOf(serving, coming.ready, rps * coming.ready);
  if (station === null || mean <= 0) return null;
  const { servers } = station;
  const busy = Math.min(assumptions['fluid.saturation'], offeredLoad(station) / servers);
  const share = erlangC(servers, busy * servers);
  const { duration } = serving.oneTry;
  const isExponential = assumptions['fluid.latency'] === 'exponential' || duration === null;
  const left = isExponential ? 1 : leftSpread(valueShares(duration));
  return { share, mean, cvSquared: (1 - busy) * (1 + ((left - 1) * 3) / (servers + 2)) + busy };
}

/** Squared coefficient of variation of the remaining time of a duration, seen at a random instant of it. */
function leftSpread(durations: ReturnType<typeof valueShares>): number {
  const square = meanPower(durations, 2);
  return square === 0 ? 0 : (4 * meanPower(durations, 3)) / (3 * square * square) - 1;
}

/**
 * The share of requests that find all places taken and the queue full (`traffic.queue`); 0 if there can be no queue for
 * places.
 *
 * Without a queue it is Erlang's B, for any distribution of durations; with a queue it is that of exponential
 * durations.
 */
export function refusedShare(
  serving: Serving,
  { perSecond, ready }: Coming,
  assumptions: Pick<Assumptions, 'traffic.queue'>,
): number {
  const line = lineOf(serving, assumptions);
  const station = stationOf(serving, ready, perSecond);
  return line === null || station === null ? 0 : shortLine(station, line).lost;
}

/**
 * The places of all replicas as one station; null: they take no time, or there is no limit. All tries of a request
 * count as one.
 */
function stationOf(
  { maxConcurrency, duration, pause }: Serving,
  ready: number,
  perSecond: number,
): QueueStation | null {
  const service = duration - pause;
  return maxConcurrency === null || service === 0 ? null : { servers: maxConcurrency * ready, perSecond, service };
}
