/**
 * The troubles of requests to a deployment: slowness, failures and retries.
 */

import type { Assumptions } from '../../../rules/assumptions.ts';
import { conditionOf, retryWait } from '../../call/retry.ts';
import { addedLatency, shareAnswered } from '../../fault/handlers/service.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { noTrouble, type Trouble } from '../trials.ts';

/** Troubles by its own behaviour and by active faults; retries by its policy (RETRY-2, RETRY-3). */
export function troubleOf(world: World, deployment: Deployment): Trouble {
  const { assumptions } = world;
  const latency = addedLatency(world, deployment, 'requests');
  const failure = 1 - shareAnswered(world, deployment, 'requests', deployment.behaviour.request?.failure ?? 0);
  if (latency === 0 && failure === 0) return noTrouble;
  return {
    latency,
    failure,
    pauses: failure === 0 ? [] : pausesOf(deployment, assumptions),
    isPerTry: isPerTry(assumptions),
  };
}

/** The pauses before each retry of a request that a replica has failed. */
function pausesOf({ settings }: Deployment, assumptions: Assumptions): readonly number[] {
  const { retry } = settings.requests;
  const failure = { kind: 'answered', status: assumptions['traffic.status.failed'] } as const;
  if (conditionOf(failure, retry, assumptions) === null) return [];
  // If the pause is random, its mean.
  return Array.from({ length: retry.attempts }, (_, index) => retryWait(index + 1, assumptions, () => 0.5));
}

/** Whether the timeout applies to each try: if it starts at the arrival, there is only one. */
function isPerTry(assumptions: Assumptions): boolean {
  return assumptions['timeout.from'] === 'forward' && assumptions['timeout.scope'] === 'perTry';
}
