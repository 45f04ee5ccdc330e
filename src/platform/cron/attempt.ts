/**
 * The planner of the end of an attempt: when a container of an execution exits or its replica is lost, the execution
 * succeeds, tries again or fails.
 */
import type { Duration } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import { backoffWait, crashBackoff } from '../workload/backoff.ts';
import type { JobSettings } from '../workload/settings.ts';

export type AttemptAssumptions = Pick<
  Assumptions,
  | 'cron.never.retries'
  | 'cron.onFailure.limit'
  | 'cron.backoff.first'
  | 'cron.backoff.cap'
  | 'replica.crash.first'
  | 'replica.backoff.crashFirst'
  | 'replica.backoff.crashFactor'
  | 'replica.backoff.crashCap'
>;

export interface AttemptEndView {
  /** Index of the container that exited, or `replica`: the whole replica was lost. */
  readonly ended: number | 'replica';
  /** Exit code by container of the replica; null: it runs, or waits for its restart. */
  readonly exitCodes: readonly (number | null)[];
  readonly restartPolicy: JobSettings['restartPolicy'];
  /** Restarts in place so far, of all containers. */
  readonly restarts: number;
  /** Earlier replicas of the execution that failed or were lost. */
  readonly failedReplicas: number;
  /** Consecutive failures of the container that exited, including this one (`crashesInRow`). */
  readonly crashes: number;
}

export type AttemptAction =
  | { readonly do: 'finish'; readonly status: 'Success' | 'Failure' }
  /** Restarts the container in place, after the wait and the start time. */
  | { readonly do: 'restart'; readonly container: number; readonly wait: Duration }
  /** Creates a new replica after the wait. */
  | { readonly do: 'replace'; readonly wait: Duration };

const others = because(['CRON-8']);
const done = because(['CRON-11']);
const retriedOut = because(['CRON-8', 'CRON-11'], ['cron.never.retries']);
const retried = because(['CRON-8'], ['cron.never.retries', 'cron.backoff.first', 'cron.backoff.cap']);
const limitReached = because(['CRON-8', 'CRON-11'], ['cron.onFailure.limit']);
const lostAgain = because(['CRON-8'], ['cron.onFailure.limit', 'cron.backoff.first', 'cron.backoff.cap']);
const restarted = because(
  ['CRON-8'],
  [
    'cron.onFailure.limit',
    'replica.crash.first',
    'replica.backoff.crashFirst',
    'replica.backoff.crashFactor',
    'replica.backoff.crashCap',
    'replica.start.duration',
  ],
);
const success: Plan<AttemptAction> = { kind: 'act', actions: [{ do: 'finish', status: 'Success' }], reason: done };
const hold: Plan<AttemptAction> = { kind: 'hold', reason: others };

/**
 * Plans what follows the exit of a container or the loss of a replica (CRON-8, CRON-11, `cron.never.retries`,
 * `cron.onFailure.limit`, `cron.backoff.*`, `replica.backoff.*`).
 *
 * Never: the planner waits until all containers have exited; one failed container fails the replica, and with retries a
 * new replica follows. OnFailure: a failed container restarts in place; one that exited with 0 stays ended. Under both,
 * a lost replica is a failed attempt.
 *   Never, codes 0 and 1, 0 retries                     -> Failure
 *   Never, code 1, 6 retries, 2 replicas failed before  -> a new replica after 40 s
 *   OnFailure, third failure in a row, 2 restarts       -> restart after 40 s
 *   OnFailure, limit 6, 5 restarts                      -> Failure, after 6 attempts
 */
export function planAttemptEnd(view: AttemptEndView, assumptions: AttemptAssumptions): Plan<AttemptAction> {
  if (view.ended === 'replica') return planFailedReplica(view, assumptions);
  if (view.restartPolicy === 'OnFailure' && view.exitCodes[view.ended] !== 0)
    return planFailedContainer(view, view.ended, assumptions);
  if (view.exitCodes.includes(null)) return hold;
  return view.exitCodes.every(isClean) ? success : planFailedReplica(view, assumptions);
}

function isClean(code: number | null): boolean {
  return code === 0;
}

function planFailedContainer(
  view: AttemptEndView,
  container: number,
  assumptions: AttemptAssumptions,
): Plan<AttemptAction> {
  if (failuresOf(view) >= assumptions['cron.onFailure.limit']) return failure(limitReached);
  const wait = backoffWait(view.crashes, crashBackoff(assumptions));
  return { kind: 'act', actions: [{ do: 'restart', container, wait }], reason: restarted };
}

function planFailedReplica(view: AttemptEndView, assumptions: AttemptAssumptions): Plan<AttemptAction> {
  const isNever = view.restartPolicy === 'Never';
  const isLast = isNever
    ? view.failedReplicas >= assumptions['cron.never.retries']
    : failuresOf(view) >= assumptions['cron.onFailure.limit'];
  if (isLast) return failure(isNever ? retriedOut : limitReached);
  const first = assumptions['cron.backoff.first'];
  const growth = { first, base: first, factor: 2, cap: assumptions['cron.backoff.cap'] };
  const wait = backoffWait(view.failedReplicas + 1, growth);
  return { kind: 'act', actions: [{ do: 'replace', wait }], reason: isNever ? retried : lostAgain };
}

/** Number of failed attempts of all kinds, including the one that just ended. */
function failuresOf(view: AttemptEndView): number {
  return view.restarts + view.failedReplicas + 1;
}

function failure(reason: Plan<AttemptAction>['reason']): Plan<AttemptAction> {
  return { kind: 'act', actions: [{ do: 'finish', status: 'Failure' }], reason };
}
