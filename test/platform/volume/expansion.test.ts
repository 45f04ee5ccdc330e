import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '../../../src/engine/time.ts';
import { type ExpansionState, expansionHolds, planExpansion } from '../../../src/platform/volume/expansion.ts';
import type { Fit } from '../../../src/platform/volume/forecast.ts';
import { type VolumesetSettings, volumesetSettings } from '../../../src/platform/volume/settings.ts';
import { assume, settings, spec } from './specs.ts';

const now = 100 * day;
const reactive = { minFreePercentage: 20, scalingFactor: 2 };
const predictive = { ...reactive, predictive: { enabled: true, minDataPoints: 10, minGrowthRateGBPerHour: 0.01 } };

/** Use and capacity in GB. */
function state(usedGB: number, capacityGB: number, more: Partial<ExpansionState> = {}): ExpansionState {
  return {
    commandAtWork: false,
    capacityMicroGB: Math.round(capacityGB * 1e6),
    reading: Math.round(usedGB * 1000),
    fit: null,
    expansions: [],
    ...more,
  };
}

/** A line that is at `meanGB` now and grows by `slopeGB` an hour. */
function line(meanGB: number, slopeGB: number, points = 100): Fit {
  const mean = meanGB * 1000;
  return { points, slopePerHour: slopeGB * 1000, mean, hoursSinceMean: 0, last: mean, isAtBound: false };
}

function targetGB(set: VolumesetSettings, what: ExpansionState): number | string {
  const plan = planExpansion(set, what, now);
  if (plan.kind !== 'act') return plan.kind;
  return (plan.actions[0]?.toMicroGB ?? Number.NaN) / 1e6;
}

describe('VOLAUTO-11 to VOLAUTO-13: reactive growth', () => {
  const set = settings(reactive);
  it.each<[string, number | string, ExpansionState, VolumesetSettings]>([
    ['exactly the threshold free is enough', 'hold', state(8, 10), set],
    ['one reading less is not', 20.0025, state(8.001, 10), set],
    ['used / 0.8 * 2', 20.25, state(8.1, 10), set],
    ['8 GB of less than 10 GB: 20 GB exactly', 20, state(8, 9.9), set],
    [
      'rounded up to whole GB where so assumed',
      21,
      state(8.1, 10),
      settings(reactive, { 'volume.reactive.rounding': 'up' }),
    ],
    [
      'no rounding where the target is whole',
      20,
      state(8, 9.9),
      settings(reactive, { 'volume.reactive.rounding': 'up' }),
    ],
    ['cut to maxCapacity', 16, state(10, 10), settings({ ...reactive, maxCapacity: 16 })],
    ['holds at maxCapacity', 'hold', state(16, 16), settings({ ...reactive, maxCapacity: 16 })],
    ['cut to the class maximum', 65_536, state(60_000, 65_535), set],
    ['factor 1 expands to the bare margin', 10.0125, state(8.01, 10), settings({ ...reactive, scalingFactor: 1 })],
    [
      '9/(1-90/100) is 90, which is not above 90',
      'hold',
      state(9, 90),
      settings({ minFreePercentage: 90, scalingFactor: 1 }),
    ],
    [
      'u 1, f 90, s 1.1: 11, not a hair above',
      11,
      state(1, 9.9),
      settings({ minFreePercentage: 90, scalingFactor: 1.1 }),
    ],
    [
      'f 80, factor 2 at 1 GB: 10, not 10.000000000000002',
      10,
      state(1, 4),
      settings({ minFreePercentage: 80, scalingFactor: 2 }),
    ],
    [
      'a threshold that is no whole number',
      'hold',
      state(7, 8),
      settings({ minFreePercentage: 12.5, scalingFactor: 2 }),
    ],
    [
      '... nor one reading beyond it',
      16.002286,
      state(7.001, 8),
      settings({ minFreePercentage: 12.5, scalingFactor: 2 }),
    ],
    [
      '100 % free: to the cap',
      300,
      state(0.001, 10),
      settings({ ...reactive, minFreePercentage: 100, maxCapacity: 300 }),
    ],
    ['100 % free and nothing used: holds', 'hold', state(0, 10), settings({ ...reactive, minFreePercentage: 100 })],
    [
      '100 % free: refused where so assumed',
      'refuse',
      state(1, 10),
      settings({ ...reactive, minFreePercentage: 100 }, { 'volume.minFree100': 'refuse' }),
    ],
  ])('%s', (_, expected, what, settingsOf) => {
    expect(targetGB(settingsOf, what)).toBe(expected);
  });

  it('says why it holds', () => {
    expect(planExpansion(set, state(8, 10), now)).toBe(expansionHolds.enoughFree);
    expect(planExpansion(settings({ ...reactive, maxCapacity: 16 }), state(16, 16), now)).toBe(expansionHolds.atCap);
    expect(planExpansion(set, state(9, 10, { commandAtWork: true }), now)).toBe(expansionHolds.commandAtWork);
  });

  it('carries the numbers that decided', () => {
    const plan = planExpansion(settings({ ...reactive, maxCapacity: 16 }), state(9, 10), now);
    expect(plan.kind === 'act' && plan.actions[0]).toMatchObject({
      trigger: 'reactive',
      figures: {
        usedGB: 9,
        capacityGB: 10,
        freePercentage: 10,
        reactiveTargetGB: 22.5,
        capGB: 16,
        isCapped: true,
        points: null,
      },
    });
    expect(plan.reason.rules).toEqual(['VOLAUTO-11', 'VOLAUTO-12', 'VOLAUTO-13']);
  });
});

