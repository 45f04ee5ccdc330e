import { CronExpressionParser } from 'cron-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, instantFromIso, isoFromInstant, minute } from '../../../src/engine/time.ts';
import {
  type FieldSchedule,
  nextTick,
  parseSchedule,
  plainTicksUntil,
  type Schedule,
  zoneReason,
} from '../../../src/platform/cron/expression.ts';
import { lastTick, stretchOf } from '../../../src/platform/cron/stretch.ts';

type Reading = { readonly gap?: 'skip' | 'after'; readonly overlap?: 'twice' | 'once' };

function scheduleIn(zone: string, text: string, { gap = 'skip', overlap = 'twice' }: Reading = {}): FieldSchedule {
  const schedule = parseSchedule(text, {
    'cron.dialect': 'kubernetes',
    'cron.dayRule': 'kubernetes',
    'cron.zone': zone,
    'cron.zone.gap': gap,
    'cron.zone.overlap': overlap,
  });
  if ('error' in schedule || schedule.kind !== 'fields') throw new Error(text);
  return schedule;
}

const at = (iso: string): number => Number(instantFromIso(iso));

/** Ticks after one instant and up to another. */
function ticks(schedule: FieldSchedule, after: number, until: number): string[] {
  const found: string[] = [];
  for (let tick = nextTick(schedule, after); tick !== null && tick <= until; tick = nextTick(schedule, tick))
    found.push(isoFromInstant(tick).slice(0, 16));
  return found;
}

/** The nights of the changes in Berlin, New York and Lord Howe, whose clock changes by half an hour only. */
const nights = {
  'Europe/Berlin gap': ['2027-03-27T20:00:00Z', '2027-03-29T20:00:00Z'],
  'Europe/Berlin overlap': ['2027-10-30T20:00:00Z', '2027-11-01T20:00:00Z'],
  'America/New_York gap': ['2027-03-13T20:00:00Z', '2027-03-15T20:00:00Z'],
  'America/New_York overlap': ['2027-11-06T20:00:00Z', '2027-11-08T20:00:00Z'],
  'Australia/Lord_Howe gap': ['2027-10-02T10:00:00Z', '2027-10-03T20:00:00Z'],
  'Australia/Lord_Howe overlap': ['2027-04-03T10:00:00Z', '2027-04-04T20:00:00Z'],
} as const;

type Row = readonly [night: keyof typeof nights, text: string, reading: Reading, ticks: readonly string[]];

