/**
 * A tick that started nothing: journalled as skipped, or dropped after it was kept for later.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { note, type Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { slotOf } from '../expression.ts';
import { passTick } from './halt.ts';
import { cronOf, jobOf } from './state.ts';

/** Why something is done about a tick. */
export interface Ground {
  readonly reason: Reason;
  readonly cause: number | null;
}

/** @param why of a tick that was kept before */
export function noteSkipped(sim: Sim, deployment: Deployment, slotAt: Instant, ground: Ground, why?: string): void {
  const ordinal = slotOf(jobOf(deployment).schedule, slotAt);
  const data = { slotAt, running: cronOf(deployment).active.length, ...(why !== undefined && { why }) };
  note(sim, 'execution.skipped', { subject: deployment.subject, ordinal, ...ground }, data);
}

/** Drops a tick that was kept for later: a later one has come, or the event that it waited for will not come. */
export function dropMissed(sim: Sim, deployment: Deployment, ground: Ground, why: string): void {
  const cron = cronOf(deployment);
  const { missedAt } = cron;
  if (missedAt === null) return;
  cron.missedAt = null;
  if (cron.halt === null) noteSkipped(sim, deployment, missedAt, ground, why);
  else passTick(sim, deployment, missedAt, ground.reason);
}
