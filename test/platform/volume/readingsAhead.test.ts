import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { forecastWindow, fit as lineThrough, projected, pushReading } from '../../../src/platform/volume/forecast.ts';
import { linesBetween, readingsBetween } from '../../../src/platform/volume/readingsAhead.ts';
import { usageFromPoints, usedBytesAt } from '../../../src/platform/volume/usage.ts';
import { settings } from './specs.ts';

const set = settings({});
const megabyte = set.readingBytes;
const capacityMicroGB = 40e6;
const use = { usageClockAt: 0, usageOffsetBytes: 0, capacityMicroGB };

/** Points at whole quarters of an hour over three days, up to 60 GB of which 40 fit. */
const curves = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 288 }), fc.nat(6_000)), {
    minLength: 1,
    maxLength: 30,
    selector: ([quarter]) => quarter,
  })
  .map((points) =>
    usageFromPoints(
      points.sort(([a], [b]) => a - b).map(([quarter, tens]) => [quarter * 15 * minute, tens * 10 * megabyte]),
      null,
    ),
  );

describe('what the readings of a stretch will be', () => {
  it('lies between the bounds, readings and lines alike', () => {
    let bounded = 0;
    fc.assert(
      fc.property(
        curves,
        fc.integer({ min: 2, max: 30 }),
        fc.nat(60 * 60),
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 12 }),
        (usage, lookbackHours, skipped, ticks, projectionHours) => {
          const lookback = lookbackHours * hour;
          const now = lookback + skipped * minute;
          const window = forecastWindow({ anchor: 0, step: minute, lookback, readingMax: 40_000 });
          const stored = (at: number): number => Math.min(usedBytesAt(usage, at), 40_000 * megabyte);
          const read = (at: number): number => {
            const reading = Math.round(stored(at) / megabyte);
            pushReading(window, at, reading);
            return reading;
          };
          for (let at = now - lookback + minute; at <= now; at += minute) read(at);
          const line = lineThrough(window, now, lookback, 'leftOpen');
          if (line === null) throw new Error('there are readings');
          const stretch = { from: now + minute, until: now + ticks * minute };
          const curve = { use, usage, settings: set };
          const readings = readingsBetween(curve, stretch);
          const isFull = line.points === lookback / minute;
          const lines = linesBetween(
            line,
            curve,
            { now, length: lookback, isFull, steadySince: 0, before: null },
            stretch,
            readings,
          );
          for (let at = stretch.from; at <= stretch.until; at += minute) {
            const reading = read(at);
            expect(reading).toBeGreaterThanOrEqual(readings.least);
            expect(reading).toBeLessThanOrEqual(readings.greatest);
            const fitted = lineThrough(window, at, lookback, 'leftOpen');
            if (lines === null || fitted === null) continue;
            bounded += 1;
            expect(fitted.slopePerHour).toBeGreaterThanOrEqual(lines.least.slopePerHour);
            expect(fitted.slopePerHour).toBeLessThanOrEqual(lines.greatest.slopePerHour);
            for (const origin of ['fittedLine', 'lastValue'] as const) {
              const value = projected(fitted, projectionHours, origin);
              expect(value).toBeGreaterThanOrEqual(projected(lines.least, projectionHours, origin));
              expect(value).toBeLessThanOrEqual(projected(lines.greatest, projectionHours, origin));
            }
          }
        },
      ),
      { seed: 1, numRuns: 150 },
    );
    expect(bounded).toBeGreaterThan(10_000);
  });
});
