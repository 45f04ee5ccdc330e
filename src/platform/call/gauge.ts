/**
 * What the calls of a deployment that have passed its checks came to, second by second, for as long as a metric looks
 * back.
 */
import type { Duration, Instant } from '../../engine/time.ts';

/** Milliseconds of one bucket. */
const bucket = 1_000;

/**
 * A ring of seconds. Mutable, plain data. What is counted in a second can be read once `advanceGauge` has come past its
 * end.
 */
export interface Gauge {
  /** Calls that are here: waiting, held, served or pausing. */
  present: number;
  /** Since when none is; null while one is. */
  emptySince: Instant | null;
  /** Up to when presence is counted. */
  countedTo: Instant;
  /** Milliseconds of all calls here since the start, those present counted up to `countedTo`. */
  presentMs: number;
  /** How many of them are at a replica. */
  seated: number;
  /** Milliseconds of all that were at replicas, as `presentMs`. */
  seatedMs: number;
  readonly arrivals: Float64Array;
  readonly presence: Float64Array;
  /** Of those at a replica. */
  readonly seats: Float64Array;
  /** Millicores of processors in use, times milliseconds. */
  readonly busy: Float64Array;
  /** The same since the start, in sum. */
  busyMcoreMs: number;
  /** Answers of the last minutes, in order: when, after how long, and by which replica's handle. */
  answeredAt: number[];
  latencies: number[];
  answeredBy: number[];
}

/** @param span how far back a metric looks, at most */
export function newGauge(now: Instant, span: Duration): Gauge {
  const length = Math.ceil(span / bucket) + 2;
  return {
    present: 0,
    emptySince: now,
    countedTo: now,
    presentMs: 0,
    seated: 0,
    seatedMs: 0,
    arrivals: new Float64Array(length),
    presence: new Float64Array(length),
    seats: new Float64Array(length),
    busy: new Float64Array(length),
    busyMcoreMs: 0,
    answeredAt: [],
    latencies: [],
    answeredBy: [],
  };
}

/** An independent copy. */
export function cloneGauge(gauge: Gauge): Gauge {
  return {
    ...gauge,
    arrivals: gauge.arrivals.slice(),
    presence: gauge.presence.slice(),
    seats: gauge.seats.slice(),
    busy: gauge.busy.slice(),
    answeredAt: gauge.answeredAt.slice(),
    latencies: gauge.latencies.slice(),
    answeredBy: gauge.answeredBy.slice(),
  };
}

/** Nothing is remembered of the time before now but who is here. */
export function forgetGauge(gauge: Gauge, now: Instant): void {
  advanceGauge(gauge, now);
  for (const column of [gauge.arrivals, gauge.presence, gauge.seats, gauge.busy]) column.fill(0);
  if (gauge.emptySince !== null) gauge.emptySince = now;
  gauge.answeredAt = [];
  gauge.latencies = [];
  gauge.answeredBy = [];
}

/** Whether all calls went longer ago than a metric looks back: every column would read 0. */
export function isForgotten({ emptySince, arrivals }: Gauge, now: Instant): boolean {
  return emptySince !== null && now - emptySince > arrivals.length * bucket;
}

/** Counts presence up to now: before a call comes or goes, and before the gauge is read. */
export function advanceGauge(gauge: Gauge, now: Instant): void {
  const { arrivals, presence, seats, busy, present, seated } = gauge;
  gauge.presentMs += present * (now - gauge.countedTo);
  gauge.seatedMs += seated * (now - gauge.countedTo);
  // Whole turns of the ring that have passed are overwritten: only the last one counts.
  let at = Math.max(gauge.countedTo, (Math.floor(now / bucket) - arrivals.length + 1) * bucket);
  while (at < now) {
    const second = Math.floor(at / bucket);
    const end = Math.min((second + 1) * bucket, now);
    presence[second % presence.length]! += present * (end - at);
    seats[second % seats.length]! += seated * (end - at);
    if (end === (second + 1) * bucket) {
      const next = (second + 1) % arrivals.length;
      arrivals[next] = 0;
      presence[next] = 0;
      seats[next] = 0;
      busy[next] = 0;
    }
    at = end;
  }
  gauge.countedTo = now;
}

