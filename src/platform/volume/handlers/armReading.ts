/**
 * Schedules the next reading of a volume, and finds the readings that its lookback window begins with.
 */
import type { Instant } from '../../../engine/time.ts';
import { outageOf } from '../../fault/handlers/state.ts';
import type { Sim } from '../../handlers/note.ts';
import type { VolumeEntity, VolumesetEntity } from '../../world.ts';
import { forecastWindow } from '../forecast.ts';
import type { VolumesetSettings } from '../settings.ts';
import { fillFromPast } from '../stretch.ts';
import { capacityBytesOf, hasDevice } from '../volume.ts';
import { addReading } from './readingsAhead.ts';

/**
 * Adds the next reading of a volume to the agenda, on the grid of readings (`volume.reading.interval`, `grid.anchor`);
 * none while its location is down.
 */
export function armReading(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  if (outageOf(sim.world, sim.world.locations[entity.volume.location]!) !== null) return;
  const { readingInterval } = set.settings;
  const at = Math.ceil(sim.now / readingInterval) * readingInterval;
  if (entity.readingAt !== null && entity.readingAt >= sim.now) return;
  entity.readTo = at - readingInterval;
  addReading(sim, entity, at);
}

/**
 * Gives a volume the readings that its lookback window holds before the next one: those of a past before the run
 * (`run.start`, `volume.usage.clock`), or of one in which prediction did not look, or not so far back.
 */
export function fillPast(set: VolumesetEntity, { volume, readingAt }: VolumeEntity, now: Instant): void {
  const { predictive } = set.settings.autoscaling ?? { predictive: null };
  volume.forecast = null;
  if (predictive === null || !hasDevice(volume)) return;
  const window = newWindow(set.settings, predictive.lookback);
  const next = readingAt ?? now;
  fillFromPast(window, volume, set, { from: next - predictive.lookback, until: next - 1 });
  volume.forecast = window;
}

export function newWindow(settings: VolumesetSettings, lookback: number): ReturnType<typeof forecastWindow> {
  const readingMax = Math.ceil(capacityBytesOf(settings.capMicroGB, settings.bytesPerGB) / settings.readingBytes);
  return forecastWindow({ anchor: 0, step: settings.readingInterval, lookback, readingMax });
}
