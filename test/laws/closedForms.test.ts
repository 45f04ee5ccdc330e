import { describe, expect, it } from 'vitest';
import { draw } from '../../src/engine/distribution.ts';
import { Streams } from '../../src/engine/random.ts';
import { meanWait } from '../../src/platform/traffic/erlang.ts';
import { coldStartShare, failureAfter, meanSojourn, meanTries, pollaczekWait, sharedSojourn } from './closedForms.ts';

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
