/**
 * Whether a failed expectation of an interrupted run might still have held at the end of the run.
 */
import type { Instant } from '../../engine/time.ts';
import { type Expectation, metrics } from '../../platform/expectation.ts';
import { holds, type Watch } from './watcher.ts';

/** How far the run came, and how far it was to come. */
interface Horizon {
  readonly now: Instant;
  readonly end: Instant;
}

/**
 * True where the rest of the time could set it right: what is asked of the end, a total that has not grown far enough,
 * a share that the rest may mend.
 *
 *   exactly 60, 23 so far -> true,  at most 20, 23 so far -> false,  always -> false
 *   at least 99 % of 10 h, 1 h of the first 2 h was wrong -> false
 *
 * @param measured as `ExpectationResult` has it; null: nothing was
 * @param watch null where none is kept
 */
export function mayYetHold(
  expectation: Expectation,
  measured: string | null,
  watch: Watch | null,
  { now, end }: Horizon,
): boolean {
  const { test, comparison } = expectation;
  if (test === 'always') return false;
  if (measured === null) return true;
  const value = Number(measured);
  if (test === 'share') {
    const since = watch?.definedAt ?? now;
    const met = value * (now - since);
    const [least, greatest] = [met / (end - since), (met + end - now) / (end - since)];
    return reaches(expectation, least, greatest);
  }
  if (!isGrowing(expectation)) return true;
  return comparison.operator === '!=' || reaches(expectation, value, Number.POSITIVE_INFINITY);
}

/** Whether it only ever becomes more: a mean, a percentile or a share of requests may fall again. */
function isGrowing({ metric, test }: Expectation): boolean {
  const { is, unit } = metrics[metric];
  if (is !== 'over' || test === 'atEnd' || unit === 'percent') return false;
  return !metric.startsWith('load.latency.') && !metric.startsWith('calls.latency.');
}

/** Whether some value between two is as it is wanted. */
function reaches({ comparison }: Expectation, least: number, greatest: number): boolean {
  if (holds(comparison, least) || holds(comparison, greatest)) return true;
  return comparison.operator === '=' && least <= comparison.value && comparison.value <= greatest;
}
