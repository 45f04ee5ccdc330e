/**
 * Replicas that take so many requests at once: the wait for a place, and who finds none.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import { erlangC, meanWait, offeredLoad, type QueueStation, shortLine } from './erlang.ts';
import { lineOf } from './patience.ts';
import type { Serving } from './serving.ts';
import { meanPower, valueShares } from './valueShares.ts';

type PlaceAssumptions = Pick<Assumptions, 'fluid.latency' | 'fluid.saturation' | 'traffic.queue'>;

/** What comes to some replicas, in requests per second. */
interface Coming {
  readonly perSecond: number;
  readonly ready: number;
}

/**
 * Mean wait for one of all places, in milliseconds (M/G/c); 0 where there is no limit (`fluid.latency`,
 * `fluid.saturation`, `traffic.queue`).
 *
 * Places are those of all replicas together, as there is one line for them. The wait is that for exponential durations,
 * times (1 + cv^2) / 2: half as long where all take the same time.
 *
 * @param rps what each replica answers
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

/** The wait for a place, of all requests. */
export interface Queue {
  /** The share of requests that wait, above 0. */
  readonly share: number;
  /** Of all requests, in milliseconds. */
  readonly mean: number;
  /** Of those that wait: variance over the square of the mean. */
  readonly cvSquared: number;
}

/**
 * How the wait for a place spreads; null: nobody waits (`fluid.latency`).
 *
 * For exponential durations, and for any on one place, the share and both moments are exact (Erlang C, Pollaczek and
 * Khinchine); for several places what one that waits has before it is taken as the shortest of what is left of them
 * all.
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

/** Of what is left of a duration, at any instant of it: variance over the square of the mean. */
function leftSpread(durations: ReturnType<typeof valueShares>): number {
  const square = meanPower(durations, 2);
  return square === 0 ? 0 : (4 * meanPower(durations, 3)) / (3 * square * square) - 1;
}

/**
 * The share of requests that find all places taken, and the line full (`traffic.queue`); 0 where there is no line that
 * can be.
 *
 * Without a line it is Erlang's, for any distribution of durations; with one that of exponential durations.
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
 * The places of all replicas as one station; null: they take no time, or there is no limit to them. All tries of a
 * request are as one.
 */
function stationOf(
  { maxConcurrency, duration, pause }: Serving,
  ready: number,
  perSecond: number,
): QueueStation | null {
  const service = duration - pause;
  return maxConcurrency === null || service === 0 ? null : { servers: maxConcurrency * ready, perSecond, service };
}
