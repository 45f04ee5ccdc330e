/**
 * Plans commands to volumes: which volume each command names, and how the planner answers it now.
 */

import { instantFromIso } from '../../../engine/time.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt, textOf } from '../../api/document/json.ts';
import type { Sim } from '../../handlers/note.ts';
import { type VolumeEntity, type VolumesetEntity, volumesetAt, type World } from '../../world.ts';
import { planVolumeCommand, type VolumeAction, type VolumeCommand, type VolumeCommandPlan } from '../command.ts';
import type { VolumeJob } from '../job.ts';
import { usedBytesOf } from '../volume.ts';
import { isInUse, volumeOf } from './holders.ts';

/** The volume that a command names, with its set. */
export interface VolumeTarget {
  readonly set: VolumesetEntity;
  /** undefined: the set has no such volume. */
  readonly entity: VolumeEntity | undefined;
  readonly location: string;
  readonly index: number;
}

export function volumeTarget(world: World, link: string, spec: JsonObject): VolumeTarget | null {
  const handle = world.volumesets.get(link);
  if (handle === undefined) return null;
  const set = volumesetAt(world, handle);
  const location = textAt(spec, 'location') ?? '';
  const index = numberAt(spec, 'volumeIndex') ?? -1;
  return { set, entity: volumeOf(world, set, location, index), location, index };
}

/** Whether and how a command changes a volume, from the current state. */
export function planOnVolume(
  world: World,
  { set, entity, location, index }: VolumeTarget,
  type: string,
  spec: JsonObject,
  now: number,
): VolumeCommandPlan {
  const view = {
    set: set.name,
    settings: set.settings,
    location,
    index,
    volume: entity?.volume ?? null,
    inUse: entity !== undefined && isInUse(world, set, entity),
    usedBytes: entity === undefined ? 0 : usedBytesOf(entity.volume, set.usage, set.settings, now),
    now,
  };
  return planVolumeCommand(view, volumeCommandFrom(type, spec));
}

function volumeCommandFrom(type: string, spec: JsonObject): VolumeCommand {
  switch (type) {
    case 'expandVolume':
    case 'shrinkVolume':
      return { type, newStorageCapacity: numberAt(spec, 'newStorageCapacity') ?? 0 };
    case 'createVolumeSnapshot': {
      const date = instantFromIso(textAt(spec, 'snapshotExpirationDate') ?? '');
      return {
        type,
        snapshotName: textAt(spec, 'snapshotName') ?? '',
        snapshotExpirationAt: typeof date === 'number' ? date : null,
        tags: snapshotTags(spec),
      };
    }
    case 'deleteVolumeSnapshot':
    case 'restoreVolume':
      return { type, snapshotName: textAt(spec, 'snapshotName') ?? '' };
    case 'deleteVolume':
      return { type };
    default:
      throw new Error(`not a command of a volume set: ${type}`);
  }
}

/** `tags` as a map, else `snapshotTags` as a list of maps with one key each. */
function snapshotTags(spec: JsonObject): { readonly [key: string]: string } {
  const maps = spec['tags'] === undefined ? objectsAt(spec, 'snapshotTags') : [objectAt(spec, 'tags')];
  return Object.fromEntries(maps.flatMap((map) => Object.entries(map)).map(([key, value]) => [key, textOf(value)]));
}

/**
 * A job by command as it is now that its turn has come: what others have done to the volume since it was accepted
 * counts.
 *
 * @returns a text where nothing can be done any more: why
 */
export function renewJob(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, job: VolumeJob): VolumeJob | string {
  // An expansion was counted when it was accepted, and a shrink is to what was asked for.
  if (job.does === 'expand' || job.does === 'shrink') return job;
  const plan = planAgain(sim, set, entity, job);
  const action = plan?.kind === 'act' ? plan.actions[0] : undefined;
  if (action !== undefined) return { ...job, ...workOf(action, '') };
  return plan?.kind === 'refuse' ? plan.message : 'the command has no effect any more';
}

/** What an accepted command would do now; null if no command asked for the job. */
export function planAgain(
  sim: Sim,
  set: VolumesetEntity,
  entity: VolumeEntity,
  job: VolumeJob,
): VolumeCommandPlan | null {
  const command = job.command === null ? undefined : sim.world.control.commands.get(job.command);
  if (command === undefined) return null;
  const { volume } = entity;
  const target = { set, entity, location: sim.world.locations[volume.location]!, index: volume.index };
  return planOnVolume(sim.world, target, command.type, command.spec, sim.now);
}

/** What an action means for the device. */
export function workOf(action: VolumeAction, type: string): Pick<VolumeJob, 'does' | 'toMicroGB' | 'usedBytes'> {
  switch (action.do) {
    case 'expandVolume':
      return { does: 'expand', toMicroGB: action.toMicroGB, usedBytes: null };
    case 'replaceVolume':
      return { does: type === 'shrinkVolume' ? 'shrink' : 'delete', toMicroGB: action.toMicroGB, usedBytes: 0 };
    case 'deleteVolume':
      return { does: 'delete', toMicroGB: 0, usedBytes: 0 };
    case 'restoreVolume':
      return { does: 'restore', toMicroGB: action.toMicroGB, usedBytes: action.usedBytes };
    case 'takeSnapshot':
    case 'deleteSnapshot':
      return { does: action.do, toMicroGB: 0, usedBytes: null };
  }
}
