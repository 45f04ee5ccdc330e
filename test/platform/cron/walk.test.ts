import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, type Instant, instantFromIso, isoFromInstant, minute } from '../../../src/engine/time.ts';
import { type FieldSchedule, nextTick, parseSchedule } from '../../../src/platform/cron/expression.ts';
import type { CronDayRule } from '../../../src/platform/cron/fields.ts';
import { dateOf, hasMatchingDay } from '../../../src/platform/cron/walk.ts';
import { type ExpressionSample, expressions, instants, spelledOut } from './arbitrary.ts';
import { inUtc } from './assumed.ts';

function schedule(text: string, dayRule: CronDayRule = 'kubernetes'): FieldSchedule {
  const parsed = parseSchedule(text, { 'cron.dialect': 'kubernetes', 'cron.dayRule': dayRule, ...inUtc });
  if ('error' in parsed || parsed.kind !== 'fields') throw new Error(`no fields: ${text}`);
  return parsed;
}

/** Whether a calendar minute matches, straight from the fields' values. */
function matches({ fields }: ExpressionSample, at: Instant, dayRule: CronDayRule): boolean {
  const date = new Date(at);
  const shown = [date.getUTCMinutes(), date.getUTCHours(), date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCDay()];
  const [minutes, hours, dates, months, weekdays] = fields.map(({ values }, index) =>
    values.includes(shown[index] ?? -1),
  );
  const opens = (index: 2 | 4) => (dayRule === 'stepIsStar' ? fields[index].hasStar : fields[index].isOpen);
  const needsBoth = dayRule === 'both' || opens(2) || opens(4);
  return Boolean(minutes && hours && months && (needsBoth ? dates && weekdays : dates || weekdays));
}

function firings(text: string, from: Instant, count: number): string[] {
  const found: string[] = [];
  let at: Instant | null = from;
  while (at !== null && found.length < count) {
    at = nextTick(schedule(text), at);
    if (at !== null) found.push(isoFromInstant(at).slice(0, 16));
  }
  return found;
}

