/**
 * Amounts as values of a path are written: a number, with its unit if it has one (`30s`, `512Mi`, `3%/week`). Several
 * amounts that belong together, such as the ends of a range, become numbers of one unit.
 */
import {
  type Decimal,
  formatDecimal,
  fromBigInt,
  parseDecimal,
  plus,
  times,
  zero,
} from '../../../platform/metering/decimal.ts';
import { parseDuration } from '../../../rules/duration.ts';

/** One part; a duration such as `1h30m` has several. */
export type WrittenAmount = readonly AmountPart[];

interface AmountPart {
  readonly number: Decimal;
  /** '' for none. */
  readonly unit: string;
}

/** The form of an amount, for errors. */
export const amountForm = 'a number, or a number with its unit such as 30s, 512Mi or 3%/week';

/**
 * Kinds of units that are converted into each other: by unit, how many of the least one it holds. `m` is minutes only
 * beside another unit of time. Bytes of a GB depend on the scenario, so only a TB has a known number of them.
 */
const kinds: readonly Readonly<Record<string, bigint>>[] = [
  {
    ms: 1n,
    s: 1_000n,
    m: 60_000n,
    h: 3_600_000n,
    d: 86_400_000n,
    w: 604_800_000n,
    week: 604_800_000n,
    weeks: 604_800_000n,
  },
  { Ki: 1n, Mi: 1_024n, Gi: 1_048_576n, Ti: 1_073_741_824n },
  { GB: 1n, TB: 1_000n },
];

/**
 * Reads one amount. A number has no exponent.
 *
 * @returns null if the text is none
 */
export function readAmount(text: string): WrittenAmount | null {
  const isDuration = parseDuration(text) !== null && text !== '0';
  const parts = isDuration
    ? [...text.matchAll(/(\d+(?:\.\d+)?)([a-z]+)/g)]
    : [/^(-?\d+(?:\.\d+)?)([^\s\d.][^\s]*)?$/.exec(text)];
  const read = parts.flatMap((part): AmountPart[] => {
    const [, digits = '', unit = ''] = part ?? [];
    const number = digits === '' || /^e[+-]?\d/i.test(unit) ? null : parseDecimal(digits);
    return number === null ? [] : [{ number, unit }];
  });
  return read.length === 0 ? null : read;
}

/**
 * Amounts as numbers of one unit: the one that all have, or the smallest of those given.
 *
 *   3%/week, 12%/week -> 3 and 12 of `%/week`
 *   30s, 2m           -> 30 and 120 of `s`
 *   1h30m, 2h         -> 90 and 120 of `m`
 *   512Mi, 1Gi        -> 512 and 1024 of `Mi`
 *
 * @returns null if the units are of several kinds
 */
export function inOneUnit(
  amounts: readonly WrittenAmount[],
): { readonly unit: string; readonly numbers: readonly Decimal[] } | null {
  const units = [...new Set(amounts.flat().map(({ unit }) => unit))];
  const [first = ''] = units;
  const kind =
    units.length < 2 ? { [first]: 1n } : kinds.find((one) => units.every((unit) => Object.hasOwn(one, unit)));
  if (kind === undefined) return null;
  const sizeOf = (unit: string): bigint => kind[unit] ?? 1n;
  const unit = units.reduce((least, one) => (sizeOf(one) < sizeOf(least) ? one : least), first);
  const numbers = amounts.map((parts) =>
    parts.reduce((sum, part) => plus(sum, times(part.number, fromBigInt(sizeOf(part.unit) / sizeOf(unit)))), zero),
  );
  return { unit, numbers };
}

/** A decimal without zeros at the end, and without an exponent. */
export function plainDecimal(decimal: Decimal): string {
  return formatDecimal(decimal).replace(/\.0$/, '');
}
