/**
 * Ledger series of snapshots, if they are metered: the bytes that each stores, until it is gone.
 */

import type { Sim } from '../../handlers/note.ts';
import { type VolumeEntity, volumesetAt } from '../../world.ts';
import { volumesetSeries } from './meter.ts';

/** Opens the run of a snapshot that has been taken. */
export function openSnapshot(
  { world, now }: Sim,
  entity: VolumeEntity,
  { name, usedBytes }: { readonly name: string; readonly usedBytes: number },
  seq: number,
): void {
  const { ledger, locations } = world;
  if (!ledger.holds('snapshot-storage')) return;
  const { volumeset, location, index } = entity.volume;
  const set = volumesetAt(world, volumeset);
  const { performanceClass } = set.settings;
  const place = { location: locations[location]!, container: null, volumeIndex: index, performanceClass };
  const series = ledger.series(volumesetSeries(world, set, { ...place, meter: 'snapshot-storage' }));
  entity.snapshotSpans = new Map([...entity.snapshotSpans, [name, ledger.open(series, usedBytes, now, seq)]]);
}

/** Closes the run of a snapshot that is gone. */
export function closeSnapshot({ world, now }: Sim, entity: VolumeEntity, name: string, seq: number): void {
  const span = entity.snapshotSpans.get(name);
  if (span === undefined) return;
  world.ledger.close(span, now, seq);
  entity.snapshotSpans = new Map([...entity.snapshotSpans].filter(([other]) => other !== name));
}
