/**
 * What a workload shows of itself: the state of each location, its health, its suspension, and whether a deployment is
 * ready.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { WorkloadType } from './settings.ts';

/** The values of the health of a workload (HEALTH-1). */
export type Health = 'Loading' | 'Healthy' | 'Unhealthy' | 'Deleting' | 'Unknown';

/** `silent`: the location is down, or nothing was planned there yet. */
export type LocationState = 'off' | 'silent' | 'ready' | 'loading' | 'notReady';

export interface LocationView {
  readonly type: WorkloadType;
  /** Suspended, a greatest scale of 0, or no longer to be here. */
  readonly off: boolean;
  /** The location is down, or no pass has run yet. */
  readonly silent: boolean;
  /** Replicas wanted (D). */
  readonly desired: number;
  /** Of any version. */
  readonly ready: number;
  /**
   * Since when a first ready replica is awaited; null once there was one since the workload became active here, or came
   * back from zero.
   */
  readonly awaitedSince: Instant | null;
  /** How the last execution that is kept of a cron workload ended; null: there is none. */
  readonly lastExecution: 'Success' | 'Failure' | 'Invalid' | 'Removed' | null;
  readonly now: Instant;
}

/**
 * The state of a workload in one location; the first that fits, in the order off, silent, ready, loading, notReady
 * (`health.cron`, `rollout.progressDeadline`).
 *
 * Ready is one ready replica of any version, a workload scaled to zero, and a cron workload: each, or each whose last
 * execution did not fail to end as Success. Loading lasts for the deadline at most, its end excluded, and only until
 * the first replica was ready.
 */
export function locationState(
  view: LocationView,
  assumptions: Pick<Assumptions, 'health.cron' | 'rollout.progressDeadline'>,
): LocationState {
  if (view.off) return 'off';
  if (view.silent) return 'silent';
  if (view.type === 'cron') {
    const isJudged = assumptions['health.cron'] === 'lastExecution' && view.lastExecution !== null;
    return isJudged && view.lastExecution !== 'Success' ? 'notReady' : 'ready';
  }
  if (view.ready > 0 || view.desired === 0) return 'ready';
  const loadingUntil = loadingEndsAt(view.awaitedSince, assumptions);
  return loadingUntil !== null && view.now < loadingUntil ? 'loading' : 'notReady';
}

/** When a workload that still loads is no longer said to; null: it does not load (`rollout.progressDeadline`). */
export function loadingEndsAt(
  awaitedSince: Instant | null,
  assumptions: Pick<Assumptions, 'rollout.progressDeadline'>,
): Instant | null {
  return awaitedSince === null ? null : awaitedSince + assumptions['rollout.progressDeadline'];
}

/**
 * The health of a workload over its locations; the first that fits (HEALTH-1, `health.*`).
 *
 * Deleting; Unknown where no location is active, or all active ones are silent; Unhealthy where any is notReady;
 * Loading where any is loading; else Healthy.
 *   ready, notReady   -> Unhealthy      off, off    -> Unknown
 *   ready, loading    -> Loading        ready, off  -> Healthy
 *   ready, silent     -> Healthy        none at all -> Unknown
 */
export function workloadHealth(
  states: readonly LocationState[],
  deleting: boolean,
  assumptions: Pick<Assumptions, 'health.rule' | 'health.suspended'>,
): Health {
  if (deleting) return 'Deleting';
  const active = states.filter((state) => state !== 'off');
  if (active.length === 0 && states.length > 0 && assumptions['health.suspended'] === 'Healthy') return 'Healthy';
  if (active.every((state) => state === 'silent')) return 'Unknown';
  if (assumptions['health.rule'] === 'anyReady' && active.includes('ready')) return 'Healthy';
  if (active.includes('notReady')) return 'Unhealthy';
  return active.includes('loading') ? 'Loading' : 'Healthy';
}

const asked = because(['HEALTH-1'], ['api.deleteStatus']);
const idle = because(['HEALTH-1'], ['health.suspended']);
const judged = because(['HEALTH-1'], ['health.rule']);
const awaited = because(['HEALTH-1'], ['health.rule', 'rollout.progressDeadline']);
const judgedCron = because(['HEALTH-1'], ['health.rule', 'health.cron']);

/** A health, and what it was judged by. */
export interface JudgedHealth {
  readonly health: Health;
  readonly states: readonly LocationState[];
  readonly type: WorkloadType;
  /** A location still awaits its first ready replica, or has awaited it for too long. */
  readonly isAwaited: boolean;
}

/** What decided on a health (`workloadHealth`). */
export function healthReason({ health, states, type, isAwaited }: JudgedHealth): Reason {
  if (health === 'Deleting') return asked;
  if (states.length > 0 && states.every((state) => state === 'off')) return idle;
  if (type === 'cron') return judgedCron;
  return isAwaited ? awaited : judged;
}

export type SuspendedStatus = 'notSuspended' | 'partiallySuspended' | 'suspended';

/** Suspension over all locations, by their options (SUSP-2); a workload without locations is not suspended. */
export function suspendedStatus(locations: readonly { readonly suspended: boolean }[]): SuspendedStatus {
  const count = locations.filter(({ suspended }) => suspended).length;
  if (count === 0) return 'notSuspended';
  return count === locations.length ? 'suspended' : 'partiallySuspended';
}

export interface DeploymentView {
  readonly state: LocationState;
  /** Something was done for the newest version. */
  readonly begun: boolean;
  /** The rollout is complete. */
  readonly complete: boolean;
}

/**
 * Whether a deployment serves, by whichever version, and whether a rollout is under way, from its first action until it
 * is complete (ROLL-1).
 */
export function deploymentStatus({ state, begun, complete }: DeploymentView): { ready: boolean; deploying: boolean } {
  return { ready: state === 'ready', deploying: begun && !complete };
}
