/** Builders that the tests of volumes share. */

import type { VolumesetSpec } from '../../../src/platform/volume/capacity.ts';
import { type VolumesetSettings, volumesetSettings } from '../../../src/platform/volume/settings.ts';
import { newVolume } from '../../../src/platform/volume/volume.ts';
import type { Volume } from '../../../src/platform/volume/volumeRecord.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

export const GB = 1e9;

export function spec(changes: Partial<VolumesetSpec> = {}): VolumesetSpec {
  return { fileSystemType: 'ext4', initialCapacity: 10, performanceClass: 'general-purpose-ssd', ...changes };
}

export function settings(
  autoscaling: NonNullable<VolumesetSpec['autoscaling']>,
  assumptions: Partial<Assumptions> = {},
  changes: Partial<VolumesetSpec> = {},
): VolumesetSettings {
  return volumesetSettings(spec({ autoscaling, ...changes }), assume(assumptions));
}

export function assume(changes: Partial<Assumptions>): Assumptions {
  return { ...defaultAssumptions, ...changes };
}

export function volume(changes: Partial<Volume> = {}): Volume {
  const made = newVolume({ volumeset: 1, location: 2, index: 0 }, volumesetSettings(spec(), defaultAssumptions), 0);
  return { ...made, lifecycle: 'bound', ...changes };
}
