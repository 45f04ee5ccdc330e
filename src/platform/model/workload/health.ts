import type { Deployment } from '../../workload/deployment.ts';
import { type Health, type LocationState, locationState, workloadHealth } from '../../workload/health.ts';
import { isOff } from '../../workload/scaling.ts';
import { deploymentsOf, replicaAt, type World } from '../../world.ts';

/** Replicas of a deployment that are ready. */
export function readyReplicas(world: World, deployment: Deployment): number {
  let ready = 0;
  for (const handle of deployment.replicas) if (replicaAt(world, handle).ready) ready += 1;
  return ready;
}

/** The state of one deployment at an instant (7.2). */
export function stateOf(world: World, deployment: Deployment, now: number): LocationState {
  const { settings, options, desired, awaitedSince, closed } = deployment;
  return locationState(
    {
      type: settings.type,
      off: isOff(options) || closed === 'disabled',
      silent: false,
      desired,
      ready: readyReplicas(world, deployment),
      awaitedSince,
      now,
    },
    world.assumptions['rollout.progressDeadline'],
  );
}

/** The health of a workload at an instant (HEALTH-1). */
export function healthOf(world: World, workload: string, now: number): Health {
  const deployments = deploymentsOf(world, workload);
  const isDeleting = world.control.records.get(workload)?.deletingSince !== null;
  return workloadHealth(
    deployments.map((deployment) => stateOf(world, deployment, now)),
    isDeleting,
    world.assumptions,
  );
}
