/**
 * Which volumes a set has, and which mount points: from what its workloads want in each location.
 */
import type { Plan } from '../plan.ts';
import { because } from '../rules/reason.ts';
import type { MountSettings, VolumesetSettings } from './settings.ts';
import type { VolumeLifecycle } from './volume.ts';

/** What is, for one set in one location. */
export interface VolumesView {
  /** Replicas wanted by the workload linked to the set, all of them together for a shared set; ordinals run from 0. Those of a disabled location are none. */
  readonly replicas: number;
  /** Volumes by index, in order. */
  readonly volumes: readonly { readonly index: number; readonly lifecycle: VolumeLifecycle }[];
}

export type VolumesAction =
  /** Provision a device, under an index that had none or has lost its own. */
  | { readonly do: 'create'; readonly index: number }
  /** The replica is scaled away: keep the volume, detached. */
  | { readonly do: 'release'; readonly index: number }
  /** The replica is back: the same volume serves it again. */
  | { readonly do: 'takeBack'; readonly index: number };

const perReplica = because(['VOL-12', 'VOL-15', 'VOL-16']);
const perLocation = because(['VOL-17', 'VOL-19']);

/**
 * How many indexes of a set have a volume in a location that is wanted now (`desiredVolumeCount`): one per replica (VOL-12), or one in all for a
 * shared set, from the set's creation and whatever the replicas (VOL-17).
 */
export function volumesWanted(fileSystem: VolumesetSettings['fileSystem'], replicas: number): number {
  return fileSystem === 'shared' ? 1 : replicas;
}

/**
 * What has to happen to a set's volumes in a location, by index (VOL-12, VOL-15 to VOL-17): volumes appear with their replicas, and outlive them.
 *
 *   3 replicas, volumes 0 and 1 -> create 2      1 replica, volumes 0 and 1 bound -> release 1
 */
export function planVolumes(fileSystem: VolumesetSettings['fileSystem'], view: VolumesView): Plan<VolumesAction> {
  const reason = fileSystem === 'shared' ? perLocation : perReplica;
  const wanted = volumesWanted(fileSystem, view.replicas);
  const lifecycles = new Map(view.volumes.map(({ index, lifecycle }) => [index, lifecycle]));
  const actions: VolumesAction[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const lifecycle = lifecycles.get(index) ?? 'deleted';
    if (lifecycle === 'deleted') actions.push({ do: 'create', index });
    if (lifecycle === 'unused') actions.push({ do: 'takeBack', index });
  }
  for (const { index, lifecycle } of view.volumes)
    if (index >= wanted && (lifecycle === 'bound' || lifecycle === 'unbound')) actions.push({ do: 'release', index });
  return actions.length === 0 ? { kind: 'hold', reason } : { kind: 'act', actions, reason };
}

/** Mount points of a shared volume in one location and what they reserve together (VOL-20, VOL-21, BILL-4, `volume.shared.mounts`). */
export interface Mounts {
  readonly count: number;
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
}

/**
 * One mount point per replica; with `perZone` one per zone that has a replica.
 *
 * @param zones zones of the location over which the replicas are spread, at least 1
 */
export function mountsOf(mount: MountSettings, replicas: number, zones: number, per: 'perReplica' | 'perZone'): Mounts {
  const count = per === 'perReplica' ? replicas : Math.min(replicas, zones);
  return { count, cpuMillicores: count * mount.minCpuMillicores, memoryBytes: count * mount.minMemoryBytes };
}
