import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constant, type Distribution } from '../../../src/engine/distribution.ts';
import {
  isProportional,
  latencyPercentile,
  loadOf,
  type Pressure,
  type ReplicaLoad,
} from '../../../src/platform/traffic/load.ts';
import { type RequestBehaviour, type Serving, servingOf } from '../../../src/platform/traffic/serving.ts';
import { evenDelay } from '../../../src/platform/traffic/sharing.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const Mi = 1_048_576;
const containers = [{ cpuMillicores: 500, memoryBytes: 512 * Mi }];
const request: RequestBehaviour = { cpu: constant(12), duration: constant(80), memoryBytes: constant(Mi) };
const idle = { cpuMillicores: 20, memoryBytes: 220 * Mi };
const open = { containers, maxConcurrency: null, timeout: 5_000 };
const serving = servingOf(request, idle, open, defaultAssumptions);
const places = servingOf({ duration: constant(80) }, {}, { ...open, maxConcurrency: 2 }, defaultAssumptions);
const free = servingOf({}, {}, open, defaultAssumptions);
const loadAt = (one: Serving, perSecond: number, ready: number, waiting = 0): ReplicaLoad =>
  loadOf(one, { perSecond, ready, waiting }, defaultAssumptions);

describe('what one replica can do', () => {
  const two = [...containers, { cpuMillicores: 100, memoryBytes: 128 * Mi }];
  it.each<[string, Serving, number]>([
    ['its processor: 500m, 12 ms each', serving, 500 / 12],
    ['its places: 2 at once, 80 ms each', places, 25],
    ['nothing limits it', free, Number.POSITIVE_INFINITY],
    ['the lesser of both', servingOf(request, {}, { ...open, maxConcurrency: 2 }, defaultAssumptions), 25],
    [
      'the smallest of its containers',
      servingOf(request, {}, { ...open, containers: two }, defaultAssumptions),
      100 / 12,
    ],
    [
      'all of them, where assumed',
      servingOf(request, {}, { ...open, containers: two }, { 'fluid.processor': 'allContainers' }),
      50,
    ],
  ])('%s', (_, { capacityPerSecond }, expected) => {
    expect(capacityPerSecond).toBe(expected);
  });

  it('without a duration a request takes its processor time, on one core at most', () => {
    const onlyCpu = { cpu: constant(12) };
    expect(servingOf(onlyCpu, {}, open, defaultAssumptions).duration).toBe(24);
    const wide = { ...open, containers: [{ cpuMillicores: 4_000, memoryBytes: Mi }] };
    expect(servingOf(onlyCpu, {}, wide, defaultAssumptions).duration).toBe(12);
  });

  it('a request without a finite mean is a mistake', () => {
    expect(() =>
      servingOf({ duration: { kind: 'pareto', minimum: 1, shape: 1 } }, {}, open, defaultAssumptions),
    ).toThrow();
  });
});

