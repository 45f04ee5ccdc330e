/**
 * A whole location is down: everything that ran there is lost, and starts anew at the end (`fault.outage.replicas`).
 */

import { note, type Sim } from '../../handlers/note.ts';
import { armReading } from '../../volume/handlers/armReading.ts';
import { settleReadings } from '../../volume/handlers/readingsAhead.ts';
import { hasDevice } from '../../volume/volume.ts';
import { closings } from '../../workload/handlers/closing.ts';
import { reconcileWorkload } from '../../workload/handlers/deployment.ts';
import { loseReplica } from '../../workload/handlers/replicaGone.ts';
import { replicaAt, type VolumeEntity, type VolumesetEntity, volumesetAt } from '../../world.ts';
import type { FaultUnderWay } from '../fault.ts';
import { reached } from './reach.ts';
import { outageOf } from './state.ts';

/** Starts the outage: replicas are lost without grace, executions are Removed, readings stop; volumes survive. */
export function beginOutage(sim: Sim, { fault, cause }: FaultUnderWay): void {
  const location = fault.location ?? '';
  for (const [set, entity] of volumesIn(sim, location)) {
    settleReadings(sim, set, entity);
    entity.readingAt = null;
  }
  for (const deployment of reached(sim.world, fault)) {
    if (deployment.closed !== 'deleting') reconcileWorkload(sim, deployment.workload, cause, location);
    for (const handle of deployment.replicas.slice()) {
      const replica = replicaAt(sim.world, handle);
      const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: closings.outage, cause };
      replica.cause = note(sim, 'replica.lost', about, { why: 'location down' });
      loseReplica(sim, deployment, replica, closings.outage);
    }
    deployment.returnsOn = [];
  }
}

/** Ends the outage: the replicas of the location are created anew, and its volumes are read again. */
export function endOutage(sim: Sim, { fault }: FaultUnderWay, cause: number): void {
  const location = fault.location ?? '';
  if (outageOf(sim.world, location) !== null) return;
  const workloads = [...sim.world.control.records.values()].filter(({ kind }) => kind === 'workload');
  for (const { link } of workloads) reconcileWorkload(sim, link, cause, location);
  for (const [set, entity] of volumesIn(sim, location)) if (hasDevice(entity.volume)) armReading(sim, set, entity);
}

function volumesIn(sim: Sim, location: string): [VolumesetEntity, VolumeEntity][] {
  const { entities, locations } = sim.world;
  const found: [VolumesetEntity, VolumeEntity][] = [];
  for (const entity of entities) {
    if (entity.kind === 'volume' && locations[entity.volume.location] === location)
      found.push([volumesetAt(sim.world, entity.volume.volumeset), entity]);
  }
  return found;
}
