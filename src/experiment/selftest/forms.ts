/**
 * Closed forms that runs are compared with: one server with any service time, many servers, retries, cold starts,
 * executions that start again from scratch, replica counts by chance. Erlang's formulas are in
 * `src/platform/traffic/erlang.ts`.
 */
import { exp } from '../../engine/math.ts';
import type { Duration } from '../../engine/time.ts';
import { erlangC, meanWait, offeredLoad, type QueueStation } from '../../platform/traffic/erlang.ts';

/** Requests as they come to a server; times in milliseconds. */
type Server = Pick<QueueStation, 'perSecond' | 'service'>;

/** One server, requests that come at random, any distribution of services. Times in milliseconds. */
export interface SingleServer extends Server {
  /** Standard deviation over mean of the service time. */
  readonly cv: number;
}

/**
 * Mean wait before service, first come first served, in milliseconds (M/G/1, by Pollaczek and Khinchine); Infinity
 * where the server cannot keep up.
 *
 *   20 ms each, half busy: cv 1 -> 20 ms     cv 0 -> 10 ms     cv 2 -> 50 ms
 */
export function pollaczekWait(server: SingleServer): number {
  const busy = offeredLoad(server);
  const { service, cv } = server;
  return busy >= 1 ? Number.POSITIVE_INFINITY : (busy * service * (1 + cv * cv)) / (2 * (1 - busy));
}

/**
 * Mean time from arrival to answer where the server is shared by all requests at once, in milliseconds (M/G/1 processor
 * sharing). It depends on the mean service only, and a request of s milliseconds takes s / (1 - busy); Infinity where
 * the server cannot keep up.
 *
 *   20 ms, half busy -> 40 ms
 */
export function sharedSojourn(server: Server): number {
  const busy = offeredLoad(server);
  return busy >= 1 ? Number.POSITIVE_INFINITY : server.service / (1 - busy);
}

/**
 * Tries that one request takes on average, each failing alike and by itself: (1 - p^(r+1)) / (1 - p) (RETRY-2).
 *
 *   half fail, 2 retries -> 1.75     all fail, 2 retries -> 3     none fail -> 1
 *
 * @param failure share of tries that fail, 0 to 1
 * @param retries after the first try, whole
 */
export function meanTries(failure: number, retries: number): number {
  // The sum 1 + p + ... + p^r is the same, also where p is 1.
  let tries = 1;
  for (let retry = 0; retry < retries; retry += 1) tries = 1 + failure * tries;
  return tries;
}

/**
 * Mean latency of requests that are tried again, in milliseconds: the sum of p^i (s + b_i), with b_0 = 0. Each try
 * takes its time, and each retry waits before it (RETRY-2, `retry.backoff`).
 *
 *   50 ms, half fail, pauses of 25 and 50 ms -> 50 + 75/2 + 100/4 = 112.5 ms
 *
 * @param service of each try, in milliseconds
 * @param failure share of tries that fail, 0 to 1
 * @param pauses before each retry, in order, in milliseconds; empty: no retries
 */
export function latencyWithRetries(service: number, failure: number, pauses: readonly number[]): number {
  let latency = service;
  let reached = 1;
  for (const pause of pauses) {
    reached *= failure;
    latency += reached * (service + pause);
  }
  return latency;
}

/**
 * The pauses before retries that grow by a factor up to a maximum, in milliseconds.
 *
 *   25 ms, factor 2, at most 250 ms, 5 retries -> 25, 50, 100, 200, 250
 */
export function growingPauses(
  retries: number,
  { first, factor, most }: { readonly first: number; readonly factor: number; readonly most: number },
): number[] {
  const pauses: number[] = [];
  for (let pause = first; pauses.length < retries; pause *= factor) pauses.push(Math.min(pause, most));
  return pauses;
}

/** The share of requests that fail in spite of their retries: p^(r+1). */
export function failureAfter(failure: number, retries: number): number {
  let share = failure;
  for (let retry = 0; retry < retries; retry += 1) share *= failure;
  return share;
}

