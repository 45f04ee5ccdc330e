/**
 * Compound growth of an arrival rate.
 */
import { pow } from '../../engine/math.ts';
import type { Duration } from '../../engine/time.ts';
import type { Piece } from './pieces.ts';

/** `3%/week` is a factor of 1.03 each week. */
export interface DemandGrowth {
  /** Above 0. */
  readonly factor: number;
  /** Above 0. */
  readonly period: Duration;
}

/** A long piece is cut into at most this many parts. */
const cutsMax = 1_000;

/** The factor of a rate at an age since growth began; 1 without growth. */
export function growthAt(growth: DemandGrowth | null, age: number): number {
  return growth === null ? 1 : pow(growth.factor, age / growth.period);
}

/**
 * A piece with growth: its ends are multiplied and joined by a straight line. A piece longer than a growth period is
 * first cut into equal parts that are not longer, so that a long piece bends correctly.
 *
 *   10/s for two weeks, 3%/week -> 10 to 10.3 in the first, 10.3 to 10.609 in the second
 *
 * @param ages of the piece, counted from the start of growth
 */
export function grown(piece: Piece, growth: DemandGrowth | null): readonly Piece[] {
  if (growth === null) return [piece];
  const { from, until, first, last } = piece;
  const parts = Math.min(cutsMax, Math.max(1, Math.ceil((until - from) / growth.period)));
  const ages = Array.from({ length: parts + 1 }, (_, part) => from + Math.round(((until - from) * part) / parts));
  const at = (age: number): number =>
    (age === until ? last : first + ((last - first) * (age - from)) / (until - from)) * growthAt(growth, age);
  return ages.slice(1).map((end, index) => {
    const start = ages[index] ?? from;
    return { from: start, until: end, first: at(start), last: at(end) };
  });
}
