/**
 * Mount points of shared volumes: one for each replica that mounts the set. Each simulated replica runs on its own
 * node, so no node has a second mount (`volume.shared.mounts`).
 */

import { because } from '../../../rules/reason.ts';
import { objectAt } from '../../api/document/json.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { openMount } from '../../metering/handlers/replicaMeter.ts';
import { noteFirstMount } from '../../metering/handlers/volumeMeter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { VolumesetEntity, World } from '../../world.ts';
import { setsOf } from './holders.ts';

const mounted = because(['VOL-19', 'VOL-20'], ['volume.shared.mounts']);

/**
 * Mounts the shared sets of a deployment into a replica, and reserves for that as long as the replica is (VOL-20,
 * BILL-4).
 */
export function mountShared(sim: Sim, deployment: Deployment, replica: Replica): void {
  for (const set of setsOf(sim.world, deployment, replica.version)) {
    const { mount } = set.settings;
    if (mount === null) continue;
    const reserve = { cpuMillicores: mount.minCpuMillicores, memoryBytes: mount.minMemoryBytes };
    const { subject, settings } = deployment;
    const about = { subject, ordinal: replica.ordinal, reason: mounted, cause: replica.cause };
    const data = {
      volumeset: set.name,
      workload: deployment.name,
      type: settings.type,
      fromAt: replica.placedAt,
      ...reserve,
    };
    const seq = note(sim, 'mount.opened', about, data);
    noteDefault(sim.world, set);
    openMount(sim.world, deployment, replica, set, { ...reserve, from: replica.placedAt }, seq);
    noteFirstMount(sim, set, deployment.location, replica.placedAt, seq);
  }
}

/** Where the set states no reserve of its mounts, that hangs on `billing.mountDefault`. */
function noteDefault(world: World, { link }: VolumesetEntity): void {
  const given = objectAt(objectAt(world.control.records.get(link)?.spec, 'mountOptions'), 'resources');
  if (given.minCpu === undefined || given.minMemory === undefined) decided(world, 'billing.mountDefault');
}