describe('the load of replicas', () => {
  it('90/s on three of 500m', () => {
    const { latency, ...rest } = loadAt(serving, 90, 3);
    expect(rest).toEqual({
      rps: 30,
      concurrency: 2.4,
      cpuMillicores: 380,
      memoryBytes: 222.4 * Mi,
      overflowPerSecond: 0,
    });
    // 24 ms of the processor each, which is 72 % busy: as long as exponential ones would wait in one line for three.
    expect(latency).toBeCloseTo(80 + 14.915, 3);
  });

  it('beyond the capacity the rest overflows, and cpu stops at the limit', () => {
    const load = loadAt(serving, 150, 3);
    expect(load.rps).toBeCloseTo(41.667, 3);
    expect(load.overflowPerSecond).toBeCloseTo(25, 9);
    expect(load.cpuMillicores).toBe(500);
    // As if 95 % busy (`fluid.saturation`).
    expect(load.latency).toBeCloseTo(80 + evenDelay({ replicas: 3, busy: 0.95, service: 24 }, 1), 6);
  });

  it('what waits keeps it at its capacity, and takes its time', () => {
    const load = loadAt(serving, 10, 2, 250);
    expect(load.rps).toBeCloseTo(41.667, 3);
    expect(load.concurrency).toBeCloseTo(41.667 * 0.08 + 125, 3);
    expect(load.latency).toBeCloseTo(80 + evenDelay({ replicas: 2, busy: 0.95, service: 24 }, 1) + 3_000, 6);
    expect(load.overflowPerSecond).toBe(0);
  });

  it('places: requests wait for one of all', () => {
    // 4 places, 2 of them taken on average: 0.1739 wait, for 80 / 2 ms; for half of that, as all take the same time.
    const { latency, concurrency, rps } = loadAt(places, 25, 2);
    expect([rps, concurrency]).toEqual([12.5, 1]);
    expect(latency).toBeCloseTo(80 + ((4 / 23) * 40) / 2, 6);
  });

  const inPlaces = (maxConcurrency: number, duration: Distribution): Serving =>
    servingOf({ duration }, {}, { ...open, timeout: 600_000, maxConcurrency }, defaultAssumptions);
  const lognormal: Distribution = { kind: 'lognormal', mean: 100, cv: 2 };
  it.each<[string, Distribution, number]>([
    ['all alike', constant(100), 216.667],
    ['exponential', { kind: 'exponential', mean: 100 }, 333.333],
    ['uneven', lognormal, 683.333],
  ])('one place, 0.7 busy: they wait as Pollaczek and Khinchine say, %s', (_, duration, expected) => {
    expect(loadAt(inPlaces(1, duration), 7, 1).latency).toBeCloseTo(expected, 3);
  });

  it('`fluid.latency` exponential: they wait as if all durations were', () => {
    const assumed = { ...defaultAssumptions, 'fluid.latency': 'exponential' } as const;
    const pressure = { perSecond: 7, ready: 1, waiting: 0 };
    expect(loadOf(inPlaces(1, lognormal), pressure, assumed).latency).toBeCloseTo(333.333, 3);
  });

  it.each<[string, number, Distribution, number, number]>([
    // 5 places, offered 3: Erlang's B is 0.1101.
    ['without a line, as Erlang says', 0, lognormal, 3 * (1 - 0.11005), 100],
    // One waits for 0.0619 of the time: that many are lost, and 28.1 a second wait for it on average.
    ['a line of one', 1, { kind: 'exponential', mean: 100 }, 3 * (1 - 0.06196), 100 + 2.2],
  ])('`traffic.queue`: who finds no room is refused, %s', (_, queue, duration, rps, latency) => {
    const assumed = { ...defaultAssumptions, 'traffic.queue': queue };
    const pressure = { perSecond: 30, ready: 1, waiting: 0 };
    const load = loadOf(inPlaces(5, duration), pressure, assumed);
    expect(load.rps).toBeCloseTo(10 * rps, 2);
    expect(load.overflowPerSecond).toBeCloseTo(30 - 10 * rps, 2);
    expect(load.latency).toBeCloseTo(latency, 0);
  });

  it('one that is alone on its replica shares its processor with nobody', () => {
    const one = servingOf(
      { cpu: constant(100) },
      {},
      { ...open, containers: [{ cpuMillicores: 1_000, memoryBytes: Mi }], maxConcurrency: 1 },
      defaultAssumptions,
    );
    expect(loadAt(one, 7, 1).latency).toBeCloseTo(216.667, 3);
  });

  it('memory counts those in flight, not those that wait for a place', () => {
    const held = servingOf(
      { duration: constant(80), memoryBytes: constant(Mi) },
      {},
      { ...open, maxConcurrency: 2 },
      defaultAssumptions,
    );
    expect(loadAt(held, 0, 1, 500).memoryBytes).toBe(2 * Mi);
    expect(loadAt(serving, 0, 1, 500).memoryBytes).toBe(512 * Mi);
  });

  it('nobody there: all overflows', () => {
    expect(loadAt(serving, 40, 0)).toEqual({
      rps: 0,
      concurrency: 0,
      cpuMillicores: 0,
      memoryBytes: 0,
      latency: Number.POSITIVE_INFINITY,
      overflowPerSecond: 40,
    });
  });

  it('idle: what it uses idle', () => {
    const expected = {
      rps: 0,
      concurrency: 0,
      cpuMillicores: 20,
      memoryBytes: 220 * Mi,
      latency: 80,
      overflowPerSecond: 0,
    };
    expect(loadAt(serving, 0, 2)).toEqual(expected);
  });

  it('nothing limits it: nothing ever waits', () => {
    const expected = { rps: 1e6, concurrency: 0, cpuMillicores: 0, memoryBytes: 0, latency: 0, overflowPerSecond: 0 };
    expect(loadAt(free, 1e6, 1, 7)).toEqual(expected);
  });

  it('`fluid.latency` serviceTime: as if each were alone', () => {
    const assumed = { ...defaultAssumptions, 'fluid.latency': 'serviceTime' } as const;
    expect(loadOf(serving, { perSecond: 90, ready: 3, waiting: 0 }, assumed).latency).toBe(80);
  });
});

describe('percentiles of the latency', () => {
  const exponential = servingOf({ duration: { kind: 'exponential', mean: 80 } }, {}, open, defaultAssumptions);
  it.each<[string, number, number]>([
    ['without load: those of the duration', 80, 80 * Math.log(100)],
    ['stretched as the mean is', 160, 160 * Math.log(100)],
    ['cut where requests are given up', 4_000, 5_000],
    ['nobody answers', Number.POSITIVE_INFINITY, 5_000],
  ])('%s', (_, latency, expected) => {
    expect(latencyPercentile(exponential, { latency }, 99, defaultAssumptions)).toBeCloseTo(expected, 9);
  });

  it('`fluid.percentile` shifted: later as the mean is', () => {
    const found = latencyPercentile(exponential, { latency: 160 }, 50, { 'fluid.percentile': 'shifted' });
    expect(found).toBeCloseTo(80 * Math.log(2) + 80, 9);
  });
});

