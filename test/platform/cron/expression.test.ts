import { describe, expect, it } from 'vitest';
import { hour, isoFromInstant, minute, second } from '../../../src/engine/time.ts';
import { nextTick, parseSchedule, type Schedule, slotOf } from '../../../src/platform/cron/expression.ts';
import { type CronDialect, parseFields } from '../../../src/platform/cron/fields.ts';
import { inUtc } from './assumed.ts';

function parse(text: string, dialect: CronDialect = 'kubernetes') {
  return parseSchedule(text, { 'cron.dialect': dialect, 'cron.dayRule': 'kubernetes', ...inUtc });
}

function schedule(text: string, dialect: CronDialect = 'kubernetes'): Schedule {
  const parsed = parse(text, dialect);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed;
}

/** What the schedule means, without its text. */
function meaning(text: string, dialect: CronDialect = 'kubernetes') {
  return { ...schedule(text, dialect), text: '' };
}

describe('CRON-1: what is a cron expression', () => {
  it.each([
    ['a step from a value runs to the end of the field', '5/15 * * * *', '5,20,35,50 * * * *'],
    ['a step over a range', '10-30/7 * * * *', '10,17,24 * * * *'],
    ['a step beyond the field leaves its first value', '*/70 * * * *', '0 * * * *'],
    ['names in any case', '0 0 * jan-MAR Mon,fRI', '0 0 * 1-3 1,5'],
    ['leading zeros', '05 03 * * *', '5 3 * * *'],
    ['lists that overlap', '1-3,2-4 * * * *', '1-4 * * * *'],
    ['any white space, also around', ' 0\t0  * * * ', '0 0 * * *'],
    ['@hourly', '@hourly', '0 * * * *'],
    ['@daily', '@daily', '0 0 * * *'],
    ['@midnight', '@midnight', '0 0 * * *'],
    ['@weekly', '@weekly', '0 0 * * 0'],
    ['@monthly', '@monthly', '0 0 1 * *'],
    ['@yearly', '@yearly', '0 0 1 1 *'],
    ['@annually', '@annually', '0 0 1 1 *'],
  ])('%s', (_, text, same) => {
    expect(meaning(text)).toEqual(meaning(same));
    expect(schedule(text).text).toBe(text);
  });

  it.each([
    ['nothing', '  ', 'expected a cron expression; found nothing', 1],
    ['four fields', '0 0 * *', 'expected 5 fields (minute, hour, day of month, month, weekday); found 4', 8],
    ['six fields', '0 0 0 * * *', 'expected 5 fields (minute, hour, day of month, month, weekday); found 6', 11],
    ['seven fields', '0 0 0 * * * *', 'expected 5 fields (minute, hour, day of month, month, weekday); found 7', 11],
    ['weekday 7', '0 0 * * 7', "the weekday field allows *, ?, 0 to 6, SUN to SAT; found '7'", 9],
    ['minute 60', '60 * * * *', "the minute field allows *, ?, 0 to 59; found '60'", 1],
    ['hour 24', '0 24 * * *', "the hour field allows *, ?, 0 to 23; found '24'", 3],
    ['day 0', '0 0 0 * *', "the day of month field allows *, ?, 1 to 31; found '0'", 5],
    ['month 13', '0 0 1 13 *', "the month field allows *, ?, 1 to 12, JAN to DEC; found '13'", 7],
    [
      'a weekday where a month stands',
      '0 0 1 MON *',
      "the month field allows *, ?, 1 to 12, JAN to DEC; found 'MON'",
      7,
    ],
    ['a whole name', '0 0 * * monday', "the weekday field allows *, ?, 0 to 6, SUN to SAT; found 'monday'", 9],
    [
      'a reversed range',
      '0 22-6 * * *',
      "the hour field allows ranges from the lower to the higher value; found '22-6'",
      3,
    ],
    ['a range with an end out of bounds', '0 20-24 * * *', "the hour field allows *, ?, 0 to 23; found '24'", 6],
    ['a range without an end', '5- * * * *', 'the minute field allows *, ?, 0 to 59; found nothing', 3],
    ['a range of three', '1-2-3 * * * *', "the minute field allows ranges written a-b; found '1-2-3'", 1],
    ['a star in a range', '*-5 * * * *', "the minute field allows ranges written a-b; found '*-5'", 1],
    ['step 0', '*/0 * * * *', "the minute field allows a step that is a whole number from 1; found '0'", 3],
    [
      'a step without a number',
      '*/ * * * *',
      'the minute field allows a step that is a whole number from 1; found nothing',
      3,
    ],
    ['a named step', '0 0 * * */MON', "the weekday field allows a step that is a whole number from 1; found 'MON'", 11],
    ['two steps', '1/2/3 * * * *', "the minute field allows at most one step; found '1/2/3'", 1],
    ['an empty member of a list', '1,,2 * * * *', 'the minute field allows *, ?, 0 to 59; found nothing', 3],
    ['a wrong member of a list', '1,99 * * * *', "the minute field allows *, ?, 0 to 59; found '99'", 3],
    ['a sign', '+5 * * * *', "the minute field allows *, ?, 0 to 59; found '+5'", 1],
    ['a decimal', '1.5 * * * *', "the minute field allows *, ?, 0 to 59; found '1.5'", 1],
    ['L', '0 0 L * *', "the day of month field allows *, ?, 1 to 31; found 'L'", 5],
    ['W', '0 0 15W * *', "the day of month field allows *, ?, 1 to 31; found '15W'", 5],
    ['#', '0 0 * * 5#2', "the weekday field allows *, ?, 0 to 6, SUN to SAT; found '5#2'", 9],
    ['H', 'H * * * *', "the minute field allows *, ?, 0 to 59; found 'H'", 1],
    [
      'TZ=',
      'TZ=Europe/Berlin 0 0 * * *',
      "a schedule must not have a time zone: the assumption cron.zone sets one for all; found 'TZ=Europe/Berlin'",
      1,
    ],
    [
      'CRON_TZ=',
      'CRON_TZ=UTC 0 0 * * *',
      "a schedule must not have a time zone: the assumption cron.zone sets one for all; found 'CRON_TZ=UTC'",
      1,
    ],
    ['TZ= inside a word', '0TZ= 0 * * *', "the minute field allows *, ?, 0 to 59; found '0TZ='", 1],
    [
      '@reboot',
      '@reboot',
      "expected one of @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually, @every <duration>; found '@reboot'",
      1,
    ],
    ['more after a macro', '@daily 5', "nothing may follow @daily; found '5'", 8],
  ])('refuses %s', (_, text, error, column) => {
    expect(parse(text)).toEqual({ error, column });
  });

  it.each([
    ['a value that a list names twice', '5,5,1-9 0 * * *', '1,2,3,4,5,6,7,8,9 0 * * *'],
    ['a step longer than its field, however long', `5/${'9'.repeat(400)} 0 * * *`, '5 0 * * *'],
    ['a step of weekdays that ends on Saturday', '0 0 * * 1/3', '0 0 * * 1,4'],
    ['names in any case', '0 0 * jAn MON-fri', '0 0 * 1 1-5'],
  ])('takes %s, which cron-parser alone would refuse or read otherwise', (_, text, same) => {
    expect(meaning(text)).toEqual(meaning(same));
  });

  it.each(['H * * * *', 'H(1-5) * * * *', '0 0 L * *', '0 0 * * 5#2', '0 0 * * 1L', '0 0 15W * *', '* * * *', ''])(
    'refuses %j, which cron-parser takes or once took',
    (text) => {
      expect(parse(text)).toEqual({
        error: expect.any(String),
        column: expect.any(Number),
      });
    },
  );

  it('refuses no words at all', () => {
    const none = parseFields([], { 'cron.dialect': 'kubernetes', 'cron.dayRule': 'kubernetes', ...inUtc });
    expect(none).toEqual({
      error: 'expected 5 fields (minute, hour, day of month, month, weekday); found 0',
      column: 1,
    });
  });

  it('takes weekday 7 for Sunday where the dialect says so', () => {
    expect(meaning('0 0 * * 7', 'sundaySeven')).toEqual(meaning('0 0 * * 0'));
    expect(meaning('0 0 * * 5-7', 'sundaySeven')).toEqual(meaning('0 0 * * 0,5,6'));
    expect(meaning('0 0 * * */2', 'sundaySeven')).toEqual(meaning('0 0 * * */2'));
    expect(meaning('0 0 * * 1/2', 'sundaySeven')).toEqual(meaning('0 0 * * 1,3,5'));
    expect(meaning('30 8 9 10 *', 'sundaySeven')).toEqual(meaning('30 8 9 10 *'));
  });

  it('takes a field of seconds first where the dialect says so', () => {
    const everyTwenty = schedule('*/20 30 4 * * *', 'sixFields');
    const ticks: string[] = [];
    let at = Date.UTC(2026, 0, 1, 4, 30, 0);
    for (let count = 0; count < 3; count += 1) {
      at = nextTick(everyTwenty, at) ?? 0;
      ticks.push(isoFromInstant(at));
    }
    expect(ticks).toEqual(['2026-01-01T04:30:20.000Z', '2026-01-01T04:30:40.000Z', '2026-01-02T04:30:00.000Z']);
    expect(meaning('0 3 * * *', 'sixFields')).toEqual(meaning('0 3 * * *'));
    expect(parse('0 0 * *', 'sixFields')).toMatchObject({
      error: expect.stringContaining('or 6 with seconds first; found 4'),
    });
  });
});