describe('TYPE-11: the next tick of a cron expression', () => {
  it.each([
    ['is strictly after the instant', '0 * * * *', '2026-01-01T05:00:00Z', '2026-01-01T06:00'],
    ['comes one millisecond later', '0 * * * *', '2026-01-01T04:59:59.999Z', '2026-01-01T05:00'],
    ['reaches the second half of the hour', '45 * * * *', '2026-01-01T05:31:00Z', '2026-01-01T05:45'],
    ['goes from minute 31 to 32', '31,32 * * * *', '2026-01-01T05:31:00Z', '2026-01-01T05:32'],
    ['reaches minute 59 of hour 23', '59 23 * * *', '2026-01-01T23:58:59Z', '2026-01-01T23:59'],
    ['goes over midnight', '0 3 * * *', '2026-01-31T03:00:00Z', '2026-02-01T03:00'],
    ['goes over the year', '0 0 1 1 *', '2026-01-01T00:00:00Z', '2027-01-01T00:00'],
    ['waits for the 31st', '0 0 31 * *', '2026-01-31T00:00:00Z', '2026-03-31T00:00'],
    ['waits for a leap day', '0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00'],
    ['passes over 2100, which has no leap day', '0 0 29 2 *', '2099-01-01T00:00:00Z', '2104-02-29T00:00'],
    ['finds the leap day of 2040', '0 0 29 2 *', '2036-03-01T00:00:00Z', '2040-02-29T00:00'],
    ['finds the leap day of 2000', '0 0 29 2 *', '1999-01-01T00:00:00Z', '2000-02-29T00:00'],
    ['skips the weekend', '0 3 * * 1-5', '2026-01-02T03:00:00Z', '2026-01-05T03:00'],
    ['takes either day field', '0 0 13 * 5', '2026-01-10T00:00:00Z', '2026-01-13T00:00'],
    ['takes either day field, the other one', '0 0 13 * 5', '2026-01-01T00:00:00Z', '2026-01-02T00:00'],
    ['takes both where one is open', '0 0 * * 5', '2026-01-03T00:00:00Z', '2026-01-09T00:00'],
    ['takes `?` as open', '0 0 ? * 5', '2026-01-03T00:00:00Z', '2026-01-09T00:00'],
    ['takes a list with `*` as open', '0 0 1,* * 5', '2026-01-03T00:00:00Z', '2026-01-09T00:00'],
    ['takes `*/1` as open', '0 0 */1 * 5', '2026-01-03T00:00:00Z', '2026-01-09T00:00'],
    ['takes `*/2` as restricted', '0 0 */2 * 5', '2026-01-03T00:00:00Z', '2026-01-05T00:00'],
    ['takes `1-31` as restricted', '0 0 1-31 * 5', '2026-01-03T00:00:00Z', '2026-01-04T00:00'],
    ['takes `0-6` as restricted', '0 0 13 * 0-6', '2026-01-03T00:00:00Z', '2026-01-04T00:00'],
    ['works before 1970', '0 0 * * 4', '1969-12-26T00:00:00Z', '1970-01-01T00:00'],
  ])('%s', (_, text, after, expected) => {
    const from = instantFromIso(after);
    expect(firings(text, typeof from === 'number' ? from : Number.NaN, 1)).toEqual([expected]);
  });

  it.each([
    ['stepIsStar', '0 0 */2 * 5', '2026-01-09T00:00'],
    ['both', '0 0 13 * 5', '2026-02-13T00:00'],
    ['both', '0 0 */2 * 5', '2026-01-09T00:00'],
  ] as const)('follows the day rule %s for `%s`', (dayRule, text, expected) => {
    const next = nextTick(schedule(text, dayRule), Date.UTC(2026, 0, 2));
    expect(isoFromInstant(next ?? 0).slice(0, 16)).toBe(expected);
  });

  it.each([
    ['a day that no month has', '0 0 30 2 *', '2026-01-01T00:00:00Z'],
    ['a leap day eight years off', '0 0 29 2 *', '2096-03-01T00:00:00Z'],
  ])('is none for %s', (_, text, after) => {
    expect(nextTick(schedule(text), Date.parse(after))).toBeNull();
  });

  it('looks into the fifth year ahead, and no further', () => {
    const leapTuesday = schedule('0 0 29 2 2', 'both');
    expect(nextTick(leapTuesday, Date.UTC(2023, 5, 1))).toBe(Date.UTC(2028, 1, 29));
    expect(nextTick(leapTuesday, Date.UTC(2022, 5, 1))).toBeNull();
  });

  it('knows the days that never come from those that are far off', () => {
    expect(hasMatchingDay(schedule('0 0 30 2 *'))).toBe(false);
    expect(hasMatchingDay(schedule('0 0 31 2,4,6,9,11 *'))).toBe(false);
    expect(hasMatchingDay(schedule('0 0 29 2 *'))).toBe(true);
    expect(hasMatchingDay(schedule('0 0 30 2 1'))).toBe(true);
  });

  it('agrees with cron-parser and croner on random expressions, ten ticks in a row', () => {
    fc.assert(
      fc.property(expressions, instants, (sample, from) => {
        fc.pre(hasMatchingDay(schedule(sample.text)));
        const text = spelledOut(sample);
        const parser = CronExpressionParser.parse(text, { tz: 'UTC', currentDate: new Date(from) });
        const croner = new Cron(text, { timezone: 'UTC', mode: '5-part' });
        let at = from;
        for (let tick = 0; tick < 10; tick += 1) {
          const ours = nextTick(schedule(sample.text), at);
          if (ours === null) return;
          const iso = isoFromInstant(ours);
          expect([iso, iso]).toEqual([parser.next().toISOString(), croner.nextRun(new Date(at))?.toISOString()]);
          at = ours;
        }
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('matches itself, and no minute between matches, under every day rule', () => {
    const rules = fc.constantFrom<CronDayRule>('kubernetes', 'stepIsStar', 'both');
    fc.assert(
      fc.property(expressions, instants, rules, (sample, from, dayRule) => {
        const next = nextTick(schedule(sample.text, dayRule), from);
        const end = Math.min(next ?? Number.POSITIVE_INFINITY, from + day);
        for (let at = Math.floor(from / minute) * minute + minute; at < end; at += minute)
          expect(matches(sample, at, dayRule)).toBe(false);
        expect(next === null || matches(sample, next, dayRule)).toBe(true);
      }),
      { seed: 1, numRuns: 80 },
    );
  });

  it('goes forward: from a later instant never to an earlier tick', () => {
    fc.assert(
      fc.property(expressions, instants, fc.integer({ min: 0, max: 40 * day }), ({ text }, from, later) => {
        const [first, second] = [nextTick(schedule(text), from), nextTick(schedule(text), from + later)];
        fc.pre(first !== null && second !== null);
        expect(second).toBeGreaterThanOrEqual(first ?? 0);
        expect(first).toBeGreaterThan(from);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('the date of a day', () => {
  const civil = (dayNumber: number) => {
    const date = new Date(dayNumber * day);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() };
  };

  it('is that of the calendar, for each day of four years around the leap day of 2000, and on other days', () => {
    const first = Date.UTC(1998, 0, 1) / day;
    for (let dayNumber = first; dayNumber < first + 4 * 366; dayNumber += 1)
      expect(dateOf(dayNumber)).toEqual(civil(dayNumber));
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (dayNumber) => {
        expect(dateOf(dayNumber)).toEqual(civil(dayNumber));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