describe('volume.autoscale.requires', () => {
  it('without both fields nothing grows by itself', () => {
    for (const autoscaling of [{}, { minFreePercentage: 20 }, { scalingFactor: 2 }])
      expect(planExpansion(settings(autoscaling), state(10, 10), now)).toBe(expansionHolds.off);
    expect(planExpansion(volumesetSettings(spec(), assume({})), state(10, 10), now)).toBe(expansionHolds.off);
  });

  it('either one will do where so assumed', () => {
    const either = { 'volume.autoscale.requires': 'either' } as const;
    expect(targetGB(settings({ minFreePercentage: 20 }, either), state(8.8, 10))).toBe(11);
    expect(targetGB(settings({ scalingFactor: 2 }, either), state(9.9, 10))).toBe('hold');
    expect(targetGB(settings({ scalingFactor: 2 }, either), state(9.901, 10))).toBe(20.002021);
  });
});

describe('VOLAUTO-14 to VOLAUTO-19: predictive growth', () => {
  const set = settings(predictive);
  // 6 hours ahead: 7 + 6 * 0.5 = 10 GB projected, so 10/0.8*2 = 25 GB.
  const growing = state(7, 10, { fit: line(7, 0.5) });

  it.each<[string, number | string, ExpansionState, VolumesetSettings]>([
    ['grows ahead of the threshold', 25, growing, set],
    ['exactly the threshold free as projected is enough', 'hold', state(5, 10, { fit: line(5, 0.5) }), set],
    ['VOLAUTO-16: the target is rounded up to whole GB', 26, state(7.1, 10, { fit: line(7.1, 0.5) }), set],
    [
      'its own factor',
      14,
      growing,
      settings({ ...predictive, predictive: { ...predictive.predictive, scalingFactor: 1.1 } }),
    ],
    ['VOLAUTO-19: too few points: holds', 'hold', state(7, 10, { fit: line(7, 0.5, 9) }), set],
    ['as many points as asked for: enough', 25, state(7, 10, { fit: line(7, 0.5, 10) }), set],
    ['VOLAUTO-18: growth below the minimum: holds', 'hold', state(7.9, 10, { fit: line(7.99, 0.0099) }), set],
    ['growth exactly at the minimum counts', 21, state(7.9, 10, { fit: line(7.99, 0.01) }), set],
    ['... and so with noise beneath it', 21, state(7.9, 10, { fit: line(7.99, 0.00999999999999) }), set],
    ['a slope that is no number: holds', 'hold', state(7, 10, { fit: line(7, Number.NaN) }), set],
    ['VOLAUTO-17: the larger target wins: reactive', 22.5, state(9, 10, { fit: line(7, 0.1) }), set],
    ['the larger target wins: predictive', 30, state(9, 10, { fit: line(9, 0.5) }), set],
    ['skipped: reactive alone', 22.5, state(9, 10, { fit: line(9, 0.5, 9) }), set],
    ['both cut to the cap', 28, state(9, 10, { fit: line(9, 0.5) }), settings({ ...predictive, maxCapacity: 28 })],
    [
      'reactive enters only where it is due',
      14,
      state(7.9, 10, { fit: line(7, 0.5) }),
      settings({ ...predictive, predictive: { ...predictive.predictive, scalingFactor: 1.1 } }),
    ],
    [
      '... or always, where so assumed',
      19.75,
      state(7.9, 10, { fit: line(7, 0.5) }),
      settings(
        { ...predictive, predictive: { ...predictive.predictive, scalingFactor: 1.1 } },
        { 'volume.reactive.competes': 'always' },
      ),
    ],
    [
      'withReactive: holds until the threshold',
      'hold',
      growing,
      settings(predictive, { 'volume.predictive.trigger': 'withReactive' }),
    ],
    [
      'withReactive: then the larger one',
      30,
      state(9, 10, { fit: line(9, 0.5) }),
      settings(predictive, { 'volume.predictive.trigger': 'withReactive' }),
    ],
    [
      'targetAboveCapacity: as soon as the target asks for more',
      13,
      state(4, 10, { fit: line(4, 0.2) }),
      settings(predictive, { 'volume.predictive.trigger': 'targetAboveCapacity' }),
    ],
    ['100 % free: to the cap', 50, growing, settings({ ...predictive, minFreePercentage: 100, maxCapacity: 50 })],
    ['prediction turned off', 'hold', growing, settings({ ...reactive, predictive: { enabled: false } })],
  ])('%s', (_, expected, what, settingsOf) => {
    expect(targetGB(settingsOf, what)).toBe(expected);
  });

  it('says why prediction was skipped', () => {
    expect(planExpansion(set, state(7, 10, { fit: line(7, 0.5, 9) }), now)).toBe(expansionHolds.fewPoints);
    expect(planExpansion(set, state(7, 10), now)).toBe(expansionHolds.fewPoints);
    expect(planExpansion(set, state(7, 10, { fit: line(7, 0.001) }), now)).toBe(expansionHolds.slowGrowth);
    expect(planExpansion(set, state(5, 10, { fit: line(5, 0.5) }), now)).toBe(expansionHolds.enoughProjected);
  });

  it('an expansion names the larger target', () => {
    const plan = planExpansion(set, growing, now);
    expect(plan.kind === 'act' && plan.actions[0]).toMatchObject({
      trigger: 'predictive',
      figures: { predictiveTargetGB: 25, reactiveTargetGB: null, points: 100, slopeGBPerHour: 0.5, projectedGB: 10 },
    });
  });
});

