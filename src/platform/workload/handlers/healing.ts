/**
 * Paused deployments go on after their secrets have been created (`secret.missing`, `secret.heal.duration`).
 */

import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { deploymentAt } from '../../world.ts';
import { drawItemOfReplica } from '../deployment.ts';
import { reconcileWorkload } from './deployment.ts';
import { isPaused } from './pausing.ts';

/**
 * After a secret has been created: deployments that lack no other go on after a while.
 *
 * @param cause number of the entry of its creation
 */
export function followSecret(sim: Sim, cause: number): void {
  const { world } = sim;
  for (const [workload, handles] of world.deployments) {
    const record = world.control.records.get(workload);
    for (const handle of handles) {
      const deployment = deploymentAt(world, handle);
      if (record === undefined || deployment.closed !== 'paused' || isPaused(world, record, deployment)) continue;
      const of = drawItemOfReplica(deployment, { createdAt: sim.now, ordinal: 0, restarts: 0 });
      const wait = drawDuration(sim, world.assumptions['secret.heal.duration'], of, 'heal');
      sim.add(sim.now + wait, rank.command, kind['deployment.healed'], handle, cause);
    }
  }
}

export function onHealed(sim: Sim, handle: number, cause: number): void {
  const deployment = deploymentAt(sim.world, handle);
  if (deployment.closed === 'paused') reconcileWorkload(sim, deployment.workload, cause, deployment.location);
}
