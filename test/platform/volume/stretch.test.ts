import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, type Instant, minute } from '../../../src/engine/time.ts';
import { fit as fitLine, forecastWindow, pushReading } from '../../../src/platform/volume/forecast.ts';
import { fillFromPast, forgetReadings, settleUse } from '../../../src/platform/volume/stretch.ts';
import type { VolumeUsage } from '../../../src/platform/volume/usage.ts';
import { cloneVolume, readingFromBytes, setUse, usedBytesOf } from '../../../src/platform/volume/volume.ts';
import type { Volume } from '../../../src/platform/volume/volumeRecord.ts';
import { GB, settings, volume } from './specs.ts';

const set = settings({});
const growing: VolumeUsage = { kind: 'line', startBytes: 8 * GB, growthBytesPerHour: GB };
const flat: VolumeUsage = { kind: 'line', startBytes: 4 * GB, growthBytesPerHour: 0 };
const usedGB = (one: Volume, at: Instant): number => usedBytesOf(one, growing, set, at) / GB;
const window = (lookback: number) => forecastWindow({ anchor: 0, step: minute, lookback, readingMax: 100_000 });

/** The readings that a window of so many hours holds before an instant. */
function readings(one: Volume, usage: VolumeUsage, now: Instant, hours: number): (number | undefined)[] {
  const made = window(hours * hour);
  fillFromPast(made, one, { usage, settings: set }, { from: now - hours * hour, until: now - 1 });
  return Array.from({ length: made.length }, (_, x) => made.ring[(made.slot + x) % made.ring.length]);
}

/** A change at an instant on whose grid no reading is due, or not yet. */
const on = (at: Instant) => ({ at, nextReadingAt: Math.ceil(at / minute) * minute });

describe('what a volume stores, settled', () => {
  it('goes on from the capacity after an expansion of a full volume: the excess is lost', () => {
    const one = volume();
    settleUse(one, growing, set, on(3 * hour));
    one.capacityMicroGB = 20e6;
    expect([3 * hour, 4 * hour].map((at) => usedGB(one, at))).toEqual([10, 11]);
  });

  it('a jump below 0 is owed by nobody once it is settled', () => {
    const one = volume();
    setUse(one, growing, 0, -42 * GB);
    expect(usedGB(one, 0)).toBe(0);
    settleUse(one, growing, set, on(0));
    expect(usedGB(one, 2 * hour)).toBe(2);
  });
});

describe('readings of the past (VOLAUTO-14)', () => {
  it('follow the capacity and the curve of their own time, not the present ones', () => {
    const one = volume();
    settleUse(one, growing, set, on(3 * hour));
    one.capacityMicroGB = 20e6;
    settleUse(one, growing, set, on(4 * hour));
    setUse(one, flat, 4 * hour, 4 * GB);
    const seen = readings(one, flat, 4 * hour + 2 * minute, 4);
    // Full from the second hour on, then a growth of 1 GB, then 4 GB.
    expect([seen[0], seen[60], seen[177], seen[207], seen[237], seen[238]]).toEqual([
      8_033, 9_033, 10_000, 10_483, 10_983, 4_000,
    ]);
    expect(seen).toHaveLength(240);
  });

  it('a change after the reading of its instant shows in the next one', () => {
    const one = volume();
    settleUse(one, flat, set, { at: hour, nextReadingAt: hour + minute });
    setUse(one, flat, hour, 5 * GB);
    expect(readings(one, flat, hour + 2 * minute, 1).slice(-2)).toEqual([4_000, 5_000]);
    const other = volume();
    settleUse(other, flat, set, { at: hour, nextReadingAt: hour });
    setUse(other, flat, hour, 5 * GB);
    expect(readings(other, flat, hour + 2 * minute, 1).slice(-2)).toEqual([5_000, 5_000]);
  });

  it('leave out the time without a device', () => {
    const one = volume();
    settleUse(one, flat, set, on(hour));
    one.steadySince = 2 * hour;
    expect(readings(one, flat, 3 * hour, 3).filter((reading) => reading === -1)).toHaveLength(60);
  });

  it('are gone after a loss of data, from the present stretch on there are new ones', () => {
    const one = volume();
    settleUse(one, flat, set, on(hour));
    forgetReadings(one);
    expect(readings(one, flat, 2 * hour, 2)).toHaveLength(60);
  });

  it('are forgotten where no lookback reaches (VOLAUTO-5), and a copy keeps its own', () => {
    const one = volume();
    settleUse(one, flat, set, on(hour));
    const copy = cloneVolume(one);
    settleUse(one, flat, set, on(169 * hour - minute));
    expect(one.past.map(({ until }) => until)).toEqual([hour, 169 * hour - minute]);
    settleUse(one, flat, set, on(169 * hour));
    expect(one.past.map(({ until }) => until)).toEqual([169 * hour - minute, 169 * hour]);
    expect(copy.past).toHaveLength(1);
  });

  const change = fc.record({
    gap: fc.oneof(fc.integer({ min: 0, max: 200_000 }), fc.constantFrom(0, minute, 5 * minute)),
    toGB: fc.integer({ min: -2, max: 12 }),
    capacityGB: fc.integer({ min: 5, max: 15 }),
    curve: fc.constantFrom(growing, flat),
    isLoss: fc.boolean(),
    isAfterReading: fc.boolean(),
  });

  it('are those that a window has seen that looked all the time', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const one = volume({ steadySince: 0 });
        let curve: VolumeUsage = growing;
        let nextReadingAt = 0;
        let seen = window(hour);
        const look = (until: Instant): void => {
          for (; nextReadingAt < until; nextReadingAt += minute)
            pushReading(seen, nextReadingAt, readingFromBytes(usedBytesOf(one, curve, set, nextReadingAt), set));
        };
        let now = 0;
        for (const { gap, toGB, capacityGB, curve: next, isLoss, isAfterReading } of changes) {
          now += gap;
          look(isAfterReading ? now + 1 : now);
          const moment = { at: now, nextReadingAt };
          settleUse(one, curve, set, moment);
          one.capacityMicroGB = capacityGB * 1e6;
          curve = next;
          setUse(one, curve, now, toGB * GB);
          settleUse(one, curve, set, moment);
          if (!isLoss) continue;
          forgetReadings(one);
          seen = window(hour);
        }
        now += 10 * minute;
        look(now);
        const made = window(hour);
        fillFromPast(
          made,
          one,
          { usage: curve, settings: set },
          { from: nextReadingAt - hour, until: nextReadingAt - 1 },
        );
        for (const each of [seen, made]) pushReading(each, nextReadingAt, 7);
        expect(fitLine(made, nextReadingAt, hour, 'leftOpen')).toEqual(fitLine(seen, nextReadingAt, hour, 'leftOpen'));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
