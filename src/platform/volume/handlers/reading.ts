/**
 * Readings of volumes, and the evaluation that follows each at once.
 */
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { outageOf } from '../../fault/handlers/state.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { type VolumeEntity, type VolumesetEntity, volumeAt, volumesetAt } from '../../world.ts';
import { type ExpansionPlan, planExpansion } from '../expansion.ts';
import { type Fit, fit, forecastWindow, pushReading } from '../forecast.ts';
import type { VolumesetSettings } from '../settings.ts';
import { fillFromPast } from '../stretch.ts';
import { capacityBytesOf, hasDevice, noteExpansion, readingFromBytes, usedBytesOf } from '../volume.ts';
import { crashWriters } from './full.ts';
import { addReading, nextReadingAt, passOver } from './readingsAhead.ts';
import { countTime, noteLowest } from './room.ts';
import { addJob } from './volumeJob.ts';

const full = because([], ['volume.full']);

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

function newWindow(settings: VolumesetSettings, lookback: number): ReturnType<typeof forecastWindow> {
  const readingMax = Math.ceil(capacityBytesOf(settings.capMicroGB, settings.bytesPerGB) / settings.readingBytes);
  return forecastWindow({ anchor: 0, step: settings.readingInterval, lookback, readingMax });
}

export function onReading(sim: Sim, handle: number): void {
  const entity = volumeAt(sim.world, handle);
  if (entity.readingAt !== sim.now) return;
  entity.readingAt = null;
  const { volume } = entity;
  if (!hasDevice(volume)) return;
  const set = volumesetAt(sim.world, volume.volumeset);
  const { settings } = set;
  passOver(sim.world, set, entity, sim.now - settings.readingInterval);
  entity.readTo = sim.now;
  const usedBytes = usedBytesOf(volume, set.usage, settings, sim.now);
  volume.reading = readingFromBytes(usedBytes, settings);
  noteFull(sim, set, entity, usedBytes);
  noteLowest(set, entity, sim.now, usedBytes);
  countTime(sim.world, set, entity, { at: sim.now, usedBytes }, settings.readingInterval);
  const line = addToForecast(sim, set, entity, volume.reading);
  const plan = planExpansion(
    settings,
    {
      commandAtWork: entity.jobs.length > 0,
      capacityMicroGB: volume.capacityMicroGB,
      reading: volume.reading,
      fit: line,
      expansions: volume.expansions,
    },
    sim.now,
  );
  perform(sim, set, entity, plan);
  addReading(sim, entity, nextReadingAt(sim, set, entity, line));
}

function addToForecast(sim: Sim, set: VolumesetEntity, { volume }: VolumeEntity, reading: number): Fit | null {
  const predictive = set.settings.autoscaling?.predictive ?? null;
  if (predictive === null) return null;
  volume.forecast ??= newWindow(set.settings, predictive.lookback);
  pushReading(volume.forecast, sim.now, reading);
  return fit(volume.forecast, sim.now, predictive.lookback, sim.world.assumptions['volume.predictive.window']);
}

function noteFull(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, usedBytes: number): void {
  const { volume } = entity;
  const isFull = usedBytes >= capacityBytesOf(volume.capacityMicroGB, set.settings.bytesPerGB);
  if (isFull === volume.isFull) return;
  volume.isFull = isFull;
  const about = { subject: entity.subject, reason: full, cause: entity.cause };
  if (!isFull) {
    note(sim, 'volume.relieved', about, {});
    return;
  }
  const seq = note(sim, 'volume.full', about, { capacityMicroGB: volume.capacityMicroGB });
  crashWriters(sim, set, entity, seq);
}

function perform(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, plan: ExpansionPlan): void {
  const { volume, subject } = entity;
  if (plan.kind === 'hold' && volume.standingRefusal === null) return;
  const about = { subject, reason: plan.reason, cause: entity.cause };
  if (plan.kind === 'refuse') {
    const standing = volume.standingRefusal;
    if (standing !== null && standing.retryAt === plan.retryAt) return;
    volume.standingRefusal = { retryAt: plan.retryAt };
    note(sim, 'expansion.refused', about, { ...plan.figures, retryAt: plan.retryAt, trigger: 'automatic' });
    return;
  }
  if (plan.kind === 'hold') {
    if (entity.jobs.length > 0) return;
    volume.standingRefusal = null;
    note(sim, 'expansion.cleared', about, {});
    return;
  }
  for (const action of plan.actions) {
    volume.standingRefusal = null;
    noteExpansion(volume, sim.now);
    const data = { trigger: action.trigger, toMicroGB: action.toMicroGB, ...action.figures };
    const seq = note(sim, 'expansion.accepted', about, data);
    const job = { does: 'expand', toMicroGB: action.toMicroGB, usedBytes: null, command: null } as const;
    addJob(sim, set, entity, { ...job, acceptedAt: sim.now, cause: seq, stage: 'waiting' });
  }
}
