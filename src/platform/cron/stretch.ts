/**
 * The ticks of a stretch all at once, for those that come to nothing.
 */
import { type Duration, day, type Instant } from '../../engine/time.ts';
import { countMatches } from './count.ts';
import { nextTick, type Schedule } from './expression.ts';
import { countZoned } from './zoned.ts';

/** Four years: no walk gives up within them (`nextTick`). */
const longest = 4 * 365 * day;

export interface TickRange {
  /** Where it ends, included. */
  readonly until: Instant;
  /** How many ticks there are. */
  readonly count: number;
  /** The tick after them; null: none. */
  readonly next: Instant | null;
}

/**
 * The ticks from one of them up to an instant at or after it, both included, though not of more than four years
 * (TYPE-11).
 *
 * @param first a tick
 */
export function stretchOf(schedule: Schedule, first: Instant, limit: Instant): TickRange {
  const until = Math.min(limit, first + longest);
  if (schedule.kind === 'every') return evenStretch(schedule.period, first, until);
  if (schedule.period !== null) return evenStretch(schedule.period, first, until);
  const { zoned } = schedule;
  const count = zoned === null ? countMatches(schedule, first, until) : countZoned(schedule, zoned, first, until);
  return { until, count, next: tickAfter(schedule, first, until) };
}

function evenStretch(period: Duration, first: Instant, until: Instant): TickRange {
  const count = Math.floor((until - first) / period) + 1;
  return { until, count, next: first + count * period };
}

/** The one after the ticks of a stretch. A walk goes on from the last of them, which matters where it may give up. */
function tickAfter(schedule: Schedule, first: Instant, until: Instant): Instant | null {
  const next = nextTick(schedule, until);
  return next !== null && next <= first + longest ? next : nextTick(schedule, lastTick(schedule, first, until));
}

/**
 * The last of the ticks from one of them up to an instant at or after it; where they are not all as far apart, found by
 * leaps, each half as far as those before it.
 */
export function lastTick(schedule: Schedule, first: Instant, until: Instant): Instant {
  const { period } = schedule;
  if (period !== null) return first + Math.floor((until - first) / period) * period;
  let last = first;
  for (let leap = until - first; ; leap = Math.floor(leap / 2)) {
    for (let next = nextTick(schedule, last + leap); next !== null && next <= until; ) {
      last = next;
      next = nextTick(schedule, last + leap);
    }
    if (leap === 0) return last;
  }
}