/** A call comes in; the gauge is advanced to now. */
export function countArrival(gauge: Gauge, now: Instant): void {
  gauge.arrivals[Math.floor(now / bucket) % gauge.arrivals.length]! += 1;
  gauge.present += 1;
  gauge.emptySince = null;
}

/** A call goes, answered or not; the gauge is advanced to now. */
export function countDeparture(gauge: Gauge, now: Instant): void {
  gauge.present -= 1;
  if (gauge.present === 0) gauge.emptySince = now;
}

/** One that is here comes to a replica, or leaves it; the gauge is advanced to now. */
export function countSeats(gauge: Gauge, change: 1 | -1): void {
  gauge.seated += change;
}

/** A processor of so many millicores was in use for a while, which ends now; the gauge is advanced to now. */
export function countBusy(gauge: Gauge, millicores: number, from: Instant, now: Instant): void {
  const { busy } = gauge;
  gauge.busyMcoreMs += millicores * (now - from);
  let at = Math.max(from, (Math.floor(now / bucket) - busy.length + 2) * bucket);
  while (at < now) {
    const second = Math.floor(at / bucket);
    const end = Math.min((second + 1) * bucket, now);
    busy[second % busy.length]! += millicores * (end - at);
    at = end;
  }
}

/** An answer: by which replica's handle, and after how long. */
interface Answer {
  readonly by: number;
  readonly latency: Duration;
}

/** Keeps an answer that comes now; those older than the span are dropped. */
export function countAnswer(gauge: Gauge, now: Instant, { by, latency }: Answer): void {
  const { answeredAt, latencies, answeredBy, arrivals } = gauge;
  const oldest = now - (arrivals.length - 2) * bucket;
  // Half of it at a time: each answer is moved a few times at most.
  if (answeredAt.length > 64 && answeredAt[answeredAt.length >> 1]! < oldest) {
    const kept = answeredAt.findIndex((at) => at >= oldest);
    gauge.answeredAt = kept < 0 ? [] : answeredAt.slice(kept);
    gauge.latencies = kept < 0 ? [] : latencies.slice(kept);
    gauge.answeredBy = kept < 0 ? [] : answeredBy.slice(kept);
  }
  gauge.answeredAt.push(now);
  gauge.latencies.push(latency);
  gauge.answeredBy.push(by);
}

/** Sum of one of the gauge's columns between two instants, in whole seconds; the later one excluded and past. */
export function gaugedBetween(column: Float64Array, from: Instant, until: Instant): number {
  let sum = 0;
  for (let second = Math.floor(from / bucket); (second + 1) * bucket <= until; second += 1)
    sum += column[second % column.length]!;
  return sum;
}

/** Which answers a latency is one of: those of a while, its end excluded, by the replicas of these handles. */
interface Answers {
  readonly since: Instant;
  readonly until: Instant;
  readonly by: readonly number[];
}

/**
 * The mean over replicas of the latency that a share of each one's answers did not exceed, by nearest rank (6.1). One
 * without an answer has none that counts; null: none of them has.
 *
 *   one answers in 100 ms, one in 400 ms, however many each -> 250
 */
export function gaugedLatency(
  { answeredAt, latencies, answeredBy }: Gauge,
  { since, until, by }: Answers,
  percentile: number,
): number | null {
  const byReplica = new Map<number, number[]>(by.map((handle) => [handle, []]));
  for (let place = answeredAt.length - 1; place >= 0 && answeredAt[place]! >= since; place -= 1)
    if (answeredAt[place]! < until) byReplica.get(answeredBy[place]!)?.push(latencies[place]!);
  let sum = 0;
  let count = 0;
  for (const answers of byReplica.values()) {
    if (answers.length === 0) continue;
    answers.sort((a, b) => a - b);
    sum += answers[Math.ceil((answers.length * percentile) / 100) - 1]!;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}
