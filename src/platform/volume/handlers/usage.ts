/**
 * The bytes that volumes store, by the usage curve of their set.
 */

import type { Sim } from '../../handlers/note.ts';
import { usageOfVolumeset, workOfVolumeset } from '../../handlers/settings.ts';
import { type VolumeEntity, type VolumesetEntity, volumeAt } from '../../world.ts';
import { settleUse, type UseChange } from '../stretch.ts';
import type { VolumeUsage } from '../usage.ts';
import { noteUse } from '../useSince.ts';
import { hasDevice, setUse, usedBytesOf } from '../volume.ts';
import { settleReadings } from './readingsAhead.ts';

/** What a volume stores at this instant. */
export function usedNow(sim: Sim, set: VolumesetEntity, { volume }: VolumeEntity): number {
  return usedBytesOf(volume, set.usage, set.settings, sim.now);
}

/** A change of use at this instant, which may follow the reading of it. */
export function useChangeNow(sim: Sim, { readingAt }: VolumeEntity): UseChange {
  return { at: sim.now, nextReadingAt: readingAt ?? sim.now };
}

/** Changes the usage of a set's volumes: stored bytes continue from their present amount. */
export function changeUsage(sim: Sim, set: VolumesetEntity, addBytes: number, cause: number): void {
  const usage = usageOfVolumeset(sim.world, set.gvc, set.name);
  set.work = workOfVolumeset(sim.world, set.gvc, set.name);
  for (const handle of set.volumes) followUsage(sim, set, volumeAt(sim.world, handle), { usage, addBytes, cause });
  set.usage = usage;
}

/** What one volume of a set stores jumps at once; its curve stays. */
export function jumpUsage(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, addBytes: number, cause: number): void {
  followUsage(sim, set, entity, { usage: set.usage, addBytes, cause });
}

function followUsage(
  sim: Sim,
  set: VolumesetEntity,
  entity: VolumeEntity,
  { usage, addBytes, cause }: { readonly usage: VolumeUsage; readonly addBytes: number; readonly cause: number },
): void {
  const { volume } = entity;
  if (!hasDevice(volume)) return;
  settleReadings(sim, set, entity);
  const change = useChangeNow(sim, entity);
  const usedBytes = usedNow(sim, set, entity);
  settleUse(volume, set.usage, set.settings, change);
  setUse(volume, usage, sim.now, usedBytes + addBytes);
  // What does not fit is lost, and what was not there cannot be deleted: use goes on from what is.
  settleUse(volume, usage, set.settings, change);
  noteUse(entity.uses, { ...set, usage }, volume, sim.now);
  entity.cause = cause;
  entity.changed = { by: cause, at: sim.now };
}
