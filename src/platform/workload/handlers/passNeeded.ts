/**
 * Finds deployments for which a pass would change nothing.
 */

import type { Sim } from '../../handlers/note.ts';
import type { World } from '../../world.ts';
import { type Deployment, newestRevision, type RolloutUnderWay } from '../deployment.ts';
import { fleetOf } from '../fleet.ts';
import { sameCounts } from '../progress.ts';
import { isOff } from '../scaling.ts';
import { countsOf } from './passView.ts';
import { addPass } from './wake.ts';

/**
 * Adds a pass if it may change something. A run that is taken literally always has the pass.
 *
 * @param by journal number of the entry that may give it something to do
 */
export function considerPass(sim: Sim, deployment: Deployment, by: number): void {
  deployment.movedBy = by;
  if (sim.world.isLiteral || !isAtRest(sim.world, deployment)) addPass(sim, deployment, by);
}

/**
 * Whether the planner of a deployment's type would surely hold: because nothing rolls out and there are as many
 * replicas as are wanted, all of the newest version; or because the counts are those that it has held at before.
 *
 * Nearly every replica that becomes ready, or is gone, finds it so.
 */
export function isAtRest(world: World, deployment: Deployment): boolean {
  if (!deployment.isPlanned || !plansByCounts(world, deployment)) return false;
  const { rollout } = deployment;
  return rollout === null ? isSettled(deployment) : isAwaiting(deployment, rollout);
}

/** Whether its planner looks at nothing but counts of replicas that stay, and has seen the one that is wanted. */
function plansByCounts({ assumptions }: World, { settings, previous, desired, closed, options }: Deployment): boolean {
  if (settings.type === 'standard')
    return previous?.desired === desired && assumptions['rollout.terminating.counts'] === 'no';
  if (settings.type !== 'serverless' || assumptions['rollout.serverless.old'] === 'afterWindow') return false;
  return closed === 'none' && !isOff(options);
}

function isSettled(deployment: Deployment): boolean {
  const { completedVersion, desired, serving, settings } = deployment;
  const { version } = newestRevision(deployment);
  if (completedVersion !== version) return false;
  if (settings.type === 'serverless' && serving !== version) return false;
  const { newest, old } = fleetOf(deployment);
  return old.length === 0 && newest.replicas === desired;
}

/** Replicas come only in passes: where none are fewer or better than after the last one, nothing has happened since. */
function isAwaiting(deployment: Deployment, { version, counts, stalled }: RolloutUnderWay): boolean {
  if (stalled || version !== newestRevision(deployment).version || deployment.ready !== counts.ready) return false;
  return sameCounts(countsOf(fleetOf(deployment)), counts);
}
