/**
 * Exact decimals: `coefficient / 10^scale`. Money and metered quantities are never floats.
 */

export interface Decimal {
  readonly coefficient: bigint;
  /** Digits after the point, 0 or more. */
  readonly scale: number;
}

/** `half-up` away from zero, `half-even` to the even neighbour. */
export type Rounding = 'half-up' | 'half-even';

export const zero: Decimal = { coefficient: 0n, scale: 0 };

const plain = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Reads `0.0312`, `-3`, `17.0`; null for anything else: no plus sign, no exponent, no bare point. */
export function parseDecimal(text: string): Decimal | null {
  const match = plain.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const coefficient = BigInt(whole + fraction);
  return { coefficient: sign === '-' ? -coefficient : coefficient, scale: fraction.length };
}

/** A whole number. */
export function fromBigInt(whole: bigint): Decimal {
  return { coefficient: whole, scale: 0 };
}

/**
 * All digits, at least one after the point, no zeros at the end beyond that, no exponent.
 *   6345 -> `6345.0`, 0.0500 -> `0.05`
 */
export function formatDecimal(value: Decimal): string {
  if (value.coefficient === 0n) return '0.0';
  const digits = absolute(value.coefficient)
    .toString()
    .padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = digits.slice(digits.length - value.scale).replace(/0+$/, '');
  return `${value.coefficient < 0n ? '-' : ''}${whole}.${fraction === '' ? '0' : fraction}`;
}

export function plus(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return { coefficient: a.coefficient + b.coefficient, scale: a.scale };
  const scale = Math.max(a.scale, b.scale);
  return { coefficient: scaledTo(a, scale) + scaledTo(b, scale), scale };
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { coefficient: -b.coefficient, scale: b.scale });
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, scale: a.scale + b.scale };
}

/** Compares: less than 0, 0 or more than 0, if `a` is less than, equal to or more than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const difference = minus(a, b).coefficient;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The lesser of two. */
export function least(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) <= 0 ? a : b;
}

/** Whether it is 0, with any number of digits. */
export function isZero({ coefficient }: Decimal): boolean {
  return coefficient === 0n;
}

/**
 * The exact quotient, if it is a finite decimal.
 *
 * @param divisor 1 or more, of the primes 2 and 5 only; anything else throws
 */
export function dividedBy(value: Decimal, divisor: bigint): Decimal {
  const digits = digitsToDivide(divisor);
  return { coefficient: value.coefficient * (powerOfTen(digits) / divisor), scale: value.scale + digits };
}

/**
 * The largest number of digits after the point that a quotient of a whole number can need; throws for divisors with
 * other primes than 2 and 5.
 */
export function digitsToDivide(divisor: bigint): number {
  let digits = digitsOfDivisors.get(divisor);
  if (digits === undefined) {
    digits = 0;
    const digitsMax = divisor.toString(2).length;
    while (powerOfTen(digits) % divisor !== 0n && digits < digitsMax) digits += 1;
    if (powerOfTen(digits) % divisor !== 0n) throw new Error(`a division by ${divisor} does not end`);
    digitsOfDivisors.set(divisor, digits);
  }
  return digits;
}

const digitsOfDivisors = new Map<bigint, number>();

/**
 * A quotient of whole numbers, rounded half up to nine decimals; prices are multiplied with it.
 *   700 / 3600 -> 0.194444444
 *
 * @param dividend 0 or more
 */
export function ratioToNine(dividend: bigint, divisor: bigint): Decimal {
  return { coefficient: (2n * dividend * 1_000_000_000n + divisor) / (2n * divisor), scale: 9 };
}

/**
 * The same for decimals: the part of a whole, or the cost of one of many.
 *
 * @param dividend 0 or more
 * @param divisor more than 0
 */
export function quotientToNine(dividend: Decimal, divisor: Decimal): Decimal {
  const scale = Math.max(dividend.scale, divisor.scale);
  return ratioToNine(scaledTo(dividend, scale), scaledTo(divisor, scale));
}

/** Rounds to a number of digits after the point. */
export function rounded(value: Decimal, scale: number, rounding: Rounding): Decimal {
  if (scale >= value.scale) return value;
  const unit = powerOfTen(value.scale - scale);
  const whole = absolute(value.coefficient) / unit;
  const twice = 2n * (absolute(value.coefficient) - whole * unit);
  const up = twice > unit || (twice === unit && (rounding === 'half-up' || whole % 2n === 1n));
  const coefficient = up ? whole + 1n : whole;
  return { coefficient: value.coefficient < 0n ? -coefficient : coefficient, scale };
}

/** The coefficient of a value at a given scale, which is at least the value's own. */
export function scaledTo(value: Decimal, scale: number): bigint {
  return value.coefficient * powerOfTen(scale - value.scale);
}

const powersOfTen: bigint[] = [];

/** Via text: the power operator differs between engines, so the core does not use it. */
export function powerOfTen(exponent: number): bigint {
  powersOfTen[exponent] ??= BigInt(`1${'0'.repeat(exponent)}`);
  return powersOfTen[exponent];
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
