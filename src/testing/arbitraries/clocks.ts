/**
 * Which durations hold in a generated scenario, and in which time zone its schedules and daily rates are: mostly
 * measured ones, in UTC.
 */
import fc from 'fast-check';
import type { ScenarioDocument } from '../document.ts';

/** What is drawn of durations and of the time zone. */
export interface DrawnClock {
  readonly timing: 'measured' | 'observed' | 'instant';
  /** null: UTC, and the usual start. */
  readonly zoned: {
    readonly zone: string;
    /** An hour before the clock leaves an hour or half an hour out, or shows it twice. */
    readonly start: string;
    readonly gap: 'skip' | 'after';
    readonly overlap: 'twice' | 'once';
  } | null;
}

const starts: readonly (readonly [zone: string, start: string])[] = [
  ['Europe/Berlin', '2027-03-28T00:00:00Z'],
  ['Europe/Berlin', '2026-10-25T00:00:00Z'],
  ['America/New_York', '2027-03-14T06:00:00Z'],
  ['America/New_York', '2026-11-01T05:00:00Z'],
  ['Australia/Lord_Howe', '2027-04-03T14:00:00Z'],
  ['Africa/Cairo', '2027-04-29T21:00:00Z'],
];

const zoned = fc
  .record({
    at: fc.constantFrom(...starts),
    gap: fc.constantFrom('skip' as const, 'after'),
    overlap: fc.constantFrom('twice' as const, 'once'),
  })
  .map(({ at: [zone, start], ...reading }) => ({ zone, start, ...reading }));

/** One in three has other durations than the measured ones, one in four a time zone in which the clock changes. */
export const clocks: fc.Arbitrary<DrawnClock> = fc.record({
  timing: fc.constantFrom('measured', 'measured', 'measured', 'measured', 'observed', 'instant'),
  zoned: fc.option(zoned, { freq: 3 }),
});

/** A scenario with these durations, and in this time zone. */
export function withClock(document: ScenarioDocument, { timing, zoned: at }: DrawnClock): ScenarioDocument {
  const timed: ScenarioDocument = timing === 'measured' ? document : { ...document, timing };
  if (at === null) return timed;
  const assumptions = {
    'cron.zone': at.zone,
    ...(at.gap === 'skip' ? {} : { 'cron.zone.gap': at.gap }),
    ...(at.overlap === 'twice' ? {} : { 'cron.zone.overlap': at.overlap }),
  };
  return { ...timed, start: at.start, assumptions: { ...timed.assumptions, ...assumptions } };
}

/** A demand whose rate, if it is a course of the day, is in a time zone. */
export function withRateZone(demand: object, zone: string | undefined): object {
  const { rate } = demand as { readonly rate?: unknown };
  const isDaily = typeof rate === 'object' && rate !== null && 'daily' in rate;
  return zone === undefined || !isDaily ? demand : { ...demand, rate: { ...rate, zone } };
}
