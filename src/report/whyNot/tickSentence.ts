/** Why a tick of a schedule was skipped: which executions blocked it, for how long, and which schedule meets none. */
import type { Duration, Instant } from '../../engine/time.ts';
import { countOf, exactDurationText, exactInstantText } from '../words/format.ts';

/** An execution that was Active at the tick. */
export interface ActiveAtTick {
  readonly startedAt: Instant;
  /** When it ends if nothing from outside cuts it short; null: never. */
  readonly endsAt: Instant | null;
}

export interface SkippedTick {
  readonly policy: string;
  /** Those that block the tick, in order of start. */
  readonly blockers: readonly ActiveAtTick[];
  /** Those started by command, which block nothing. */
  readonly besides: readonly ActiveAtTick[];
  readonly schedule: string;
  /** Between the tick before and this one; null: there was none before. */
  readonly interval: Duration | null;
}

/** `skipped because concurrencyPolicy is Forbid: the execution that started at 2 Nov 02:00:00 was still Active`. */
export function skippedSentence({ policy, blockers }: Pick<SkippedTick, 'policy' | 'blockers'>): string {
  const [only, second] = blockers;
  const starts = blockers.map(({ startedAt }) => exactInstantText(startedAt)).join(', ');
  const running =
    only === undefined
      ? 'an earlier execution was still Active'
      : second === undefined
        ? `the execution that started at ${starts} was still Active`
        : `${blockers.length} executions were still Active, which started at ${starts}`;
  return `skipped because concurrencyPolicy is ${policy}: ${running}`;
}

/** How long the blocking execution runs against the time between ticks, and what does not block: one line each. */
export function skippedFormula({ blockers, besides, schedule, interval }: SkippedTick): readonly string[] {
  const longest = blockers.reduce<Duration | null>((most, { startedAt, endsAt }) => {
    if (endsAt === null) return most;
    return Math.max(most ?? 0, endsAt - startedAt);
  }, null);
  const before = interval === null ? '' : `, the tick before was ${exactDurationText(interval)} earlier`;
  const help =
    longest === null
      ? 'the execution never ends, so no other schedule would help'
      : `the execution runs for ${exactDurationText(longest)}: ticks at least that far apart would not meet it`;
  return [
    `job.schedule is '${schedule}'${before}, and ${help}`,
    ...(besides.length === 0
      ? []
      : [
          `${countOf(besides.length, 'execution')} started by command (${besides.map(({ startedAt }) => exactInstantText(startedAt)).join(', ')}) ${besides.length === 1 ? 'was' : 'were'} Active, too: ${besides.length === 1 ? 'it blocks' : 'they block'} no tick (CRON-18, cron.runNow.counts no)`,
        ]),
  ];
}
