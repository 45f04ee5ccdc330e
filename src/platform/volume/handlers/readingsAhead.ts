/**
 * Look-ahead for volumes: it finds the next reading that may change something and settles the readings that it skipped
 * (settle: bring up to the present instant).
 *
 * It skips readings for which the planner surely holds. `test/laws/lookAhead.test.ts` guards it: the same journal and
 * the same bill as with every reading.
 */
import { farthest, firstDoubtful } from '../../../engine/lookAhead.ts';
import { day, type Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import { type VolumeEntity, type VolumesetEntity, volumesetAt, type World } from '../../world.ts';
import { planExpansion } from '../expansion.ts';
import { type Fit, fillReadings } from '../forecast.ts';
import {
  type Lookback,
  linesBetween,
  type ReadingRange,
  readingsBetween,
  type StorageCurve,
  storedBetween,
} from '../readingsAhead.ts';
import { readingsBefore } from '../stretch.ts';
import { capacityBytesOf, hasDevice, readingFromBytes, usedBytesOf } from '../volume.ts';
import { countTime, curveOf, isShortOfRoom, noteLowestBetween } from './room.ts';

/**
 * Adds the next reading to the agenda. The readings before it change nothing, unless something else changes the volume
 * first.
 */
export function addReading(sim: Sim, entity: VolumeEntity, at: Instant): void {
  if (entity.readingAt === at) return;
  entity.readingAt = at;
  sim.add(at, rank.reading, kind['volume.reading'], entity.handle, 0);
}

/**
 * The next reading after the present one that may change something: the state of the volume, a refusal that persists,
 * or the time in which an expansion was blocked.
 *
 * @param line the line that the forecast has just fitted; null: no forecast is made
 */
export function nextReadingAt(sim: Sim, set: VolumesetEntity, entity: VolumeEntity, line: Fit | null): Instant {
  const { now } = sim;
  const { readingInterval } = set.settings;
  const isPredicted = (set.settings.autoscaling?.predictive ?? null) !== null;
  if (sim.world.isLiteral || (isPredicted && (line === null || entity.volume.forecast?.gaps !== 0)))
    return now + readingInterval;
  const curve = curveOf(set, entity);
  const isShort = isShortOfRoom(set, entity, usedBytesOf(entity.volume, set.usage, set.settings, now));
  const lookback = lookbackOf(set, entity, line, now);
  const view = { entity, curve, line, isPredicted, isShort, lookback, set };
  return firstDoubtful(readingInterval, now, limitOf(set, entity, line, now), (from, until) =>
    surelyHolds(view, { from, until }),
  );
}

function lookbackOf({ settings }: VolumesetEntity, { volume }: VolumeEntity, line: Fit | null, now: Instant): Lookback {
  const length = settings.autoscaling?.predictive?.lookback ?? 0;
  return {
    now,
    length,
    isFull: line !== null && line.points >= Math.floor(length / settings.readingInterval),
    steadySince: volume.steadySince,
    before: line === null ? null : readingsBefore(volume, settings, now - length),
  };
}

/**
 * The first instant at which time alone may change an evaluation: an old expansion stops counting, or the window has
 * enough points.
 */
function limitOf(set: VolumesetEntity, { volume }: VolumeEntity, line: Fit | null, now: Instant): Instant {
  let limit = now + farthest;
  for (const at of volume.expansions) {
    // Under one reading of the limit it counts at the end of its 24 hours, under another no longer.
    if (at + day > now) limit = Math.min(limit, at + day);
    else if (at + day + 1 > now) limit = Math.min(limit, at + day + 1);
  }
  const predictive = set.settings.autoscaling?.predictive ?? null;
  if (predictive === null || line === null) return limit;
  const missing = Math.max(predictive.minDataPoints, 2) - line.points;
  return missing > 0 ? Math.min(limit, now + missing * set.settings.readingInterval) : limit;
}

interface View {
  readonly set: VolumesetEntity;
  readonly entity: VolumeEntity;
  readonly curve: StorageCurve;
  readonly line: Fit | null;
  readonly isPredicted: boolean;
  readonly lookback: Lookback;
  /** Short of room now. */
  readonly isShort: boolean;
}

/** Whether every reading of a stretch changes nothing: the planner is asked at both extremes. */
function surelyHolds(
  { set, entity, curve, line, isPredicted, lookback, isShort }: View,
  stretch: ReadingRange,
): boolean {
  const { volume } = entity;
  const { settings } = set;
  const used = storedBetween(curve, stretch);
  const capacityBytes = capacityBytesOf(volume.capacityMicroGB, settings.bytesPerGB);
  if (volume.isFull ? used.least < capacityBytes : used.greatest >= capacityBytes) return false;
  if ([used.least, used.greatest].some((bytes) => isShortOfRoom(set, entity, bytes) !== isShort)) return false;
  const readings = readingsBetween(curve, stretch);
  const lines = isPredicted && line !== null ? linesBetween(line, curve, lookback, stretch, readings) : null;
  if (isPredicted && lines === null) return false;
  const planOf = (reading: number, fit: Fit | null) =>
    planExpansion(
      settings,
      {
        commandAtWork: entity.jobs.length > 0,
        capacityMicroGB: volume.capacityMicroGB,
        reading,
        fit,
        expansions: volume.expansions,
      },
      stretch.from,
    );
  const most = planOf(readings.greatest, lines?.greatest ?? null);
  if (most.kind === 'hold') return volume.standingRefusal === null || entity.jobs.length > 0;
  if (most.kind === 'act' || most.retryAt !== volume.standingRefusal?.retryAt) return false;
  const fewest = planOf(readings.least, lines?.least ?? null);
  return fewest.kind === 'refuse' && fewest.retryAt === most.retryAt;
}

/**
 * Settles the skipped readings up to now and cancels the planned one. Call it before a change of anything that a
 * reading depends on.
 */
export function settleReadings(
  sim: Sim,
  set: VolumesetEntity,
  entity: VolumeEntity,
  isNowPast: boolean = sim.agenda.hasPassed(sim.now, rank.reading, entity.handle),
): void {
  if (entity.readingAt === null || !hasDevice(entity.volume)) return;
  const { readingInterval } = set.settings;
  const tick = Math.floor(sim.now / readingInterval) * readingInterval;
  passOver(sim.world, set, entity, tick < sim.now || isNowPast ? tick : tick - readingInterval);
  addReading(sim, entity, entity.readTo + readingInterval);
}

/**
 * Settles the skipped readings of all volumes; call it before the world is read.
 *
 * @param isNowPast whether all events of the present instant have happened
 */
export function settleAllReadings(sim: Sim, isNowPast: boolean): void {
  for (const entity of sim.world.entities) {
    if (entity.kind !== 'volume') continue;
    settleReadings(sim, volumesetAt(sim.world, entity.volume.volumeset), entity, isNowPast);
  }
}

/**
 * Settles all readings after the last one up to a tick at once: they only updated the lowest free space and the
 * measured times.
 */
export function passOver(world: World, set: VolumesetEntity, entity: VolumeEntity, until: Instant): void {
  const { settings } = set;
  const { volume } = entity;
  const { readingInterval } = settings;
  const from = entity.readTo + readingInterval;
  if (until < from) return;
  const passed = until - entity.readTo;
  entity.readTo = until;
  if (volume.forecast !== null) {
    const { lookback } = settings.autoscaling?.predictive ?? { lookback: 0 };
    fillReadings(volume.forecast, { from: Math.max(from, until - lookback), until }, (at) =>
      readingFromBytes(usedBytesOf(volume, set.usage, settings, at), settings),
    );
  }
  countTime(world, set, entity, { at: from, usedBytes: usedBytesOf(volume, set.usage, settings, from) }, passed);
  noteLowestBetween(set, entity, { from, until });
}
