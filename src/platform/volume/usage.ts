/**
 * The bytes that a volume's application stores as the volume ages: plain data, straight pieces, readable at any age.
 *
 * `usedBytesOf` (volume.ts) computes what a volume really holds from it: it knows jumps, losses and the capacity.
 */
import { type Duration, hour } from '../../engine/time.ts';

/** Bytes over the age of a volume; the age may be negative (before the clock started). */
export type VolumeUsage = LineUsage | CompoundUsage | PointsUsage;

/** One straight line, never below 0, for all time before and after age 0. */
export interface LineUsage {
  readonly kind: 'line';
  readonly startBytes: number;
  /** May be negative. */
  readonly growthBytesPerHour: number;
}

/**
 * Compound growth: `startBytes * factor^k` at age `k * period`, joined by straight lines; before age 0 the first line
 * continues backwards.
 */
export interface CompoundUsage {
  readonly kind: 'compound';
  readonly startBytes: number;
  /** 1.03 for `3%/week`; above 0. */
  readonly factor: number;
  /** Above 0. */
  readonly period: Duration;
}

/**
 * Points joined by straight lines; the first value holds before the first point, the last value after the last point.
 * Made by `usageFromPoints`.
 */
export interface PointsUsage {
  readonly kind: 'points';
  /** Milliseconds, strictly rising. */
  readonly ages: readonly number[];
  /** Whole bytes, one for each age. */
  readonly bytes: readonly number[];
  /**
   * Null: no repetition. Else the points of age 0 up to `period` (excluded) repeat each period, higher by `growthBytes`
   * each time.
   */
  readonly repeat: { readonly period: Duration; readonly growthBytes: number } | null;
}

/** Bounds of a value over a period, least and greatest: reached or nearly reached, never too narrow. */
export interface UsageExtremes {
  readonly least: number;
  readonly greatest: number;
}

/** Usage of a volume that never stores anything. */
export const noUsage: VolumeUsage = { kind: 'line', startBytes: 0, growthBytesPerHour: 0 };

/**
 * A curve through points. Of several points at one age, the last one counts. Throws if there is no point, if ages fall,
 * or if a repeated curve has points outside of its period.
 *
 * With `period` the curve starts again each period. With `carry` it starts higher each time, by the growth of one round
 * (last value less the first; for the integral of a rate or a trace of growth). Without `carry` it starts at its first
 * value (a level that comes back).
 */
export function usageFromPoints(
  points: readonly (readonly [age: Duration, bytes: number])[],
  repeat: { readonly period: Duration; readonly carry: boolean } | null = null,
): PointsUsage {
  const ages: number[] = [];
  const bytes: number[] = [];
  for (const [age, value] of points) {
    const last = ages.length === 0 ? Number.NEGATIVE_INFINITY : ages[ages.length - 1]!;
    if (!(age >= last)) throw new Error(`usage points must be in order of age: found ${age} after ${last}`);
    if (age === last) bytes[bytes.length - 1] = Math.round(value);
    else {
      ages.push(age);
      bytes.push(Math.round(value));
    }
  }
  if (ages.length === 0) throw new Error('usage must have at least one point');
  if (repeat === null) return { kind: 'points', ages, bytes, repeat: null };
  if (ages[0]! < 0 || ages[ages.length - 1]! > repeat.period)
    throw new Error(`usage points must be between 0 and the period of ${repeat.period} ms`);
  const growthBytes = repeat.carry ? bytes[bytes.length - 1]! - bytes[0]! : 0;
  return { kind: 'points', ages, bytes, repeat: { period: repeat.period, growthBytes } };
}

/**
 * What is stored at an age, in whole bytes, 0 or more: O(log points), and not falling where the curve does not fall.
 *
 *   line 8e9 + 1e9/h at age 90 min -> 9.5e9; at age -10 h -> 0
 *
 * @param age milliseconds, negative for before the clock started
 */
export function usedBytesAt(usage: VolumeUsage, age: number): number {
  switch (usage.kind) {
    case 'line':
      return Math.max(0, Math.round(usage.startBytes + usage.growthBytesPerHour * (age / hour)));
    case 'compound':
      return compoundAt(usage, age);
    case 'points':
      return pointsAt(usage, age);
  }
}

/** The least and the greatest stored bytes between two ages, both included. */
export function leastAndGreatest(usage: VolumeUsage, fromAge: number, untilAge: number): UsageExtremes {
  const first = usedBytesAt(usage, fromAge);
  const last = usedBytesAt(usage, untilAge);
  let least = Math.min(first, last);
  let greatest = Math.max(first, last);
  if (usage.kind !== 'points') return { least, greatest };
  const take = (bytes: number): void => {
    least = Math.min(least, bytes);
    greatest = Math.max(greatest, bytes);
  };
  eachRound(usage, fromAge, untilAge, (lift, from, until) => {
    for (let i = firstFrom(usage.ages, from); i < usage.ages.length && usage.ages[i]! <= until; i += 1)
      take(Math.max(0, usage.bytes[i]! + lift));
    // The end of a round jumps back to its start: what holds just before the joint counts too.
    if (usage.repeat !== null && until >= usage.repeat.period)
      take(Math.max(0, usage.bytes[usage.bytes.length - 1]! + lift));
    if (usage.repeat !== null && from <= 0) take(Math.max(0, usage.bytes[0]! + lift));
  });
  return { least, greatest };
}

