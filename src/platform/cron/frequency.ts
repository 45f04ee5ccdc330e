/**
 * How often a schedule may fire at most: what the platform bounds for snapshots.
 */
import { hour } from '../../engine/time.ts';
import type { Schedule } from './expression.ts';
import { hasMatchingDay } from './walk.ts';

/**
 * Whether a schedule fires at most once per hour; once per hour is allowed (SNAP-3, `snapshot.check`).
 *
 * `minuteField` asks the minute field for one value alone. `allGaps` asks that no two ticks lie closer than an hour,
 * which differs only where there are no ticks: `0,30 0 30 2 *` never fires.
 *   `15 * * * *` yes     `0-59/60 * * * *` yes     `0,30 4 * * *` no     `@every 1h` yes     `@every 59m` no
 */
export function mayFireAtMostHourly(schedule: Schedule, check: 'minuteField' | 'allGaps' = 'minuteField'): boolean {
  if (schedule.kind === 'every') return schedule.period >= hour;
  const hasOneTimeInHour =
    isOne(schedule.minutesLow, schedule.minutesHigh) && isOne(schedule.secondsLow, schedule.secondsHigh);
  return hasOneTimeInHour || (check === 'allGaps' && !hasMatchingDay(schedule));
}

function isOne(low: number, high: number): boolean {
  const [present, absent] = low === 0 ? [high, low] : [low, high];
  return absent === 0 && (present & (present - 1)) === 0;
}
