/**
 * The planner of a suspension: what happens to Active executions.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import type { ActiveExecution, SuspendedBy } from './tick.ts';

export interface SuspendView {
  readonly suspendedBy: Exclude<SuspendedBy, null>;
  readonly active: readonly ActiveExecution[];
}

/** Becomes `Removed`; its replica terminates. */
export interface RemoveAction {
  readonly do: 'remove';
  readonly execution: number;
}

const byJob = because(['SUSP-6']);
const byOptions = because(['SUSP-2'], ['cron.defaultSuspend']);

/**
 * Plans what happens to Active executions when a cron workload is suspended (SUSP-2, SUSP-6, `cron.defaultSuspend`).
 *
 * They continue. With `alsoRemove`, `defaultOptions.suspend` removes all of them, including those started by command.
 */
export function planSuspend(
  { suspendedBy, active }: SuspendView,
  assumptions: Pick<Assumptions, 'cron.defaultSuspend'>,
): Plan<RemoveAction> {
  if (suspendedBy === 'job') return { kind: 'hold', reason: byJob };
  if (assumptions['cron.defaultSuspend'] === 'likeJobSuspend' || active.length === 0)
    return { kind: 'hold', reason: byOptions };
  return { kind: 'act', actions: active.map(({ handle }) => ({ do: 'remove', execution: handle })), reason: byOptions };
}
