/**
 * A volume set as the control plane shows it: its volumes in each location, with their snapshots.
 */

import { isoFromInstant } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { placeOf } from '../../metering/handlers/meter.ts';
import { classLimits, gbFromMicroGB } from '../../volume/capacity.ts';
import { usedBytesOf } from '../../volume/volume.ts';
import type { VolumeLifecycle } from '../../volume/volumeRecord.ts';
import { zoneName } from '../../workload/zone.ts';
import { type VolumeEntity, type VolumesetEntity, volumeAt, type World } from '../../world.ts';
import type { Json, JsonObject } from '../document/json.ts';
import { workloadsMounting } from '../records/store.ts';

/** Status of a set (SNAP-4, VOL-11). */
export function volumesetStatus(world: World, set: VolumesetEntity, now: number): JsonObject {
  const links = workloadsMounting(world.control, set.link);
  const volumes = set.volumes.map((handle) => volumeAt(world, handle));
  const numbers = [...new Set(volumes.map(({ volume }) => volume.location))];
  const locations = numbers.map((number) => world.locations[number] ?? '').sort();
  return {
    usedByWorkload: links[0] ?? '',
    workloadLinks: [...links],
    locations: locations.map((name) => {
      const here = volumes.filter(({ volume }) => world.locations[volume.location] === name);
      here.sort((a, b) => a.volume.index - b.volume.index);
      const volumesHere = here.map((entity) => showVolume(world, set, entity, now));
      return {
        name,
        desiredVolumeCount: here.filter(({ volume }) => volume.lifecycle !== 'deleted').length,
        volumes: volumesHere,
      };
    }),
  };
}

function showVolume(world: World, set: VolumesetEntity, { volume, zone }: VolumeEntity, now: number): JsonObject {
  const { provider } = placeOf(world, set.gvc, world.locations[volume.location] ?? '');
  const limits = classLimits(
    set.settings.performanceClass,
    provider,
    volume.capacityMicroGB,
    world.assumptions['volume.iops.curve'],
  );
  return {
    index: volume.index,
    lifecycle: lifecycleWord(world.assumptions, volume.lifecycle),
    currentSize: gbFromMicroGB(volume.capacityMicroGB),
    currentBytesUsed: usedBytesOf(volume, set.usage, set.settings, now),
    iops: limits?.iops ?? null,
    encrypted: true,
    keyId: volume.keyId,
    throughput: limits?.megabytesPerSecond ?? null,
    zone: zone === null ? null : zoneName(zone),
    volumeSnapshots: volume.snapshots.map((snapshot) => ({
      snapshotName: snapshot.name,
      name: snapshot.name,
      created: isoFromInstant(snapshot.createdAt),
      snapshotExpirationDate: isoFromInstant(snapshot.expiresAt),
      expires: isoFromInstant(snapshot.expiresAt),
      usedBytes: snapshot.usedBytes,
      tags: snapshotTags(world.assumptions, snapshot.tags),
    })),
  };
}

const lifecycles: readonly VolumeLifecycle[] = ['creating', 'unbound', 'bound', 'unused', 'repairing', 'deleted'];

/** The word for it (`api.volumeLifecycle`). */
function lifecycleWord(assumptions: Assumptions, lifecycle: VolumeLifecycle): string {
  return assumptions['api.volumeLifecycle'][lifecycles.indexOf(lifecycle)] ?? lifecycle;
}

/** Tags of a snapshot, as they were given or each alone (`api.snapshotTagsOut`). */
function snapshotTags(assumptions: Assumptions, tags: { readonly [key: string]: string }): Json {
  if (assumptions['api.snapshotTagsOut'] === 'map') return { ...tags };
  return Object.entries(tags).map(([key, value]) => ({ [key]: value }));
}
