/**
 * Exact fractions, the second integrator's own arithmetic: no float, no rounding but where it is asked for.
 */

export interface Fraction {
  readonly top: bigint;
  /** 1 or more. */
  readonly bottom: bigint;
}

export const nought: Fraction = { top: 0n, bottom: 1n };

/** More digits than any product of a price and a quantity has. */
const digitsMax = 80;

/** The number that a decimal text of a bill names; throws for anything else. */
export function fractionFromText(text: string): Fraction {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`no decimal of a bill: ${text}`);
  const [, whole = '', digits = ''] = match;
  return { top: BigInt(whole + digits), bottom: tenTo(digits.length) };
}

/** The exact value of a double: halves, quarters and so on down to its last bit. */
export function fractionFromNumber(value: number): Fraction {
  let bottom = 1;
  while (!Number.isInteger(value * bottom)) bottom *= 2;
  return { top: BigInt(value * bottom), bottom: BigInt(bottom) };
}

export function sum(a: Fraction, b: Fraction): Fraction {
  if (a.bottom % b.bottom === 0n) return { top: a.top + b.top * (a.bottom / b.bottom), bottom: a.bottom };
  if (b.bottom % a.bottom === 0n) return sum(b, a);
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

export function difference(a: Fraction, b: Fraction): Fraction {
  return sum(a, { top: -b.top, bottom: b.bottom });
}

export function product(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom < b.top * a.bottom;
}

export function lesser(a: Fraction, b: Fraction): Fraction {
  return isLess(b, a) ? b : a;
}

/** @param b more than 0 */
export function quotient(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom, bottom: a.bottom * b.top };
}

/**
 * Rounded to so many digits after the point.
 *   2/3 to 2 digits -> 67/100; 1/8 to 2 digits -> half-up 13/100, half-even 12/100
 *
 * @param value 0 or more
 */
export function roundedTo(value: Fraction, digits: number, tie: 'half-up' | 'half-even'): Fraction {
  if (value.top < 0n) throw new Error(`only what is owed is rounded: ${value.top}/${value.bottom}`);
  const bottom = tenTo(digits);
  const floor = (value.top * bottom) / value.bottom;
  const twiceOver = 2n * (value.top * bottom - floor * value.bottom);
  const isTie = twiceOver === value.bottom;
  const goesUp = isTie ? tie === 'half-up' || floor % 2n === 1n : twiceOver > value.bottom;
  return { top: goesUp ? floor + 1n : floor, bottom };
}

/** All digits as a bill writes them, at least one after the point: 1/8 -> `0.125`. Throws where they do not end. */
export function textOf(value: Fraction): string {
  const size = value.top < 0n ? -value.top : value.top;
  let digits = '';
  for (let rest = size % value.bottom; rest > 0n && digits.length <= digitsMax; rest = (rest * 10n) % value.bottom) {
    digits += (rest * 10n) / value.bottom;
  }
  if (digits.length > digitsMax) throw new Error(`the digits of ${value.top}/${value.bottom} do not end`);
  return `${value.top < 0n ? '-' : ''}${size / value.bottom}.${digits === '' ? '0' : digits}`;
}

function tenTo(exponent: number): bigint {
  return BigInt(`1${'0'.repeat(exponent)}`);
}
