/**
 * When an execution has run for too long.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';

export interface DeadlineSpan {
  /** When it became `Active`. */
  readonly startTime: Instant;
  /** When its containers first ran; null: they have not. */
  readonly startedAt: Instant | null;
  /** null: no limit. */
  readonly activeDeadline: Duration | null;
}

/**
 * The last instant at which an execution may end by itself (CRON-9, CRON-10, `cron.deadline.from`).
 * Placement, pull and waits between attempts count too; not those before the first start of the containers, with
 * `containerStart`.
 *
 * @returns null where there is no limit, or where it does not run yet
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
  /** When it ends by itself; null: not foreseen. */
  readonly endsAt: Instant | null;
}

const inTime = because(['CRON-10']);
const tooLong = because(['CRON-10'], ['cron.deadline.from']);
const atTie = because(['CRON-10'], ['cron.deadline.from', 'cron.deadline.tie']);

/**
 * Whether an execution is removed at its deadline (CRON-10, `cron.deadline.tie`).
 *
 *   ends one ms before -> hold ends one ms later, or never -> remove ends at that instant -> hold: that is not longer
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
