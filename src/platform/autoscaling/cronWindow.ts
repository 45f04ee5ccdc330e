/**
 * A trigger of type `cron`: so many replicas from each tick of one schedule to the next tick of another.
 *
 * After the cron scaler of KEDA, as its documentation describes it.
 */
import type { Instant } from '../../engine/time.ts';
import { zoneNamed } from '../../engine/zone/zone.ts';
import { type JsonObject, numberAt, textAt } from '../api/document/json.ts';
import { nextTick, parseSchedule, type Schedule } from '../cron/expression.ts';
import type { CronAssumptions } from '../cron/fields.ts';
import type { Extremes } from '../traffic/pieces.ts';

/** Immutable. */
export interface CronWindow {
  readonly start: Schedule;
  readonly end: Schedule;
  /** Asked for while it is open. */
  readonly replicas: number;
}

/**
 * The window that a trigger's `metadata` writes, in the time zone that it names; null where it writes none, or names a
 * zone that does not exist. Without a zone it is in UTC.
 */
export function windowOf(metadata: JsonObject, assumptions: CronAssumptions): CronWindow | null {
  const replicas = numberAt(metadata, 'desiredReplicas') ?? Number(textAt(metadata, 'desiredReplicas') ?? Number.NaN);
  const zone = textAt(metadata, 'timezone') ?? 'UTC';
  const start = scheduleAt(metadata, 'start', { ...assumptions, 'cron.zone': zone });
  const end = scheduleAt(metadata, 'end', { ...assumptions, 'cron.zone': zone });
  const isKnown = zoneNamed(zone) !== null;
  if (start === null || end === null || !isKnown || !Number.isInteger(replicas) || replicas < 0) return null;
  return { start, end, replicas };
}

/** Replicas asked for at an instant: a tick of the start belongs to the window, one of the end does not. */
export function windowAt({ start, end, replicas }: CronWindow, at: Instant): number {
  const endsAt = nextTick(end, at);
  const startsAt = nextTick(start, at);
  return endsAt !== null && (startsAt === null || endsAt <= startsAt) ? replicas : 0;
}

/** Bounds of that between two instants, both included. */
export function windowBounds(window: CronWindow, from: Instant, until: Instant): Extremes {
  const turns = [window.start, window.end].some((schedule) => (nextTick(schedule, from) ?? until + 1) <= until);
  if (turns) return { least: 0, greatest: window.replicas };
  const value = windowAt(window, from);
  return { least: value, greatest: value };
}

/** A period that counts from its last tick has no place in the day. */
function scheduleAt(metadata: JsonObject, key: string, assumptions: CronAssumptions): Schedule | null {
  const schedule = parseSchedule(textAt(metadata, key) ?? '', assumptions);
  return 'error' in schedule || schedule.kind === 'every' ? null : schedule;
}
