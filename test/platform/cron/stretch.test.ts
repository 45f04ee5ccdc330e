import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, type Instant } from '../../../src/engine/time.ts';
import { nextTick, parseSchedule, type Schedule } from '../../../src/platform/cron/expression.ts';
import { type Stretch, stretchOf } from '../../../src/platform/cron/stretch.ts';
import { expressions, instants } from './arbitrary.ts';

function schedule(text: string): Schedule {
  const parsed = parseSchedule(text, { dialect: 'sixFields', dayRule: 'kubernetes' });
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}

/** Tick by tick. */
function walked(asked: Schedule, first: Instant, until: Instant): Stretch {
  let [count, last] = [1, first];
  for (let next = nextTick(asked, first); next !== null && next <= until; next = nextTick(asked, next)) {
    count += 1;
    last = next;
  }
  return { count, last };
}

describe('TYPE-11: the ticks of a stretch', () => {
  it.each<[string, string, string, number, string]>([
    ['*/5 * * * *', '2026-01-01T00:05:00Z', '2027-01-01T00:00:00Z', 105_120, 'the end is one of them'],
    ['30 4 * * 1', '2026-01-05T04:30:00Z', '2026-12-31T00:00:00Z', 52, 'a year of Mondays'],
    ['*/7 * * * *', '2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z', 9 * 24 * 365, 'nine in each hour'],
    ['0 0 31 * *', '2026-01-31T00:00:00Z', '2027-01-30T23:59:59Z', 7, 'seven months have so many days'],
    ['0 0 29 2 *', '2024-02-29T00:00:00Z', '2028-02-27T00:00:00Z', 1, 'only the first'],
    ['*/20 */7 3 * * *', '2026-01-01T03:00:00Z', '2026-01-02T03:07:40Z', 33, 'three in each of nine minutes'],
    ['@every 90s', '2026-01-01T00:00:07Z', '2026-01-01T01:00:06Z', 40, 'one short of the hour'],
  ])('%s from %s until %s: %i (%s)', (text, from, until, count) => {
    const asked = schedule(text);
    const [first, limit] = [Date.parse(from), Date.parse(until)];
    expect(stretchOf(asked, first, limit)).toEqual({ ...walked(asked, first, limit), count });
  });

  it('are those that come one after the other', () => {
    const texts = fc.oneof(
      expressions.map(({ text }) => text),
      fc.tuple(fc.constantFrom('0', '*/20', '6,47'), expressions).map(([seconds, { text }]) => `${seconds} ${text}`),
      fc.constantFrom('@every 90s', '@every 7h', '* * * * *', '*/7 * * * *'),
    );
    const spans = fc.oneof(fc.integer({ min: 0, max: 3 * hour }), fc.integer({ min: 0, max: 45 * day }));
    let many = 0;
    const law = fc.property(texts, instants, spans, (text, from, span) => {
      const asked = schedule(text);
      const first = nextTick(asked, from);
      if (first === null) return;
      const expected = walked(asked, first, first + span);
      expect(stretchOf(asked, first, first + span)).toEqual(expected);
      if (expected.count > 100) many += 1;
    });
    fc.assert(law, { seed: 1, numRuns: 400 });
    expect(many).toBeGreaterThan(40);
  });

  it('ends after four years, within which no walk gives up', () => {
    const leapDays = schedule('0 0 29 2 *');
    const first = Date.UTC(2096, 1, 29);
    expect(stretchOf(leapDays, first, Date.UTC(2120, 0, 1))).toEqual({ count: 1, last: first });
    const hourly = stretchOf(schedule('0 * * * *'), 0, 100 * 365 * day);
    expect(hourly).toEqual({ count: 4 * 365 * 24 + 1, last: 4 * 365 * day });
  });
});
