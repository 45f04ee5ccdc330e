/**
 * Slow and failing services of a workload, as those who ask find them: its own answers, and what is asked about each request to it.
 */
import type { Duration } from '../../../engine/time.ts';
import type { FaultService } from '../../fault.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { striking } from './state.ts';

/** What faults under way add to the time that a service takes. */
export function addedLatency(world: World, deployment: Deployment, service: FaultService): Duration {
  let latency = 0;
  for (const { fault } of striking(world, 'slowService', deployment))
    if (fault.service === service) latency += fault.latency;
  return latency;
}

/**
 * The share of what a service is asked that it answers well, 0 to 1.
 *
 * @param failure the share that fails by the service's own behaviour
 */
export function shareAnswered(world: World, deployment: Deployment, service: FaultService, failure: number): number {
  let answered = 1 - failure;
  for (const { fault } of striking(world, 'failingService', deployment))
    if (fault.service === service) answered *= 1 - fault.failure;
  return answered;
}
