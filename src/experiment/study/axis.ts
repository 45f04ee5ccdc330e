/**
 * The values that a study gives one path: a range such as `3..12%/week`, on a grid of plain decimals.
 */
import { compare, type Decimal, minus, scaledTo, zero } from '../../platform/metering/decimal.ts';
import { inOneUnit, plainDecimal, readAmount, type WrittenAmount } from './spec/amounts.ts';

/** A range of values of one path. Its values are numbered from 0, the low end, to `steps`, the high end. */
export interface Axis {
  /** As `--set` takes it. */
  readonly path: string;
  /** What follows each number: `%/week`, `GB`; '' for none. */
  readonly unit: string;
  readonly low: Decimal;
  readonly high: Decimal;
  /** How far two neighbours are apart; the last two may be closer. */
  readonly step: Decimal;
  /** 1 or more. */
  readonly steps: number;
}

/** The form of an axis, for help and errors. */
export const axisForm =
  'PATH=LOW..HIGH, such as shop/workload/api.spec.defaultOptions.autoscaling.maxScale=1..30 or params.growth=3..12%/week';

/** Far beyond what a search by halves needs. */
const stepsMost = 1_000_000_000;

/**
 * Reads an axis. A unit behind the high end holds for both ends.
 *
 * Whole ends without `within` give whole values. Else the step is `within`, by default 1 % of the range, rounded down
 * to 1, 2 or 5 times a power of ten. Ends and `within` may have different units of time, or of binary sizes: then the
 * values have the smallest of these units. A `within` without a unit is in that of the values.
 *
 *   maxScale=1..30               -> 1, 2, ... 30
 *   params.growth=0.5..12.3GB/d  -> 0.5GB/d, 0.6GB/d, ... 12.3GB/d (1 % is 0.118)
 *   x=3..12%/week, within 0.25   -> 3%/week, 3.25%/week, ... 12%/week
 *   for=1..3d, within 12h        -> 24h, 36h, ... 72h
 *
 * @returns the error as a sentence if it cannot be read; whether the path leads anywhere is not checked here
 */
export function parseAxis(text: string, within?: string): Axis | string {
  const at = text.indexOf('=');
  const path = text.slice(0, Math.max(0, at)).trim();
  const [lowText = '', highText = '', ...more] = text
    .slice(at + 1)
    .trim()
    .split('..');
  const high = readAmount(highText);
  const low = readAmount(withUnit(lowText, high?.length === 1 ? (high[0]?.unit ?? '') : ''));
  if (path === '' || low === null || high === null || more.length > 0) {
    if (/\de[+-]?\d/i.test(lowText + highText)) return `expected plain decimals without an exponent; found '${text}'`;
    return `expected ${axisForm}; found '${text}'`;
  }
  const ends = inOneUnit([low, high]);
  if (ends === null) return `both ends need the same unit: found '${unitOf(low)}' and '${unitOf(high)}' in '${text}'`;
  const [first = zero, last = zero] = ends.numbers;
  if (compare(first, last) >= 0) return `the low end must be below the high end: found ${lowText}..${highText}`;
  if (within === undefined) {
    const isWhole = !`${lowText}${highText}`.includes('.');
    return inSteps({ path, unit: ends.unit, low: first, high: last }, isWhole ? one : hundredthOf(minus(last, first)));
  }
  const given = readAmount(withUnit(within.trim(), ends.unit));
  const all = given === null ? null : inOneUnit([low, high, given]);
  const [from = zero, until = zero, step = zero] = all?.numbers ?? [];
  if (all === null || step.coefficient <= 0n)
    return `--within takes a number above 0${ends.unit === '' ? '' : ` in ${ends.unit}`}, such as 0.1; found '${within}'`;
  return inSteps({ path, unit: all.unit, low: from, high: until }, step);
}

const one: Decimal = { coefficient: 1n, scale: 0 };

/** A number that has no unit with this one. */
function withUnit(text: string, unit: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? `${text}${unit}` : text;
}

/** The units of an amount, as they are written. */
function unitOf(amount: WrittenAmount): string {
  return amount.map(({ unit }) => unit).join('');
}

function inSteps(range: Pick<Axis, 'path' | 'unit' | 'low' | 'high'>, step: Decimal): Axis | string {
  const way = minus(range.high, range.low);
  const scale = Math.max(way.scale, step.scale);
  const [span, width] = [scaledTo(way, scale), scaledTo(step, scale)];
  const steps = Number((span + width - 1n) / width);
  if (steps > stepsMost) return `${range.path} has more than ${stepsMost} values: give a greater --within`;
  return { ...range, step, steps };
}

/** One value of an axis: the number, and the text that is written at the path. */
export interface AxisValue {
  readonly value: number;
  readonly text: string;
}

/** @param index 0 to `steps` */
export function axisValue({ low, high, step, steps, unit }: Axis, index: number): AxisValue {
  const scale = Math.max(low.scale, step.scale);
  const inner = { coefficient: scaledTo(low, scale) + BigInt(index) * scaledTo(step, scale), scale };
  const number = plainDecimal(index === steps ? high : inner);
  return { value: Number(number), text: `${number}${unit}` };
}

/** A hundredth, rounded down to 1, 2 or 5 times a power of ten. */
function hundredthOf({ coefficient, scale }: Decimal): Decimal {
  const digits = String(coefficient);
  const lead = Number(digits[0]);
  const rounded = lead >= 5 ? '5' : lead >= 2 ? '2' : '1';
  return { coefficient: BigInt(rounded.padEnd(digits.length, '0')), scale: scale + 2 };
}
