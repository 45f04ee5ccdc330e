/**
 * Looking ahead over the readings of a volume: which one may change something, and what those came to that were passed
 * over.
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
 * Adds the reading to the agenda that comes next: of those up to it nothing comes, if nothing happens to the volume
 * until then.
 */
export function addReading(sim: Sim, entity: VolumeEntity, at: Instant): void {
  if (entity.readingAt === at) return;
  entity.readingAt = at;
  sim.add(at, rank.reading, kind['volume.reading'], entity.handle, 0);
}

/**
 * The next reading after that of now which may change something: the volume's state, a standing refusal, the time in
 * which it was blocked.
 *
 * @param line what prediction has just fitted; null where it does not look
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

/** From when on the clock alone may change an evaluation: an expansion no longer counts, or there are points enough. */
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

/** Whether every reading of a stretch leaves all as it is: the planner is asked at both extremes. */
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
 * Takes the readings that were passed over and are behind us, and lets the next one be taken: to be called before
 * anything changes that a reading depends on.
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
 * The same for all volumes, before somebody looks at the world.
 *
 * @param isNowPast whether all that was due now has happened
 */
export function settleAllReadings(sim: Sim, isNowPast: boolean): void {
  for (const entity of sim.world.entities) {
    if (entity.kind !== 'volume') continue;
    settleReadings(sim, volumesetAt(sim.world, entity.volume.volumeset), entity, isNowPast);
  }
}

/**
 * Takes the readings after the last one taken up to a tick, all at once: nothing came of them but the lowest room and
 * the time that counts.
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
