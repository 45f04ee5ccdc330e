import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, minute, second } from '../../../src/engine/time.ts';
import { nextTick, parseSchedule, type Schedule } from '../../../src/platform/cron/expression.ts';
import { inUtc } from './assumed.ts';

function schedule(text: string): Schedule {
  const parsed = parseSchedule(text, { 'cron.dialect': 'sixFields', 'cron.dayRule': 'kubernetes', ...inUtc });
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}

describe('the period of a schedule', () => {
  it.each<[string, number | null, string]>([
    ['*/5 * * * *', 5 * minute, 'twelve in each hour'],
    ['* * * * *', minute, 'every minute'],
    ['7,37 * * * *', 30 * minute, 'the next hour goes on as far apart'],
    ['7,36 * * * *', null, '29 minutes, then 31'],
    ['*/7 * * * *', null, 'from the 56th to the next hour it is four'],
    ['5 * * * *', hour, 'one in each hour'],
    ['5 */8 * * *', 8 * hour, 'three a day'],
    ['5 */7 * * *', null, 'from 21:05 to midnight it is three hours'],
    ['*/5 3 * * *', null, 'then none for 23 hours'],
    ['0 4 * * *', day, 'one a day'],
    ['0 4 * * 1', null, 'days are looked up'],
    ['0 4 1-31 * 1', day, 'one day field is enough, and takes every date'],
    ['0 4 1 * 0-6', day, 'one day field is enough, and takes every weekday'],
    ['0 4 */1 * 1', null, 'both day fields must match'],
    ['0 4 1 * *', null, 'months are not all as long'],
    ['*/20 * * * * *', 20 * second, 'three in each minute'],
    ['30 */5 * * * *', 5 * minute, 'one in each fifth minute'],
    ['*/20 */5 * * * *', null, 'then none for four minutes'],
    ['@every 90s', 90 * second, 'as written'],
  ])('%s: %s (%s)', (text, period) => {
    expect(schedule(text).period).toBe(period);
  });

  it('is what lies between any two ticks, and none where that differs', () => {
    const values = (until: number) =>
      fc.oneof(
        fc.constantFrom('*', '0'),
        fc.constantFrom(2, 3, 5, 6, 7, 12).map((step) => `*/${step}`),
        fc.uniqueArray(fc.nat({ max: until - 1 }), { minLength: 1, maxLength: 4 }).map((list) => list.join()),
      );
    const texts = fc
      .tuple(
        fc.oneof(fc.constant('0'), values(60)),
        values(60),
        values(24),
        fc.constantFrom('* * *', '* * *', '* * 1-5'),
      )
      .map((fields) => fields.join(' '));
    let regular = 0;
    const law = fc.property(texts, (text) => {
      const parsed = schedule(text);
      const gaps = new Set<number>();
      const from = Date.UTC(2026, 0, 1);
      let at = nextTick(parsed, from) ?? 0;
      for (const first = at; at < first + 8 * day; ) {
        const next = nextTick(parsed, at) ?? 0;
        gaps.add(next - at);
        at = next;
        if (gaps.size > 1) break;
      }
      const period = parsed.period;
      expect(period).toBe(gaps.size === 1 ? [...gaps][0] : null);
      if (period !== null) regular += 1;
    });
    fc.assert(law, { seed: 1, numRuns: 300 });
    expect(regular).toBeGreaterThan(30);
  });
});