describe('LIMIT-1: at most 4 expansions in a rolling 24 hours', () => {
  const set = settings(reactive);
  const four = [now - 23 * hour, now - 5 * hour, now - 2 * hour, now - minute];

  it('the fourth is allowed, the fifth refused, with the instant from which it is not', () => {
    expect(planExpansion(set, state(9, 10, { expansions: four.slice(1) }), now).kind).toBe('act');
    expect(planExpansion(set, state(9, 10, { expansions: four }), now)).toMatchObject({
      kind: 'refuse',
      retryAt: now + hour,
      figures: { usedGB: 9, expansionsCounted: 4 },
    });
  });

  it('a refusal ends exactly at retryAt, not one millisecond sooner', () => {
    const full = state(9, 10, { expansions: four });
    expect(planExpansion(set, full, now + hour - 1).kind).toBe('refuse');
    const plan = planExpansion(set, full, now + hour);
    expect(plan.kind).toBe('act');
    expect(plan.reason.assumptions).toContain('volume.limit.window');
  });

  it('where the window is closed it ends one millisecond later', () => {
    const closed = settings(reactive, { 'volume.limit.window': 'closed' });
    const full = state(9, 10, { expansions: four });
    expect(planExpansion(closed, full, now + hour)).toMatchObject({ kind: 'refuse', retryAt: now + hour + 1 });
    expect(planExpansion(closed, full, now + hour + 1).kind).toBe('act');
  });

  it('what would change nothing is held, not refused', () => {
    expect(
      planExpansion(settings({ ...reactive, maxCapacity: 10 }), state(9, 10, { expansions: four }), now).kind,
    ).toBe('hold');
  });

  it('retryAt is the first instant that is allowed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: now - 2 * day, max: now }), { maxLength: 12 }),
        fc.constantFrom('leftOpen' as const, 'closed' as const),
        (instants, bound) => {
          const expansions = [...instants].sort((a, b) => a - b);
          const set = settings(reactive, { 'volume.limit.window': bound });
          const plan = planExpansion(set, state(9, 10, { expansions }), now);
          if (plan.kind !== 'refuse' || plan.retryAt === null) return;
          expect(planExpansion(set, state(9, 10, { expansions }), plan.retryAt - 1).kind).toBe('refuse');
          expect(planExpansion(set, state(9, 10, { expansions }), plan.retryAt).kind).toBe('act');
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe('laws of expansion', () => {
  const tenths = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: max * 10 }).map((n) => n / 10);
  const sets = fc
    .record({
      minFreePercentage: fc.integer({ min: 10, max: 990 }).map((n) => n / 10),
      scalingFactor: fc.integer({ min: 10, max: 40 }).map((n) => n / 10),
      maxCapacity: fc.integer({ min: 10, max: 5000 }),
    })
    .map((autoscaling) => settings({ ...autoscaling, predictive: { enabled: true } }));
  const orZero = (plan: ReturnType<typeof planExpansion>): number =>
    plan.kind === 'act' ? (plan.actions[0]?.toMicroGB ?? 0) : 0;

  it('an expansion is larger than the capacity and not above the cap', () => {
    fc.assert(
      fc.property(sets, tenths(3000), tenths(3000), tenths(20), (set, used, capacity, slope) => {
        const what = state(used, capacity + 10, { fit: line(used, slope) });
        const plan = planExpansion(set, what, now);
        if (plan.kind !== 'act') return;
        expect(orZero(plan)).toBeGreaterThan(what.capacityMicroGB);
        expect(orZero(plan)).toBeLessThanOrEqual(set.capMicroGB);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('more use and more growth never give less', () => {
    fc.assert(
      fc.property(
        sets,
        tenths(1000),
        tenths(500),
        tenths(1000),
        tenths(20),
        tenths(5),
        (set, used, more, capacity, slope, steeper) => {
          const low = planExpansion(set, state(used, capacity + 10, { fit: line(used, slope) }), now);
          const high = planExpansion(
            set,
            state(used + more, capacity + 10, { fit: line(used + more, slope + steeper) }),
            now,
          );
          expect(orZero(high)).toBeGreaterThanOrEqual(orZero(low));
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  it('numbers and BigInt agree on what is free', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 100_000 }),
        fc.nat(70_000_000),
        fc.integer({ min: 1, max: 65_536_000_000 }),
        (f, reading, capacity) => {
          const set = settings({ minFreePercentage: f / 1000, scalingFactor: 2 });
          const plan = planExpansion(set, { ...state(0, 0), reading, capacityMicroGB: capacity }, now);
          const isDue = (BigInt(capacity) - BigInt(reading) * 1000n) * 100_000n < BigInt(f) * BigInt(capacity);
          expect(plan === expansionHolds.enoughFree).toBe(!isDue);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('units', () => {
  it('a GB of 2^30 bytes moves the threshold', () => {
    const set = settings(reactive, { 'unit.gb': 1_073_741_824 });
    expect(targetGB(set, state(8.589, 10))).toBe('hold');
    expect(targetGB(set, state(8.59, 10))).toBeCloseTo((8.59e9 / 2 ** 30 / 0.8) * 2, 5);
  });

  it('readings of whole bytes decide by the byte', () => {
    const set = settings(reactive, { 'volume.reading.grain': 'exact' });
    expect(targetGB(set, { ...state(0, 10), reading: 8e9 })).toBe('hold');
    expect(targetGB(set, { ...state(0, 10), reading: 8e9 + 1 })).toBe(20.000001);
  });
});
