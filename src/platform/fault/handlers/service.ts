/**
 * Slow and failing services of a workload: its own responses, and the services that check each request to it.
 */
import type { Duration } from '../../../engine/time.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import type { FaultService, FaultUnderWay } from '../fault.ts';
import { striking } from './state.ts';

/** Latency that active faults add to a service. */
export function addedLatency(world: World, deployment: Deployment, service: FaultService): Duration {
  if (world.faults.active.length === 0) return 0;
  let latency = 0;
  for (const { fault } of striking(world, 'slowService', deployment))
    if (fault.service === service) latency += fault.latency;
  return latency;
}

/** Journal number of the newest active fault that makes a service of a deployment slow or failing; null: none. */
export function faultOfService(world: World, deployment: Deployment, service: FaultService): number | null {
  return newestOf(
    (['slowService', 'failingService'] as const)
      .flatMap((name) => striking(world, name, deployment))
      .filter(({ fault }) => fault.service === service),
  );
}

/** Faults that reduce the capacity of a deployment. */
const weakening = [
  'slowService',
  'failingService',
  'nodeLoss',
  'zoneLoss',
  'drain',
  'stuckReadiness',
  'pullFailure',
] as const;

/** Journal number of the newest active fault that may make calls to a deployment wait; null: none. */
export function faultBehindWait(world: World, deployment: Deployment): number | null {
  const isOfRequests = ({ fault: { name, service } }: FaultUnderWay): boolean =>
    (name !== 'slowService' && name !== 'failingService') || service === 'requests';
  return newestOf(weakening.flatMap((name) => striking(world, name, deployment)).filter(isOfRequests));
}

function newestOf(faults: readonly FaultUnderWay[]): number | null {
  return faults.length === 0 ? null : Math.max(...faults.map(({ cause }) => cause));
}

/**
 * The share of requests to a service that it answers without a failure, 0 to 1.
 *
 * @param failure the failure share of the service's own behaviour
 */
export function shareAnswered(world: World, deployment: Deployment, service: FaultService, failure: number): number {
  let answered = 1 - failure;
  if (world.faults.active.length === 0) return answered;
  for (const { fault } of striking(world, 'failingService', deployment))
    if (fault.service === service) answered *= 1 - fault.failure;
  return answered;
}
