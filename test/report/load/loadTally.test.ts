import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constant, type Distribution } from '../../../src/engine/distribution.ts';
import { hour, minute } from '../../../src/engine/time.ts';
import { joinedCurve } from '../../../src/platform/traffic/curveForms.ts';
import { type Flow, flowAt } from '../../../src/platform/traffic/flow.ts';
import { type Serving, servingOf } from '../../../src/platform/traffic/serving.ts';
import { type LoadStretch, partsOf } from '../../../src/report/load/loadLine.ts';
import { LoadTally } from '../../../src/report/load/loadTally.ts';
import { ceilingIn, reserveIn } from '../../../src/report/load/replicaUse.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const Mi = 1_048_576;
const frame = { startAt: 0, growth: null };
const exponential: Distribution = { kind: 'exponential', mean: 12 };

/** Requests a second that go straight from one value to another in an hour. */
const flowOf = (first: number, last: number): Flow => [
  {
    curve: joinedCurve(
      [
        [0, first],
        [hour, last],
      ],
      frame,
    ),
    noise: null,
  },
];

interface Given {
  readonly first: number;
  readonly last: number;
  readonly ready: number;
  readonly serving: Serving;
}

const stretchOf = ({ first, last, ready, serving }: Given): LoadStretch => ({
  flow: flowOf(first, last),
  ready,
  resting: 1,
  serving,
  reserve: { cpuMillicores: 300, memoryBytes: 256 * Mi },
  from: 0,
  until: hour,
});

/** Stretches, cut where utilisation has moved by a hundredth: each is one part of its line. */
function cut(stretch: LoadStretch, { first, ready, serving }: Given): LoadStretch[] {
  const capacityPerSecond = ready * serving.capacityPerSecond;
  // Of the last millisecond, as the end is excluded.
  const last = flowAt(stretch.flow, stretch.until - 1);
  const line = { ...stretch, serving, capacityPerSecond, first, last, came: 0 };
  return partsOf(line).map(({ from, until }) => ({ ...stretch, from, until }));
}

function tallyOf(stretches: readonly LoadStretch[]): LoadTally {
  const tally = new LoadTally(defaultAssumptions);
  for (const stretch of stretches) tally.add(stretch);
  return tally;
}

/** All figures of a load. */
function figuresOf(tally: LoadTally): Record<string, number | null> {
  const { offered, utilisation, busyReplicas, cpu, memory, latency, full, peak } = tally;
  const figures: Record<string, number | null> = { offered, latencyMean: tally.latencyMean, peak: peak?.value ?? null };
  for (const [name, course] of Object.entries({ utilisation, busyReplicas, cpu: cpu.all, memory: memory.all })) {
    figures[`${name} mean`] = course.mean;
    figures[`${name} max`] = course.max;
    for (const percent of [1, 25, 50, 95, 99]) figures[`${name} ${percent}`] = course.percentile(percent);
  }
  for (const [name, { over, each }] of Object.entries({ cpu, memory })) {
    figures[`${name} over`] = over;
    figures[`${name} of reserve`] = each.shareOf(reserveIn)?.p95 ?? null;
    figures[`${name} of ceiling`] = each.shareOf(ceilingIn)?.mean ?? null;
  }
  for (const [limit, spells] of Object.entries(full)) figures[`full ${limit}`] = spells.total;
  const spread = latency.spread()?.classes;
  for (const share of [0.05, 0.5, 0.95, 0.99]) figures[`p${share}`] = spread?.valueAfter(share * spread.total) ?? null;
  return figures;
}