describe('TYPE-11: a schedule in a time zone', () => {
  it.each<Row>([
    // Times in UTC. Berlin goes from 02:00 to 03:00 at 01:00Z, and from 03:00 back to 02:00 at 01:00Z.
    ['Europe/Berlin gap', '30 1 * * *', {}, ['2027-03-28T00:30', '2027-03-28T23:30']],
    ['Europe/Berlin gap', '30 2 * * *', {}, ['2027-03-29T00:30']],
    ['Europe/Berlin gap', '30 2 * * *', { gap: 'after' }, ['2027-03-28T01:00', '2027-03-29T00:30']],
    ['Europe/Berlin gap', '0 3 * * *', { gap: 'after' }, ['2027-03-28T01:00', '2027-03-29T01:00']],
    [
      'Europe/Berlin gap',
      '0 2,3 * * *',
      { gap: 'after' },
      ['2027-03-28T01:00', '2027-03-29T00:00', '2027-03-29T01:00'],
    ],
    [
      'Europe/Berlin gap',
      '10,50 2 * * *',
      { gap: 'after' },
      ['2027-03-28T01:00', '2027-03-29T00:10', '2027-03-29T00:50'],
    ],
    ['Europe/Berlin overlap', '30 2 * * *', {}, ['2027-10-31T00:30', '2027-10-31T01:30', '2027-11-01T01:30']],
    ['Europe/Berlin overlap', '30 2 * * *', { overlap: 'once' }, ['2027-10-31T00:30', '2027-11-01T01:30']],
    ['Europe/Berlin overlap', '0 3 * * *', { overlap: 'once' }, ['2027-10-31T02:00', '2027-11-01T02:00']],
    ['Europe/Berlin overlap', '0 2 * * *', {}, ['2027-10-31T00:00', '2027-10-31T01:00', '2027-11-01T01:00']],
    ['America/New_York gap', '0 1 * * *', {}, ['2027-03-14T06:00', '2027-03-15T05:00']],
    ['America/New_York gap', '0 2 * * *', {}, ['2027-03-15T06:00']],
    ['America/New_York gap', '0 2 * * *', { gap: 'after' }, ['2027-03-14T07:00', '2027-03-15T06:00']],
    ['America/New_York overlap', '0 1 * * *', {}, ['2027-11-07T05:00', '2027-11-07T06:00', '2027-11-08T06:00']],
    ['America/New_York overlap', '0 1 * * *', { overlap: 'once' }, ['2027-11-07T05:00', '2027-11-08T06:00']],
    ['America/New_York overlap', '30 2 * * *', {}, ['2027-11-07T07:30', '2027-11-08T07:30']],
    // Lord Howe: 02:00 to 02:30 at 15:30Z, and 02:00 back to 01:30 at 15:00Z.
    ['Australia/Lord_Howe gap', '15 2 * * *', {}, ['2027-10-03T15:15']],
    ['Australia/Lord_Howe gap', '15 2 * * *', { gap: 'after' }, ['2027-10-02T15:30', '2027-10-03T15:15']],
    ['Australia/Lord_Howe gap', '45 2 * * *', { gap: 'after' }, ['2027-10-02T15:45', '2027-10-03T15:45']],
    ['Australia/Lord_Howe overlap', '45 1 * * *', {}, ['2027-04-03T14:45', '2027-04-03T15:15', '2027-04-04T15:15']],
    ['Australia/Lord_Howe overlap', '45 1 * * *', { overlap: 'once' }, ['2027-04-03T14:45', '2027-04-04T15:15']],
  ])('%s, %s, %o', (night, text, reading, expected) => {
    const [from, until] = nights[night].map((iso) => at(iso)) as [number, number];
    expect(ticks(scheduleIn(night.split(' ')[0] ?? '', text, reading), from, until)).toEqual(expected);
  });

  it('of every hour follows time as it passes, whatever is assumed', () => {
    for (const night of ['Europe/Berlin gap', 'Europe/Berlin overlap'] as const)
      for (const reading of [{}, { gap: 'after', overlap: 'once' }] as const) {
        const [from, until] = nights[night].map((iso) => at(iso)) as [number, number];
        const own = scheduleIn('Europe/Berlin', '30 * * * *', reading);
        expect(ticks(own, from, until)).toEqual(ticks(scheduleIn('UTC', '30 * * * *'), from, until));
        expect(own.period).toBe(hour);
      }
  });

  it.each<[string, string, string[]]>([
    ['30 1 31 10 *', 'just before the clock goes back', ['2027-10-30T23:30', '2028-10-31T00:30']],
    ['30 2 31 10 *', 'a time that comes twice', ['2027-10-31T00:30', '2027-10-31T01:30', '2028-10-31T01:30']],
    ['30 2 28 3 *', 'a time that does not come in this year', ['2028-03-28T00:30']],
    ['0 0 30 2 *', 'a day that never comes', []],
  ])('%s, far from the last tick: %s', (text, _, expected) => {
    for (const gap of ['skip', 'after'] as const)
      expect(
        ticks(scheduleIn('Europe/Berlin', text, { gap }), at('2027-03-28T12:00:00Z'), at('2028-12-31T00:00:00Z')),
      ).toEqual(expected);
  });

  it('of a day that never comes has none, also when the clock changes', () => {
    const never = scheduleIn('Europe/Berlin', '0 0 30 2 *', { gap: 'after' });
    expect(nextTick(never, at('2027-03-27T00:00:00Z'))).toBeNull();
    expect(stretchOf(never, at('2027-03-27T00:00:00Z'), at('2027-12-01T00:00:00Z')).count).toBe(0);
  });

  it.each<[string, string, Reading, string, string[]]>([
    ['30 2 * * *', '2027-03-29T00:30', {}, '2027-10-31T00:59:59.999Z', ['cron.zone']],
    ['30 2 * * *', '2027-03-28T01:00', { gap: 'after' }, '2027-03-28T00:59:59.999Z', ['cron.zone', 'cron.zone.gap']],
    ['30 2 * * *', '2027-03-29T00:30', { gap: 'after' }, '2027-10-31T00:59:59.999Z', ['cron.zone']],
    ['0 3 * * *', '2027-03-28T01:00', { gap: 'after' }, '2027-10-31T00:59:59.999Z', ['cron.zone']],
    ['0 3 * * *', '2027-03-29T01:00', { gap: 'after' }, '2027-10-31T00:59:59.999Z', ['cron.zone']],
    ['30 2 * * *', '2027-10-31T00:30', {}, '2027-10-31T00:59:59.999Z', ['cron.zone']],
    ['30 2 * * *', '2027-10-31T01:30', {}, '2027-10-31T01:29:59.999Z', ['cron.zone', 'cron.zone.overlap']],
    ['0 2 * * *', '2027-10-31T01:00', {}, '2027-10-31T00:59:59.999Z', ['cron.zone', 'cron.zone.overlap']],
    ['0 3 * * *', '2027-10-31T02:00', {}, '2028-03-26T00:59:59.999Z', ['cron.zone']],
    ['30 * * * *', '2027-10-31T01:30', {}, '2028-03-26T00:59:59.999Z', ['cron.zone']],
    ['30 2 * * *', '1970-01-02T01:30', {}, '1980-04-06T00:59:59.999Z', ['cron.zone']],
  ])('%s at %s, %o: alike until %s, because of %o', (text, tick, reading, until, assumptions) => {
    const schedule = scheduleIn('Europe/Berlin', text, reading);
    const tickAt = at(`${tick}:00Z`);
    expect(nextTick(schedule, tickAt - 1)).toBe(tickAt);
    expect(isoFromInstant(plainTicksUntil(schedule, tickAt))).toBe(until);
    expect(zoneReason(schedule, tickAt)?.assumptions).toEqual(assumptions);
  });

  it('in UTC, by distance, or without a next tick: nothing comes of a zone', () => {
    const every = parseSchedule('@every 90m', {
      'cron.dialect': 'kubernetes',
      'cron.dayRule': 'kubernetes',
      'cron.zone': 'Europe/Berlin',
      'cron.zone.gap': 'skip',
      'cron.zone.overlap': 'twice',
    }) as Schedule;
    for (const schedule of [every, scheduleIn('UTC', '30 2 * * *')]) {
      expect(plainTicksUntil(schedule, at('2027-10-31T02:30:00Z'))).toBe(Number.POSITIVE_INFINITY);
      expect(zoneReason(schedule, at('2027-10-31T02:30:00Z'))).toBeNull();
    }
    expect(plainTicksUntil(scheduleIn('Europe/Berlin', '30 2 * * *'), null)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each<[string, string, number | null]>([
    ['Europe/Berlin', '*/10 * * * *', 10 * minute],
    ['Europe/Berlin', '30 * * * *', hour],
    ['Europe/Berlin', '30 2 * * *', null],
    ['Asia/Kathmandu', '*/15 * * * *', 15 * minute],
    ['Asia/Kathmandu', '0 * * * *', null],
    ['Australia/Lord_Howe', '*/30 * * * *', 30 * minute],
    ['Australia/Lord_Howe', '0 * * * *', null],
    ['Pacific/Chatham', '0 * * * *', hour],
    ['Africa/Monrovia', '*/15 * * * *', null],
    ['Asia/Pyongyang', '*/20 * * * *', null],
  ])('%s, %s: a constant distance of %s ms', (zone, text, period) => {
    expect(scheduleIn(zone, text).period).toBe(period);
  });

  it('that has the same offset for ever ticks as in UTC, so much earlier', () => {
    const [from, until] = [at('2027-01-01T00:00:00Z'), at('2027-01-20T00:00:00Z')];
    const kolkata = ticks(scheduleIn('Asia/Kolkata', '0 6 * * 1-5'), from, until);
    const utc = ticks(scheduleIn('UTC', '30 0 * * 1-5'), from, until);
    expect(kolkata).toEqual(utc);
  });

  const some = fc.record({
    zone: fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'),
    text: fc.constantFrom(
      '*/20 * * * *',
      '30 2 * * *',
      '0 0 * * *',
      '5 1,2,3 * * *',
      '*/7 1-3 * * 0',
      '0 12 1 * *',
      '45 1 29 10 *',
      '30 2 */3 4,10,11 0',
    ),
    gap: fc.constantFrom('skip' as const, 'after' as const),
    overlap: fc.constantFrom('twice' as const, 'once' as const),
    from: fc.integer({ min: at('2010-01-01T00:00:00Z') / minute, max: at('2030-01-01T00:00:00Z') / minute }),
  });

  it('counts ticks as it walks them, and finds the last one', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 400 * 24 }), ({ zone, text, gap, overlap, from }, hours) => {
        const schedule = scheduleIn(zone, text, { gap, overlap });
        const first = nextTick(schedule, from * minute);
        if (first === null) return;
        const limit = first + hours * hour;
        const walked = [isoFromInstant(first).slice(0, 16), ...ticks(schedule, first, limit)];
        const { count, next } = stretchOf(schedule, first, limit);
        expect(count).toBe(walked.length);
        expect(isoFromInstant(lastTick(schedule, first, limit)).slice(0, 16)).toBe(walked.at(-1));
        expect(next).toBe(nextTick(schedule, lastTick(schedule, first, limit)));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('agrees with the package cron-parser on days without a change of the clock', () => {
    let compared = 0;
    fc.assert(
      fc.property(some, ({ zone, text, from }) => {
        const schedule = scheduleIn(zone, text);
        const ours = nextTick(schedule, from * minute) ?? Number.NaN;
        const offsets = [from * minute - day, ours + day].map((one) =>
          new Date(one).toLocaleString('en', { timeZone: zone, timeZoneName: 'longOffset' }).slice(-9),
        );
        if (offsets[0] !== offsets[1]) return;
        const theirs = CronExpressionParser.parse(text, { tz: zone, currentDate: new Date(from * minute) }).next();
        expect(isoFromInstant(ours)).toBe(theirs.toDate().toISOString());
        compared += 1;
      }),
      { seed: 2, numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(200);
  });
});
