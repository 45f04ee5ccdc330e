import { describe, expect, it } from 'vitest';
import { draw } from '../../../src/engine/distribution.ts';
import { Streams } from '../../../src/engine/random.ts';
import {
  coldStartShare,
  failureAfter,
  growingPauses,
  latencyWithRetries,
  meanSojourn,
  meanTries,
  pollaczekWait,
  replicaShare,
  sharedSojourn,
  timeFromScratch,
} from '../../../src/experiment/selftest/forms.ts';
import { meanWait } from '../../../src/platform/traffic/erlang.ts';

describe('one server', () => {
  it.each([
    ['exponential services: half busy, as long as the service', 25, 1, 20],
    ['constant services: half of that', 25, 0, 10],
    ['services of twice the spread', 25, 2, 50],
    ['nine tenths busy, constant', 45, 0, 90],
    ['no load', 0, 3, 0],
    ['just as much as it can do', 50, 1, Number.POSITIVE_INFINITY],
  ])('mean wait: %s', (_, perSecond, cv, expected) => {
    const found = pollaczekWait({ perSecond, service: 20, cv });
    if (Number.isFinite(expected)) expect(found).toBeCloseTo(expected, 9);
    else expect(found).toBe(expected);
  });

  it('with exponential services it is M/M/1, shared or in line', () => {
    for (const perSecond of [1, 20, 40, 49]) {
      const station = { servers: 1, perSecond, service: 20 };
      expect(pollaczekWait({ perSecond, service: 20, cv: 1 })).toBeCloseTo(meanWait(station), 8);
      expect(sharedSojourn({ perSecond, service: 20 })).toBeCloseTo(meanSojourn(station), 8);
    }
    expect(sharedSojourn({ perSecond: 50, service: 20 })).toBe(Number.POSITIVE_INFINITY);
    expect(sharedSojourn({ perSecond: 0, service: 20 })).toBe(20);
  });
});

describe('retries', () => {
  it.each([
    ['half fail, 2 retries', 0.5, 2, 1.75, 0.125],
    ['none fail', 0, 5, 1, 0],
    ['all fail', 1, 2, 3, 1],
    ['no retries', 0.3, 0, 1, 0.3],
    ['a tenth fails, 10 retries', 0.1, 10, (1 - 0.1 ** 11) / 0.9, 1e-11],
  ])('%s', (_, failure, retries, tries, failed) => {
    expect(meanTries(failure, retries)).toBeCloseTo(tries, 13);
    expect(failureAfter(failure, retries)).toBeCloseTo(failed, 13);
  });
});

describe('cold starts', () => {
  it('one request in five minutes, a delay of five minutes and 2 s of service', () => {
    expect(coldStartShare(1 / 300, 2_000, 300_000)).toBeCloseTo(Math.exp(-302 / 300), 14);
  });

  it('as many as in a simulation of requests one by one', () => {
    const streams = new Streams('1');
    const [gaps, services] = [streams.open('gaps'), streams.open('services')];
    const [perSecond, service, delay, count] = [0.01, 20_000, 60_000, 40_000];
    let now = 0;
    let goneAt = Number.NEGATIVE_INFINITY;
    let cold = 0;
    for (let request = 0; request < count; request += 1) {
      now += draw({ kind: 'exponential', mean: 1_000 / perSecond }, streams.keyOf(gaps, request));
      if (now > goneAt) cold += 1;
      const served = draw({ kind: 'gamma', mean: service, cv: 2 }, streams.keyOf(services, request));
      goneAt = Math.max(goneAt, now + served + delay);
    }
    expect(cold / count).toBeCloseTo(coldStartShare(perSecond, service, delay), 2);
  });
});

describe('latency with retries', () => {
  it.each([
    ['half fail, pauses of 25 and 50 ms', 50, 0.5, [25, 50], 50 + 75 / 2 + 100 / 4],
    ['none fail', 50, 0, [25, 50], 50],
    ['all fail', 50, 1, [25, 50], 225],
    ['no retries', 50, 0.5, [], 50],
    ['without pauses it is the tries, each with its service', 50, 0.5, [0, 0, 0], 50 * 1.875],
  ])('%s', (_, service, failure, pauses, expected) => {
    expect(latencyWithRetries(service, failure, pauses)).toBeCloseTo(expected, 10);
  });

  it('pauses grow by the factor up to the longest, which is included', () => {
    expect(growingPauses(5, { first: 25, factor: 2, most: 250 })).toEqual([25, 50, 100, 200, 250]);
    expect(growingPauses(3, { first: 25, factor: 2, most: 100 })).toEqual([25, 50, 100]);
    expect(growingPauses(0, { first: 25, factor: 2, most: 250 })).toEqual([]);
  });
});

describe('executions from scratch', () => {
  it('10 minutes of work, an interruption every 10 minutes, 10 minutes to the next attempt: 20 (e - 1)', () => {
    expect(timeFromScratch(10, 10, 10)).toBeCloseTo(20 * (Math.E - 1), 10);
  });

  it('rare interruptions: the work itself', () => {
    expect(timeFromScratch(10, 1e9, 5)).toBeCloseTo(10, 5);
  });

  it('as long as in a simulation of attempts one by one', () => {
    const streams = new Streams('1');
    const gaps = streams.open('gaps');
    const [work, between, restart, count] = [8, 10, 3, 60_000];
    let total = 0;
    let drawn = 0;
    for (let execution = 0; execution < count; execution += 1) {
      for (;;) {
        const until = draw({ kind: 'exponential', mean: between }, streams.keyOf(gaps, drawn++));
        if (until >= work) break;
        total += until + restart;
      }
      total += work;
    }
    expect(total / count / timeFromScratch(work, between, restart)).toBeCloseTo(1, 2);
  });
});

describe('replica counts by chance', () => {
  it('mean 1, target 1: two or one request in e', () => {
    expect(replicaShare(1, 1, 1)).toBeCloseTo(2 / Math.E, 14);
    expect(replicaShare(1, 1, 2)).toBeCloseTo(1 / (2 * Math.E), 14);
  });

  it('no load wants one replica, as does a load of exactly the target', () => {
    expect(replicaShare(1e-12, 15, 1)).toBeCloseTo(1, 10);
    // X = 15 wants one replica of 15, X = 16 two.
    const upTo15 = replicaShare(15, 15, 1);
    expect(replicaShare(15, 16, 1)).toBeGreaterThan(upTo15);
    expect(replicaShare(15, 15.5, 1)).toBe(upTo15);
  });

  it('the shares of all counts add up to 1', () => {
    let sum = 0;
    for (let count = 1; count < 30; count += 1) sum += replicaShare(52.5, 15, count);
    expect(sum).toBeCloseTo(1, 12);
  });
});
