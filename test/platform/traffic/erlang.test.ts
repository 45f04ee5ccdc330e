import { describe, expect, it } from 'vitest';
import { meanSojourn, shareBeyond, sojournPercentile } from '../../../src/experiment/selftest/forms.ts';
import {
  erlangB,
  erlangC,
  meanWait,
  offeredLoad,
  type QueueStation,
  shortLine,
} from '../../../src/platform/traffic/erlang.ts';

/** p/q of whole numbers as a double, digit by digit. */
const quotient = (p: bigint, q: bigint): number => Number((p * 10n ** 40n) / q) / 1e40;

/** The terms a^k / k! for k from 0 to c, all times c! q^c, so that they are whole. */
function terms(servers: number, [p, q]: readonly [bigint, bigint]): bigint[] {
  const c = BigInt(servers);
  const all: bigint[] = [];
  for (let k = 0n; k <= c; k += 1n) {
    let term = p ** k * q ** (c - k);
    for (let factor = k + 1n; factor <= c; factor += 1n) term *= factor;
    all.push(term);
  }
  return all;
}

function exactB(servers: number, offered: readonly [bigint, bigint]): number {
  const all = terms(servers, offered);
  return quotient(
    all.at(-1) ?? 0n,
    all.reduce((sum, term) => sum + term),
  );
}

function exactC(servers: number, [p, q]: readonly [bigint, bigint]): number {
  const all = terms(servers, [p, q]);
  // The last term times c / (c - a) = c q / (c q - p).
  const c = BigInt(servers);
  const last = (all.pop() ?? 0n) * c * q;
  const others = all.reduce((sum, term) => sum + term, 0n) * (c * q - p);
  return quotient(last, last + others);
}

const loads: readonly (readonly [number, readonly [bigint, bigint]])[] = [
  [1, [1n, 2n]],
  [1, [9n, 10n]],
  [2, [1n, 1n]],
  [3, [1n, 1000n]],
  [5, [19n, 4n]],
  [10, [99n, 10n]],
  [30, [1n, 3n]],
  [80, [70n, 1n]],
  [200, [199n, 1n]],
];

describe('Erlang B', () => {
  it.each(loads)('%i servers: as in exact fractions', (servers, offered) => {
    const exact = exactB(servers, offered);
    expect(Math.abs(erlangB(servers, Number(offered[0]) / Number(offered[1])) - exact)).toBeLessThanOrEqual(
      1e-13 * exact + 1e-40,
    );
  });

  it.each([
    ['more than the servers can do', 3, [30n, 1n]],
    ['very much more', 10, [100_000n, 1n]],
  ] as const)('%s', (_, servers, offered) => {
    expect(erlangB(servers, Number(offered[0]))).toBeCloseTo(exactB(servers, offered), 12);
  });

  it('one server loses a / (1 + a), none loses all, no load loses nothing', () => {
    expect(erlangB(1, 0.25)).toBeCloseTo(0.2, 15);
    expect(erlangB(0, 3)).toBe(1);
    expect(erlangB(4, 0)).toBe(0);
  });

  it('follows its recursion on a hundred thousand servers', () => {
    const offered = 99_900;
    let lost = 1;
    for (let servers = 1; servers <= 100_000; servers += 1) lost = (offered * lost) / (servers + offered * lost);
    expect(Math.abs(erlangB(100_000, offered) / lost - 1)).toBeLessThan(1e-9);
  });
});

describe('Erlang C', () => {
  it.each(loads)('%i servers: as in exact fractions', (servers, offered) => {
    const exact = exactC(servers, offered);
    expect(Math.abs(erlangC(servers, Number(offered[0]) / Number(offered[1])) - exact)).toBeLessThanOrEqual(
      1e-12 * exact + 1e-40,
    );
  });

  it('is the busy share of one server, nothing without load, and everyone beyond the capacity', () => {
    expect(erlangC(1, 0.7)).toBeCloseTo(0.7, 14);
    expect(erlangC(5, 0)).toBe(0);
    expect(erlangC(5, 5)).toBe(1);
  });
});

