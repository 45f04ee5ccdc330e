/**
 * How the value of a parameter is written where it stands: plain decimals, rounded exactly.
 */

import {
  type Decimal,
  formatDecimal,
  fromBigInt,
  parseDecimal,
  scaledTo,
  times,
} from '../../platform/metering/decimal.ts';

/** Significant digits of a drawn number without `round`: more would claim to know what nobody knows. */
export const digitsDrawn = 6;

/**
 * A number as a plain decimal, with all the digits that it takes to read the same number again; no exponent.
 *   5.1e-7 -> `0.00000051`, 1e21 -> `1000000000000000000000`, -0 -> `0`, 24 -> `24`
 *
 * @param value finite
 */
export function plainNumber(value: number): string {
  return textOf(decimalOf(String(value)));
}

/**
 * A number to six significant digits, as a plain decimal. It does not leave bounds that have no more digits themselves.
 *   5.234567 -> `5.23457`, 0.00000051234567 -> `0.000000512346`, 123456789 -> `123457000`
 *
 * @param value finite
 */
export function drawnNumber(value: number): string {
  return textOf(decimalOf(value.toPrecision(digitsDrawn)));
}

/**
 * The nearest multiple of a step, as a plain decimal; from the middle away from zero.
 *   0.30000000000000004 by 0.1 -> `0.3`, 23.7 by 1 -> `24`, 0.15 by 0.1 -> `0.2`, 17 by 5 -> `15`
 *
 * @param value finite
 * @param step above 0
 */
export function roundedNumber(value: number, step: number): string {
  const [of, by] = [decimalOf(String(value)), decimalOf(String(step))];
  const scale = Math.max(of.scale, by.scale);
  const [dividend, divisor] = [scaledTo(of, scale), scaledTo(by, scale)];
  const magnitude = dividend < 0n ? -dividend : dividend;
  const multiple = (2n * magnitude + divisor) / (2n * divisor);
  return textOf(times(fromBigInt(dividend < 0n ? -multiple : multiple), by));
}

/** What `String` and `toPrecision` write: digits, perhaps with an exponent. */
function decimalOf(text: string): Decimal {
  const [digits = '', exponent = '0'] = text.split('e');
  const decimal = parseDecimal(digits);
  if (decimal === null) throw new Error(`${text} is no finite number`);
  const scale = decimal.scale - Number(exponent);
  if (scale >= 0) return { coefficient: decimal.coefficient, scale };
  return { coefficient: scaledTo(decimal, decimal.scale - scale), scale: 0 };
}

function textOf(decimal: Decimal): string {
  return formatDecimal(decimal).replace(/\.0$/, '');
}