/**
 * The share of requests that find every replica gone: none has come, or been at work, within the delay of scaling to
 * zero before them. Exact where requests come at random and never wait for each other, however long they take
 * (`serverless.zero`).
 *
 *   1 in 5 min, 2 s each, delay 5 min -> 0.365
 *
 * @param service mean, in milliseconds
 * @param delay from the last answer until the replica goes, in milliseconds
 */
export function coldStartShare(perSecond: number, service: number, delay: Duration): number {
  return exp((-perSecond * (service + delay)) / 1_000);
}

/** Mean time from arrival to answer, in milliseconds: wait and service (M/M/c). */
export function meanSojourn(station: QueueStation): number {
  return meanWait(station) + station.service;
}

/**
 * The share of requests that take longer than a time, in milliseconds, from arrival to answer (M/M/c, first come first
 * served); 1 where more comes than can be done.
 *
 * With wait W (0, or exponential with what the servers have to spare) and an exponential service: e^-x (1 + C (1 -
 * e^-dx) / d), where x is the time in mean services and d = c - 1 - a, which for d = 0 is e^-x (1 + C x).
 */
export function shareBeyond(station: QueueStation, time: number): number {
  const offered = offeredLoad(station);
  const { servers, service } = station;
  if (offered >= servers) return 1;
  const x = time / service;
  const spare = servers - 1 - offered;
  const waits = erlangC(servers, offered);
  // For a small d both forms lose digits; the next term of the series keeps them.
  const isNear = Math.abs(spare * x) < 1e-5;
  const reached = isNear ? x * (1 - (spare * x) / 2) : (1 - exp(-spare * x)) / spare;
  return Math.min(1, exp(-x) * (1 + waits * reached));
}

/**
 * The time that a share of requests takes at most, from arrival to answer, in milliseconds (M/M/c).
 *
 *   1 server, 20 ms, 25/s (half busy), 0.5 -> 27.7 ms (40 ms times ln 2)
 *
 * @param share from 0 up to 1, excluded
 */
export function sojournPercentile(station: QueueStation, share: number): number {
  if (offeredLoad(station) >= station.servers) return Number.POSITIVE_INFINITY;
  const rest = 1 - share;
  let high = station.service;
  while (shareBeyond(station, high) > rest) high *= 2;
  let low = 0;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (shareBeyond(station, middle) > rest) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Mean time until work is done that interruptions throw back to its start: E = (1/l + R) (e^(lL) - 1).
 *
 * Interruptions come at random at the rate l while it works. An uninterrupted attempt has the probability e^(-lL), so
 * e^(lL) - 1 attempts fail on average. Each costs the time R until the next one begins.
 *
 *   10 min of work, an interruption in 10 min, 10 min to the next attempt -> 20 (e - 1) = 34.4 min
 *
 * All times are in one unit, and so is the result.
 *
 * @param work L, the time that an uninterrupted attempt takes
 * @param between 1/l, the mean time from one interruption to the next, above 0
 * @param restart R, from an interruption to the next attempt
 */
export function timeFromScratch(work: number, between: number, restart: number): number {
  return (between + restart) * (exp(work / between) - 1);
}

/**
 * The share of evaluations that want this many replicas, if each sees a load X of its own from a Poisson distribution:
 * P(max(1, ceil(X / target)) = k), the sum of the probabilities of (k - 1) target < X <= k target.
 *
 *   mean 1, target 1: one replica -> P(X <= 1) = 2/e     two -> P(X = 2) = 1/2e
 *
 * @param mean of the load, in requests, above 0
 * @param target the load of one replica, in requests, above 0
 * @param count k, whole, 1 or more
 */
export function replicaShare(mean: number, target: number, count: number): number {
  const least = count === 1 ? 0 : Math.floor((count - 1) * target) + 1;
  const most = Math.floor(count * target);
  let term = exp(-mean);
  let share = 0;
  for (let load = 0; load <= most; load += 1) {
    if (load >= least) share += term;
    term *= mean / (load + 1);
  }
  return share;
}