describe('M/M/c', () => {
  const one: QueueStation = { servers: 1, perSecond: 25, service: 20 };
  const two: QueueStation = { servers: 2, perSecond: 50, service: 20 };

  it.each<[string, number, number]>([
    ['one server, half busy: the wait is as long as the service', meanWait(one), 20],
    ['and the whole twice as long', meanSojourn(one), 40],
    ['two servers, half busy: a third waits, for 20 ms', meanWait(two), 20 / 3],
    ['no load: no wait', meanWait({ ...two, perSecond: 0 }), 0],
    ['more than can be done', meanWait({ ...two, perSecond: 100 }), Number.POSITIVE_INFINITY],
    ['the offered load', offeredLoad(two), 1],
  ])('%s', (_, found, expected) => {
    if (Number.isFinite(expected)) expect(found).toBeCloseTo(expected, 10);
    else expect(found).toBe(expected);
  });

  /** Wait and service put together by numbers: the wait's atom and density against the service's tail. */
  function tailByHand({ servers, perSecond, service }: QueueStation, time: number): number {
    const offered = (perSecond * service) / 1_000;
    const waits = erlangC(servers, offered);
    const pace = (servers - offered) / service;
    const steps = 20_000;
    let sum = 0;
    for (let step = 0; step < steps; step += 1) {
      const wait = ((step + 0.5) * time) / steps;
      sum += pace * Math.exp(-pace * wait) * Math.exp(-(time - wait) / service) * (time / steps);
    }
    return (1 - waits) * Math.exp(-time / service) + waits * (sum + Math.exp(-pace * time));
  }

  it.each<[string, QueueStation]>([
    ['one server', one],
    ['two servers', two],
    ['a load of exactly one server less than there are', { servers: 3, perSecond: 100, service: 20 }],
    ['nearly so', { servers: 3, perSecond: 100.000001, service: 20 }],
    ['many, and busy', { servers: 40, perSecond: 390, service: 100 }],
    ['idle', { servers: 4, perSecond: 0.001, service: 20 }],
  ])('how many take longer than a time: %s', (_, station) => {
    for (const time of [1, 10, 37, 150]) expect(shareBeyond(station, time)).toBeCloseTo(tailByHand(station, time), 7);
  });

  it('one server: the percentiles of an exponential time', () => {
    expect(sojournPercentile(one, 0.5)).toBeCloseTo(40 * Math.log(2), 9);
    expect(sojournPercentile(one, 0.99)).toBeCloseTo(40 * Math.log(100), 9);
    expect(sojournPercentile({ ...one, perSecond: 50 }, 0.5)).toBe(Number.POSITIVE_INFINITY);
  });

  it('no load: the percentiles of the service', () => {
    expect(sojournPercentile({ servers: 7, perSecond: 1e-6, service: 20 }, 0.75)).toBeCloseTo(20 * Math.log(4), 6);
  });

  it('a percentile is where its tail begins', () => {
    for (const share of [0.5, 0.75, 0.99])
      expect(shareBeyond(two, sojournPercentile(two, share))).toBeCloseTo(1 - share, 12);
  });
});

describe('a line with an end', () => {
  const station = (servers: number, offered: number): QueueStation => ({ servers, perSecond: offered, service: 1_000 });
  it.each<[string, QueueStation, number, number, number]>([
    ['no line: as Erlang says', station(5, 3), 0, erlangB(5, 3), 0],
    ['one waits for one server', station(1, 1), 1, 1 / 3, 500],
    // 1, 2, 2, 2, 2 of 9 parts: one waits for 2 of them, two for 2.
    ['two wait for two servers, offered 2', station(2, 2), 2, 2 / 9, (1_000 * (6 / 9)) / (2 * (7 / 9))],
    ['a long one loses nothing', station(2, 1), 1_000, 0, meanWait(station(2, 1))],
    ['more than can be done: what is too much', station(2, 4), 1_000, 1 / 2, 500 * 999],
    ['nothing comes', station(2, 0), 3, 0, 0],
  ])('%s', (_, one, line, lost, wait) => {
    const found = shortLine(one, line);
    expect(found.lost).toBeCloseTo(lost, 9);
    expect(found.wait).toBeCloseTo(wait, 6);
  });
});
