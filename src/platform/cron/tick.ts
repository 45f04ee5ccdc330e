/**
 * The planner of a tick of a schedule in one location: it starts an execution, replaces Active ones, or skips the tick.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan, Refusal } from '../plan.ts';
import type { Closed } from '../workload/deployment.ts';
import type { JobSettings } from '../workload/settings.ts';

/** An execution that is `Active`. */
export interface ActiveExecution {
  readonly handle: number;
  /** true: started by a tick; false: by a command. */
  readonly scheduled: boolean;
}

/** The field that suspends; `job` if both do. */
export type SuspendedBy = 'job' | 'defaultOptions' | null;

export interface TickView {
  readonly tickAt: number;
  readonly closed: Closed;
  readonly suspendedBy: SuspendedBy;
  readonly policy: JobSettings['concurrencyPolicy'];
  /** In order of start. */
  readonly active: readonly ActiveExecution[];
  /** Number of executions that Replace removed and whose replica still terminates. */
  readonly stopping: number;
}

export type TickAssumptions = Pick<
  Assumptions,
  'cron.forbid.missed' | 'cron.resume.missed' | 'cron.replace.start' | 'cron.runNow.counts'
>;

export type TickAction =
  /** Becomes `Removed`; its replica terminates. */
  | { readonly do: 'remove'; readonly execution: number }
  | { readonly do: 'start' }
  /** Remembers the tick; it starts when no removed execution has a replica left. */
  | { readonly do: 'startWhenStopped' }
  /** Remembers the tick, in place of an earlier one; `planMissed` decides on it. */
  | { readonly do: 'remember'; readonly tickAt: number };

const closedReasons = {
  deleting: because(['TYPE-11']),
  disabled: because(['LOC-7']),
  outage: because([], ['fault.outage.replicas']),
  ignored: because(['TAG-35']),
  withdrawn: because(['TAG-35'], ['ignore.effect']),
  paused: because([], ['secret.missing', 'secret.heal.duration']),
} as const;
const suspensions = {
  job: because(['SUSP-6'], ['cron.resume.missed']),
  defaultOptions: because(['SUSP-2'], ['cron.defaultSuspend', 'cron.resume.missed']),
} as const;
const due = because(['TYPE-11']);
const overlapping = because(['TYPE-11', 'CRON-5']);
const besideCommand = because(['TYPE-11', 'CRON-18'], ['cron.runNow.counts']);
const blocked = because(['CRON-3'], ['cron.forbid.missed']);
const blockedByCommand = because(['CRON-3'], ['cron.forbid.missed', 'cron.runNow.counts']);
const replacing = because(['CRON-4'], ['cron.replace.start']);
const replacingCommand = because(['CRON-4'], ['cron.replace.start', 'cron.runNow.counts']);
const startOnResume = because(['SUSP-6'], ['cron.resume.missed']);

const start: readonly TickAction[] = [{ do: 'start' }];
const startDue: Plan<TickAction> = { kind: 'act', actions: start, reason: due };
const startOverlapping: Plan<TickAction> = { kind: 'act', actions: start, reason: overlapping };
const startBesideCommand: Plan<TickAction> = { kind: 'act', actions: start, reason: besideCommand };

/**
 * Plans a tick in one location; the first line that applies decides (TYPE-11, CRON-3, CRON-4, CRON-5, SUSP-2, SUSP-6).
 *
 *   closed                                -> hold
 *   suspended                             -> hold; `cron.resume.missed` latest: remember
 *   Forbid, a scheduled execution Active  -> refuse; `cron.forbid.missed` lateStart: remember
 *   Replace, scheduled ones Active        -> remove them and start at once;
 *                                            `cron.replace.start` afterStop: start when they have stopped
 *   else                                  -> start
 *
 * Executions started by command count as scheduled ones only if `cron.runNow.counts` is yes.
 */
