/**
 * The planner of the six volume commands: the actions of each, or the refusal.
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

/** The `spec` of a command after its schema check (VOLCMD-2 to VOLCMD-4, VOLCMD-10), with its date parsed. */
export type VolumeCommand =
  | { readonly type: 'expandVolume' | 'shrinkVolume'; readonly newStorageCapacity: number }
  | { readonly type: 'deleteVolume' }
  | {
      readonly type: 'createVolumeSnapshot';
      readonly snapshotName: string;
      /** null: creation plus the retention. */
      readonly snapshotExpirationAt: Instant | null;
      readonly tags: { readonly [key: string]: string };
    }
  | { readonly type: 'deleteVolumeSnapshot' | 'restoreVolume'; readonly snapshotName: string };

/** The state of the volume that a command names. */
export interface VolumeCommandView {
  readonly set: string;
  readonly settings: VolumesetSettings;
  /** As the command names it. */
  readonly location: string;
  readonly index: number;
  /** null: the set has no such location, or no such index there. */
  readonly volume: Volume | null;
  /** Whether a replica uses the volume, or will use it again after a running command. */
  readonly inUse: boolean;
  /** Used bytes of the volume now. */
  readonly usedBytes: number;
  readonly now: Instant;
}

/**
 * The action of a command. `restarts`: the linked replica restarts; for a shared volume all replicas restart, one after
 * another (VOLCMD-6, `volume.expand.restart`, `volume.shared.restart`).
 */
export type VolumeAction =
  | { readonly do: 'expandVolume'; readonly toMicroGB: number; readonly restarts: boolean }
  /** Replaces the device with a new, empty one. */
  | { readonly do: 'replaceVolume'; readonly toMicroGB: number; readonly restarts: boolean }
  /** Deletes the device; the index stays. */
  | { readonly do: 'deleteVolume' }
  | { readonly do: 'takeSnapshot'; readonly snapshot: Snapshot }
  | { readonly do: 'deleteSnapshot'; readonly name: string }
  /** Replaces the device with a new one that holds the data of the snapshot. */
  | {
      readonly do: 'restoreVolume';
      readonly toMicroGB: number;
      readonly usedBytes: number;
      readonly restarts: boolean;
    };

/** A refusal with the status and code of the API's response. */
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
  expandOnline: because(['VOLCMD-5'], ['unit.gb', 'volume.expand.restart']),
  expandOnlineAtBound: because(['VOLCMD-5'], ['unit.gb', 'volume.expand.restart', 'volume.limit.window']),
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
 * Plans a volume command (VOLCMD-5 to VOLCMD-14, ERR-2, ERR-3, LIMIT-1, SNAP-5).
 *
 * Called when the command is posted, for the response, and again when it starts, because commands on one volume run one
 * after another (`api.commandQueue`). The caller ends the linked replica and waits for durations.
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

/** Applies the maximum of the class and `maxCapacity` to a manual expansion, as to an automatic one. */
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
  const isOnline = settings.assumptions['volume.expand.restart'] === 'online';
  const [usual, bound] = isOnline
    ? [reasons.expandOnline, reasons.expandOnlineAtBound]
    : [reasons.expand, reasons.expandAtBound];
  return act(atBound ? bound : usual, { do: 'expandVolume', toMicroGB, restarts: view.inUse && !isOnline });
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
 * Restores to the capacity of the volume, or to the size that the snapshot needs if that is more; a deleted index takes
 * its last capacity (`volume.restore.capacity`).
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
