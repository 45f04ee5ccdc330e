/**
 * The six commands to one volume: what each does, or why the platform does not take it.
 */

import type { Reason } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { because } from '../../rules/reason.ts';
import type { Plan, Refusal } from '../plan.ts';
import { capacityBounds, gbFromMicroGB, microGBFromGB } from './capacity.ts';
import { expansionRetryAt, expansionsMax, isAtLimitBound } from './limit.ts';
import type { VolumesetSettings } from './settings.ts';
import { expiryOf, snapshotNamed, takenSnapshot } from './snapshot.ts';
import { capacityBytesOf, hasDevice } from './volume.ts';
import type { Snapshot, Volume } from './volumeRecord.ts';

/** The `spec` of a command whose shape has been checked (VOLCMD-2 to VOLCMD-4, VOLCMD-10), its date read. */
export type VolumeCommand =
  | { readonly type: 'expandVolume' | 'shrinkVolume'; readonly newStorageCapacity: number }
  | { readonly type: 'deleteVolume' }
  | {
      readonly type: 'createVolumeSnapshot';
      readonly snapshotName: string;
      /** Null: creation plus retention. */
      readonly snapshotExpirationAt: Instant | null;
      readonly tags: { readonly [key: string]: string };
    }
  | { readonly type: 'deleteVolumeSnapshot' | 'restoreVolume'; readonly snapshotName: string };

/** What is, for the volume that a command names. */
export interface VolumeCommandView {
  readonly set: string;
  readonly settings: VolumesetSettings;
  /** As the command names it. */
  readonly location: string;
  readonly index: number;
  /** Null: the set has no such location, or no such index there. */
  readonly volume: Volume | null;
  /** Whether a replica holds the volume, or is on its way back to it while a command works. */
  readonly inUse: boolean;
  /** What the volume stores now. */
  readonly usedBytes: number;
  readonly now: Instant;
}

/**
 * What to do; `restarts`: the linked replica restarts, all replicas in turn for a shared volume (VOLCMD-6,
 * `volume.shared.restart`).
 */
export type VolumeAction =
  | { readonly do: 'expandVolume'; readonly toMicroGB: number; readonly restarts: boolean }
  /** A new, empty device in the place of the old one. */
  | { readonly do: 'replaceVolume'; readonly toMicroGB: number; readonly restarts: boolean }
  /** The device goes, the index stays. */
  | { readonly do: 'deleteVolume' }
  | { readonly do: 'takeSnapshot'; readonly snapshot: Snapshot }
  | { readonly do: 'deleteSnapshot'; readonly name: string }
  /** A new device with what the snapshot holds. */
  | {
      readonly do: 'restoreVolume';
      readonly toMicroGB: number;
      readonly usedBytes: number;
      readonly restarts: boolean;
    };

/** A no that the API answers. */
export interface VolumeCommandRefusal extends Refusal {
  readonly status: number;
  readonly code: 'BAD_REFERENCE' | 'COMMAND_REFUSED' | 'EXISTS' | 'EXPANSION_QUOTA' | 'INVALID';
}

export type VolumeCommandPlan = Exclude<Plan<VolumeAction>, Refusal> | VolumeCommandRefusal;

const reasons = {
  shared: because(['ERR-2']),
  unknownVolume: because(['VOLCMD-3']),
  noDevice: because(['VOLCMD-8']),
  expand: because(['VOLCMD-5', 'VOLCMD-6'], ['unit.gb']),
  expandAtBound: because(['VOLCMD-5', 'VOLCMD-6'], ['unit.gb', 'volume.limit.window']),
  notLarger: because(['ERR-3']),
  aboveMax: because(['VOLAUTO-1']),
  aboveClass: because(['VOL-7', 'VOL-8']),
  limit: because(['LIMIT-1'], ['volume.limit.reached', 'api.expandStatus']),
  limitAtBound: because(['LIMIT-1'], ['volume.limit.reached', 'api.expandStatus', 'volume.limit.window']),
  shrink: because(['VOLCMD-7', 'VOLCMD-6'], ['unit.gb']),
  notSmaller: because(['VOLCMD-7']),
  remove: because(['VOLCMD-8']),
  replace: because(['VOLCMD-9', 'VOLCMD-6'], ['volume.deleteInUse.capacity']),
  take: because(['VOLCMD-10', 'VOLCMD-11']),
  takeRetained: because(['VOLCMD-11', 'SNAP-1'], ['snapshot.retention']),
  noDeviceYet: because(['VOLCMD-11'], ['snapshot.whileCreating']),
  nameTaken: because(['SNAP-5']),
  expired: because(['VOLCMD-10']),
  deleteSnapshot: because(['VOLCMD-12']),
  restore: because(['VOLCMD-13', 'VOLCMD-14', 'VOLCMD-6'], ['volume.restore.capacity']),
  unknownSnapshot: because(['VOLCMD-12', 'VOLCMD-13']),
} as const satisfies { readonly [name: string]: Reason };

