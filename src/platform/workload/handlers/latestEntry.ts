import { replicaAt, type World } from '../../world.ts';
import type { Deployment } from '../deployment.ts';

/**
 * Journal number of the latest entry about the state of a deployment: what set the wanted replicas, brought one of them
 * to where it is, or made one go.
 */
export function latestEntryOf(world: World, { cause, movedBy, replicas }: Deployment): number {
  let latest = Math.max(cause, movedBy);
  for (const handle of replicas) latest = Math.max(latest, replicaAt(world, handle).cause);
  return latest;
}
