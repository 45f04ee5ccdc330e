/**
 * Volumes at the end of a run. The journal alone does not show them because use changes between its entries.
 */
import type { Instant } from '../../engine/time.ts';
import { capacityBytesOf, hasDevice, usedBytesOf } from '../../platform/volume/volume.ts';
import { type VolumeEntity, type VolumesetEntity, volumesetAt, type World } from '../../platform/world.ts';
import type { SubjectPlace } from './fact.ts';

export interface VolumeNow {
  readonly place: SubjectPlace;
  readonly set: VolumesetEntity;
  readonly entity: VolumeEntity;
  /** Whether there is a device. */
  readonly isPresent: boolean;
  /** 0 without a device. */
  readonly usedBytes: number;
  readonly capacityBytes: number;
}

/** Every volume of the world, deleted ones included, in order of gvc, set, location and index. */
export function volumesNow(world: World, now: Instant): VolumeNow[] {
  const all = world.entities.flatMap((entity): VolumeNow[] => {
    if (entity.kind !== 'volume') return [];
    const { volume } = entity;
    const set = volumesetAt(world, volume.volumeset);
    const isPresent = hasDevice(volume);
    return [
      {
        place: {
          gvc: set.gvc,
          kind: 'volumeset',
          name: set.name,
          location: world.locations[volume.location] ?? '',
          index: volume.index,
        },
        set,
        entity,
        isPresent,
        usedBytes: usedBytesOf(volume, set.usage, set.settings, now),
        capacityBytes: isPresent ? capacityBytesOf(volume.capacityMicroGB, set.settings.bytesPerGB) : 0,
      },
    ];
  });
  return all.sort((a, b) => byPlace(a.place, b.place));
}

/** Compares two places by gvc, kind, name, location and index. */
export function byPlace(a: SubjectPlace, b: SubjectPlace): number {
  for (const key of ['gvc', 'kind', 'name', 'location'] as const)
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  return (a.index ?? -1) - (b.index ?? -1);
}