/**
 * What a command does to the volume that it names, or the platform's refusal (VOLCMD-5 to VOLCMD-14, ERR-2, ERR-3,
 * LIMIT-1, SNAP-5).
 *
 * Asked once when the command is posted, for the answer, and again when its turn comes, as one volume's commands run
 * one after another (`api.commandQueue`). What an action needs the volume to be (terminations, durations) is the
 * caller's.
 */
export function planVolumeCommand(view: VolumeCommandView, command: VolumeCommand): VolumeCommandPlan {
  if (command.type !== 'expandVolume' && view.settings.fileSystem === 'shared')
    return refuse(reasons.shared, 'COMMAND_REFUSED', `a shared volume set takes no ${command.type}`);
  const { volume } = view;
  if (volume === null) {
    const message = `the volume set has no volume ${view.index} in ${view.location}`;
    return refuse(reasons.unknownVolume, 'BAD_REFERENCE', message);
  }
  switch (command.type) {
    case 'expandVolume':
      return planExpand(view, volume, microGBFromGB(command.newStorageCapacity));
    case 'shrinkVolume':
      return planShrink(view, volume, microGBFromGB(command.newStorageCapacity));
    case 'deleteVolume':
      return planDelete(view, volume);
    case 'createVolumeSnapshot':
      return planTake(view, volume, command);
    case 'deleteVolumeSnapshot': {
      const snapshot = snapshotNamed(volume.snapshots, command.snapshotName);
      if (snapshot === null) return refuseSnapshot(command.snapshotName);
      return act(reasons.deleteSnapshot, { do: 'deleteSnapshot', name: snapshot.name });
    }
    case 'restoreVolume':
      return planRestore(view, volume, command.snapshotName);
  }
}

/** The class's maximum and `maxCapacity` bind an expansion by hand as they bind the platform's own. */
function planExpand(view: VolumeCommandView, volume: Volume, toMicroGB: number): VolumeCommandPlan {
  const { settings, now } = view;
  if (!hasDevice(volume) && volume.lifecycle !== 'creating') return refuseNoDevice(view);
  if (!(toMicroGB > volume.capacityMicroGB)) {
    const message = `an expansion must be to more than the present ${sizeOf(volume.capacityMicroGB)}; asked for ${sizeOf(toMicroGB)}`;
    return refuse(reasons.notLarger, 'COMMAND_REFUSED', message);
  }
  if (toMicroGB > settings.capMicroGB) {
    const isClassMaximum = settings.capMicroGB === capacityBounds(settings.performanceClass).greatestMicroGB;
    const bound = isClassMaximum ? `the maximum of class ${settings.performanceClass}` : 'maxCapacity';
    const message = `an expansion must be to at most ${sizeOf(settings.capMicroGB)}, ${bound}; asked for ${sizeOf(toMicroGB)}`;
    return refuse(isClassMaximum ? reasons.aboveClass : reasons.aboveMax, 'INVALID', message);
  }
  const atBound = isAtLimitBound(volume.expansions, now);
  const retryAt = expansionRetryAt(volume.expansions, now, settings.assumptions['volume.limit.window']);
  if (retryAt !== null) {
    const message = `${expansionsMax} expansions within 24 hours: the quota of this volume is used up`;
    const refusal = refuse(atBound ? reasons.limitAtBound : reasons.limit, 'EXPANSION_QUOTA', message);
    return { ...refusal, retryAt, status: settings.assumptions['api.expandStatus'] };
  }
  const reason = atBound ? reasons.expandAtBound : reasons.expand;
  return act(reason, { do: 'expandVolume', toMicroGB, restarts: view.inUse });
}

function planShrink(view: VolumeCommandView, volume: Volume, toMicroGB: number): VolumeCommandPlan {
  if (!hasDevice(volume) && volume.lifecycle !== 'creating') return refuseNoDevice(view);
  if (!(toMicroGB < volume.capacityMicroGB)) {
    const message = `a shrink must be to less than the present ${sizeOf(volume.capacityMicroGB)}; asked for ${sizeOf(toMicroGB)}`;
    return refuse(reasons.notSmaller, 'COMMAND_REFUSED', message);
  }
  const { leastMicroGB, performanceClass } = view.settings;
  if (toMicroGB < leastMicroGB) {
    const message = `a shrink must be to at least ${sizeOf(leastMicroGB)}, the minimum of class ${performanceClass}; asked for ${sizeOf(toMicroGB)}`;
    return refuse(reasons.aboveClass, 'INVALID', message);
  }
  return act(reasons.shrink, { do: 'replaceVolume', toMicroGB, restarts: view.inUse });
}

