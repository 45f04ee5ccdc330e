/**
 * Queueing theory for many servers and random arrivals: Erlang's formulas for lost and for waiting requests.
 */
/** Identical servers with random (Poisson) arrivals. */
export interface QueueStation {
  readonly servers: number;
  readonly perSecond: number;
  /** Mean service time, in milliseconds. */
  readonly service: number;
}

/** Above this, the lost share counts as 0. */
const hopeless = 1e300;

/** Smaller terms are ignored. */
const nearlyNone = 1e-18;

/** Offered load in erlangs: arrival rate times service time. */
export function offeredLoad({ perSecond, service }: Pick<QueueStation, 'perSecond' | 'service'>): number {
  return (perSecond * service) / 1_000;
}

/**
 * Erlang's B: the share of requests that find every server busy and are lost, if no request may wait. It depends only
 * on the mean service time.
 *
 * The recursion 1/B(c) = 1 + c/a / B(c - 1) is unrolled from its top, so it can stop when the remaining terms are
 * negligible. All terms are above 0; tens of thousands of servers take hundreds of steps.
 *
 *   1 server, offered 1 -> 1/2     2 servers, offered 1 -> 1/5     none, any -> 1
 *
 * @param servers whole, 0 or more
 * @param offered 0 or more
 */
export function erlangB(servers: number, offered: number): number {
  let sum = 1;
  let term = 1;
  for (let left = servers; left > 0; left -= 1) {
    term *= left / offered;
    sum += term;
    if (sum > hopeless) return 0;
    if (left < offered && term < sum * 1e-17) break;
  }
  return 1 / sum;
}

/**
 * Erlang's C: the share of requests that have to wait, if all may wait (M/M/c); 1 if the offered load is more than the
 * servers can do.
 *
 *   1 server, offered 0.5 -> 1/2     2 servers, offered 1 -> 1/3
 */
export function erlangC(servers: number, offered: number): number {
  if (offered >= servers) return 1;
  const lost = erlangB(servers, offered);
  return lost / (1 - (offered / servers) * (1 - lost));
}

/**
 * Mean waiting time before service over all requests, in milliseconds (M/M/c, first come first served); Infinity if the
 * offered load is more than the servers can do.
 */
export function meanWait(station: QueueStation): number {
  const offered = offeredLoad(station);
  const { servers, service } = station;
  return offered >= servers ? Number.POSITIVE_INFINITY : (erlangC(servers, offered) * service) / (servers - offered);
}

/**
 * The result of a queue of limited length (M/M/c/K): the share of requests that find it full and are lost, and the mean
 * waiting time of the others, in milliseconds. Without a queue, and only then, it is the same for any distribution of
 * service times.
 *
 * If the last place is taken for a share b of the time, one more place is taken for b' = xb / (1 + xb) of it, with x
 * the load offered to each server.
 *
 *   1 server, offered 1: no line -> 1/2 lost     1 may wait -> 1/3 lost, the others wait for half a service
 *
 * @param line requests that may wait at once, whole
 */
export function shortLine(station: QueueStation, line: number): { readonly lost: number; readonly wait: number } {
  const { servers, perSecond, service } = station;
  if (perSecond === 0 || service === 0) return { lost: 0, wait: 0 };
  const offered = offeredLoad(station);
  let lost = erlangB(servers, offered);
  let waiting = 0;
  for (let place = 1; place <= line && lost > nearlyNone; place += 1) {
    const taken = (lost * offered) / servers;
    waiting = (waiting + place * taken) / (1 + taken);
    lost = taken / (1 + taken);
  }
  return { lost, wait: (waiting * 1_000) / (perSecond * (1 - lost)) };
}
