import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../../src/platform/cron/expression.ts';
import { mayFireAtMostHourly } from '../../../src/platform/cron/frequency.ts';
import { inUtc } from './assumed.ts';

function ask(text: string, check: 'minuteField' | 'allGaps'): boolean {
  const schedule = parseSchedule(text, { 'cron.dialect': 'sixFields', 'cron.dayRule': 'kubernetes', ...inUtc });
  if ('error' in schedule) throw new Error(schedule.error);
  return mayFireAtMostHourly(schedule, check);
}

describe('SNAP-3: at most once per hour', () => {
  it.each([
    ['one minute of every hour', '15 * * * *', true, true],
    ['minute 59', '59 * * * *', true, true],
    ['a step that leaves one minute', '*/60 * * * *', true, true],
    ['every minute', '* * * * *', false, false],
    ['two minutes in the first half', '0,30 4 * * *', false, false],
    ['one minute in each half', '5,45 * * * *', false, false],
    ['two minutes on a day that never comes', '0,30 0 30 2 *', false, true],
    ['exactly an hour', '@every 1h', true, true],
    ['a second less', '@every 59m59s', false, false],
    ['once a day', '@daily', true, true],
    ['several seconds of one minute', '*/20 0 * * * *', false, false],
    ['one second of one minute', '20 0 * * * *', true, true],
  ])('%s', (_, text, byMinuteField, byAllGaps) => {
    expect([ask(text, 'minuteField'), ask(text, 'allGaps')]).toEqual([byMinuteField, byAllGaps]);
  });
});
