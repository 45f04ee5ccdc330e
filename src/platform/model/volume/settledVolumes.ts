/**
 * The volumes that are there from the start.
 */
import { type Deployment, newestRevision } from '../../workload/deployment.ts';
import { deploymentsOf, type VolumesetEntity, type World } from '../../world.ts';
import type { Sim } from '../note.ts';
import { locationsOf } from '../settings.ts';
import { setsOf } from './binding.ts';
import { settleVolume } from './volume.ts';

/** Volumes of sets: one in each location where a set is shared, else one for each replica of its workload (VOL-12, VOL-17). */
export function settleVolumes(sim: Sim, sets: readonly VolumesetEntity[]): void {
  const mounting = mountingDeployments(sim.world);
  for (const set of sets) {
    if (set.settings.fileSystem === 'shared') {
      for (const location of locationsOf(sim.world, set.gvc)) settleVolume(sim, set, location, 0);
      continue;
    }
    for (const { location, desired } of mounting.get(set) ?? [])
      for (let index = 0; index < desired; index += 1) settleVolume(sim, set, location, index);
  }
}

/** Deployments by the sets that they mount, in the order of their workloads' links. */
function mountingDeployments(world: World): Map<VolumesetEntity, Deployment[]> {
  const mounting = new Map<VolumesetEntity, Deployment[]>();
  for (const link of [...world.deployments.keys()].sort()) {
    for (const deployment of deploymentsOf(world, link)) {
      for (const set of setsOf(world, deployment, newestRevision(deployment).version)) {
        const known = mounting.get(set);
        if (known === undefined) mounting.set(set, [deployment]);
        else known.push(deployment);
      }
    }
  }
  return mounting;
}
