/**
 * The volumes that exist from the start of the run.
 */
import { workloadsMounting } from '../../api/records/store.ts';
import type { Sim } from '../../handlers/note.ts';
import { locationsOf } from '../../handlers/settings.ts';
import { deploymentsOf, type VolumesetEntity } from '../../world.ts';
import { settleVolume } from './volume.ts';

/**
 * Creates the volumes of sets: one in each location if a set is shared, else one for each replica of its workload
 * (VOL-12, VOL-17).
 */
export function settleVolumes(sim: Sim, sets: readonly VolumesetEntity[]): void {
  const { world } = sim;
  for (const set of sets) {
    if (set.settings.fileSystem === 'shared') {
      for (const location of locationsOf(world, set.gvc)) settleVolume(sim, set, location, 0);
      continue;
    }
    for (const workload of workloadsMounting(world.control, set.link))
      for (const { location, desired } of deploymentsOf(world, workload))
        for (let index = 0; index < desired; index += 1) settleVolume(sim, set, location, index);
  }
}
