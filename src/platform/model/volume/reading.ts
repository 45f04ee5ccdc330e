/**
 * Readings of volumes, and the evaluation that follows each at once.
 */
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../rules/reason.ts';
import { type ExpansionPlan, planExpansion } from '../../volume/expansion.ts';
import { type Fit, fit, forecastWindow, pushReading } from '../../volume/forecast.ts';
import { expansionsCounting, expansionsMax } from '../../volume/limit.ts';
import type { VolumesetSettings } from '../../volume/settings.ts';
import { fillFromPast } from '../../volume/stretch.ts';
import { capacityBytesOf, hasDevice, noteExpansion, readingFromBytes, usedBytesOf } from '../../volume/volume.ts';
import { type VolumeEntity, type VolumesetEntity, volumeAt, volumesetAt } from '../../world.ts';
import { kind, rank } from '../kinds.ts';
import { note, type Sim } from '../note.ts';
import { addJob } from './volumeJob.ts';

const full = because([], ['volume.full']);

/** Adds the next reading of a volume to the agenda, on the grid of readings (`volume.reading.interval`, `grid.anchor`). */
export function armReading(sim: Sim, set: VolumesetEntity, entity: VolumeEntity): void {
  const { readingInterval } = set.settings;
  const at = Math.ceil(sim.now / readingInterval) * readingInterval;
  if (entity.readingAt !== null && entity.readingAt >= sim.now) return;
  entity.readingAt = at;
  sim.add(at, rank.reading, kind['volume.reading'], entity.handle, 0);
}

/**
 * Gives a volume the readings that its lookback window holds before the next one: those of a past before the run (`run.start`, `volume.usage.clock`),
 * or of one in which prediction did not look, or not so far back.
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
  const usedBytes = usedBytesOf(volume, set.usage, settings, sim.now);
  volume.reading = readingFromBytes(usedBytes, settings);
  noteRoom(sim, set, entity, usedBytes);
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
  entity.readingAt = sim.now + settings.readingInterval;
  sim.add(entity.readingAt, rank.reading, kind['volume.reading'], handle, 0);
}

function addToForecast(sim: Sim, set: VolumesetEntity, { volume }: VolumeEntity, reading: number): Fit | null {
  const predictive = set.settings.autoscaling?.predictive ?? null;
  if (predictive === null) return null;
  volume.forecast ??= newWindow(set.settings, predictive.lookback);
  pushReading(volume.forecast, sim.now, reading);
  return fit(volume.forecast, sim.now, predictive.lookback, sim.world.assumptions['volume.predictive.window']);
}

/** Full and not full any more; the least room so far, and the time in which no expansion could help. */
function noteRoom(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, usedBytes: number): void {
  const { volume } = entity;
  const { settings } = set;
  const capacityBytes = capacityBytesOf(volume.capacityMicroGB, settings.bytesPerGB);
  const isFull = usedBytes >= capacityBytes;
  if (isFull !== volume.isFull) {
    volume.isFull = isFull;
    const about = { subject: entity.subject, reason: full, cause: entity.cause };
    if (isFull) note(sim, 'volume.full', about, { capacityMicroGB: volume.capacityMicroGB });
    else note(sim, 'volume.relieved', about, {});
  }
  // In place: while use grows each reading is the lowest, and an object a reading would be the dearest part of it.
  entity.lowest ??= { at: sim.now, usedBytes, capacityBytes };
  const { lowest } = entity;
  if ((capacityBytes - usedBytes) * lowest.capacityBytes < (lowest.capacityBytes - lowest.usedBytes) * capacityBytes) {
    lowest.at = sim.now;
    lowest.usedBytes = usedBytes;
    lowest.capacityBytes = capacityBytes;
  }
  if (volume.capacityMicroGB >= settings.capMicroGB) entity.atCapMs += settings.readingInterval;
  if (volume.expansions.length < expansionsMax) return;
  const used = expansionsCounting(volume.expansions, sim.now, sim.world.assumptions['volume.limit.window']);
  const least = settings.autoscaling?.minFreePercentage ?? 0;
  if (used >= expansionsMax && (capacityBytes - usedBytes) * 100 < least * capacityBytes) {
    entity.blockedMs += settings.readingInterval;
  }
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
