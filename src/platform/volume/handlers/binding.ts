/**
 * Volumes and the replicas that hold them: an ext4 or xfs volume is bound to the replica of its index, and released
 * when that is gone.
 */
import type { Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { drawDuration, note, type Sim } from '../../handlers/note.ts';
import { isEnabled, locationsOf } from '../../handlers/settings.ts';
import { meterVolume } from '../../metering/handlers/volumeMeter.ts';
import { type Deployment, newestRevision, revisionOf } from '../../workload/deployment.ts';
import { addPass } from '../../workload/handlers/wake.ts';
import type { Replica } from '../../workload/replica.ts';
import type { VolumeSteps } from '../../workload/start.ts';
import {
  deploymentAt,
  deploymentsOf,
  replicaAt,
  type VolumeEntity,
  type VolumesetEntity,
  volumesetAt,
  type World,
} from '../../world.ts';
import { isDeviceJob } from '../job.ts';
import { lifecycleAtRest, type VolumeNeed } from '../lifecycle.ts';
import { hasDevice } from '../volume.ts';
import { mountedLinks } from './mounted.ts';
import { usedNow } from './usage.ts';
import { createVolume, volumeOf } from './volume.ts';
import { startDevice } from './volumeJob.ts';

const bound = because(['VOL-12', 'REPL-2']);
const handedOver = because(['VOL-12', 'VOL-13']);
/** From the node that had it. */
const detached = because([], ['volume.duration.detach']);
const kept = because(['VOL-15']);
const keptShared = because(['VOL-17', 'LOC-7']);

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

/** Who is given the volumes of an index, where, from when on, and the journal entry that led to it. */
interface Binding {
  readonly index: number;
  readonly version: number;
  readonly zone: number;
  readonly placedAt: Instant;
  readonly cause: number | null;
}

/**
 * What the replica of an index has been waiting for: work on a volume that has ended, or another workload's replica
 * that is gone; a journal entry.
 */
export function awaitedEntry(
  world: World,
  deployment: Deployment,
  { index, version }: Pick<Binding, 'index' | 'version'>,
): number | null {
  for (const set of setsOf(world, deployment, version)) {
    if (set.settings.fileSystem === 'shared') continue;
    const entity = volumeOf(world, set, deployment.location, index);
    if (entity === undefined || !hasDevice(entity.volume)) continue;
    if (entity.isAtHand || isHandedOver(entity, deployment)) return entity.cause;
  }
  return null;
}

/** Whether a volume has just been released by another workload for this one. */
function isHandedOver({ volume, boundBy }: VolumeEntity, { workload }: Deployment): boolean {
  return volume.lifecycle === 'unbound' && boundBy !== null && boundBy !== workload;
}

/** What a replica waits for before its volumes are attached. */
export interface BoundVolumes {
  readonly steps: readonly VolumeSteps[];
  /**
   * Journal number of the entry that tells of the volume which takes the longest; the cause of the binding where none
   * is told yet.
   */
  readonly cause: number | null;
}

/**
 * Gives a new replica the volumes of its index and says how long that takes: created, taken from elsewhere, or at hand
 * (VOL-12, VOL-15).
 */
export function bindVolumes(sim: Sim, deployment: Deployment, binding: Binding): BoundVolumes {
  const { assumptions } = sim.world;
  const { index, version, zone, placedAt, cause } = binding;
  const steps: VolumeSteps[] = [];
  let longest: { readonly prepare: number; readonly seq: number } | null = null;
  for (const set of setsOf(sim.world, deployment, version)) {
    if (set.settings.fileSystem === 'shared') continue;
    const attach = drawDuration(sim, assumptions['volume.duration.attach'], set.subject, 'attach');
    const entity = volumeOf(sim.world, set, deployment.location, index);
    if (entity === undefined || entity.volume.lifecycle === 'deleted') {
      const prepare = drawDuration(sim, assumptions['volume.duration.create'], set.subject, 'create');
      own(sim.world, deployment, createVolume(sim, set, deployment.location, index, placedAt + prepare, cause), zone);
      steps.push({ prepare, attach });
    } else if (entity.volume.lifecycle === 'creating') {
      own(sim.world, deployment, entity, zone);
      steps.push({ prepare: Math.max(0, (entity.stepAt ?? placedAt) - placedAt), attach });
    } else {
      const detach = entity.isAtHand
        ? 0
        : drawDuration(sim, assumptions['volume.duration.detach'], set.subject, 'detach');
      bind(sim, deployment, set, entity, binding);
      if (longest === null || detach > longest.prepare) longest = { prepare: detach, seq: entity.cause };
      steps.push({ prepare: detach, attach });
    }
  }
  return { steps, cause: longest?.seq ?? cause };
}

function bind(
  sim: Sim,
  deployment: Deployment,
  set: VolumesetEntity,
  entity: VolumeEntity,
  { index, zone, cause }: Binding,
): void {
  const owned = isHandedOver(entity, deployment) ? handedOver : bound;
  const reason = entity.isAtHand ? owned : alsoBecause(owned, detached);
  entity.volume.lifecycle = 'bound';
  entity.isAtHand = false;
  own(sim.world, deployment, entity, zone);
  const about = { subject: entity.subject, reason, cause };
  entity.cause = note(sim, 'volume.bound', about, { replica: `${deployment.name}-${index}` });
  if (sim.world.assumptions['billing.volumeFrom'] === 'firstBound') meterVolume(sim, set, entity, entity.cause);
}

/**
 * A volume is one workload's now, in one zone for good: a replica of the one before does not come back for it on an
 * older version.
 */
function own(world: World, deployment: Deployment, entity: VolumeEntity, zone: number): void {
  const { boundBy, volume } = entity;
  entity.zone ??= zone;
  entity.boundBy = deployment.workload;
  if (boundBy === null || boundBy === deployment.workload) return;
  for (const former of deploymentsOf(world, boundBy))
    if (former.location === deployment.location) former.returnsOn[volume.index] = null;
}

/**
 * A replica is gone: work that waited for that begins, and its volumes are another's, or kept unused (VOL-13, VOL-15).
 */
export function releaseVolumes(sim: Sim, deployment: Deployment, replica: Replica, cause: number): void {
  for (const set of setsOf(sim.world, deployment, replica.version)) {
    const index = set.settings.fileSystem === 'shared' ? 0 : replica.ordinal;
    const entity = volumeOf(sim.world, set, deployment.location, index);
    if (entity === undefined) continue;
    if (entity.jobs[0]?.stage === 'stopping') startDevice(sim, set, entity);
    else if (entity.volume.lifecycle === 'bound') restVolume(sim, set, entity, cause);
    const next = indexWanted(sim.world, set, entity);
    if (set.settings.fileSystem === 'shared' || next === null || next === deployment) continue;
    if (entity.volume.lifecycle === 'unbound') entity.cause = cause;
    deployment.returnsOn[replica.ordinal] = null;
    addPass(sim, next);
  }
}

/**
 * Lets a volume be what it is while no work is done on it. That it has become unused is journalled (VOL-15, VOL-17).
 */
export function restVolume(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, cause: number): void {
  const { volume, subject } = entity;
  const was = volume.lifecycle;
  volume.lifecycle = lifecycleAtRest(set.settings.fileSystem, needOf(sim.world, set, entity));
  if (volume.lifecycle !== 'unused' || was === 'unused') return;
  const reason = set.settings.fileSystem === 'shared' ? keptShared : kept;
  entity.cause = note(sim, 'volume.unused', { subject, reason, cause }, { usedBytes: usedNow(sim, set, entity) });
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
 * Whether a replica mounts a volume of a set, terminating ones too, whatever the record of its workload says by now.
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
    return entity.jobs.some(isDeviceJob) || (holder !== null && holder.deployment !== deployment);
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
