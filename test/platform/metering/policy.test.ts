import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import { billedLength, presets } from '../../../src/platform/metering/policy.ts';
import { start } from './builders.ts';

describe('how long a run counts', () => {
  it.each([
    ['exact', 200 * second],
    ['per-second-min-60', 200 * second],
    ['per-minute-min-1', 240 * second],
    ['whole-hours', 3_600 * second],
  ] as const)('3 min 20 s under %s', (preset, length) => {
    expect(billedLength(presets[preset], start, start + 200 * second)).toBe(length);
  });

  it.each([
    ['a whole unit is not rounded up', presets['per-minute-min-1'], 0, 2 * minute, 2 * minute],
    ['a short run counts its minimum', presets['per-second-min-60'], 0, 1, minute],
    ['down, where it says so', { ...presets['per-minute-min-1'], roundUp: false }, 0, 119 * second, minute],
    ['down, but never below the minimum', { ...presets['whole-hours'], roundUp: false }, 0, second, hour],
    [
      'the clock: a minute across the hour touches two hours',
      { ...presets['whole-hours'], align: 'clock' },
      -30 * second,
      30 * second,
      2 * hour,
    ],
    ['the clock: exactly one hour touches one', { ...presets['whole-hours'], align: 'clock' }, 0, hour, hour],
  ] as const)('%s', (_, policy, from, until, length) => {
    expect(billedLength(policy, start + from, start + until)).toBe(length);
  });

  it('rounding up never counts less than the run, nor a unit more', () => {
    const bounds = fc.property(
      fc.integer({ min: 1, max: hour }),
      fc.integer({ min: 1, max: 100 * hour }),
      (granularity, length) => {
        const policy = { granularity, minimum: 0, roundUp: true, align: 'run' } as const;
        const billed = billedLength(policy, start, start + length);
        expect(billed % granularity).toBe(0);
        expect(billed).toBeGreaterThanOrEqual(length);
        expect(billed).toBeLessThan(length + granularity);
      },
    );
    fc.assert(bounds, { seed: 1 });
  });
});
