/**
 * Exact fractions of the decimal numbers that people write: what decides at a bound must not depend on binary noise.
 */

/** A fraction in lowest terms; `denominator` is above 0. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const decimal = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/**
 * The exact value of a decimal; a number counts as its shortest decimal text. Throws where it is none.
 *
 *   0.1 -> 1/10    12.5 -> 25/2    '1.10' -> 11/10    1e-7 -> 1/10000000
 */
export function rationalFromDecimal(value: number | string): Rational {
  const match = decimal.exec(String(value));
  if (match === null) throw new Error(`not a decimal number: ${value}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const places = fraction.length - Number(exponent);
  const digits = BigInt(sign + whole + fraction) * powerOfTen(Math.max(0, -places));
  return fractionOf(digits, powerOfTen(Math.max(0, places)));
}

/** `numerator / denominator` in lowest terms. Throws where `denominator` is 0 or below. */
export function fractionOf(numerator: bigint, denominator: bigint): Rational {
  if (denominator <= 0n) throw new Error(`division by ${denominator}: ${numerator}/${denominator}`);
  const divisor = greatestDivisor(numerator < 0n ? -numerator : numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

export function times(a: Rational, b: Rational): Rational {
  return fractionOf(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** Throws where `b` is 0 or below. */
export function over(a: Rational, b: Rational): Rational {
  return fractionOf(a.numerator * b.denominator, a.denominator * b.numerator);
}

/**
 * The nearest number, for reports and for sums that are floating point anyway: one rounding as long as both parts are
 * below 2^53.
 */
export function numberFromRational(value: Rational): number {
  return Number(value.numerator) / Number(value.denominator);
}

/**
 * The least whole number that is at least `numerator / denominator`.
 *
 *   7, 2 -> 4    -7, 2 -> -3    8, 2 -> 4
 *
 * @param denominator above 0
 */
export function ceilDiv(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  return numerator % denominator > 0n ? quotient + 1n : quotient;
}

/**
 * Which of `left * value` and `right` is greater, exactly: above 0, 0 or below 0 as `left * value - right`.
 *
 * @param left, right whole numbers below 2^53
 */
export function compareProduct(left: number, value: Rational, right: number): number {
  return Number(BigInt(left) * value.numerator - BigInt(right) * value.denominator);
}

/**
 * A value that comes from a regression, rounded up to a whole number after taking off its floating point noise
 * (VOLAUTO-16, `numbers.epsilon`).
 *
 *   10.000000000000002 -> 10    10.01 -> 11
 *
 * @param epsilon share of the value that counts as noise
 */
export function ceilGB(value: number, epsilon: number): number {
  return Math.ceil(value - epsilon * value);
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let greater = a;
  let less = b;
  while (less !== 0n) [greater, less] = [less, greater % less];
  return greater;
}

function powerOfTen(exponent: number): bigint {
  return BigInt(`1${'0'.repeat(exponent)}`);
}
