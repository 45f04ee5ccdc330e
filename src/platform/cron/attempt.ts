/**
 * What follows when a container of an execution has exited, or its replica is lost: success, another attempt, or
 * failure.
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
  /** The container that exited, by index, or the whole replica, lost. */
  readonly ended: number | 'replica';
  /** By container of the replica; null: it runs, or waits to run again. */
  readonly exitCodes: readonly (number | null)[];
  readonly restartPolicy: JobSettings['restartPolicy'];
  /** Restarts in place so far, of all containers together. */
  readonly restarts: number;
  /** Replicas of the execution that failed or were lost before. */
  readonly failedReplicas: number;
  /** Failures in a row of the container that exited, this one included (`crashesInRow`). */
  readonly crashes: number;
}

export type AttemptAction =
  | { readonly do: 'finish'; readonly status: 'Success' | 'Failure' }
  /** The container runs again in its place, after the wait and its start. */
  | { readonly do: 'restart'; readonly container: number; readonly wait: Duration }
  /** A new replica is made after the wait. */
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
 * What follows the end of a container's run, or of a replica (CRON-8, CRON-11, `cron.never.retries`,
 * `cron.onFailure.limit`, `cron.backoff.*`, `replica.backoff.*`).
 *
 * Never: once all containers have exited; one that failed fails the replica, and with retries a new one follows.
 * OnFailure: a container that failed runs again in its place, one that exited with 0 stays ended. A lost replica is a
 * failed attempt in both.
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
  return view.exitCodes.every((code) => code === 0) ? success : planFailedReplica(view, assumptions);
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

/** Failed attempts of all kinds, the one that just ended included. */
function failuresOf(view: AttemptEndView): number {
  return view.restarts + view.failedReplicas + 1;
}

function failure(reason: Plan<AttemptAction>['reason']): Plan<AttemptAction> {
  return { kind: 'act', actions: [{ do: 'finish', status: 'Failure' }], reason };
}
