/**
 * The status of a workload: the state of each location, its health, its suspension, and whether a deployment is ready.
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
  /** Suspended, with a maximum scale of 0, or about to leave the location. */
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
  /** How the last kept execution of a cron workload ended; null: there is none. */
  readonly lastExecution: 'Success' | 'Failure' | 'Invalid' | 'Removed' | null;
  readonly now: Instant;
}

/**
 * The state of a workload in one location: the first that fits, in the order off, silent, ready, loading, notReady
 * (`health.cron`, `rollout.progressDeadline`).
 *
 * A workload is ready if it has one ready replica of any version, or is scaled to zero. A cron workload is ready
 * always, or unless its last execution ended other than as Success, as `health.cron` says. Loading lasts for the
 * deadline at most, its end excluded, and only until the first replica was ready.
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

/** When a loading workload stops being reported as loading; null: it does not load (`rollout.progressDeadline`). */
export function loadingEndsAt(
  awaitedSince: Instant | null,
  assumptions: Pick<Assumptions, 'rollout.progressDeadline'>,
): Instant | null {
  return awaitedSince === null ? null : awaitedSince + assumptions['rollout.progressDeadline'];
}

/**
 * The health of a workload over its locations: the first value that fits (HEALTH-1, `health.*`).
 *
 * Deleting; Unknown if no location is active, or all active ones are silent; Unhealthy if any is notReady; Loading if
 * any is loading; else Healthy.
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

/** A health, with the facts that it was decided from. */
export interface JudgedHealth {
  readonly health: Health;
  readonly states: readonly LocationState[];
  readonly type: WorkloadType;
  /** A location still awaits its first ready replica, or has awaited it for too long. */
  readonly isAwaited: boolean;
}

/** The rules and assumptions that decided a health (`workloadHealth`). */
export function healthReason({ health, states, type, isAwaited }: JudgedHealth): Reason {
  if (health === 'Deleting') return asked;
  if (states.length > 0 && states.every((state) => state === 'off')) return idle;
  if (type === 'cron') return judgedCron;
  return isAwaited ? awaited : judged;
}

export type SuspendedStatus = 'notSuspended' | 'partiallySuspended' | 'suspended';

/**
 * The suspension of a workload over all its locations, by their options (SUSP-2); a workload without locations is not
 * suspended.
 */
export function suspendedStatus(locations: readonly { readonly suspended: boolean }[]): SuspendedStatus {
  const count = locations.filter(({ suspended }) => suspended).length;
  if (count === 0) return 'notSuspended';
  return count === locations.length ? 'suspended' : 'partiallySuspended';
}

export interface DeploymentView {
  readonly state: LocationState;
  /** Whether the rollout of the newest version has begun. */
  readonly begun: boolean;
  /** Whether the rollout is complete. */
  readonly complete: boolean;
}

/**
 * Whether a deployment serves with any version, and whether a rollout is under way: from its first action until it is
 * complete (ROLL-1).
 */
export function deploymentStatus({ state, begun, complete }: DeploymentView): { ready: boolean; deploying: boolean } {
  return { ready: state === 'ready', deploying: begun && !complete };
}
