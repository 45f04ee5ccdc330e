/**
 * A rate over all time, without noise: plain data in linear pieces; it can be read at any instant.
 */
import type { Instant } from '../../engine/time.ts';
import {
  type BoundsSlot,
  boundsIn,
  countIn,
  cutStraight,
  type Pieces,
  perSecondIn,
  type StraightSlot,
  scaledPieces,
  startAfter,
  steadyCount,
  straightIn,
  wholeGrains,
} from './pieces.ts';

/** Requests per second over time, 0 or more; the functions of `curveForms.ts` make it. */
export type RateCurve = Steady | Cycle | Course | Part | Turns;

export interface Steady {
  readonly kind: 'steady';
  /** The instant from which requests are counted; the rate also holds before it. */
  readonly anchorAt: Instant;
  readonly perSecond: number;
}

/** Pieces that repeat, also before the anchor; each round is `ratio` times the round before. */
export interface Cycle {
  readonly kind: 'cycle';
  readonly anchorAt: Instant;
  readonly pieces: Pieces;
  readonly ratio: number;
}

/** Pieces that happen once, from the anchor on; before them the rate is steady. */
export interface Course {
  readonly kind: 'course';
  readonly anchorAt: Instant;
  readonly before: number;
  readonly pieces: Pieces;
  /** Its anchor is the end of the pieces. */
  readonly after: Steady | Cycle;
}

/** Another curve within a stretch, and 0 outside of it. */
export interface Part {
  readonly kind: 'part';
  readonly of: RateCurve;
  /** Included; -Infinity: always. */
  readonly from: Instant;
  /** Excluded; Infinity: for ever. */
  readonly until: Instant;
}

/** Curves one after the other (`turnsOf`): each from its instant on, the first one also before. */
export interface Turns {
  readonly kind: 'turns';
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly from: Instant;
  readonly of: RateCurve;
  /** What to add to the count of its curve, so that the count goes on where the turn before it ends. */
  readonly base: number;
}

/**
 * Curves one after the other.
 *
 * @param given at least one, in order of time
 */
export function turnsOf(given: readonly Pick<Turn, 'from' | 'of'>[]): RateCurve {
  const turns: Turn[] = [];
  for (const { from, of } of given) {
    const before = turns.at(-1);
    const base = before === undefined ? 0 : before.base + countAt(before.of, from) - countAt(of, from);
    turns.push({ from, of, base });
  }
  const [first] = turns;
  return first !== undefined && turns.length === 1 ? first.of : { kind: 'turns', turns };
}

/** The number of the turn that an instant is in. */
function turnAt({ turns }: Turns, at: Instant): number {
  let index = 0;
  while (index + 1 < turns.length && turns[index + 1]!.from <= at) index += 1;
  return index;
}

/** Requests per second at an instant; at a jump, the rate after it. */
export function curveAt(curve: RateCurve, at: Instant): number {
  if (curve.kind === 'steady') return curve.perSecond;
  if (curve.kind === 'part') return at < curve.from || at >= curve.until ? 0 : curveAt(curve.of, at);
  if (curve.kind === 'turns') return curveAt(curve.turns[turnAt(curve, at)]!.of, at);
  const age = at - curve.anchorAt;
  if (curve.kind === 'course') {
    if (age < 0) return curve.before;
    return age < curve.pieces.length ? perSecondIn(curve.pieces, age) : curveAt(curve.after, at);
  }
  const round = Math.floor(age / curve.pieces.length);
  return powerOf(curve.ratio, round) * perSecondIn(curve.pieces, age - round * curve.pieces.length);
}

/**
 * Requests from a fixed origin to an instant, in whole grains; negative before the origin; never falls.
 * The requests between two instants are the difference of two counts. Counts are exact, so the differences of adjoining
 * stretches add up without an error.
 */
export function countAt(curve: RateCurve, at: Instant): number {
  if (curve.kind === 'part') return countAt(curve.of, Math.min(Math.max(at, curve.from), curve.until));
  if (curve.kind === 'turns') {
    const { of, base } = curve.turns[turnAt(curve, at)]!;
    return base + countAt(of, at);
  }
  const age = at - curve.anchorAt;
  switch (curve.kind) {
    case 'steady':
      return steadyCount(curve.perSecond, age);
    case 'course': {
      if (age < 0) return steadyCount(curve.before, age);
      const { pieces } = curve;
      return age < pieces.length ? countIn(pieces, age) : countIn(pieces, pieces.length) + countAt(curve.after, at);
    }
    case 'cycle': {
      const round = Math.floor(age / curve.pieces.length);
      const within = countIn(curve.pieces, age - round * curve.pieces.length);
      const rest = wholeGrains(powerOf(curve.ratio, round) * within);
      return Math.min(countBefore(curve, round) + rest, countBefore(curve, round + 1));
    }
  }
}

