/**
 * The lifecycle state of an idle volume: from the replica that holds it and the replicas that want it.
 */

import type { VolumesetSettings } from './settings.ts';
import type { VolumeLifecycle } from './volumeRecord.ts';

/** The facts about a volume that has a device. */
export interface VolumeNeed {
  /** Whether a replica has it, one that terminates too. */
  readonly isHeld: boolean;
  /** Whether a replica is wanted at its index; for a shared volume, whether workloads may run in its location. */
  readonly isWanted: boolean;
}

/**
 * The lifecycle state of an idle volume. A volume outlives its replicas (VOL-15); a shared volume exists for its
 * location, with replicas or without (VOL-17, LOC-7).
 *   ext4, its replica gone and wanted again -> unbound      ext4, its replica scaled away -> unused
 *   shared, no replica -> bound shared, its location disabled -> unused once its last replica is gone
 */
export function lifecycleAtRest(
  fileSystem: VolumesetSettings['fileSystem'],
  { isHeld, isWanted }: VolumeNeed,
): Extract<VolumeLifecycle, 'bound' | 'unbound' | 'unused'> {
  if (isHeld) return 'bound';
  if (!isWanted) return 'unused';
  return fileSystem === 'shared' ? 'bound' : 'unbound';
}
