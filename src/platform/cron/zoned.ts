/**
 * Ticks of a schedule whose fields are local time of a zone: what becomes of times that a change of the clock leaves
 * out, and of times that it repeats.
 *
 * `skip` and `twice` are those of robfig/cron, the parser of Kubernetes, and `after` and `once` those of cron(8) on
 * most Linux systems. Amazon EventBridge Scheduler and systemd timers have `skip` and `once`.
 */
import { type Duration, hour, type Instant } from '../../engine/time.ts';
import { stretchAt, type Zone, type ZoneStretch } from '../../engine/zone/zone.ts';
import { countMatches } from './count.ts';
import type { CronFields } from './fields.ts';
import { nextMatch } from './walk.ts';

/** The zone of a schedule, and how it is read where the clock changes. Immutable. */
export interface ScheduleZone {
  readonly zone: Zone;
  /** Times that the clock leaves out (`cron.zone.gap`): no tick, or one when the clock has changed. */
  readonly gap: 'skip' | 'after';
  /** Times that the clock shows twice (`cron.zone.overlap`): two ticks, or one at the first. */
  readonly overlap: 'twice' | 'once';
}

/**
 * The first tick strictly after an instant; null: there is none within five years.
 *
 * In Europe/Berlin the clock leaves out 02:00 to 03:00 on 2027-03-28 and repeats it on 2027-10-31. `30 2 * * *`:
 *   gap `skip`: no tick on 28 March      `after`: 2027-03-28T01:00:00Z, when the clock shows 03:00
 *   overlap `twice`: 2027-10-31T00:30:00Z and 01:30:00Z     `once`: 00:30:00Z
 * A schedule of every hour (`30 * * * *`) follows time as it passes: it never skips, repeats or adds a tick.
 */
export function nextZoned(fields: CronFields, of: ScheduleZone, after: Instant): Instant | null {
  let stretch = stretchAt(of.zone, after);
  for (;;) {
    const piece = pieceOf(fields, of, stretch);
    if (piece.addsFirst && after < stretch.from) return stretch.from;
    const local = nextMatch(fields, Math.max(after + stretch.offset, piece.from - 1));
    if (local === null) return null;
    const at = local - stretch.offset;
    if (at < stretch.until) return at;
    // The clock may soon show again what it showed before. Later, no clock shows an earlier match.
    const mayRepeat = stretch.until - after < apartMax;
    stretch = stretchAt(of.zone, mayRepeat ? stretch.until : Math.max(stretch.until, at - apartMax));
  }
}

/** The greatest distance between two clocks: from 12 hours behind UTC to 14 ahead. */
const apartMax = 26 * hour;

/** How many ticks there are from one instant to another, both included. */
export function countZoned(fields: CronFields, of: ScheduleZone, from: Instant, until: Instant): number {
  let count = 0;
  for (let at = from; at <= until; ) {
    const stretch = stretchAt(of.zone, at);
    const piece = pieceOf(fields, of, stretch);
    const first = Math.max(at + stretch.offset, piece.from);
    const last = Math.min(until, stretch.until - 1) + stretch.offset;
    count += countMatches(fields, first, last);
    if (piece.addsFirst && at <= stretch.from) count += 1;
    at = stretch.until;
  }
  return count;
}

/** The part of a stretch that has ticks, in local time. */
interface Piece {
  /** Where it begins, itself included. */
  readonly from: Instant;
  /** Whether one tick more comes when it begins, for those that the clock has left out. */
  readonly addsFirst: boolean;
}

function pieceOf(fields: CronFields, { zone, gap, overlap }: ScheduleZone, { from, offset }: ZoneStretch): Piece {
  const begun = { from: from + offset, addsFirst: false };
  if (isHourly(fields)) return begun;
  const before = stretchAt(zone, from - 1).offset;
  // The clock showed the time up to `from + before` already.
  if (overlap === 'once' && offset < before) return { from: from + before, addsFirst: false };
  if (gap === 'skip' || offset <= before) return begun;
  const leftOut = nextMatch(fields, from + before - 1);
  const isFirst = nextMatch(fields, from + offset - 1) === from + offset;
  return { ...begun, addsFirst: leftOut !== null && leftOut < from + offset && !isFirst };
}

/** What a tick comes from besides the fields and the zone; null: nothing. */
export function turnOf(fields: CronFields, of: ScheduleZone, tickAt: Instant): 'gap' | 'overlap' | null {
  const stretch = stretchAt(of.zone, tickAt);
  if (isHourly(fields)) return null;
  if (tickAt === stretch.from && pieceOf(fields, of, stretch).addsFirst) return 'gap';
  return tickAt < stretch.from + repeatedIn(of, stretch) ? 'overlap' : null;
}

/**
 * Up to when all ticks are plain, neither added nor repeated, from one of them on; an instant before it: it is not
 * plain itself.
 */
export function plainUntil(fields: CronFields, of: ScheduleZone, tickAt: Instant): Instant {
  const { until } = stretchAt(of.zone, tickAt);
  return turnOf(fields, of, tickAt) === null ? until - 1 : tickAt - 1;
}

/** How long a stretch begins with times that the clock showed before. */
function repeatedIn({ zone }: ScheduleZone, { from, offset }: ZoneStretch): Duration {
  return Math.max(0, stretchAt(zone, from - 1).offset - offset);
}

/** Whether every hour has ticks: such a schedule is about distances, not about times of the day. */
function isHourly({ hours }: CronFields): boolean {
  return hours === 0xff_ffff;
}

/** Whether the distance between ticks is the same across all changes of the clock, if it is so without any. */
export function keepsPeriod(fields: CronFields, { zone }: ScheduleZone, period: number): boolean {
  const [first = 0] = zone.offsets;
  return isHourly(fields) && zone.offsets.every((offset) => (offset - first) % period === 0);
}