function planDelete(view: VolumeCommandView, volume: Volume): VolumeCommandPlan {
  if (volume.lifecycle === 'deleted') return refuseNoDevice(view);
  if (!view.inUse) return act(reasons.remove, { do: 'deleteVolume' });
  const { assumptions, initialMicroGB } = view.settings;
  const toMicroGB = assumptions['volume.deleteInUse.capacity'] === 'initial' ? initialMicroGB : volume.capacityMicroGB;
  return act(reasons.replace, { do: 'replaceVolume', toMicroGB, restarts: true });
}

function planTake(
  view: VolumeCommandView,
  volume: Volume,
  command: Extract<VolumeCommand, { type: 'createVolumeSnapshot' }>,
): VolumeCommandPlan {
  const { settings, now } = view;
  if (volume.lifecycle === 'deleted') return refuseNoDevice(view);
  if (volume.lifecycle === 'creating' && settings.assumptions['snapshot.whileCreating'] === 'refused')
    return refuse(
      reasons.noDeviceYet,
      'COMMAND_REFUSED',
      `volume ${view.index} in ${view.location} is still being created`,
    );
  const name = command.snapshotName;
  if (snapshotNamed(volume.snapshots, name) !== null)
    return refuse(reasons.nameTaken, 'EXISTS', `the volume has a snapshot '${name}' already`);
  const given = command.snapshotExpirationAt;
  if (given !== null && given <= now)
    return refuse(reasons.expired, 'INVALID', `snapshotExpirationDate must lie in the future`);
  const expiresAt = given ?? expiryOf(settings.snapshots, now);
  const taken = { name, at: now, expiresAt, by: 'command', tags: command.tags } as const;
  const snapshot = takenSnapshot({ set: view.set, volume, usedBytes: view.usedBytes }, taken);
  return act(given === null ? reasons.takeRetained : reasons.take, { do: 'takeSnapshot', snapshot });
}

/**
 * The volume's capacity, or as much as the snapshot needs if that is more; a deleted index takes its last capacity
 * (`volume.restore.capacity`).
 */
function planRestore(view: VolumeCommandView, volume: Volume, name: string): VolumeCommandPlan {
  const snapshot = snapshotNamed(volume.snapshots, name);
  if (snapshot === null) return refuseSnapshot(name);
  const { settings } = view;
  const wanted =
    settings.assumptions['volume.restore.capacity'] === 'snapshot' ? snapshot.capacityMicroGB : volume.capacityMicroGB;
  const fits = capacityBytesOf(wanted, settings.bytesPerGB) >= snapshot.usedBytes;
  // What a snapshot stores fitted the volume it was taken of, so that capacity is an upper bound of what it needs.
  const needed = Math.min(snapshot.capacityMicroGB, Math.ceil((snapshot.usedBytes / settings.bytesPerGB) * 1e6));
  return act(reasons.restore, {
    do: 'restoreVolume',
    toMicroGB: fits ? wanted : Math.max(wanted, needed),
    usedBytes: snapshot.usedBytes,
    restarts: view.inUse,
  });
}

function act(reason: Reason, action: VolumeAction): VolumeCommandPlan {
  return { kind: 'act', actions: [action], reason };
}

const statuses = {
  BAD_REFERENCE: 400,
  COMMAND_REFUSED: 400,
  EXISTS: 409,
  EXPANSION_QUOTA: 429,
  INVALID: 400,
} as const satisfies { readonly [Code in VolumeCommandRefusal['code']]: number };

function refuse(reason: Reason, code: VolumeCommandRefusal['code'], message: string): VolumeCommandRefusal {
  return { kind: 'refuse', reason, message, retryAt: null, status: statuses[code], code };
}

function refuseNoDevice({ index, location }: VolumeCommandView): VolumeCommandRefusal {
  return refuse(reasons.noDevice, 'BAD_REFERENCE', `volume ${index} in ${location} has been deleted`);
}

function refuseSnapshot(name: string): VolumeCommandRefusal {
  return refuse(reasons.unknownSnapshot, 'BAD_REFERENCE', `the volume has no snapshot '${name}'`);
}

function sizeOf(microGB: number): string {
  return `${gbFromMicroGB(microGB)} GB`;
}
