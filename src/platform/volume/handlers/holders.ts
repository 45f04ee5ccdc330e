/**
 * Which volumes a deployment mounts, which replica holds each, and who wants it: questions about the world, which
 * change nothing.
 */

import { isEnabled, locationsOf } from '../../handlers/settings.ts';
import { type Deployment, newestRevision, revisionOf } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import {
  deploymentAt,
  locationNumber,
  replicaAt,
  type VolumeEntity,
  type VolumesetEntity,
  volumeAt,
  volumesetAt,
  type World,
} from '../../world.ts';
import { planDeviceWork } from '../deviceWork.ts';
import { isDeviceJob } from '../job.ts';
import type { VolumeNeed } from '../lifecycle.ts';

/** The volume of a set at an index in a location; a deleted index has one too. */
export function volumeOf(
  world: World,
  set: VolumesetEntity,
  location: string,
  index: number,
): VolumeEntity | undefined {
  const number = locationNumber(world, location);
  for (const handle of set.volumes) {
    const entity = volumeAt(world, handle);
    if (entity.volume.location === number && entity.volume.index === index) return entity;
  }
  return undefined;
}

/** The custom key of devices that are made in a location now; null: there is none (ENC-5). */
export function keyIn(set: VolumesetEntity, location: string): string | null {
  return set.settings.keys.get(location) ?? null;
}

const none: readonly never[] = [];

/** Volume sets that the containers of one version of a deployment mount, each once. */
export function setsOf(world: World, deployment: Deployment, version: number): readonly VolumesetEntity[] {
  const links = mountedLinks(world, deployment, revisionOf(deployment, version).settings.containers);
  if (links.length === 0) return none;
  const sets: VolumesetEntity[] = [];
  for (const link of links) {
    const handle = world.volumesets.get(link);
    if (handle !== undefined) sets.push(volumesetAt(world, handle));
  }
  return sets;
}

/** Whether a volume has just been released by another workload for this one. */
export function isHandedOver({ volume, boundBy }: VolumeEntity, { workload }: Deployment): boolean {
  return volume.lifecycle === 'unbound' && boundBy !== null && boundBy !== workload;
}

/** Who has a volume, and who wants it. */
export function needOf(world: World, set: VolumesetEntity, entity: VolumeEntity): VolumeNeed {
  if (set.settings.fileSystem !== 'shared')
    return { isHeld: holderOf(world, set, entity) !== null, isWanted: indexWanted(world, set, entity) !== null };
  const location = world.locations[entity.volume.location]!;
  if (locationsOf(world, set.gvc).includes(location) && isEnabled(world, location))
    return { isHeld: false, isWanted: true };
  return { isHeld: isMounted(world, set, location), isWanted: false };
}

/**
 * Whether a replica, terminating ones included, mounts a volume of a set, whatever the current record of its workload
 * says.
 *
 * @param location null: anywhere
 */
export function isMounted(world: World, set: VolumesetEntity, location: string | null): boolean {
  for (const handles of world.deployments.values()) {
    for (const handle of handles) {
      const deployment = deploymentAt(world, handle);
      if (deployment.gvc !== set.gvc || (location !== null && deployment.location !== location)) continue;
      const versions = new Set(deployment.replicas.map((replica) => replicaAt(world, replica).version));
      if ([...versions].some((version) => setsOf(world, deployment, version).includes(set))) return true;
    }
  }
  return false;
}

/**
 * Whether the replica of an index must not return yet: work is done on its volume, or a replica of another workload
 * still holds that (VOL-13).
 */
export function isKeptAway(world: World, deployment: Deployment, index: number): boolean {
  const version = deployment.returnsOn[index] ?? newestRevision(deployment).version;
  return setsOf(world, deployment, version).some((set) => {
    if (set.settings.fileSystem === 'shared') return false;
    const entity = volumeOf(world, set, deployment.location, index);
    if (entity === undefined) return false;
    const holder = holderOf(world, set, entity);
    const isAtWork = entity.jobs.some(
      (job) => isDeviceJob(job) && planDeviceWork(job, false, world.assumptions).keepsAway,
    );
    return isAtWork || (holder !== null && holder.deployment !== deployment);
  });
}

/** The replica that a volume is bound to, terminating ones too. */
export function holderOf(
  world: World,
  set: VolumesetEntity,
  { volume, boundBy }: VolumeEntity,
): { deployment: Deployment; replica: Replica } | null {
  const location = world.locations[volume.location]!;
  for (const link of world.control.mounts.get(set.link) ?? none) {
    const holder = holderAmong(world, set, deploymentIn(world, link, location), volume.index);
    if (holder !== null) return holder;
  }
  return boundBy === null ? null : holderAmong(world, set, deploymentIn(world, boundBy, location), volume.index);
}

function holderAmong(
  world: World,
  set: VolumesetEntity,
  deployment: Deployment | null,
  index: number,
): { deployment: Deployment; replica: Replica } | null {
  if (deployment === null) return null;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.ordinal === index && setsOf(world, deployment, replica.version).includes(set))
      return { deployment, replica };
  }
  return null;
}

function deploymentIn(world: World, workload: string, location: string): Deployment | null {
  for (const handle of world.deployments.get(workload) ?? none) {
    const deployment = deploymentAt(world, handle);
    if (deployment.location === location) return deployment;
  }
  return null;
}

/** Whether a replica holds a volume, or is on its way back to it. */
export function isInUse(world: World, set: VolumesetEntity, entity: VolumeEntity): boolean {
  if (set.settings.fileSystem === 'shared') return true;
  return holderOf(world, set, entity) !== null || (entity.jobs.length > 0 && indexWanted(world, set, entity) !== null);
}

/** The deployment that wants a replica at a volume's index. */
export function indexWanted(world: World, set: VolumesetEntity, { volume }: VolumeEntity): Deployment | null {
  const location = world.locations[volume.location]!;
  for (const link of world.control.mounts.get(set.link) ?? []) {
    const deployment = deploymentIn(world, link, location);
    if (deployment !== null && volume.index < deployment.desired) return deployment;
  }
  return null;
}

/** Links of the volume sets that containers of a deployment mount, each once. */
function mountedLinks(world: World, { gvc }: Deployment, containers: readonly ContainerSettings[]): readonly string[] {
  const { org } = world.setup;
  const known = linksMounted.get(containers);
  if (known !== undefined && known.gvc === gvc && known.org === org) return known.links;
  const names = containers.flatMap(({ volumes }) => volumes.map(({ volumeset }) => volumeset));
  const links = [...new Set(names)].map((name) => `/org/${org}/gvc/${gvc}/volumeset/${name}`);
  linksMounted.set(containers, { org, gvc, links });
  return links;
}

/** By containers, which are never changed: each step in the life of a replica asks for them. */
const linksMounted = new WeakMap<readonly ContainerSettings[], Mounted>();

interface Mounted {
  readonly org: string;
  readonly gvc: string;
  readonly links: readonly string[];
}
