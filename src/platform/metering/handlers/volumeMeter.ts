/**
 * Ledger series of volumes: the capacity of each device for as long as the device exists (BILL-2).
 */

import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { isEnabled, locationsOf } from '../../handlers/settings.ts';
import { holderOf } from '../../volume/handlers/holders.ts';
import { type VolumeEntity, type VolumesetEntity, volumeAt, type World } from '../../world.ts';
import { decided } from './decided.ts';
import { volumesetSeries } from './meter.ts';

/** Why an existing volume is not billed; null if it is. */
type Withheld = 'not bound yet' | 'location closed' | 'replaced';

const withholding = {
  'not bound yet': because(['BILL-2'], ['billing.volumeFrom']),
  'location closed': because(['BILL-2', 'LOC-7'], ['billing.disabledLocation']),
  replaced: because(['BILL-2'], ['billing.replacementOverlap']),
} as const satisfies Record<Withheld, Reason>;

const microGB = 1_000_000;
const bytesPerMicroGB = 1_000;

/**
 * Sets the size of a volume's device from now on; 0: it has none. A new device needs a 0 before it, and is a separate
 * run.
 */
export function holdDevice(
  sim: Sim,
  set: VolumesetEntity,
  entity: VolumeEntity,
  heldMicroGB: number,
  seq: number,
): void {
  const { world } = sim;
  const isNew = entity.heldMicroGB === 0;
  entity.heldMicroGB = heldMicroGB;
  if (heldMicroGB === 0 || entity.requestedMicroGB <= heldMicroGB) entity.requestedMicroGB = 0;
  if (heldMicroGB === 0) {
    entity.withheld = null;
    entity.isReplaced = false;
  }
  if (heldMicroGB % microGB > 0) decided(world, 'billing.capacityGrid');
  if (isNew && heldMicroGB > 0)
    decided(world, set.settings.fileSystem === 'shared' ? 'billing.sharedVolumeFrom' : 'billing.volumeFrom');
  meterVolume(sim, set, entity, seq);
}

/** Records that a replacement of the present device is being made (`billing.replacementOverlap`). */
export function beginReplacement(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, seq: number): void {
  entity.isReplaced = true;
  meterVolume(sim, set, entity, seq);
}

/** Records that an expansion of a volume was accepted (`billing.expandAt`). */
export function requestCapacity(
  sim: Sim,
  set: VolumesetEntity,
  entity: VolumeEntity,
  toMicroGB: number,
  seq: number,
): void {
  decided(sim.world, 'billing.expandAt');
  if (sim.world.assumptions['billing.expandAt'] !== 'requested') return;
  entity.requestedMicroGB = Math.max(entity.requestedMicroGB, toMicroGB);
  meterVolume(sim, set, entity, seq);
}

/**
 * Updates the ledger with the state of a volume. Call it when the volume is bound, mounted or being replaced, or when
 * its location is closed or opened.
 */
export function meterVolume(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, cause: number): void {
  const { world, now } = sim;
  const { ledger } = world;
  const seq = noteWithheld(sim, set, entity, cause) ?? cause;
  const from = billedFrom(sim, set, entity);
  if (from === null || entity.heldMicroGB === 0) {
    if (entity.span !== null) ledger.close(entity.span, now, seq);
    entity.span = null;
    return;
  }
  const bytes = billedBytes(sim, entity);
  if (entity.span !== null) ledger.change(entity.span, bytes, now, seq);
  else entity.span = ledger.open(ledger.series(capacitySeries(sim, set, entity)), bytes, from, seq);
}

/** Journals that billing of an existing volume starts or stops. @returns null if nothing changed */
function noteWithheld(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, cause: number): number | null {
  const withheld = entity.heldMicroGB === 0 ? null : withheldBy(sim, set, entity);
  if (withheld === entity.withheld) return null;
  entity.withheld = withheld;
  const reason = withheld === null ? because(['BILL-2']) : withholding[withheld];
  const data = { billed: withheld === null, why: withheld ?? 'as it is held' };
  return note(sim, 'volume.billing', { subject: entity.subject, reason, cause }, data);
}

/** From when an existing volume is billed, which may be in the future; null: it is not billed in its present state. */
function billedFrom({ world, now }: Sim, set: VolumesetEntity, { withheld, volume }: VolumeEntity): Instant | null {
  if (withheld !== null) return null;
  if (set.settings.fileSystem !== 'shared' || world.assumptions['billing.sharedVolumeFrom'] === 'created') return now;
  const mountedFrom = set.mountedFrom.get(volume.location);
  return mountedFrom === undefined ? null : Math.max(now, mountedFrom);
}

function withheldBy({ world }: Sim, set: VolumesetEntity, entity: VolumeEntity): Withheld | null {
  const { assumptions } = world;
  if (assumptions['billing.volumeFrom'] === 'firstBound' && set.settings.fileSystem !== 'shared') {
    entity.wasBound ||= entity.volume.lifecycle === 'bound' || holderOf(world, set, entity) !== null;
    if (!entity.wasBound) return 'not bound yet';
  }
  if (assumptions['billing.disabledLocation'] === 'nothing' && isClosedIn(world, set, entity)) return 'location closed';
  return entity.isReplaced && assumptions['billing.replacementOverlap'] === 'newOnly' ? 'replaced' : null;
}

function isClosedIn(world: World, set: VolumesetEntity, { volume }: VolumeEntity): boolean {
  const location = world.locations[volume.location]!;
  return !locationsOf(world, set.gvc).includes(location) || !isEnabled(world, location);
}

function billedBytes({ world }: Sim, { heldMicroGB, requestedMicroGB }: VolumeEntity): number {
  const held = Math.max(heldMicroGB, requestedMicroGB);
  if (world.assumptions['billing.capacityGrid'] === 'asHeld') return held * bytesPerMicroGB;
  return Math.ceil(held / microGB) * microGB * bytesPerMicroGB;
}

function capacitySeries({ world }: Sim, set: VolumesetEntity, { volume }: VolumeEntity) {
  const meter = set.settings.fileSystem === 'shared' ? 'shared-volume-capacity' : 'volume-capacity';
  const { performanceClass } = set.settings;
  const location = world.locations[volume.location]!;
  return volumesetSeries(world, set, { location, meter, container: null, volumeIndex: volume.index, performanceClass });
}

/** Does the same for all volumes of a set, whose locations may have been closed or opened. */
export function meterVolumes(sim: Sim, set: VolumesetEntity, seq: number): void {
  for (const handle of set.volumes) {
    const entity = volumeAt(sim.world, handle);
    const isClosed = entity.heldMicroGB > 0 && isClosedIn(sim.world, set, entity);
    if (isClosed && !entity.isClosedIn) decided(sim.world, 'billing.disabledLocation');
    entity.isClosedIn = isClosed;
    if (sim.world.assumptions['billing.disabledLocation'] === 'nothing') meterVolume(sim, set, entity, seq);
  }
}

/**
 * Records that a replica mounts a shared set from an instant on, which may be in the future
 * (`billing.sharedVolumeFrom`).
 */
export function noteFirstMount(sim: Sim, set: VolumesetEntity, location: string, from: Instant, seq: number): void {
  const { world } = sim;
  if (world.assumptions['billing.sharedVolumeFrom'] === 'created') return;
  const number = world.locations.indexOf(location);
  if (number < 0 || set.mountedFrom.has(number)) return;
  set.mountedFrom = new Map([...set.mountedFrom, [number, from]]);
  for (const handle of set.volumes) {
    const entity = volumeAt(world, handle);
    if (entity.volume.location === number) meterVolume(sim, set, entity, seq);
  }
}