/** The curve from an instant on, as far as it is linear. */
export function straightAt(curve: RateCurve, at: Instant, into: StraightSlot): void {
  if (curve.kind === 'steady') {
    setSteady(curve.perSecond, Number.POSITIVE_INFINITY, into);
    return;
  }
  if (curve.kind === 'part') {
    if (at < curve.from) setSteady(0, curve.from, into);
    else if (at >= curve.until) setSteady(0, Number.POSITIVE_INFINITY, into);
    else {
      straightAt(curve.of, at, into);
      cutStraight(into, at, curve.until);
    }
    return;
  }
  if (curve.kind === 'turns') {
    const index = turnAt(curve, at);
    straightAt(curve.turns[index]!.of, at, into);
    const next = curve.turns[index + 1];
    if (next !== undefined) cutStraight(into, at, next.from);
    return;
  }
  const { anchorAt, pieces } = curve;
  const age = at - anchorAt;
  if (curve.kind === 'course') {
    if (age < 0) setSteady(curve.before, anchorAt, into);
    else if (age >= pieces.length) straightAt(curve.after, at, into);
    else {
      straightIn(pieces, age, into);
      into.until += anchorAt;
    }
    return;
  }
  const round = Math.floor(age / pieces.length);
  const start = round * pieces.length;
  straightIn(pieces, age - start, into);
  const factor = powerOf(curve.ratio, round);
  into.first *= factor;
  into.last *= factor;
  into.until += anchorAt + start;
}

function setSteady(perSecond: number, until: Instant, into: StraightSlot): void {
  into.first = perSecond;
  into.last = perSecond;
  into.until = until;
}

/** The next instant strictly after another at which the rate may bend or jump; null if it is linear for ever. */
export function bendAfter(curve: RateCurve, after: Instant): Instant | null {
  if (curve.kind === 'steady') return null;
  if (curve.kind === 'part') {
    if (after < curve.from) return curve.from;
    if (after >= curve.until) return null;
    const bend = bendAfter(curve.of, after) ?? Number.POSITIVE_INFINITY;
    const next = Math.min(bend, curve.until);
    return next === Number.POSITIVE_INFINITY ? null : next;
  }
  if (curve.kind === 'turns') {
    const index = turnAt(curve, after);
    const bend = bendAfter(curve.turns[index]!.of, after) ?? Number.POSITIVE_INFINITY;
    const next = Math.min(bend, curve.turns[index + 1]?.from ?? Number.POSITIVE_INFINITY);
    return next === Number.POSITIVE_INFINITY ? null : next;
  }
  const { anchorAt, pieces } = curve;
  const age = after - anchorAt;
  if (curve.kind === 'course') {
    if (age < 0) return anchorAt;
    return age < pieces.length ? anchorAt + startAfter(pieces, age) : bendAfter(curve.after, after);
  }
  const start = Math.floor(age / pieces.length) * pieces.length;
  return anchorAt + start + startAfter(pieces, age - start);
}

/** Widens bounds by the bounds of the rate between two instants (both included), times a factor. */
export function curveBounds(curve: RateCurve, from: Instant, until: Instant, factor: number, into: BoundsSlot): void {
  switch (curve.kind) {
    case 'steady':
      around(curve.perSecond * factor, into);
      return;
    case 'course':
      courseBounds(curve, from, until, factor, into);
      return;
    case 'cycle':
      cycleBounds(curve, from - curve.anchorAt, until - curve.anchorAt, factor, into);
      return;
    case 'part': {
      if (from < curve.from || until >= curve.until) around(0, into);
      const [first, last] = [Math.max(from, curve.from), Math.min(until, curve.until)];
      if (first <= last && first < curve.until) curveBounds(curve.of, first, last, factor, into);
      return;
    }
    case 'turns': {
      const last = turnAt(curve, until);
      for (let index = turnAt(curve, from); index <= last; index += 1) {
        const { from: begin, of } = curve.turns[index]!;
        const end = index < last ? curve.turns[index + 1]!.from : until;
        curveBounds(of, Math.max(from, index === 0 ? from : begin), end, factor, into);
      }
    }
  }
}