describe('more never gives less', () => {
  const servings = fc
    .record({
      cpu: fc.option(fc.integer({ min: 1, max: 200 })),
      cv: fc.constantFrom(0, 0.5, 1, 3),
      duration: fc.option(fc.integer({ min: 1, max: 500 })),
      maxConcurrency: fc.option(fc.integer({ min: 1, max: 50 })),
      cpuMillicores: fc.integer({ min: 25, max: 4_000 }),
    })
    .map(({ cpu, cv, duration, maxConcurrency, cpuMillicores }) =>
      servingOf(
        {
          memoryBytes: constant(Mi),
          ...(cpu === null ? {} : { cpu: { kind: 'lognormal', mean: cpu, cv } as const }),
          ...(duration === null ? {} : { duration: { kind: 'lognormal', mean: duration, cv: 0.5 } as const }),
        },
        idle,
        { containers: [{ cpuMillicores, memoryBytes: 512 * Mi }], maxConcurrency, timeout: 5_000 },
        defaultAssumptions,
      ),
    );
  const pressures: fc.Arbitrary<Pressure> = fc.record({
    perSecond: fc.double({ min: 0, max: 1_000, noNaN: true }),
    ready: fc.integer({ min: 1, max: 20 }),
    waiting: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1_000, noNaN: true })),
  });
  const figures = ['rps', 'concurrency', 'cpuMillicores', 'memoryBytes', 'latency', 'overflowPerSecond'] as const;

  it.each<[string, (pressure: Pressure, more: number) => Pressure]>([
    ['a greater rate', (pressure, more) => ({ ...pressure, perSecond: pressure.perSecond + more })],
    ['more that waits', (pressure, more) => ({ ...pressure, waiting: pressure.waiting + more })],
    ['a replica less', (pressure) => ({ ...pressure, ready: Math.max(1, pressure.ready - 1) })],
  ])('%s', (_, greater) => {
    const mores = fc.oneof(fc.constant(1e-9), fc.double({ min: 0, max: 100, noNaN: true }));
    const routes = fc.constantFrom('roundRobin' as const, 'leastRequests' as const, 'random' as const);
    const law = fc.property(servings, pressures, mores, routes, (one, pressure, more, route) => {
      const assumed = { ...defaultAssumptions, 'traffic.route.replica': route };
      const before = loadOf(one, pressure, assumed);
      const after = loadOf(one, greater(pressure, more), assumed);
      for (const figure of figures) {
        const slack = figure === 'latency' || figure === 'overflowPerSecond' ? 1e-12 * before[figure] : 0;
        expect(after[figure], figure).toBeGreaterThanOrEqual(before[figure] - slack);
        expect(Number.isFinite(after[figure]), figure).toBe(true);
      }
      for (const percentile of [50, 99] as const) {
        const found = latencyPercentile(one, after, percentile, defaultAssumptions);
        const expected = latencyPercentile(one, before, percentile, defaultAssumptions);
        expect(found).toBeGreaterThanOrEqual(expected * (1 - 1e-12));
        expect(found).toBeLessThanOrEqual(5_000);
      }
    });
    fc.assert(law, { seed: 1, numRuns: 500 });
  });

  it('what is answered and what overflows is what comes', () => {
    const law = fc.property(servings, pressures, (one, { perSecond, ready }) => {
      const { rps, overflowPerSecond } = loadOf(one, { perSecond, ready, waiting: 0 }, defaultAssumptions);
      expect(rps * ready + overflowPerSecond).toBeCloseTo(perSecond, 6);
    });
    fc.assert(law, { seed: 1, numRuns: 200 });
  });
});

describe('whether use goes with what comes', () => {
  // 41.7/s on one replica; idle it uses 20m and 220 MiB, and each request 12m and 1 MiB while it is there.
  const withPauses: Serving = { ...serving, maxConcurrency: 2, duration: 80, pause: 30, capacityPerSecond: 40 };
  it.each<[string, Serving, number, boolean]>([
    ['as long as the processor is enough', serving, 40, true],
    ['not if idle use takes the rest of it', serving, 40.1, false],
    ['not beyond what can be answered', { ...serving, capacityPerSecond: 30 }, 30.1, false],
    ['as long as the memory is enough', { ...serving, idleMemoryBytes: 509 * Mi }, 37.5, true],
    ['not beyond it', { ...serving, idleMemoryBytes: 509 * Mi }, 37.6, false],
    ['as long as all that are there have a place', withPauses, 25, true],
    ['not if some of them pause between tries, for their memory', withPauses, 25.1, false],
  ])('%s', (_, one, each, expected) => {
    const unlimited = { 'traffic.queue': 'unlimited' } as const;
    expect(isProportional(one, { perSecond: 3 * each, ready: 3 }, unlimited)).toBe(expected);
    // Where a queue is full after so many, some are refused in any case.
    const isQueued = one.maxConcurrency !== null;
    expect(isProportional(one, { perSecond: 3 * each, ready: 3 }, { 'traffic.queue': 5 })).toBe(expected && !isQueued);
  });
});
