import { describe, expect, it } from 'vitest';
import { instantFromIso, isoFromInstant } from '../../../src/engine/time.ts';
import { nextTick, parseSchedule } from '../../../src/platform/cron/expression.ts';

/**
 * What published dialects do with times that the clock leaves out (02:30 on 2012-03-11 in New York) and shows twice
 * (01:30 on 2012-11-04).
 */
const dialects = {
  // doc.go of robfig/cron: "jobs scheduled during daylight-savings leap-ahead transitions will not be run"; at a time
  // that comes twice its tests expect both.
  kubernetes: { gap: 'skip', overlap: 'twice' },
  // cron(8) of cronie and Vixie: jobs of a skipped hour run immediately; running a job twice is avoided.
  linux: { gap: 'after', overlap: 'once' },
  // "Daylight saving time" in the user guide of Amazon EventBridge Scheduler: a time that does not exist is skipped;
  // one that comes twice is run once.
  eventBridge: { gap: 'skip', overlap: 'once' },
} as const;

type Row = readonly [
  text: string,
  from: string,
  until: string,
  Readonly<Record<keyof typeof dialects, readonly string[]>>,
];
const spring = ['2012-03-11T05:00:00Z', '2012-03-12T08:00:00Z'] as const;
const autumn = ['2012-11-04T04:00:00Z', '2012-11-05T08:00:00Z'] as const;
const same = (ticks: readonly string[]): Row[3] => ({ kubernetes: ticks, linux: ticks, eventBridge: ticks });

describe('times that a change of the clock leaves out or repeats, in New York', () => {
  it.each<Row>([
    ['30 2 * * *', ...spring, { kubernetes: ['12T06:30'], linux: ['11T07:00', '12T06:30'], eventBridge: ['12T06:30'] }],
    ['0 3 * * *', ...spring, same(['11T07:00', '12T07:00'])],
    ['30 1 * * *', ...spring, same(['11T06:30', '12T05:30'])],
    ['59 1,3 * * *', ...spring, same(['11T06:59', '11T07:59', '12T05:59', '12T07:59'])],
    [
      '30 1 * * *',
      ...autumn,
      {
        kubernetes: ['04T05:30', '04T06:30', '05T06:30'],
        linux: ['04T05:30', '05T06:30'],
        eventBridge: ['04T05:30', '05T06:30'],
      },
    ],
    ['0 2 * * *', ...autumn, same(['04T07:00', '05T07:00'])],
    ['30 0 * * *', ...autumn, same(['04T04:30', '05T05:30'])],
    ['0 12 * * *', ...autumn, same(['04T17:00'])],
  ])('%s from %s to %s', (text, from, until, expected) => {
    for (const [dialect, { gap, overlap }] of Object.entries(dialects)) {
      const schedule = parseSchedule(text, {
        'cron.dialect': 'kubernetes',
        'cron.dayRule': 'kubernetes',
        'cron.zone': 'America/New_York',
        'cron.zone.gap': gap,
        'cron.zone.overlap': overlap,
      });
      if ('error' in schedule) throw new Error(schedule.error);
      const found: string[] = [];
      const end = Number(instantFromIso(until));
      for (let tick = nextTick(schedule, Number(instantFromIso(from)) - 1); tick !== null && tick < end; ) {
        found.push(isoFromInstant(tick).slice(8, 16));
        tick = nextTick(schedule, tick);
      }
      expect(found, dialect).toEqual(expected[dialect as keyof typeof dialects]);
    }
  });

  it('schedules of every hour follow the time as it passes in all of them', () => {
    for (const { gap, overlap } of Object.values(dialects))
      for (const [from, until] of [spring, autumn]) {
        const schedule = parseSchedule('0 * * * *', {
          'cron.dialect': 'kubernetes',
          'cron.dayRule': 'kubernetes',
          'cron.zone': 'America/New_York',
          'cron.zone.gap': gap,
          'cron.zone.overlap': overlap,
        });
        if ('error' in schedule) throw new Error(schedule.error);
        let tick = Number(instantFromIso(from)) - 1;
        for (; tick < Number(instantFromIso(until)); tick = nextTick(schedule, tick) ?? Number.NaN)
          expect(((nextTick(schedule, tick) ?? 0) - tick) % 3_600_000).toBe(tick % 3_600_000 === 0 ? 0 : 1);
      }
  });
});
