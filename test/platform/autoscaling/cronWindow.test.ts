import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { type CronWindow, windowAt, windowBounds, windowOf } from '../../../src/platform/autoscaling/cronWindow.ts';
import { inUtc } from '../cron/assumed.ts';

const options = { 'cron.dialect': 'kubernetes', 'cron.dayRule': 'kubernetes', ...inUtc } as const;
const midnight = Date.UTC(2026, 10, 2);

function window(start: string, end: string, desiredReplicas: number): CronWindow {
  const found = windowOf({ start, end, desiredReplicas }, options);
  if (found === null) throw new Error('no window');
  return found;
}

// After the KEDA documentation on its cron scaler.
describe('a window between two schedules', () => {
  const working = window('0 8 * * 1-5', '0 18 * * 1-5', 6);

  it.each<[string, CronWindow, number, number]>([
    ['before it', working, 8 * hour - 1, 0],
    ['at its start', working, 8 * hour, 6],
    ['within', working, 12 * hour, 6],
    ['just before its end', working, 18 * hour - 1, 6],
    ['at its end', working, 18 * hour, 0],
    ['on a Saturday', working, 5 * 24 * hour + 12 * hour, 0],
    ['over midnight, late', window('0 22 * * *', '0 6 * * *', 3), 23 * hour, 3],
    ['over midnight, early', window('0 22 * * *', '0 6 * * *', 3), 5 * hour, 3],
    ['over midnight, by day', window('0 22 * * *', '0 6 * * *', 3), 12 * hour, 0],
    ['that never begins, before its end', window('0 0 30 2 *', '0 18 * * *', 3), 12 * hour, 3],
    ['that never ends', window('0 8 * * *', '0 0 30 2 *', 3), 12 * hour, 0],
  ])('%s', (_, given, after, replicas) => {
    expect(windowAt(given, midnight + after)).toBe(replicas);
  });

  it('that neither begins nor ends is bounded by what it is', () => {
    const never = window('0 0 30 2 *', '0 0 31 2 *', 3);
    expect(windowBounds(never, midnight, midnight + hour)).toEqual({ least: 0, greatest: 0 });
    expect(windowBounds(window('0 0 30 2 *', '0 18 * * *', 3), midnight, midnight)).toEqual({ least: 3, greatest: 3 });
  });

  it('is bounded by what it is within a stretch', () => {
    const schedule = fc.constantFrom('0 8 * * *', '30 17 * * 1-5', '*/20 * * * *', '7 * * * *', '0 0 1 * *');
    const stretch = fc.tuple(fc.nat(40 * 24 * 60), fc.nat(200));
    fc.assert(
      fc.property(schedule, schedule, stretch, fc.nat(200), (start, end, [from, length], inside) => {
        const given = window(start, end, 5);
        const [first, last] = [midnight + from * minute, midnight + (from + length) * minute];
        const { least, greatest } = windowBounds(given, first, last);
        const value = windowAt(given, Math.min(last, first + inside * minute));
        expect(value).toBeGreaterThanOrEqual(least);
        expect(value).toBeLessThanOrEqual(greatest);
        expect(windowBounds(given, first, first)).toEqual({
          least: windowAt(given, first),
          greatest: windowAt(given, first),
        });
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('reading a window', () => {
  const whole: JsonObject = { start: '0 8 * * *', end: '0 18 * * *', desiredReplicas: '4' };

  it('takes its times in its zone', () => {
    const found = windowOf({ ...whole, timezone: 'Europe/Berlin' }, options);
    if (found === null) throw new Error('no window');
    const turns = [7 * hour - 1, 7 * hour, 17 * hour - 1, 17 * hour].map((after) => windowAt(found, midnight + after));
    expect(turns).toEqual([0, 4, 4, 0]);
  });

  it.each<[string, JsonObject, boolean]>([
    ['with its replicas as a text, as KEDA has them', whole, true],
    ['in UTC, said', { ...whole, timezone: 'Etc/UTC' }, true],
    ['in another zone', { ...whole, timezone: 'Europe/Berlin' }, true],
    ['in a zone that does not exist', { ...whole, timezone: 'Mars/Base' }, false],
    ['without replicas', { start: '0 8 * * *', end: '0 18 * * *' }, false],
    ['with half a replica', { ...whole, desiredReplicas: 1.5 }, false],
    ['without an end', { start: '0 8 * * *', desiredReplicas: 4 }, false],
    ['with a start that is no schedule', { ...whole, start: 'at eight' }, false],
    ['with a period that belongs to no time of day', { ...whole, start: '@every 8h' }, false],
  ])('%s', (_, metadata, isRead) => {
    expect(windowOf(metadata, options) !== null).toBe(isRead);
  });
});
