/**
 * What a workload shows of itself: the state of each location, its health, its suspension, and whether a deployment is ready.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import type { WorkloadType } from './settings.ts';

/** The values of the health of a workload (HEALTH-1). */
export type Health = 'Loading' | 'Healthy' | 'Unhealthy' | 'Deleting' | 'Unknown';

/** `silent`: the location is down, or nothing was planned there yet. */
export type LocationState = 'off' | 'silent' | 'ready' | 'loading' | 'notReady';

export interface LocationView {
  readonly type: WorkloadType;
  /** Suspended, or a greatest scale of 0. */
  readonly off: boolean;
  /** The location is down, or no pass has run yet. */
  readonly silent: boolean;
  /** Replicas wanted (D). */
  readonly desired: number;
  /** Of any version. */
  readonly ready: number;
  /** Since when a first ready replica is awaited; null once there was one since the workload became active here. */
  readonly awaitedSince: Instant | null;
  readonly now: Instant;
}

/**
 * The state of a workload in one location; the first that fits, in the order off, silent, ready, loading, notReady (`health.*`, `rollout.progressDeadline`).
 *
 * Ready is one ready replica of any version, a workload scaled to zero, and every cron workload. Loading lasts for the deadline at most,
 * its end excluded, and only until the first replica was ready.
 */
export function locationState(view: LocationView, progressDeadline: Duration): LocationState {
  if (view.off) return 'off';
  if (view.silent) return 'silent';
  if (view.ready > 0 || view.desired === 0 || view.type === 'cron') return 'ready';
  const isLoading = view.awaitedSince !== null && view.now - view.awaitedSince < progressDeadline;
  return isLoading ? 'loading' : 'notReady';
}

/**
 * The health of a workload over its locations; the first that fits (HEALTH-1, `health.*`).
 *
 * Deleting; Unknown where no location is active, or all active ones are silent; Unhealthy where any is notReady; Loading where any is
 * loading; else Healthy.
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

/** Whether a deployment serves, by whichever version, and whether a rollout is under way, from its first action until it is complete (ROLL-1). */
export function deploymentStatus({ state, begun, complete }: DeploymentView): { ready: boolean; deploying: boolean } {
  return { ready: state === 'ready', deploying: begun && !complete };
}