/**
 * The least and the greatest slope of the curve between two ages, in bytes per hour; infinite if a repeated curve
 * jumps. Rounding to whole bytes is ignored.
 *   line of 1e9/h -> both 1e9; where it is still or again at 0, the least is 0
 */
export function slopeBounds(usage: VolumeUsage, fromAge: number, untilAge: number): UsageExtremes {
  const { least, greatest } = slopesOf(usage, fromAge, untilAge);
  const isHeld = leastAndGreatest(usage, fromAge, untilAge).least <= 0;
  return isHeld ? { least: Math.min(0, least), greatest: Math.max(0, greatest) } : { least, greatest };
}

/** As if it could fall below 0. */
function slopesOf(usage: VolumeUsage, fromAge: number, untilAge: number): UsageExtremes {
  if (usage.kind === 'line') return { least: usage.growthBytesPerHour, greatest: usage.growthBytesPerHour };
  if (usage.kind === 'compound') {
    const slopeIn = (round: number): number =>
      ((powerOf(usage.factor, round + 1) - powerOf(usage.factor, round)) * usage.startBytes) / (usage.period / hour);
    const first = slopeIn(Math.max(0, Math.floor(fromAge / usage.period)));
    const last = slopeIn(Math.max(0, Math.floor(untilAge / usage.period)));
    return { least: Math.min(first, last), greatest: Math.max(first, last) };
  }
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  const take = (slope: number): void => {
    least = Math.min(least, slope);
    greatest = Math.max(greatest, slope);
  };
  const { ages, bytes, repeat } = usage;
  eachRound(usage, fromAge, untilAge, (_, from, until) => {
    // Level before the first point and after the last.
    if (from < ages[0]! || until > ages[ages.length - 1]! || ages.length === 1) take(0);
    for (let i = Math.max(1, firstFrom(ages, from)); i < ages.length && ages[i - 1]! <= until; i += 1)
      take((bytes[i]! - bytes[i - 1]!) / ((ages[i]! - ages[i - 1]!) / hour));
    if (repeat === null || until < repeat.period) return;
    const jump = bytes[0]! + repeat.growthBytes - bytes[bytes.length - 1]!;
    if (jump > 0) greatest = Number.POSITIVE_INFINITY;
    if (jump < 0) least = Number.NEGATIVE_INFINITY;
  });
  return { least: Math.min(least, greatest), greatest: Math.max(least, greatest) };
}

function compoundAt({ startBytes, factor, period }: CompoundUsage, age: number): number {
  const round = Math.max(0, Math.floor(age / period));
  const from = startBytes * powerOf(factor, round);
  const until = startBytes * powerOf(factor, round + 1);
  return Math.max(0, Math.round(from + (until - from) * ((age - round * period) / period)));
}

function pointsAt(usage: PointsUsage, age: number): number {
  const { repeat } = usage;
  if (repeat === null || age < 0) return Math.max(0, joined(usage, age));
  const round = Math.floor(age / repeat.period);
  return Math.max(0, joined(usage, age - round * repeat.period) + round * repeat.growthBytes);
}

/** Value of one round of the points, without repetition; not yet kept above 0. */
function joined({ ages, bytes }: PointsUsage, age: number): number {
  const next = firstFrom(ages, age);
  if (next === ages.length) return bytes[next - 1]!;
  if (next === 0) return bytes[0]!;
  const from = ages[next - 1]!;
  const base = bytes[next - 1]!;
  // The share first, then the difference: each step keeps the order of its input, so the whole never turns back.
  const share = (age - from) / (ages[next]! - from);
  return Math.round(base + (bytes[next]! - base) * share);
}

/**
 * Calls back for each round that a stretch touches, in the round's own ages, both included; whole rounds in the middle
 * only where they differ most.
 */
function eachRound(
  { repeat }: PointsUsage,
  fromAge: number,
  untilAge: number,
  callback: (lift: number, from: number, until: number) => void,
): void {
  if (repeat === null) {
    callback(0, fromAge, untilAge);
    return;
  }
  const { period, growthBytes } = repeat;
  const first = Math.max(0, Math.floor(fromAge / period));
  const last = Math.max(0, Math.floor(untilAge / period));
  // Rounds differ by their lift alone, which rises or falls all the way: those between the second and the last but one
  // lie between these.
  const rounds = last - first <= 3 ? range(first, last) : [first, first + 1, last - 1, last];
  for (const round of rounds)
    callback(
      round * growthBytes,
      round === first ? fromAge - round * period : 0,
      round === last ? untilAge - round * period : period,
    );
}

/** Index of the first age at or after `age`; the length where there is none. */
function firstFrom(ages: readonly number[], age: number): number {
  let low = 0;
  let high = ages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ages[middle]! < age) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `base` to a whole power, by squaring: the bits are the same in every engine. */
function powerOf(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= square;
    square *= square;
  }
  return result;
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from + 1 }, (_, i) => from + i);
}
