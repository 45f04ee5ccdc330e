/**
 * Metrics of the calls of a deployment that have passed its checks, per second, for as long as a metric looks back.
 */
import type { Duration, Instant } from '../../engine/time.ts';

/** Milliseconds of one bucket. */
const bucket = 1_000;

/** A ring of one-second buckets. Mutable, plain data. A second can be read once `advanceGauge` has passed its end. */
export interface Gauge {
  /** Calls in flight: waiting, held, served or pausing. */
  present: number;
  /** Since when no call is in flight; null while one is. */
  emptySince: Instant | null;
  /** The instant up to which concurrency is counted. */
  countedTo: Instant;
  /** Call-milliseconds in flight since the start; calls still in flight count up to `countedTo`. */
  presentMs: number;
  /** How many of them are at a replica. */
  seated: number;
  /** Call-milliseconds at replicas, counted like `presentMs`. */
  seatedMs: number;
  readonly arrivals: Float64Array;
  readonly presence: Float64Array;
  /** The part of it at replicas. */
  readonly seats: Float64Array;
  /** Millicores of processors in use, times milliseconds. */
  readonly busy: Float64Array;
  /** Processor use since the start (millicores times milliseconds). */
  busyMcoreMs: number;
  /** Answers of the last minutes, in order: when, with which latency, and the handle of the replica. */
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

/** Forgets the past; keeps only the calls in flight. */
export function forgetGauge(gauge: Gauge, now: Instant): void {
  advanceGauge(gauge, now);
  for (const column of [gauge.arrivals, gauge.presence, gauge.seats, gauge.busy]) column.fill(0);
  if (gauge.emptySince !== null) gauge.emptySince = now;
  gauge.answeredAt = [];
  gauge.latencies = [];
  gauge.answeredBy = [];
}

/** Whether all calls ended before the time that a metric looks back: every column would read 0. */
export function isForgotten({ emptySince, arrivals }: Gauge, now: Instant): boolean {
  return emptySince !== null && now - emptySince > arrivals.length * bucket;
}

/** Counts concurrency up to now: before a call arrives or ends, and before the gauge is read. */
export function advanceGauge(gauge: Gauge, now: Instant): void {
  if (now === gauge.countedTo) return;
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

/** Counts the arrival of a call; the gauge is already advanced to now. */
export function countArrival(gauge: Gauge, now: Instant): void {
  gauge.arrivals[Math.floor(now / bucket) % gauge.arrivals.length]! += 1;
  gauge.present += 1;
  gauge.emptySince = null;
}

/** Counts the end of a call, answered or not; the gauge is already advanced to now. */
export function countDeparture(gauge: Gauge, now: Instant): void {
  gauge.present -= 1;
  if (gauge.present === 0) gauge.emptySince = now;
}

/** Counts a call that reaches a replica or leaves it; the gauge is already advanced to now. */
export function countSeats(gauge: Gauge, change: 1 | -1): void {
  gauge.seated += change;
}

/** Counts processor use (millicores) over a stretch that ends now; the gauge is already advanced to now. */
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

/** An answer: the handle of its replica, and its latency. */
interface Answer {
  readonly by: number;
  readonly latency: Duration;
}

/** Records an answer of now; drops answers older than the span. */
export function countAnswer(gauge: Gauge, now: Instant, { by, latency }: Answer): void {
  const { answeredAt, latencies, answeredBy, arrivals } = gauge;
  const oldest = now - (arrivals.length - 2) * bucket;
  // Drops half of the list at a time, so each answer is moved only a few times.
  if (answeredAt.length > 64 && answeredAt[answeredAt.length >> 1]! < oldest) {
    let kept = answeredAt.length >> 1;
    while (kept < answeredAt.length && answeredAt[kept]! < oldest) kept += 1;
    gauge.answeredAt = answeredAt.slice(kept);
    gauge.latencies = latencies.slice(kept);
    gauge.answeredBy = answeredBy.slice(kept);
  }
  gauge.answeredAt.push(now);
  gauge.latencies.push(latency);
  gauge.answeredBy.push(by);
}

/** Sum of one column of the gauge between two instants, in whole seconds; the later one is excluded and past. */
export function gaugedBetween(column: Float64Array, from: Instant, until: Instant): number {
  let sum = 0;
  for (let second = Math.floor(from / bucket); (second + 1) * bucket <= until; second += 1)
    sum += column[second % column.length]!;
  return sum;
}

/** The answers that a latency covers: a time span (end excluded) and the handles of replicas. */
interface Answers {
  readonly since: Instant;
  readonly until: Instant;
  readonly by: readonly number[];
}

/**
 * The mean over replicas of a latency percentile of each one's answers, by nearest rank (6.1). A replica without an
 * answer is left out; null: no replica has one.
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
