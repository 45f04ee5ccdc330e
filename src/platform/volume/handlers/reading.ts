/**
 * Readings of volumes; an evaluation follows each reading at once.
 */

import type { Value } from '../../../engine/value.ts';
import { because } from '../../../rules/reason.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { type VolumeEntity, type VolumesetEntity, volumeAt, volumesetAt } from '../../world.ts';
import { type ExpansionFigures, type ExpansionPlan, planExpansion } from '../expansion.ts';
import { type Fit, fit, pushReading } from '../forecast.ts';
import { capacityBytesOf, hasDevice, noteExpansion, readingFromBytes, usedBytesOf } from '../volume.ts';
import { newWindow } from './armReading.ts';
import { crashWriters } from './full.ts';
import { addReading, nextReadingAt, passOver } from './readingsAhead.ts';
import { countTime, noteLowest } from './room.ts';
import { addJob } from './volumeJob.ts';

const full = because([], ['volume.full']);

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
  const about = { subject: entity.subject, reason: full };
  if (!isFull) {
    entity.cause = note(sim, 'volume.relieved', { ...about, cause: entity.cause }, {});
    return;
  }
  const data = { capacityMicroGB: volume.capacityMicroGB };
  entity.cause = note(sim, 'volume.full', { ...about, cause: changeSeen(sim, set, entity) }, data);
  crashWriters(sim, set, entity, entity.cause);
}

/**
 * What led to a finding at a reading besides the growth of the data: a change of use or settings since the reading
 * before it, by its journal number; null: there was none.
 */
function changeSeen(sim: Sim, { settings }: VolumesetEntity, { changed }: VolumeEntity): number | null {
  return changed !== null && changed.at > sim.now - settings.readingInterval ? changed.by : null;
}

function perform(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, plan: ExpansionPlan): void {
  const { volume, subject } = entity;
  const standing = volume.standingRefusal;
  if (plan.kind === 'hold' && standing === null) return;
  const cause = changeSeen(sim, set, entity) ?? standing?.by ?? null;
  const about = { subject, reason: plan.reason, cause };
  if (plan.kind === 'refuse') {
    if (standing !== null && standing.retryAt === plan.retryAt) return;
    const facts = { ...plan.figures, retryAt: plan.retryAt, trigger: 'automatic' };
    const data = { ...facts, ...inputsOf(set, entity, plan.figures) };
    volume.standingRefusal = { retryAt: plan.retryAt, by: note(sim, 'expansion.refused', about, data, facts) };
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
    const facts = { trigger: action.trigger, toMicroGB: action.toMicroGB, ...action.figures };
    const data = { ...facts, ...inputsOf(set, entity, action.figures) };
    noteExpansion(volume, sim.now);
    const seq = note(sim, 'expansion.accepted', about, data, facts);
    const job = { does: 'expand', toMicroGB: action.toMicroGB, usedBytes: null, command: null } as const;
    addJob(sim, set, entity, { ...job, acceptedAt: sim.now, cause: seq, stage: 'waiting' });
  }
}

/**
 * What the figures of a decision were computed from, for readers of the journal: the factors of the targets, and the
 * expansions that count. Outside the fingerprint.
 */
function inputsOf(
  { settings }: VolumesetEntity,
  { volume }: VolumeEntity,
  { expansionsCounted }: ExpansionFigures,
): { readonly [name: string]: Value } {
  const predictiveFactor = settings.autoscaling?.predictive?.scalingFactor;
  return {
    scalingFactor: settings.autoscaling?.scalingFactor ?? null,
    ...(predictiveFactor === undefined ? {} : { predictiveFactor }),
    expandedAt: expansionsCounted === 0 ? [] : volume.expansions.slice(-expansionsCounted),
  };
}