/** Whose processor, memory or places come to their limit, or do not. */
const servings = fc
  .record({
    cpu: fc.constantFrom(constant(12), exponential),
    duration: fc.integer({ min: 20, max: 300 }),
    memoryMi: fc.constantFrom(0, 1, 60),
    idleMillicores: fc.constantFrom(0, 20, 200),
    maxConcurrency: fc.constantFrom(null, 1, 4),
    helper: fc.boolean(),
  })
  .map(({ cpu, duration, memoryMi, idleMillicores, maxConcurrency, helper }) => {
    const main = { cpuMillicores: 500, memoryBytes: 512 * Mi };
    const containers = helper ? [main, { cpuMillicores: 900, memoryBytes: 128 * Mi }] : [main];
    const request = { cpu, duration: constant(duration), memoryBytes: constant(memoryMi * Mi) };
    const idle = { cpuMillicores: idleMillicores, memoryBytes: 100 * Mi };
    return servingOf(request, idle, { containers, maxConcurrency, timeout: 5_000 }, defaultAssumptions);
  });

const share = fc.double({ min: 0, max: 0.999, noNaN: true });

describe('the load of a line', () => {
  it('a law: it is that of its parts', () => {
    fc.assert(
      fc.property(servings, fc.integer({ min: 1, max: 5 }), share, share, (serving, ready, first, last) => {
        const capacity = ready * serving.capacityPerSecond;
        const given: Given = { first: first * capacity, last: last * capacity, ready, serving };
        const stretch = stretchOf(given);
        const [whole, parts] = [figuresOf(tallyOf([stretch])), figuresOf(tallyOf(cut(stretch, given)))];
        for (const [name, value] of Object.entries(parts)) {
          if (value === null) expect(whole[name], name).toBeNull();
          else expect(Math.abs((whole[name] ?? Number.NaN) - value), name).toBeLessThanOrEqual(1e-6 + 1e-4 * value);
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('is worked out by hand: one replica of 500m from 0 to 40/s, 10 ms each, in an hour', () => {
    const request = { cpu: constant(10), duration: constant(50) };
    const containers = [{ cpuMillicores: 500, memoryBytes: 512 * Mi }];
    const settings = { containers, maxConcurrency: null, timeout: 5_000 };
    const serving = servingOf(request, { cpuMillicores: 20 }, settings, defaultAssumptions);
    const tally = tallyOf([{ ...stretchOf({ first: 0, last: 40, ready: 1, serving }), resting: 0 }]);
    expect(tally.offered).toBeCloseTo(72_000, 0);
    expect(tally.peak).toEqual({ value: expect.closeTo(40, 3), at: hour - 1 });
    // 500m answer 50/s: from none of it to eight tenths.
    expect(tally.utilisation.pieces).toBe(1);
    expect(tally.utilisation.percentile(50)).toBeCloseTo(0.4, 6);
    expect(tally.cpu.all.mean).toBeCloseTo(220, 3);
    // Above 300m of the way from 20 to 420: 120 of 400 of the time, 60m in the mean.
    expect(tally.cpu.over).toBeCloseTo(0.3 * hour * 60, -4);
    expect(tally.full.processor.total).toBe(0);
  });

  it('all of what comes is taken as one piece only where nothing comes to a limit', () => {
    const containers = [{ cpuMillicores: 500, memoryBytes: 512 * Mi }];
    const settings = { containers, maxConcurrency: null, timeout: 5_000 };
    const idle = { cpuMillicores: 100, memoryBytes: 0 };
    const serving = servingOf({ cpu: constant(10) }, idle, settings, defaultAssumptions);
    // 100m idle and 10m a request come to 500m at 40 a second, though 50 can be answered.
    const pieces = (last: number): number =>
      tallyOf([stretchOf({ first: 20, last, ready: 1, serving })]).utilisation.pieces;
    expect(pieces(40)).toBe(1);
    expect(pieces(41)).toBeGreaterThan(1);
  });

  it('a replica that does all it can is full', () => {
    const settings = { containers: [{ cpuMillicores: 500, memoryBytes: 0 }], maxConcurrency: null, timeout: 5_000 };
    const serving = servingOf({ cpu: constant(10) }, {}, settings, defaultAssumptions);
    const tally = tallyOf([{ ...stretchOf({ first: 50, last: 50, ready: 1, serving }), until: 10 * minute }]);
    expect(tally.full.processor.total).toBe(10 * minute);
  });
});
