/**
 * The ticks of a stretch all at once, for those that come to nothing.
 */
import { type Duration, day, type Instant } from '../../engine/time.ts';
import { countMatches } from './count.ts';
import { nextTick, type Schedule } from './expression.ts';

/** Four years: within them `nextTick` never gives up after a tick. */
const longest = 4 * 365 * day;

export interface Stretch {
  readonly count: number;
  readonly last: Instant;
}

/**
 * The ticks from one of them up to an instant at or after it, both included, though not of more than four years (TYPE-11).
 *
 * @param first a tick
 */
export function stretchOf(schedule: Schedule, first: Instant, limit: Instant): Stretch {
  const until = Math.min(limit, first + longest);
  if (schedule.kind === 'every') return evenStretch(schedule.period, first, until);
  if (schedule.period !== null) return evenStretch(schedule.period, first, until);
  return { count: countMatches(schedule, first, until), last: lastTick(schedule, first, until) };
}

function evenStretch(period: Duration, first: Instant, until: Instant): Stretch {
  const more = Math.floor((until - first) / period);
  return { count: 1 + more, last: first + more * period };
}

/** The last tick up to an instant, from an earlier one on: by leaps, each half as far as those before it. */
function lastTick(schedule: Schedule, first: Instant, until: Instant): Instant {
  let last = first;
  for (let leap = until - first; ; leap = Math.floor(leap / 2)) {
    for (let next = nextTick(schedule, last + leap); next !== null && next <= until; ) {
      last = next;
      next = nextTick(schedule, last + leap);
    }
    if (leap === 0) return last;
  }
}