/** The same curve, with every rate multiplied by a share of 0 or more. */
export function scaledCurve(curve: RateCurve, share: number): RateCurve {
  if (curve.kind === 'steady') return { ...curve, perSecond: curve.perSecond * share };
  if (curve.kind === 'part') return { ...curve, of: scaledCurve(curve.of, share) };
  if (curve.kind === 'turns') return turnsOf(curve.turns.map(({ from, of }) => ({ from, of: scaledCurve(of, share) })));
  const pieces = scaledPieces(curve.pieces, share);
  if (curve.kind === 'cycle') return { ...curve, pieces };
  const after: RateCurve =
    curve.after.kind === 'steady'
      ? { ...curve.after, perSecond: curve.after.perSecond * share }
      : { ...curve.after, pieces: scaledPieces(curve.after.pieces, share) };
  return { ...curve, before: curve.before * share, pieces, after };
}

function courseBounds(course: Course, from: Instant, until: Instant, factor: number, into: BoundsSlot): void {
  const { anchorAt, before, pieces, after } = course;
  const endAt = anchorAt + pieces.length;
  if (from < anchorAt) around(before * factor, into);
  if (from < endAt && until >= anchorAt)
    boundsIn(pieces, Math.max(0, from - anchorAt), Math.min(pieces.length, until - anchorAt), 1, factor, into);
  if (until >= endAt) curveBounds(after, Math.max(from, endAt), until, factor, into);
}

/**
 * Widens the bounds between two ages. Rounds differ only by their factor, which always rises or always falls, so the
 * first and last of a run of whole rounds bound it.
 */
function cycleBounds(
  { pieces, ratio }: Cycle,
  fromAge: number,
  untilAge: number,
  factor: number,
  into: BoundsSlot,
): void {
  const { length } = pieces;
  const first = Math.floor(fromAge / length);
  const last = Math.floor(untilAge / length);
  if (first === last) {
    boundsIn(pieces, fromAge - first * length, untilAge - first * length, powerOf(ratio, first), factor, into);
    return;
  }
  if (last - first > 1 && ratio === 1) {
    boundsIn(pieces, 0, length, 1, factor, into);
    return;
  }
  boundsIn(pieces, fromAge - first * length, length, powerOf(ratio, first), factor, into);
  boundsIn(pieces, 0, untilAge - last * length, powerOf(ratio, last), factor, into);
  if (last - first === 1) return;
  // Each power is rounded separately: one in the middle may lie slightly beyond the powers at the ends.
  for (const round of [first + 1, last - 1])
    for (const slack of [1 - 1e-12, 1 + 1e-12])
      boundsIn(pieces, 0, length, powerOf(ratio, round) * slack, factor, into);
}

function around(perSecond: number, into: BoundsSlot): void {
  into.least = Math.min(into.least, perSecond);
  into.greatest = Math.max(into.greatest, perSecond);
}

/** Requests of all rounds from the anchor up to a round; negative for a round before the anchor. */
function countBefore({ pieces, ratio }: Cycle, round: number): number {
  return wholeGrains(pieces.count * (ratio === 1 ? round : rememberedSums[placeOf(ratio, round)]!));
}

/** `ratio` to a whole power. */
function powerOf(ratio: number, round: number): number {
  return ratio === 1 ? 1 : rememberedPowers[placeOf(ratio, round)]!;
}

/** Rounds that were worked out last, each at a place of its number: neighbours are asked for again and again. */
const places = 16;
const rememberedRatios = new Float64Array(places).fill(Number.NaN);
const rememberedRounds = new Float64Array(places);
const rememberedPowers = new Float64Array(places);
const rememberedSums = new Float64Array(places);

/** Where a round is remembered. */
function placeOf(ratio: number, round: number): number {
  const place = round & (places - 1);
  if (rememberedRatios[place] !== ratio || rememberedRounds[place] !== round) workOut(ratio, round, place);
  return place;
}

/**
 * `ratio` to a whole power, and the sum of its powers from 0 up to that one (excluded). For a negative power, the sum
 * goes from it up to -1 and is negated. It works by doubling: no near numbers are subtracted, and the bits are the same
 * in every engine.
 */
function workOut(ratio: number, round: number, place: number): void {
  let power = 1;
  let sum = 0;
  const size = Math.abs(round);
  let bit = 1;
  while (bit * 2 <= size) bit *= 2;
  for (; bit >= 1; bit /= 2) {
    sum += sum * power;
    power *= power;
    if (Math.floor(size / bit) % 2 === 1) {
      sum = 1 + sum * ratio;
      power *= ratio;
    }
  }
  rememberedRatios[place] = ratio;
  rememberedRounds[place] = round;
  rememberedPowers[place] = round >= 0 ? power : 1 / power;
  rememberedSums[place] = round >= 0 ? sum : -sum / power;
}
