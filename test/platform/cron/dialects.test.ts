import { describe, expect, it } from 'vitest';
import { instantFromIso, isoFromInstant } from '../../../src/engine/time.ts';
import { nextTick, parseSchedule } from '../../../src/platform/cron/expression.ts';

/**
 * What published dialects do with times that the clock leaves out and times that it shows twice, and which pair of
 * `cron.zone.gap` and `cron.zone.overlap` is theirs, or the nearest. Their ticks below are those of the named versions
 * for these schedules; those of cron and EventBridge follow from what their documentation and sources say.
 */
const dialects = {
  // robfig/cron 3, the parser of Kubernetes.
  kubernetes: { gap: 'skip', overlap: 'twice' },
  // OnCalendar of systemd 252 with a time zone. It runs nothing in a repeated hour, even what runs every hour.
  systemd: { gap: 'skip', overlap: 'once' },
  // CronExpression of Quartz 2.3. Of a time that comes twice it takes the second, also for what runs every hour.
  quartz: { gap: 'skip', overlap: 'once' },
  // "Daylight saving time" in the user guide of Amazon EventBridge Scheduler.
  eventBridge: { gap: 'skip', overlap: 'once' },
  // cron(8) and the source of cronie; Vixie's and Debian's cron(8) say the same. Schedules whose minute or hour begins
  // with a star follow the time as it passes.
  linux: { gap: 'after', overlap: 'once' },
  // The package croner 11, which treats stars like cron on Linux.
  croner: { gap: 'after', overlap: 'once' },
  // The package croniter 6.
  croniter: { gap: 'after', overlap: 'twice' },
  // CronTrigger of APScheduler 3.11 moves a time that is left out by as much as the clock moves.
  apscheduler: { gap: 'after', overlap: 'twice' },
  // The package cron-parser 5 moves it, too.
  cronParser: { gap: 'after', overlap: 'once' },
} as const;

type Dialect = keyof typeof dialects;

const spring = ['2012-03-11T05:00:00Z', '2012-03-12T08:00:00Z'] as const;
const autumn = ['2012-11-04T04:00:00Z', '2012-11-05T08:00:00Z'] as const;
const nights = {
  // New York goes from 02:00 to 03:00 at 07:00Z, and from 02:00 back to 01:00 at 06:00Z.
  'New York gap': ['America/New_York', ...spring],
  'New York overlap': ['America/New_York', ...autumn],
  'New York gap, 8 h': ['America/New_York', spring[0], '2012-03-11T13:00:00Z'],
  'New York gap, 4 h': ['America/New_York', spring[0], '2012-03-11T09:00:00Z'],
  'New York overlap, 4 h': ['America/New_York', autumn[0], '2012-11-04T08:00:00Z'],
  'Berlin gap': ['Europe/Berlin', '2027-03-27T20:00:00Z', '2027-03-29T20:00:00Z'],
  'Berlin overlap': ['Europe/Berlin', '2027-10-30T20:00:00Z', '2027-11-01T20:00:00Z'],
  'Lord Howe gap': ['Australia/Lord_Howe', '2027-10-02T10:00:00Z', '2027-10-03T20:00:00Z'],
  'Lord Howe overlap': ['Australia/Lord_Howe', '2027-04-03T10:00:00Z', '2027-04-04T20:00:00Z'],
  // Cairo leaves out 00:00 to 01:00 on 2027-04-30, from 22:00Z of the day before.
  'Cairo gap': ['Africa/Cairo', '2027-04-28T18:00:00Z', '2027-05-01T18:00:00Z'],
} as const;

/** Dialects by the ticks that they have, as day and time in UTC. `!`: no pair of the assumptions gives these. */
type Row = readonly [night: keyof typeof nights, text: string, Readonly<Record<string, string>>];

const all = 'kubernetes systemd quartz eventBridge linux croner croniter apscheduler cronParser';

