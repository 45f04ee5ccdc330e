import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, type Instant } from '../../../src/engine/time.ts';
import { nextTick, parseSchedule, type Schedule } from '../../../src/platform/cron/expression.ts';
import { lastTick, stretchOf } from '../../../src/platform/cron/stretch.ts';
import { expressions, instants } from './arbitrary.ts';
import { inUtc } from './assumed.ts';

function schedule(text: string): Schedule {
  const parsed = parseSchedule(text, { 'cron.dialect': 'sixFields', 'cron.dayRule': 'kubernetes', ...inUtc });
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}

interface Ticks {
  readonly count: number;
  readonly last: Instant;
  readonly next: Instant | null;
}

/** Tick by tick. */
function walked(asked: Schedule, first: Instant, until: Instant): Ticks {
  let [count, last] = [1, first];
  for (;;) {
    const next = nextTick(asked, last);
    if (next === null || next > until) return { count, last, next };
    count += 1;
    last = next;
  }
}

function atOnce(asked: Schedule, first: Instant, limit: Instant): Ticks {
  const { count, until, next } = stretchOf(asked, first, limit);
  return { count, last: lastTick(asked, first, until), next };
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
    expect(atOnce(asked, first, limit)).toEqual({ ...walked(asked, first, limit), count });
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
      expect(atOnce(asked, first, first + span)).toEqual(expected);
      if (expected.count > 100) many += 1;
    });
    fc.assert(law, { seed: 1, numRuns: 400 });
    expect(many).toBeGreaterThan(40);
  });

  it('ends after four years, for after five a walk gives up, however late it began to rest', () => {
    const leapDays = schedule('0 0 29 2 *');
    const first = Date.UTC(2096, 1, 29);
    const until = first + 4 * 365 * day;
    expect(stretchOf(leapDays, first, Date.UTC(2120, 0, 1))).toEqual({ until, count: 1, next: null });
    expect(stretchOf(leapDays, first, Date.UTC(2098, 0, 1)).next).toBe(nextTick(leapDays, first));
    const hourly = stretchOf(schedule('0 * * * *'), 0, 100 * 365 * day);
    expect(hourly).toEqual({ until: 4 * 365 * day, count: 4 * 365 * 24 + 1, next: 4 * 365 * day + hour });
  });
});
