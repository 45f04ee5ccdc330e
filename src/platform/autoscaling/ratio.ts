/**
 * Ratios of whole numbers, compared and rounded exactly: a float quotient decides wrongly just where a limit lies.
 */
import { ceilDiv, rationalFromDecimal } from '../volume/rational.ts';

/** `part / whole`: whole numbers, `part` 0 or more, `whole` above 0. */
export interface Ratio {
  readonly part: number;
  readonly whole: number;
}

/** Ratios that count as "about one"; both ends included. */
export interface Band {
  readonly least: Ratio;
  readonly greatest: Ratio;
}

export const one: Ratio = { part: 1, whole: 1 };

/** Which ratio is greater: above 0 where `a` is, 0 where they are equal, below 0 where `b` is. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const left = a.part * b.whole;
  const right = b.part * a.whole;
  // Rounding keeps the order: products that differ as floats differ the same way exactly.
  if (left !== right) return left - right;
  return Number(BigInt(a.part) * BigInt(b.whole) - BigInt(b.part) * BigInt(a.whole));
}

/**
 * A count times a ratio, rounded up.
 *
 *   4 * 90/60 -> 6    7 * 110/110 -> 7    3 * 101/100 -> 4
 *
 * @param count a whole number, 0 or more
 */
export function timesUp(count: number, { part, whole }: Ratio): number {
  const product = count * part;
  if (!Number.isSafeInteger(product)) return Number(ceilDiv(BigInt(count) * BigInt(part), BigInt(whole)));
  const rest = product % whole;
  return (product - rest) / whole + (rest > 0 ? 1 : 0);
}

/**
 * A count times a ratio, rounded down.
 *
 *   5 * 1/2 -> 2    100 * 2680/4000 -> 67
 *
 * @param count a whole number, 0 or more
 */
export function timesDown(count: number, { part, whole }: Ratio): number {
  const product = count * part;
  if (!Number.isSafeInteger(product)) return Number((BigInt(count) * BigInt(part)) / BigInt(whole));
  return (product - (product % whole)) / whole;
}

/** The exact ratio that a decimal number of 0 or more says: 0.1 is 1/10, 1000 is 1000/1. */
export function ratioFromDecimal(value: number): Ratio {
  const { numerator, denominator } = rationalFromDecimal(value);
  return { part: Number(numerator), whole: Number(denominator) };
}

/** From `1 - tolerance`, at least 0, to `1 + tolerance`. */
export function bandAround(tolerance: number): Band {
  const { part, whole } = ratioFromDecimal(tolerance);
  return { least: { part: Math.max(0, whole - part), whole }, greatest: { part: whole + part, whole } };
}

/** Whether a ratio lies in a band, ends included. */
export function isWithin(band: Band, ratio: Ratio): boolean {
  return compareRatios(ratio, band.least) >= 0 && compareRatios(ratio, band.greatest) <= 0;
}

/** Whether a ratio is exactly one of the ends, so that including them decides. */
export function isAtEnd(band: Band, ratio: Ratio): boolean {
  return compareRatios(ratio, band.least) === 0 || compareRatios(ratio, band.greatest) === 0;
}
