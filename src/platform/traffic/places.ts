/**
 * Replicas that take so many requests at once: the wait for a place, and who finds none.
 */
import type { Assumptions } from '../rules/assumptions.ts';
import { meanWait, type Station, shortLine } from './erlang.ts';
import { lineOf } from './patience.ts';
import type { Serving } from './serving.ts';

type PlaceAssumptions = Pick<Assumptions, 'fluid.latency' | 'fluid.saturation' | 'traffic.queue'>;

/** What comes to some replicas, in requests per second. */
interface Coming {
  readonly perSecond: number;
  readonly ready: number;
}

/**
 * Mean wait for one of all places, in milliseconds (M/G/c); 0 where there is no limit (`fluid.latency`, `fluid.saturation`, `traffic.queue`).
 *
 * Places are those of all replicas together, as there is one line for them. The wait is that for exponential durations, times (1 + cv^2) / 2: half as
 * long where all take the same time.
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

/**
 * The share of requests that find all places taken, and the line full (`traffic.queue`); 0 where there is no line that can be.
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

/** The places of all replicas as one station; null: they take no time, or there is no limit to them. All tries of a request are as one. */
function stationOf({ maxConcurrency, duration, pause }: Serving, ready: number, perSecond: number): Station | null {
  const service = duration - pause;
  return maxConcurrency === null || service === 0 ? null : { servers: maxConcurrency * ready, perSecond, service };
}
