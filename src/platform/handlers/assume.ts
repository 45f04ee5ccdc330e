/** Other assumptions from an instant on: a fork that goes on as if they had changed there. */
import type { Assumptions } from '../../rules/assumptions.ts';
import { reconcileVolumeset } from '../volume/handlers/volumeset.ts';
import { reconcileWorkload } from '../workload/handlers/deployment.ts';
import type { Sim } from './note.ts';

/**
 * Gives a fork other assumptions and reads the settings of all records anew by them. What has happened stays. Only for
 * forks that answer a question: no run of a scenario changes its assumptions on the way.
 *
 * @param cause journal number that the changes of counts name
 */
export function assumeFromNow(sim: Sim, assumptions: Assumptions, cause: number): void {
  const { world } = sim;
  // A run's own assumptions never change, so their type is read-only; the world of a fork is its own.
  Object.assign(world, { assumptions });
  world.sharedEvaluation.found = null;
  for (const link of world.volumesets.keys()) reconcileVolumeset(sim, link, cause);
  for (const link of world.deployments.keys()) reconcileWorkload(sim, link, cause);
}
