/**
 * The values that a study gives one path: a range such as `3..12%/week`, on a grid of plain decimals.
 */
import {
  compare,
  type Decimal,
  formatDecimal,
  minus,
  parseDecimal,
  scaledTo,
} from '../../platform/metering/decimal.ts';

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

const rangeForm = /^(-?\d+(?:\.\d+)?)([^\s\d.].*?)?\.\.(-?\d+(?:\.\d+)?)([^\s\d.].*)?$/;

/**
 * Reads an axis. A unit behind the high end holds for both ends.
 *
 * Whole ends without `within` give whole values. Else the step is `within`, by default 1 % of the range, rounded down
 * to 1, 2 or 5 times a power of ten.
 *
 *   maxScale=1..30               -> 1, 2, ... 30
 *   params.growth=0.5..12.3GB/d  -> 0.5GB/d, 0.6GB/d, ... 12.3GB/d (1 % is 0.118)
 *   x=3..12%/week, within 0.25   -> 3%/week, 3.25%/week, ... 12%/week
 *
 * @returns the error as a sentence if it cannot be read; whether the path leads anywhere is not checked here
 */
export function parseAxis(text: string, within?: string): Axis | string {
  const at = text.indexOf('=');
  const path = text.slice(0, Math.max(0, at)).trim();
  const found = rangeForm.exec(text.slice(at + 1).trim());
  if (path === '' || found === null) return `expected ${axisForm}; found '${text}'`;
  const [, lowText = '', lowUnit = '', highText = '', unit = ''] = found;
  if (lowUnit !== '' && lowUnit !== unit)
    return `both ends need the same unit: found '${lowUnit}' and '${unit}' in '${text}'`;
  if (/^e[+-]?\d/i.test(unit)) return `expected plain decimals without an exponent; found '${text}'`;
  const [low, high] = [decimalOf(lowText), decimalOf(highText)];
  if (compare(low, high) >= 0) return `the low end must be below the high end: found ${lowText}..${highText}`;
  const range = minus(high, low);
  const step = stepOf(range, { within, unit, isWhole: !`${lowText}${highText}`.includes('.') });
  if (typeof step === 'string') return step;
  const scale = Math.max(range.scale, step.scale);
  const [span, width] = [scaledTo(range, scale), scaledTo(step, scale)];
  const steps = Number((span + width - 1n) / width);
  if (steps > stepsMost) return `${text} has more than ${stepsMost} values: give a greater --within`;
  return { path, unit, low, high, step, steps };
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

interface StepInput {
  readonly within: string | undefined;
  readonly unit: string;
  readonly isWhole: boolean;
}

function stepOf(range: Decimal, { within, unit, isWhole }: StepInput): Decimal | string {
  if (within === undefined) return isWhole ? { coefficient: 1n, scale: 0 } : hundredthOf(range);
  const [, number = '', ownUnit = ''] = /^(\d+(?:\.\d+)?)(\D.*)?$/.exec(within.trim()) ?? [];
  const step = number === '' ? null : parseDecimal(number);
  if (step === null || step.coefficient <= 0n || (ownUnit !== '' && ownUnit !== unit))
    return `--within takes a number above 0${unit === '' ? '' : ` in ${unit}`}, such as 0.1; found '${within}'`;
  return step;
}

/** A hundredth, rounded down to 1, 2 or 5 times a power of ten. */
function hundredthOf({ coefficient, scale }: Decimal): Decimal {
  const digits = String(coefficient);
  const lead = Number(digits[0]);
  const rounded = lead >= 5 ? '5' : lead >= 2 ? '2' : '1';
  return { coefficient: BigInt(rounded.padEnd(digits.length, '0')), scale: scale + 2 };
}

function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (decimal === null) throw new Error(`${text} is no decimal`);
  return decimal;
}

/** Without zeros at the end, and without an exponent. */
function plainDecimal(decimal: Decimal): string {
  return formatDecimal(decimal).replace(/\.0$/, '');
}
