/**
 * Cron expressions: the parser, and the next tick of a schedule.
 */
import type { Reason } from '../../engine/journal.ts';
import { type Duration, type Instant, minute, second } from '../../engine/time.ts';
import { zoneNamed } from '../../engine/zone/zone.ts';
import { because } from '../../rules/reason.ts';
import { parsePeriod } from './every.ts';
import { type CronAssumptions, type CronFields, parseFields, type ScheduleError, type Word } from './fields.ts';
import { periodOf } from './period.ts';
import { nextMatch } from './walk.ts';
import { keepsPeriod, nextZoned, plainUntil, type ScheduleZone, turnOf } from './zoned.ts';

/** A schedule by fields of the calendar. Immutable, shared by forks. */
export interface FieldSchedule extends CronFields {
  readonly kind: 'fields';
  /** As written. */
  readonly text: string;
  /** The grid of its ticks: a minute, or a second if the expression has a field for seconds. */
  readonly grain: Duration;
  /** The constant distance between ticks; null: it is not constant. */
  readonly period: Duration | null;
  /** The zone whose local time the fields are; null: UTC. */
  readonly zoned: ScheduleZone | null;
}

/** A schedule by distance from the last tick. */
export interface EverySchedule {
  readonly kind: 'every';
  /** As written. */
  readonly text: string;
  /** Whole seconds, at least one. */
  readonly period: Duration;
}

export type Schedule = FieldSchedule | EverySchedule;

const macros: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
]);

/**
 * Parses a schedule: five fields, a macro such as `@daily`, or `@every` with a period (CRON-1, SNAP-2, `cron.dialect`,
 * `cron.dayRule`), in a time zone (`cron.zone`). A time zone before the fields is an error, because the platform's
 * schedules have none. An error has a message and a column from 1.
 */
export function parseSchedule(text: string, assumptions: CronAssumptions): Schedule | ScheduleError {
  const words = wordsOf(text);
  const first = words[0];
  if (first === undefined) return { error: 'expected a cron expression; found nothing', column: 1 };
  if (first.text.startsWith('@')) return parseMacro(text, words, first, assumptions);
  if (/^(CRON_)?TZ=/.test(first.text))
    return {
      error: `a schedule must not have a time zone: the assumption cron.zone sets one for all; found '${first.text}'`,
      column: first.column,
    };
  return withFields(text, words, assumptions);
}

/**
 * The next tick strictly after an instant; null: there is none within five years (TYPE-11, `cron.zone`).
 *
 * By fields: the next whole minute (with a field for seconds, the next whole second) that matches, in UTC or in the
 * schedule's zone (`cron.zone.gap`, `cron.zone.overlap`). `@every`:
 * the instant without its fraction of a second, plus the period. So `after` must be the last tick; before the first
 * tick it must be the creation (the start of the run, or the change of the schedule).
 */
export function nextTick(schedule: Schedule, after: Instant): Instant | null {
  if (schedule.kind === 'fields')
    return schedule.zoned === null ? nextMatch(schedule, after) : nextZoned(schedule, schedule.zoned, after);
  return Math.floor(after / second) * second + schedule.period;
}

/** Up to when all ticks are alike, from one of them on: none is added or repeated by a change of the clock. */
export function plainTicksUntil(schedule: Schedule, tickAt: Instant | null): Instant {
  if (schedule.kind === 'every' || schedule.zoned === null || tickAt === null) return Number.POSITIVE_INFINITY;
  return plainUntil(schedule, schedule.zoned, tickAt);
}

/** What a tick owes to its time zone; null: the schedule is in UTC, or goes by distances. */
export function zoneReason(schedule: Schedule, tickAt: Instant): Reason | null {
  if (schedule.kind === 'every' || schedule.zoned === null) return null;
  return zoneReasons[turnOf(schedule, schedule.zoned, tickAt) ?? 'plain'];
}

const zoneReasons = {
  plain: because([], ['cron.zone']),
  gap: because([], ['cron.zone', 'cron.zone.gap']),
  overlap: because([], ['cron.zone', 'cron.zone.overlap']),
} as const;

/**
 * The number in the name of a tick's execution: epoch minutes; epoch seconds for `@every` and for fields with seconds.
 */
export function slotOf(schedule: Schedule, tickAt: Instant): number {
  return Math.floor(tickAt / (schedule.kind === 'every' ? second : schedule.grain));
}

function parseMacro(
  text: string,
  words: readonly Word[],
  first: Word,
  assumptions: CronAssumptions,
): Schedule | ScheduleError {
  if (first.text === '@every') return parseEvery(text, words, first);
  const fields = macros.get(first.text);
  const extra = words[1];
  if (fields === undefined) {
    const allowed = [...macros.keys(), '@every <duration>'].join(', ');
    return { error: `expected one of ${allowed}; found '${first.text}'`, column: first.column };
  }
  if (extra !== undefined)
    return { error: `nothing may follow ${first.text}; found '${extra.text}'`, column: extra.column };
  return withFields(text, wordsOf(fields), assumptions);
}

function parseEvery(text: string, words: readonly Word[], first: Word): Schedule | ScheduleError {
  const [, amount = { text: '', column: first.column + first.text.length }, extra] = words;
  const period = extra === undefined ? parsePeriod(amount.text) : null;
  if (period !== null) return { kind: 'every', text, period };
  const found = words.slice(1).map((word) => word.text);
  const allowed = 'one or more numbers, each with its unit h, m, s, ms, us or ns, such as 1h30m';
  return {
    error: `@every allows ${allowed}; found ${found.length === 0 ? 'nothing' : `'${found.join(' ')}'`}`,
    column: amount.column,
  };
}

function withFields(text: string, words: readonly Word[], assumptions: CronAssumptions): Schedule | ScheduleError {
  const fields = parseFields(words, assumptions);
  if ('error' in fields) return fields;
  const zoned = zonedBy(assumptions);
  const period = periodOf(fields);
  const isKept = period === null || zoned === null || keepsPeriod(fields, zoned, period);
  const grain = words.length === 6 ? second : minute;
  return { kind: 'fields', text, grain, period: isKept ? period : null, zoned, ...fields };
}

/** Where no such zone exists, `svcsim check` has said so. */
function zonedBy(assumptions: CronAssumptions): ScheduleZone | null {
  const { 'cron.zone': name, 'cron.zone.gap': gap, 'cron.zone.overlap': overlap } = assumptions;
  const zone = name === 'UTC' ? null : zoneNamed(name);
  return zone === null ? null : { zone, gap, overlap };
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/\S+/g)].map((match) => ({ text: match[0], column: match.index + 1 }));
}