export function planTick(view: TickView, assumptions: TickAssumptions): Plan<TickAction> {
  if (view.closed !== 'none') return { kind: 'hold', reason: closedReasons[view.closed] };
  if (view.suspendedBy !== null) {
    const reason = suspensions[view.suspendedBy];
    const isKept = assumptions['cron.resume.missed'] === 'latest';
    return isKept ? { kind: 'act', actions: [remember(view)], reason } : { kind: 'hold', reason };
  }
  if (view.policy === 'Forbid' && isBlocked(view, assumptions)) {
    const reason = view.active.some((execution) => execution.scheduled) ? blocked : blockedByCommand;
    if (assumptions['cron.forbid.missed'] === 'lateStart') return { kind: 'act', actions: [remember(view)], reason };
    const message = `skipped because concurrencyPolicy is Forbid: ${runningText(blockersOf(view, assumptions))}`;
    return { kind: 'refuse', reason, message, retryAt: null };
  }
  return planStart(view, assumptions);
}

/**
 * Plans a remembered tick when an execution of the location has ended or is gone, or when the workload was resumed
 * (`cron.forbid.missed`, `cron.resume.missed`, `cron.replace.start`).
 *
 * Hold: the tick stays remembered and may still start. Act: it starts now and is forgotten. Refuse: it is forgotten.
 *
 * @param view as at a tick; `tickAt` is the remembered tick
 */
export function planMissed(
  view: TickView,
  occasion: 'ended' | 'resumed',
  assumptions: TickAssumptions,
): Plan<TickAction> {
  if (view.closed !== 'none') return forgotten(`the deployment is ${view.closed}`, closedReasons[view.closed]);
  if (view.suspendedBy !== null) {
    const reason = suspensions[view.suspendedBy];
    const isKept = assumptions['cron.resume.missed'] === 'latest';
    return isKept ? { kind: 'hold', reason } : forgotten('the workload is suspended', reason);
  }
  if (view.policy === 'Forbid' && isBlocked(view, assumptions)) {
    const isKept = assumptions['cron.forbid.missed'] === 'lateStart';
    return isKept ? { kind: 'hold', reason: blocked } : forgotten(runningText(blockersOf(view, assumptions)), blocked);
  }
  const plan = planStart(view, assumptions);
  if (plan.kind !== 'act' || plan.actions[0]?.do === 'remove') return plan;
  if (plan.actions[0]?.do === 'startWhenStopped') return { kind: 'hold', reason: plan.reason };
  if (occasion === 'resumed') return { ...plan, reason: startOnResume };
  return { ...plan, reason: view.policy === 'Replace' ? replacing : blocked };
}

function planStart(view: TickView, assumptions: TickAssumptions): Plan<TickAction> {
  const { active, policy } = view;
  if (policy === 'Replace') {
    const counted = blockersOf(view, assumptions);
    const waits = assumptions['cron.replace.start'] === 'afterStop' && counted.length + view.stopping > 0;
    if (counted.length > 0 || waits) {
      const actions: TickAction[] = counted.map(({ handle }) => ({ do: 'remove', execution: handle }));
      actions.push({ do: waits ? 'startWhenStopped' : 'start' });
      const isAllScheduled = counted.every((execution) => execution.scheduled);
      return { kind: 'act', actions, reason: isAllScheduled ? replacing : replacingCommand };
    }
  }
  if (active.length === 0) return startDue;
  return policy === 'Allow' ? startOverlapping : startBesideCommand;
}

function isBlocked(view: TickView, assumptions: TickAssumptions): boolean {
  return view.active.some((execution) => counts(execution, assumptions));
}

/**
 * The Active executions for which Forbid skips a tick, in order of start. Executions started by command do not count,
 * except as `cron.runNow.counts` says (CRON-18).
 */
export function blockersOf(
  { active }: Pick<TickView, 'active'>,
  assumptions: Pick<Assumptions, 'cron.runNow.counts'>,
): readonly ActiveExecution[] {
  return active.length === 0 ? active : active.filter((execution) => counts(execution, assumptions));
}

function counts(execution: ActiveExecution, assumptions: Pick<Assumptions, 'cron.runNow.counts'>): boolean {
  return execution.scheduled || assumptions['cron.runNow.counts'] === 'yes';
}

function remember(view: TickView): TickAction {
  return { do: 'remember', tickAt: view.tickAt };
}

function runningText(active: readonly ActiveExecution[]): string {
  return active.length === 1
    ? 'an earlier execution is still Active'
    : `${active.length} earlier executions are still Active`;
}

function forgotten(why: string, reason: Refusal['reason']): Refusal {
  return { kind: 'refuse', reason, message: `the missed tick is dropped: ${why}`, retryAt: null };
}
