/**
 * Effects of a full volume on the replicas that write to it (`volume.full`).
 */

import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { exitReplica } from '../../workload/handlers/trouble.ts';
import type { Replica } from '../../workload/replica.ts';
import { deploymentsOf, replicaAt, type VolumeEntity, type VolumesetEntity, type World } from '../../world.ts';
import { holderOf, setsOf, volumeOf } from './holders.ts';

/**
 * Handles a volume that has just been found full: containers that write to it exit, unless they tolerate a full volume.
 */
export function crashWriters(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, cause: number): void {
  if (sim.world.assumptions['volume.full'] === 'clamp') return;
  for (const { deployment, replica } of writersOf(sim.world, set, entity))
    if (replica.phase === 'running' && replica.node === null) exitReplica(sim, deployment, replica, cause);
}

/**
 * The journal entry about the full volume for which a replica exits as soon as it runs; null: none of its volumes is
 * full, or it lives with that.
 */
export function fullVolumeOf({ world }: Sim, deployment: Deployment, replica: Replica): number | null {
  if (world.assumptions['volume.full'] === 'clamp' || replica.node !== null) return null;
  for (const set of setsOf(world, deployment, replica.version)) {
    const index = set.settings.fileSystem === 'shared' ? 0 : replica.ordinal;
    const entity = volumeOf(world, set, deployment.location, index);
    if (entity?.volume.isFull === true) return entity.cause;
  }
  return null;
}

interface Writer {
  readonly deployment: Deployment;
  readonly replica: Replica;
}

function writersOf(world: World, set: VolumesetEntity, entity: VolumeEntity): readonly Writer[] {
  if (set.settings.fileSystem !== 'shared') {
    const holder = holderOf(world, set, entity);
    return holder === null ? [] : [holder];
  }
  const location = world.locations[entity.volume.location];
  return (world.control.mounts.get(set.link) ?? []).flatMap((link) =>
    deploymentsOf(world, link)
      .filter((deployment) => deployment.location === location)
      .flatMap((deployment) =>
        deployment.replicas.map((handle) => ({ deployment, replica: replicaAt(world, handle) })),
      ),
  );
}