describe('CRON-1: @every and its period', () => {
  it.each([
    ['hours and minutes', '@every 1h30m', 90 * minute],
    ['a decimal', '@every 1.5h', 90 * minute],
    ['a decimal of more digits', '@every 10.25h', 10.25 * hour],
    ['a decimal without its first digits', '@every .5m', 30 * second],
    ['... and two after them', '@every .25m', 15 * second],
    ['the longest', '@every 9223372036854775807ns', 9_223_372_036 * second],
    ['a decimal without its last digits', '@every 2.m', 2 * minute],
    ['units in any order', '@every 10s1m', 70 * second],
    ['small units', '@every 1s1000ms1000000us1000000000ns', 4 * second],
    ['what is below a second is cut', '@every 1s999ms', second],
    ['at least one second', '@every 1ns', second],
    ['zero too', '@every 0s', second],
    ['no noise of floating point', '@every 0.1h', 6 * minute],
    ['more than one blank', '@every   24h', 24 * hour],
  ])('%s', (_, text, period) => {
    expect(parse(text)).toEqual({ kind: 'every', text, period });
  });

  it.each([
    ['nothing', '@every', 'nothing', 7],
    ['a number without a unit', '@every 5', "'5'", 8],
    ['an unknown unit', '@every 1d', "'1d'", 8],
    ['a last number without a unit', '@every 1h30', "'1h30'", 8],
    ['a minus', '@every -5m', "'-5m'", 8],
    ['a blank inside', '@every 1h 30m', "'1h 30m'", 8],
    ['a dot alone', '@every .h', "'.h'", 8],
    ['some three hundred years', '@every 2562048h', "'2562048h'", 8],
    ['a nanosecond more than the longest', '@every 9223372036854775808ns', "'9223372036854775808ns'", 8],
  ])('refuses %s', (_, text, found, column) => {
    const allowed = 'one or more numbers, each with its unit h, m, s, ms, us or ns, such as 1h30m';
    expect(parse(text)).toEqual({ error: `@every allows ${allowed}; found ${found}`, column });
  });

  it('finds minute 32, the first of its half, from the second before', () => {
    const before = Date.UTC(2026, 0, 1, 4, 31, 59);
    expect(nextTick(schedule('32 4 * * *'), before)).toBe(before + second);
  });

  it.each([
    ['the last tick plus the period', 10 * minute, 100 * minute],
    ['the fraction of a second of the creation is dropped', 10 * minute + 999, 100 * minute],
  ])('comes next at %s', (_, after, expected) => {
    expect(nextTick(schedule('@every 90m'), after)).toBe(expected);
  });
});

describe('the number of a tick', () => {
  const at = Date.UTC(2026, 10, 1, 3);
  it.each([
    ['counts minutes of the epoch', '0 3 * * *', 'kubernetes', at / minute],
    ['counts seconds for @every', '@every 1h', 'kubernetes', at / second],
    ['counts seconds with a field of seconds', '0 0 3 * * *', 'sixFields', at / second],
  ] as const)('%s', (_, text, dialect, slot) => {
    expect(slotOf(schedule(text, dialect), at)).toBe(slot);
  });
});
