/**
 * What a suspension does to the executions that run.
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
 * Whether a cron workload's executions end when it is suspended (SUSP-2, SUSP-6, `cron.defaultSuspend`).
 * They go on; `defaultOptions.suspend` removes them all, those by command too, where the assumption says `alsoRemove`.
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
