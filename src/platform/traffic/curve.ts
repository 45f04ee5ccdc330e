/**
 * The course of a rate over all time, without noise: plain data, straight pieces, asked for at any instant.
 */
import type { Instant } from '../../engine/time.ts';
import {
  type Bounds,
  boundsIn,
  countIn,
  type Pieces,
  perSecondIn,
  scaledPieces,
  startAfter,
  steadyCount,
  wholeGrains,
} from './pieces.ts';

/** Requests per second over time, 0 or more; made by the functions of `curveForms.ts`. */
export type Curve = Steady | Cycle | Course;

export interface Steady {
  readonly kind: 'steady';
  /** Where its counting begins; it holds before, too. */
  readonly anchorAt: Instant;
  readonly perSecond: number;
}

/** Pieces that come again and again, before the anchor too; each round is `ratio` times the one before. */
export interface Cycle {
  readonly kind: 'cycle';
  readonly anchorAt: Instant;
  readonly pieces: Pieces;
  readonly ratio: number;
}

/** Pieces that come once, from the anchor on; a steady rate before them. */
export interface Course {
  readonly kind: 'course';
  readonly anchorAt: Instant;
  readonly before: number;
  readonly pieces: Pieces;
  /** Anchored at the end of the pieces. */
  readonly after: Steady | Cycle;
}

/** Requests per second at an instant; after a jump where there is one. */
export function curveAt(curve: Curve, at: Instant): number {
  if (curve.kind === 'steady') return curve.perSecond;
  const age = at - curve.anchorAt;
  if (curve.kind === 'course') {
    if (age < 0) return curve.before;
    return age < curve.pieces.length ? perSecondIn(curve.pieces, age) : curveAt(curve.after, at);
  }
  const round = Math.floor(age / curve.pieces.length);
  return powerOf(curve.ratio, round) * perSecondIn(curve.pieces, age - round * curve.pieces.length);
}

/**
 * Requests from the anchor to an instant, in whole grains; negative before the anchor. What lies between two instants is the difference, and as it
 * is exact, differences of adjoining stretches add up without a trace. Never falls.
 */
export function countAt(curve: Curve, at: Instant): number {
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

/** The next instant strictly after another at which the rate may bend or jump; null where it goes straight on for ever. */
export function bendAfter(curve: Curve, after: Instant): Instant | null {
  if (curve.kind === 'steady') return null;
  const { anchorAt, pieces } = curve;
  const age = after - anchorAt;
  if (curve.kind === 'course') {
    if (age < 0) return anchorAt;
    return age < pieces.length ? anchorAt + startAfter(pieces, age) : bendAfter(curve.after, after);
  }
  const start = Math.floor(age / pieces.length) * pieces.length;
  return anchorAt + start + startAfter(pieces, age - start);
}

/** Bounds of the rate between two instants, both included. */
export function curveBounds(curve: Curve, from: Instant, until: Instant): Bounds {
  switch (curve.kind) {
    case 'steady':
      return { least: curve.perSecond, greatest: curve.perSecond };
    case 'course':
      return courseBounds(curve, from, until);
    case 'cycle':
      return cycleBounds(curve, from - curve.anchorAt, until - curve.anchorAt);
  }
}

/** The same course, every rate multiplied by a share of 0 or more. */
export function scaledCurve(curve: Curve, share: number): Curve {
  if (curve.kind === 'steady') return { ...curve, perSecond: curve.perSecond * share };
  const pieces = scaledPieces(curve.pieces, share);
  if (curve.kind === 'cycle') return { ...curve, pieces };
  const after: Curve =
    curve.after.kind === 'steady'
      ? { ...curve.after, perSecond: curve.after.perSecond * share }
      : { ...curve.after, pieces: scaledPieces(curve.after.pieces, share) };
  return { ...curve, before: curve.before * share, pieces, after };
}

function courseBounds({ anchorAt, before, pieces, after }: Course, from: Instant, until: Instant): Bounds {
  const endAt = anchorAt + pieces.length;
  let bounds = noBounds;
  if (from < anchorAt) bounds = { least: before, greatest: before };
  if (from < endAt && until >= anchorAt)
    bounds = around(bounds, boundsIn(pieces, Math.max(0, from - anchorAt), Math.min(pieces.length, until - anchorAt)));
  return until < endAt ? bounds : around(bounds, curveBounds(after, Math.max(from, endAt), until));
}

/** Between two ages. Rounds differ by their factor alone, which rises or falls all the way: the ends of a run of whole rounds bound it. */
function cycleBounds({ pieces, ratio }: Cycle, fromAge: number, untilAge: number): Bounds {
  const { length } = pieces;
  const first = Math.floor(fromAge / length);
  const last = Math.floor(untilAge / length);
  if (first === last)
    return times(boundsIn(pieces, fromAge - first * length, untilAge - first * length), powerOf(ratio, first));
  const whole = boundsIn(pieces, 0, length);
  if (last - first > 1 && ratio === 1) return whole;
  const ends = around(
    times(boundsIn(pieces, fromAge - first * length, length), powerOf(ratio, first)),
    times(boundsIn(pieces, 0, untilAge - last * length), powerOf(ratio, last)),
  );
  if (last - first === 1) return ends;
  const { least, greatest } = around(times(whole, powerOf(ratio, first + 1)), times(whole, powerOf(ratio, last - 1)));
  // Powers are rounded, each by itself: one in the middle may lie a little beyond those at the ends.
  return around(ends, { least: least * (1 - 1e-12), greatest: greatest * (1 + 1e-12) });
}

function times(bounds: Bounds, factor: number): Bounds {
  return factor === 1 ? bounds : { least: bounds.least * factor, greatest: bounds.greatest * factor };
}

function around(one: Bounds, other: Bounds): Bounds {
  return { least: Math.min(one.least, other.least), greatest: Math.max(one.greatest, other.greatest) };
}

const noBounds: Bounds = { least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY };

/** Requests of all rounds from the anchor up to one; negative for those before it. */
function countBefore({ pieces, ratio }: Cycle, round: number): number {
  return wholeGrains(pieces.count * (ratio === 1 ? round : rounds(ratio, round).sum));
}

/** `ratio` to a whole power. */
function powerOf(ratio: number, round: number): number {
  return ratio === 1 ? 1 : rounds(ratio, round).power;
}

/**
 * `ratio` to a whole power, and the sum of its powers from 0 up to that one (excluded; of a negative one: of those from it up to -1, with a minus),
 * by doubling: no difference of near numbers, and the same bits in every engine.
 */
function rounds(ratio: number, round: number): { readonly power: number; readonly sum: number } {
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
  return round >= 0 ? { power, sum } : { power: 1 / power, sum: -sum / power };
}
