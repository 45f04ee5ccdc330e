import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil, minute } from '../../../src/engine/time.ts';
import { dayText, ticksIn, tickText, whenText } from '../../../src/report/picture/timeMarks.ts';

const november = instantFromCivil(2026, 11, 1);

describe('marks of the time axis', () => {
  it.each([
    [
      'a month',
      { from: november, until: november + 30 * day },
      6,
      ['6 Nov', '11 Nov', '16 Nov', '21 Nov', '26 Nov', '1 Dec'].length,
    ],
    ['a day', { from: november, until: november + day }, 8, 9],
    ['ten minutes', { from: november, until: november + 10 * minute }, 10, 11],
    ['two years', { from: november, until: november + 730 * day }, 8, 8],
  ])('are round and few over %s', (_, stretch, most, count) => {
    const ticks = ticksIn(stretch, most);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(Math.max(count, most + 1));
    for (const tick of ticks) {
      expect(tick).toBeGreaterThanOrEqual(stretch.from);
      expect(tick).toBeLessThanOrEqual(stretch.until);
      expect(tick % minute).toBe(0);
    }
  });

  it('are starts of months over years', () => {
    const ticks = ticksIn({ from: november, until: november + 700 * day }, 8).map(tickText);
    expect(ticks).toEqual(
      ['2027', '1 Apr', '1 Jul', '1 Oct', '2028', '1 Apr', '1 Jul', '1 Oct'].slice(0, ticks.length),
    );
  });

  it.each([
    [november, '1 Nov'],
    [november + 6 * hour, '06:00'],
    [november + 6 * hour + 15_000, '06:00:15'],
    [instantFromCivil(2027, 1, 1), '2027'],
  ])('say %i as %s', (at, text) => {
    expect(tickText(at)).toBe(text);
  });

  it('dates are those of UTC, as people read them', () => {
    expect(dayText(instantFromCivil(2026, 11, 14))).toBe('Sat 14 Nov 2026');
    expect(whenText(instantFromCivil(2026, 11, 14, 3 * hour + 5 * minute + 250))).toBe(
      'Sat 14 Nov 2026, 03:05:00.250 UTC',
    );
  });
});
