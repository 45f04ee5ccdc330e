/**
 * Sudden growth of used storage: on volumes, and within replicas.
 */

import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import { jumpUsage } from '../../volume/handlers/usage.ts';
import { revisionOf } from '../../workload/deployment.ts';
import { exceedsAt } from '../../workload/ephemeral.ts';
import { volumeAt } from '../../world.ts';
import { type FaultUnderWay, reaches } from '../fault.ts';
import type { Struck } from './reach.ts';

/** Increases the used storage of the volumes of a set at once; the next reading finds it. */
export function jumpVolumes(sim: Sim, { fault, cause }: FaultUnderWay): void {
  const { entities, locations } = sim.world;
  for (const set of entities) {
    if (set.kind !== 'volumeset') continue;
    for (const handle of set.volumes) {
      const entity = volumeAt(sim.world, handle);
      const location = locations[entity.volume.location] ?? '';
      if (!reaches(fault, { kind: 'volumeset', gvc: set.gvc, name: set.name, location })) continue;
      jumpUsage(sim, set, entity, fault.addBytes, cause);
    }
  }
}

/**
 * Increases the ephemeral storage use of a replica at once, until its containers restart; above its allotment the
 * replica is replaced (EPH-3).
 */
export function jumpEphemeral(sim: Sim, one: Struck, { fault, cause }: FaultUnderWay): void {
  if (!('replica' in one)) return;
  const { deployment, replica } = one;
  if (replica.phase !== 'running' || replica.runningSince === null) return;
  const { startBytes, growthBytesPerHour } = deployment.behaviour.ephemeral ?? none;
  replica.ephemeralAddedBytes += fault.addBytes;
  replica.jumpedBy = cause;
  // The use of a replica that exists at the start of the run counts from that start.
  const startedAt = Math.max(replica.runningSince, sim.world.setup.start);
  const use = { startedAt, startBytes: startBytes + replica.ephemeralAddedBytes, growthBytesPerHour };
  replica.ephemeral = use;
  const { settings } = revisionOf(deployment, replica.version);
  const at = exceedsAt(use, settings.ephemeralBytes);
  replica.overflowsAt = at === null ? null : Math.max(at, sim.now);
  if (replica.overflowsAt === null) return;
  sim.add(replica.overflowsAt, rank.finish, kind['replica.overflowed'], deployment.handle, replica.handle);
}

const none = { startBytes: 0, growthBytesPerHour: 0 } as const;