const rows: readonly Row[] = [
  [
    'New York gap',
    '30 2 * * *',
    {
      '12T06:30': 'kubernetes systemd quartz eventBridge',
      '11T07:00 12T06:30': 'linux croner croniter',
      '11T07:30 12T06:30': 'apscheduler! cronParser!',
    },
  ],
  ['New York gap', '0 3 * * *', { '11T07:00 12T07:00': all }],
  ['New York gap', '30 1 * * *', { '11T06:30 12T05:30': all }],
  ['New York gap', '59 1,3 * * *', { '11T06:59 11T07:59 12T05:59 12T07:59': all }],
  [
    'New York gap',
    '*/30 2 * * *',
    {
      '12T06:00 12T06:30': 'kubernetes systemd quartz eventBridge linux! croner!',
      '11T07:00 12T06:00 12T06:30': 'croniter apscheduler',
      '11T07:00 11T07:30 12T06:00 12T06:30': 'cronParser!',
    },
  ],
  [
    'New York gap, 8 h',
    '0 */2 * * *',
    {
      '11T05:00 11T08:00 11T10:00 11T12:00': 'kubernetes systemd quartz linux! croner!',
      '11T05:00 11T07:00 11T08:00 11T10:00 11T12:00': 'croniter apscheduler cronParser',
    },
  ],
  ['New York gap, 4 h', '30 * * * *', { '11T05:30 11T06:30 11T07:30 11T08:30': all }],
  [
    'New York overlap, 4 h',
    '30 * * * *',
    {
      '04T04:30 04T05:30 04T06:30 04T07:30': 'kubernetes eventBridge linux croner croniter apscheduler cronParser',
      '04T04:30 04T05:30 04T07:30': 'systemd!',
      '04T04:30 04T06:30 04T07:30': 'quartz!',
    },
  ],
  [
    'New York overlap',
    '30 1 * * *',
    {
      '04T05:30 04T06:30 05T06:30': 'kubernetes croniter apscheduler',
      '04T05:30 05T06:30': 'systemd eventBridge linux croner cronParser',
      '04T06:30 05T06:30': 'quartz!',
    },
  ],
  ['New York overlap', '0 2 * * *', { '04T07:00 05T07:00': all }],
  ['New York overlap', '30 0 * * *', { '04T04:30 05T05:30': all }],
  ['New York overlap', '0 12 * * *', { '04T17:00': all }],
  [
    'New York overlap',
    '*/30 1 * * *',
    {
      '04T05:00 04T05:30 04T06:00 04T06:30 05T06:00 05T06:30': 'kubernetes croniter apscheduler linux! croner!',
      '04T05:00 04T05:30 05T06:00 05T06:30': 'systemd cronParser',
      '04T06:00 04T06:30 05T06:00 05T06:30': 'quartz!',
    },
  ],
  [
    'Berlin gap',
    '15 2 * * *',
    {
      '29T00:15': 'kubernetes systemd quartz eventBridge',
      '28T01:00 29T00:15': 'linux croner croniter',
      '28T01:15 29T00:15': 'apscheduler! cronParser!',
    },
  ],
  [
    'Berlin gap',
    '0 2 28 3 *',
    { '': 'kubernetes systemd quartz eventBridge', '28T01:00': 'linux croner croniter apscheduler cronParser' },
  ],
  [
    'Berlin overlap',
    '15 2 * * *',
    {
      '31T00:15 31T01:15 01T01:15': 'kubernetes croniter apscheduler',
      '31T00:15 01T01:15': 'systemd eventBridge linux croner cronParser',
      '31T01:15 01T01:15': 'quartz!',
    },
  ],
  [
    'Lord Howe gap',
    '15 2 * * *',
    {
      '03T15:15': 'kubernetes systemd quartz cronParser!',
      '02T15:30 03T15:15': 'linux croner croniter',
      '02T15:45 03T15:15': 'apscheduler!',
    },
  ],
  [
    'Lord Howe overlap',
    '45 1 * * *',
    {
      '03T14:45 03T15:15 04T15:15': 'kubernetes croniter apscheduler',
      '03T14:45 04T15:15': 'systemd linux croner cronParser',
      '03T15:15 04T15:15': 'quartz!',
    },
  ],
  [
    'Cairo gap',
    '0 0 * * *',
    {
      '28T22:00 30T21:00': 'kubernetes systemd quartz apscheduler!',
      '28T22:00 29T22:00 30T21:00': 'linux croner croniter cronParser',
    },
  ],
  [
    'Cairo gap',
    '30 0 * * *',
    {
      '28T22:30 30T21:30': 'kubernetes systemd quartz apscheduler!',
      '28T22:30 29T22:00 30T21:30': 'linux croner croniter',
      '28T22:30 29T22:30 30T21:30': 'cronParser!',
    },
  ],
];

function ticks(night: keyof typeof nights, text: string, dialect: Dialect): string {
  const [zone, from, until] = nights[night];
  const schedule = parseSchedule(text, {
    'cron.dialect': 'kubernetes',
    'cron.dayRule': 'kubernetes',
    'cron.zone': zone,
    'cron.zone.gap': dialects[dialect].gap,
    'cron.zone.overlap': dialects[dialect].overlap,
  });
  if ('error' in schedule) throw new Error(schedule.error);
  const found: string[] = [];
  const start = Number(instantFromIso(from));
  const end = Number(instantFromIso(until));
  for (let tick = nextTick(schedule, start - 1); tick !== null && tick < end; tick = nextTick(schedule, tick))
    found.push(isoFromInstant(tick).slice(8, 16));
  return found.join(' ');
}

describe('times that a change of the clock leaves out or repeats', () => {
  it.each(rows)('%s: %s', (night, text, expected) => {
    for (const [wanted, names] of Object.entries(expected))
      for (const name of names.split(' ')) {
        const found = ticks(night, text, name.replace('!', '') as Dialect);
        if (name.endsWith('!')) expect(found, name).not.toBe(wanted);
        else expect(found, name).toBe(wanted);
      }
  });
});
