import { describe, expect, it } from 'vitest';
import { constant, type Distribution } from '../../../src/engine/distribution.ts';
import { loadOf, type Pressure } from '../../../src/platform/traffic/load.ts';
import { type Serving, servingOf } from '../../../src/platform/traffic/serving.ts';
import { isLeastTrust, lessTrust, type Trust, trustOf } from '../../../src/platform/traffic/trust.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

const settings = {
  containers: [{ cpuMillicores: 1_000, memoryBytes: 1 }],
  timeout: 600_000,
};
const exponential: Distribution = { kind: 'exponential', mean: 100 };
const lognormal: Distribution = { kind: 'lognormal', mean: 100, cv: 2 };
const endless: Distribution = { kind: 'pareto', minimum: 50, shape: 1.9 };
const random = { 'traffic.route.replica': 'random' } as const;
const leastRequests = { 'traffic.route.replica': 'leastRequests' } as const;
const serviceTime = { 'fluid.latency': 'serviceTime' } as const;
const inPlaces = (maxConcurrency: number, duration: Distribution): Serving =>
  servingOf({ duration }, {}, { ...settings, maxConcurrency }, defaultAssumptions);
const shared = (cpu: Distribution, maxConcurrency: number | null = null): Serving =>
  servingOf({ cpu }, {}, { ...settings, maxConcurrency }, defaultAssumptions);

function trustIn(one: Serving, more: Partial<Pressure> = {}, assumed: Partial<Assumptions> = {}): Trust {
  const pressure = { perSecond: 7, ready: 1, waiting: 0, ...more };
  const assumptions = { ...defaultAssumptions, ...assumed };
  const load = loadOf(one, pressure, assumptions);
  expect(load.latency).not.toBeNaN();
  return trustOf(one, pressure, load, assumptions);
}

describe('how far a latency is to be trusted: waits for a place', () => {
  it.each<[string, Serving, Partial<Pressure>, Trust]>([
    ['one place, any duration', inPlaces(1, lognormal), {}, 'steady'],
    ['several, exponential', inPlaces(2, exponential), { perSecond: 14 }, 'steady'],
    ['several', inPlaces(2, lognormal), { perSecond: 14 }, 'approximate'],
    ['one on each of several replicas', inPlaces(1, lognormal), { perSecond: 14, ready: 2 }, 'approximate'],
    ['several, hardly ever all taken', inPlaces(100, lognormal), { perSecond: 14 }, 'steady'],
    ['a variance without an end', inPlaces(1, endless), {}, 'rough'],
    ['nobody is there', inPlaces(2, lognormal), { ready: 0 }, 'steady'],
  ])('%s', (_, one, more, expected) => {
    expect(trustIn(one, more)).toBe(expected);
  });

  it('as if durations were exponential, where they are not', () => {
    expect(trustIn(inPlaces(1, lognormal), {}, { 'fluid.latency': 'exponential' })).toBe('approximate');
  });

  it('a line that is full at once', () => {
    expect(trustIn(inPlaces(5, lognormal), { perSecond: 30 }, { 'traffic.queue': 0 })).toBe('steady');
  });
});

describe('where no latency can be trusted less', () => {
  const ways = ['queueing', 'exponential', 'serviceTime'] as const;

  it('is known from the replicas alone', () => {
    let least = 0;
    const all = [exponential, lognormal, endless, constant(100)].flatMap((one) => [
      inPlaces(1, one),
      inPlaces(3, one),
      shared(one),
      shared(one, 4),
    ]);
    for (const one of all)
      for (const ready of [1, 2, 9])
        for (const perSecond of [0.1, 7, 60])
          for (const way of ways) {
            const trust = trustIn(one, { perSecond, ready }, { 'fluid.latency': way });
            if (trust !== 'steady' && isLeastTrust(trust, one)) least += 1;
            if (isLeastTrust('approximate', one)) expect(trust).not.toBe('rough');
          }
    expect(least).toBeGreaterThan(50);
  });

  it('is an order of magnitude, or a rule of thumb where nothing is without end', () => {
    expect(isLeastTrust('approximate', shared(lognormal))).toBe(true);
    expect(isLeastTrust('approximate', shared(endless))).toBe(false);
    expect(isLeastTrust('approximate', inPlaces(2, endless))).toBe(false);
    expect(isLeastTrust('rough', inPlaces(2, endless))).toBe(true);
    expect(isLeastTrust('steady', shared(lognormal))).toBe(false);
  });
});

describe('how far a latency is to be trusted: shared processors', () => {
  const two = { perSecond: 14, ready: 2 };
  it.each<[string, Serving, Partial<Pressure>, Partial<Assumptions>, Trust]>([
    ['one replica', shared(lognormal), {}, {}, 'steady'],
    ['several, by turns', shared(constant(100)), two, {}, 'approximate'],
    ['several, to who has the fewest', shared(constant(100)), two, leastRequests, 'approximate'],
    ['several, at random', shared(constant(100)), two, random, 'steady'],
    ['several, hardly ever two at one of them', shared(constant(100)), { perSecond: 0.5, ready: 2 }, {}, 'steady'],
    ['several, and nobody asks how long it takes', shared(constant(100)), two, serviceTime, 'steady'],
    ['several, each with one request at a time', shared(constant(100), 1), two, random, 'approximate'],
    ['times without an end of variance', shared(endless), two, {}, 'rough'],
    ['the same at random', shared(endless), two, random, 'steady'],
  ])('%s', (_, one, more, assumed, expected) => {
    expect(trustIn(one, more, assumed)).toBe(expected);
  });
});

it('the worse of two counts', () => {
  expect(lessTrust('approximate', 'steady')).toBe('approximate');
  expect(lessTrust('approximate', 'rough')).toBe('rough');
});
