/**
 * Expectations as text, for readers who do not know the scenario format.
 */
import type { Extreme } from '../../engine/durations.ts';
import type { Instant } from '../../engine/time.ts';
import { type Comparison, type Expectation, metrics } from '../../platform/expectation.ts';
import { parseDecimal, zero } from '../../platform/metering/decimal.ts';
import { isLasting } from '../fold/watcher.ts';
import {
  countText,
  exactDurationText,
  groupedDecimal,
  moneyText,
  preciseInstantText,
  shortNumber,
} from '../words/format.ts';

const words: Readonly<Record<Comparison['operator'], string>> = {
  '=': 'exactly',
  '!=': 'other than',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
};

/** The metric, its subject and when it is measured: `replicas.ready of shop/web at the end`. */
export function aboutText({ metric, of, at, test, holds }: Expectation): string {
  const { is } = metrics[metric];
  const [gvc = '', , name] = of?.split('/') ?? [];
  const who = of === null ? '' : ` of ${name === undefined ? gvc : `${gvc}/${name}`}`;
  const where = at === null ? '' : ` at ${at}`;
  const isLast = test === 'atEnd' || (test === 'is' && is === 'end');
  const what = test === 'share' && holds !== null ? ` ${comparisonText(metric, holds)}` : '';
  return `${metric}${who}${where}${isLast ? ' at the end' : ''}${what}`;
}

/** A measured value: `3 (expected at most 2)`; `3, as expected` if exactly that value was expected. */
export function valueText({ metric, comparison }: Expectation, value: string, pass: boolean): string {
  const isExact = comparison.operator === '=' && comparison.tolerance === undefined;
  if (pass && isExact) return `${value}, as expected`;
  return `${value} (expected ${comparisonText(metric, comparison)})`;
}

/** When an expectation first failed: `first at 3 Nov 07:00` for a count that only grows, else `since 3 Nov 07:00`. */
export function sinceText({ metric }: Expectation, at: Instant): string {
  return `${metrics[metric].is === 'over' ? 'first at' : 'since'} ${preciseInstantText(at)}`;
}

/** A share of the time, 0 to 1: `99.98 % of the time (expected at least 99.9 %)`. */
export function shareText({ comparison }: Expectation, share: number): string {
  const { operator, decimal, tolerance } = comparison;
  const give = tolerance === undefined ? '' : ` ± ${tolerance.decimal}`;
  return `${shortNumber(share * 100, 4)} % of the time (expected ${words[operator]} ${decimal} %${give})`;
}

/** An expectation that passed at every instant: `never below 8 (expected at least 8)`. */
export function alwaysText({ metric, comparison }: Expectation, worst: number): string {
  const { operator } = comparison;
  if (operator === '=' && comparison.tolerance !== undefined)
    return `always near ${expectedAmount(metric, comparison)}, farthest value ${amountText(metric, worst)}`;
  if (operator === '=') return `always ${amountText(metric, worst)}, as expected`;
  if (operator === '!=') return `never ${expectedAmount(metric, comparison)}, as expected`;
  const side = operator === '>' || operator === '>=' ? 'below' : 'above';
  return `never ${side} ${amountText(metric, worst)} (expected ${comparisonText(metric, comparison)})`;
}

/** An expectation that failed at some instant: `was 1 at 3 Nov 07:00, later 0 (expected always at least 2)`. */
export function brokenText({ metric, comparison }: Expectation, broken: Extreme, worst: Extreme): string {
  if (isLasting(metric)) {
    const passed = `longer than ${expectedAmount(metric, comparison)} since ${preciseInstantText(broken.at)}`;
    const isTooLong = comparison.operator === '<' || comparison.operator === '<=';
    if (isTooLong) return `${passed}, longest ${amountText(metric, worst.value)}`;
  }
  const later = worst.value === broken.value ? '' : `, later ${amountText(metric, worst.value, 6)}`;
  const first = `was ${amountText(metric, broken.value, 6)} at ${preciseInstantText(broken.at)}`;
  return `${first}${later} (expected always ${comparisonText(metric, comparison)})`;
}

/**
 * A measured value with its unit.
 *
 * @param decimals of a percentage: more of them tell a near miss from a hit
 */
export function amountText(metric: Expectation['metric'], value: number, decimals = 3): string {
  switch (metrics[metric].unit) {
    case 'duration':
      return exactDurationText(value);
    case 'percent':
      return `${shortNumber(value, decimals)} %`;
    case 'GB':
      return `${shortNumber(value, 6)} GB`;
    case 'count':
      // Amounts of requests are no whole numbers.
      return Number.isInteger(value) ? countText(value) : shortNumber(value, decimals);
    case 'money':
      return countText(value);
  }
}

/** `at most 250 USD`, `exactly 12 USD ± 0.60 USD` */
function comparisonText(metric: Expectation['metric'], comparison: Comparison): string {
  const { operator, tolerance, unit } = comparison;
  const give = tolerance === undefined ? '' : ` ± ${expectedAmount(metric, { ...tolerance, unit })}`;
  return `${words[operator]} ${expectedAmount(metric, comparison)}${give}`;
}

function expectedAmount(
  metric: Expectation['metric'],
  { value, decimal, unit }: Pick<Comparison, 'value' | 'decimal' | 'unit'>,
): string {
  if (metrics[metric].unit === 'duration') return exactDurationText(value);
  if (metrics[metric].unit === 'money') {
    const amount = parseDecimal(decimal) ?? zero;
    return `${moneyText(amount, amount.scale)} ${unit}`;
  }
  return `${groupedDecimal(decimal)}${unit === '' ? '' : ` ${unit}`}`;
}
