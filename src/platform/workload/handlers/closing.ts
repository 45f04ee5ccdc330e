/**
 * The end of a deployment: it is removed when nothing of it is left.
 */
import { because } from '../../../rules/reason.ts';
import { finishDeleted } from '../../api/handlers/deletion.ts';
import { endSchedule } from '../../cron/handlers/endSchedule.ts';
import type { Sim } from '../../handlers/note.ts';
import { locationsOf } from '../../handlers/settings.ts';
import type { World } from '../../world.ts';
import { type Deployment, isEmpty } from '../deployment.ts';
import { reviewHealth } from './health.ts';

/** Why nothing runs in a location that is closed. */
export const closings = {
  deleting: because([], ['api.deleteStatus']),
  disabled: because(['LOC-7']),
  outage: because([], ['fault.outage.replicas']),
  withdrawn: because(['TAG-35'], ['ignore.effect']),
  paused: because([], ['secret.missing', 'secret.heal.duration']),
} as const;

/**
 * What waits for the last replica or execution of a closed deployment goes on when that is gone: a deletion, and the
 * end of a deployment whose location has left the GVC.
 */
export function finishClosing(sim: Sim, deployment: Deployment, cause: number = deployment.cause): void {
  if (!isEmpty(deployment)) return;
  if (deployment.closed === 'deleting') finishDeleted(sim, deployment.workload, cause);
  if (deployment.closed === 'disabled' && !isPlaced(sim.world, deployment)) dropDeployment(sim, deployment);
}

function isPlaced(world: World, { gvc, location }: Deployment): boolean {
  return locationsOf(world, gvc).includes(location);
}

/**
 * It is shown nowhere any more, and nothing that was still to come finds it; should its location return, the workload
 * comes there anew (LOC-7).
 */
function dropDeployment(sim: Sim, deployment: Deployment): void {
  const { deployments } = sim.world;
  const { handle, workload } = deployment;
  deployments.set(
    workload,
    (deployments.get(workload) ?? []).filter((one) => one !== handle),
  );
  // As in a deletion of the workload: a location that is only disabled keeps its ticks.
  deployment.closed = 'deleting';
  deployment.passAt = null;
  if (deployment.cron !== null) {
    endSchedule(sim, deployment);
    finishClosing(sim, deployment);
  }
  reviewHealth(sim, deployment);
}
