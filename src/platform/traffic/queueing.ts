/**
 * One server, however long services take; requests that are tried again; replicas that have gone to sleep.
 */
import { exp } from '../../engine/math.ts';
import type { Duration } from '../../engine/time.ts';

/** One server, requests that come at random, any distribution of services. Times in milliseconds. */
export interface SingleServer {
  readonly perSecond: number;
  /** Mean and standard deviation over mean of the service time. */
  readonly service: number;
  readonly cv: number;
}

/** The share of time in which one server is busy; 1 and more where it cannot keep up. */
export function utilisation({ perSecond, service }: Pick<SingleServer, 'perSecond' | 'service'>): number {
  return (perSecond * service) / 1_000;
}

/**
 * Mean wait before service, first come first served, in milliseconds (M/G/1, by Pollaczek and Khinchine); Infinity where the server cannot keep up.
 *
 *   20 ms each, half busy: cv 1 -> 20 ms     cv 0 -> 10 ms     cv 2 -> 50 ms
 */
export function pollaczekWait(server: SingleServer): number {
  const busy = utilisation(server);
  const { service, cv } = server;
  return busy >= 1 ? Number.POSITIVE_INFINITY : (busy * service * (1 + cv * cv)) / (2 * (1 - busy));
}

/**
 * Mean time from arrival to answer where the server is shared by all requests at once, in milliseconds (M/G/1 processor sharing). It depends on the
 * mean service only, and a request of s milliseconds takes s / (1 - busy); Infinity where the server cannot keep up.
 *
 *   20 ms, half busy -> 40 ms
 */
export function sharedSojourn(server: Pick<SingleServer, 'perSecond' | 'service'>): number {
  const busy = utilisation(server);
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

/** The share of requests that fail in spite of their retries: p^(r+1). */
export function failureAfter(failure: number, retries: number): number {
  let share = failure;
  for (let retry = 0; retry < retries; retry += 1) share *= failure;
  return share;
}

/**
 * The share of requests that find every replica gone: none has come, or been at work, within the delay of scaling to zero before them. Exact where
 * requests come at random and never wait for each other, however long they take (`serverless.zero`).
 *
 *   1 in 5 min, 2 s each, delay 5 min -> 0.365
 *
 * @param service mean, in milliseconds
 * @param delay from the last answer until the replica goes, in milliseconds
 */
export function coldStartShare(perSecond: number, service: number, delay: Duration): number {
  return exp((-perSecond * (service + delay)) / 1_000);
}
