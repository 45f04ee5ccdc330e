/**
 * The lifecycle state of a volume on which no work is done.
 */

import { because } from '../../../rules/reason.ts';
import { note, type Sim } from '../../handlers/note.ts';
import type { VolumeEntity, VolumesetEntity } from '../../world.ts';
import { lifecycleAtRest } from '../lifecycle.ts';
import { needOf } from './holders.ts';
import { usedNow } from './usage.ts';

const kept = because(['VOL-15']);

const keptShared = because(['VOL-17', 'LOC-7']);

/** Recomputes the lifecycle state of an idle volume. It journals a volume that has become unused (VOL-15, VOL-17). */
export function restVolume(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, cause: number): void {
  const { volume, subject } = entity;
  const was = volume.lifecycle;
  volume.lifecycle = lifecycleAtRest(set.settings.fileSystem, needOf(sim.world, set, entity));
  if (volume.lifecycle !== 'unused' || was === 'unused') return;
  const reason = set.settings.fileSystem === 'shared' ? keptShared : kept;
  entity.cause = note(sim, 'volume.unused', { subject, reason, cause }, { usedBytes: usedNow(sim, set, entity) });
}
