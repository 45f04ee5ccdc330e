/**
 * The planner of `activeDeadlineSeconds`: when an execution has run too long.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';

export interface DeadlineSpan {
  /** When it became `Active`. */
  readonly startTime: Instant;
  /** When its containers first started; null: not yet. */
  readonly startedAt: Instant | null;
  /** null: no limit. */
  readonly activeDeadline: Duration | null;
}

/**
 * The last instant at which an execution may end by itself (CRON-9, CRON-10, `cron.deadline.from`). Placement, image
 * pull and waits between attempts count, too; with `containerStart` only the time from the first start of the
 * containers counts.
 *
 * @returns null: there is no limit, or it has not started to run
 */
export function deadlineOf(
  { startTime, startedAt, activeDeadline }: DeadlineSpan,
  assumptions: Pick<Assumptions, 'cron.deadline.from'>,
): Instant | null {
  if (activeDeadline === null) return null;
  const begin = assumptions['cron.deadline.from'] === 'active' ? startTime : startedAt;
  return begin === null ? null : begin + activeDeadline;
}

export interface DeadlineView {
  readonly deadlineAt: Instant;
  /** When it ends by itself; null: unknown. */
  readonly endsAt: Instant | null;
}

const inTime = because(['CRON-10']);
const tooLong = because(['CRON-10'], ['cron.deadline.from']);
const atTie = because(['CRON-10'], ['cron.deadline.from', 'cron.deadline.tie']);

/**
 * Plans the removal of an execution at its deadline (CRON-10, `cron.deadline.tie`).
 *
 *   ends one ms before the deadline     -> hold
 *   ends one ms after it, or never      -> remove
 *   ends at that instant                -> hold: that is not longer
 */
export function planDeadline(
  { deadlineAt, endsAt }: DeadlineView,
  assumptions: Pick<Assumptions, 'cron.deadline.tie'>,
): Plan<{ readonly do: 'remove' }> {
  if (endsAt === deadlineAt)
    return assumptions['cron.deadline.tie'] === 'removed'
      ? { kind: 'act', actions: [{ do: 'remove' }], reason: atTie }
      : { kind: 'hold', reason: atTie };
  if (endsAt !== null && endsAt < deadlineAt) return { kind: 'hold', reason: inTime };
  return { kind: 'act', actions: [{ do: 'remove' }], reason: tooLong };
}
