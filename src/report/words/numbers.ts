/**
 * Numbers as text, the same in every locale: for files, as short decimals.
 */
import {
  type Decimal,
  dividedBy,
  formatDecimal,
  fromBigInt,
  ratioToNine,
  rounded,
} from '../../platform/metering/decimal.ts';

/**
 * A number to six decimals, without zeros at the end but with one digit after the point.
 *   3.9 -> `3.9`, 4 -> `4.0`, 1 / 3 -> `0.333333`
 */
export function decimalText(value: number): string {
  const [whole = '0', fraction = ''] = (value === 0 ? 0 : value).toFixed(6).split('.');
  const short = fraction.replace(/0+$/, '');
  const text = `${whole}.${short === '' ? '0' : short}`;
  return text === '-0.0' ? '0.0' : text;
}

/** The same, null staying null. */
export function decimalOrNull(value: number | null): string | null {
  return value === null ? null : decimalText(value);
}

/** What is to what, as a decimal of 0 or more to six places; null where there is no whole. */
export function shareText(part: bigint, whole: bigint): string | null {
  return whole === 0n ? null : formatDecimal(rounded(ratioToNine(part, whole), 6, 'half-up'));
}

/** GB of a capacity in 1e-6 GB, exactly. */
export function gbText(microGB: number): string {
  return formatDecimal(dividedBy(fromBigInt(BigInt(microGB)), 1_000_000n));
}

/**
 * GB of whole bytes: exactly where a GB has 1e9 of them, else to nine decimals.
 *
 * @param bytesPerGB `unit.gb`
 */
export function gbOfBytesText(bytes: number, bytesPerGB: number): string {
  const whole = fromBigInt(BigInt(Math.round(bytes)));
  const isDecimal = bytesPerGB === 1_000_000_000;
  return formatDecimal(
    isDecimal ? dividedBy(whole, 1_000_000_000n) : ratioToNine(BigInt(Math.round(bytes)), BigInt(bytesPerGB)),
  );
}

/** A part of an amount, rounded to six places. */
export function partOf(amount: Decimal, part: bigint, whole: bigint): Decimal {
  if (whole === 0n) return { coefficient: 0n, scale: 0 };
  return rounded(
    { coefficient: (amount.coefficient * part * 1_000_000n) / whole, scale: amount.scale + 6 },
    6,
    'half-up',
  );
}
