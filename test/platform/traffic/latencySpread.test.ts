import { describe, expect, it } from 'vitest';
import {
  classOfDelays,
  delaysUnder,
  linedSpread,
  latencySpread as spreadOfDelays,
} from '../../../src/platform/traffic/latencySpread.ts';
import { type LatencyAssumptions, loadOf } from '../../../src/platform/traffic/load.ts';
import { type RequestBehaviour, type Serving, servingOf } from '../../../src/platform/traffic/serving.ts';
import type { SpreadShare } from '../../../src/platform/traffic/spread.ts';
import { ValueClasses } from '../../../src/report/load/valueClasses.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const containers = [{ cpuMillicores: 1_000, memoryBytes: 2 ** 30 }];
const exponential = { kind: 'exponential', mean: 100 } as const;
const constant = { kind: 'constant', value: 100 } as const;

function serving(request: RequestBehaviour, maxConcurrency: number | null = null) {
  return servingOf(request, {}, { containers, maxConcurrency, timeout: 600_000 }, defaultAssumptions);
}

function latencySpread(
  one: Serving,
  coming: { readonly perSecond: number; readonly ready: number },
  assumptions: LatencyAssumptions,
): readonly SpreadShare[] {
  return spreadOfDelays(one, delaysUnder(one, coming, assumptions));
}

function classesOf(spread: readonly SpreadShare[]): ValueClasses {
  const classes = new ValueClasses();
  for (const one of spread) classes.addSpread(one, 1);
  return classes;
}

function percentile(spread: readonly SpreadShare[], percent: number): number {
  const classes = classesOf(spread);
  return classes.valueAfter((classes.total * percent) / 100);
}

function meanOf(spread: readonly SpreadShare[]): number {
  return spread.reduce((sum, { share, from, to, tail }) => sum + share * ((from + to) / 2 + tail), 0);
}

describe('how latencies of single requests spread', () => {
  it('one place, exponential (M/M/1): exponential, with the mean of all of it', () => {
    const one = serving({ duration: exponential }, 1);
    for (const busy of [0.3, 0.6, 0.9]) {
      const spread = latencySpread(one, { perSecond: 10 * busy, ready: 1 }, defaultAssumptions);
      const mean = 100 / (1 - busy);
      for (const percent of [50, 95, 99])
        expect(percentile(spread, percent) / (-mean * Math.log(1 - percent / 100))).toBeCloseTo(1, 1);
    }
  });

  it('ten places (M/M/c): the share that waits is that of Erlang C, and how long is exponential', () => {
    const spread = latencySpread(serving({ duration: constant }, 10), { perSecond: 90, ready: 1 }, defaultAssumptions);
    // 1 - C: nobody of them takes longer than the duration. C for 10 servers and 9 erlangs is 0.6687.
    const atOnce = spread.filter(({ from, to, tail }) => from === 100 && to === 100 && tail === 0);
    expect(atOnce.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1 - 0.6687, 3);
  });

  it('a shared processor (M/M/1-PS): mean and variance are those of theory', () => {
    for (const busy of [0.3, 0.6, 0.9]) {
      const spread = latencySpread(
        serving({ cpu: exponential }),
        { perSecond: 10 * busy, ready: 1 },
        defaultAssumptions,
      );
      const mean = 100 / (1 - busy);
      expect(meanOf(spread) / mean).toBeCloseTo(1, 2);
      const square = spread.reduce((sum, { share, from, to, tail }) => {
        const own = (from + to) / 2 + tail;
        return sum + share * (own * own + tail * tail + (to - from) ** 2 / 12);
      }, 0);
      expect((square / (mean * mean) - 1) / ((2 + busy) / (2 - busy))).toBeCloseTo(1, 1);
    }
  });

  it('has the mean that a load has (`fluid.latency`), for several replicas, places and retries too', () => {
    const trouble = { latency: 0, failure: 0.3, pauses: [25, 50], isPerTry: false };
    const retried = servingOf(
      { cpu: exponential },
      {},
      { containers, maxConcurrency: null, timeout: 600_000, trouble },
      defaultAssumptions,
    );
    for (const [one, ready] of [
      [serving({ cpu: constant }), 4],
      [serving({ cpu: constant, duration: { kind: 'constant', value: 300 } }), 4],
      [serving({ duration: { kind: 'lognormal', mean: 100, cv: 2 } }, 5), 2],
      [retried, 1],
    ] as const) {
      const pressure = { perSecond: 0.6 * ready * one.capacityPerSecond, ready, waiting: 0 };
      const { latency } = loadOf(one, pressure, defaultAssumptions);
      expect(meanOf(latencySpread(one, pressure, defaultAssumptions)) / latency).toBeCloseTo(1, 1);
    }
  });

  it('delays of one class are nearly the same', () => {
    const one = serving({ cpu: exponential });
    const classAt = (perSecond: number): string =>
      classOfDelays(delaysUnder(one, { perSecond, ready: 1 }, defaultAssumptions));
    expect(classAt(5)).toBe(classAt(5.01));
    expect(classAt(5)).not.toBe(classAt(5.3));
    expect(classAt(9)).not.toBe(classAt(9.1));
  });

  it('is that of the durations where nothing limits them', () => {
    const spread = latencySpread(serving({ duration: exponential }), { perSecond: 5, ready: 1 }, defaultAssumptions);
    for (const percent of [50, 95, 99])
      expect(percentile(spread, percent) / (-100 * Math.log(1 - percent / 100))).toBeCloseTo(1, 1);
  });

  it('`fluid.latency` serviceTime: nobody waits but in line', () => {
    const assumptions = { ...defaultAssumptions, 'fluid.latency': 'serviceTime' } as const;
    const spread = latencySpread(serving({ cpu: constant }), { perSecond: 9, ready: 1 }, assumptions);
    expect(spread).toEqual([{ share: 1, from: 100, to: 100, tail: 0 }]);
  });
});

describe('how latencies spread of those that stand in line', () => {
  it('a long wait is what it is: chance adds nothing to it', () => {
    const spread = linedSpread(
      serving({ duration: constant }, 10),
      1,
      { from: 60_000, to: 60_000 },
      defaultAssumptions,
    );
    expect(percentile(spread, 50)).toBeCloseTo(60_100, -1);
    expect(percentile(spread, 99)).toBeCloseTo(60_100, -1);
  });

  it('a short one is as long as chance makes it near the capacity', () => {
    const spread = linedSpread(serving({ duration: exponential }, 1), 1, { from: 0, to: 0 }, defaultAssumptions);
    expect(percentile(spread, 50)).toBeGreaterThan(1_000);
  });

  it('places that share a processor: each takes as long as all of them have it', () => {
    const spread = linedSpread(serving({ cpu: constant }, 10), 1, { from: 60_000, to: 60_000 }, defaultAssumptions);
    // 59 s in line, then ten share a processor for a second.
    expect(spread).toEqual([{ share: 1, from: 60_000, to: 60_000, tail: 0 }]);
  });
});
