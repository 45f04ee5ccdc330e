/**
 * Expectations in words, for whoever has not read how a scenario writes them.
 */
import type { Extreme } from '../engine/occupancy.ts';
import { type Comparison, type Expectation, metrics } from '../platform/expectation.ts';
import { parseDecimal, zero } from '../platform/metering/decimal.ts';
import { countText, exactDurationText, groupedDecimal, instantText, moneyText, shortNumber } from './format.ts';

const words: Readonly<Record<Comparison['operator'], string>> = {
  '=': 'exactly',
  '!=': 'other than',
  '<': 'below',
  '<=': 'at most',
  '>': 'above',
  '>=': 'at least',
};

/** Whom it is about and when it is looked at: `replicas.ready of shop/web at the end`. */
export function aboutText({ metric, of, at, test, holds }: Expectation): string {
  const { is } = metrics[metric];
  const [gvc = '', , name] = of?.split('/') ?? [];
  const who = of === null ? '' : ` of ${name === undefined ? gvc : `${gvc}/${name}`}`;
  const where = at === null ? '' : ` at ${at}`;
  const isLast = test === 'atEnd' || (test === 'is' && is === 'end');
  const what = test === 'share' && holds !== null ? ` ${comparisonText(metric, holds)}` : '';
  return `${metric}${who}${where}${isLast ? ' at the end' : ''}${what}`;
}

/** One value that was measured: `3 (expected at most 2)`, `3, as expected`. */
export function valueText({ metric, comparison }: Expectation, value: string, pass: boolean): string {
  if (pass && comparison.operator === '=') return `${value}, as expected`;
  return `${value} (expected ${comparisonText(metric, comparison)})`;
}

/** A share of the time, 0 to 1: `99.98 % of the time (expected at least 99.9 %)`. */
export function shareText({ comparison }: Expectation, share: number): string {
  const { operator, decimal } = comparison;
  return `${shortNumber(share * 100, 4)} % of the time (expected ${words[operator]} ${decimal} %)`;
}

/** What held all the time: `never below 8 (expected at least 8)`. */
export function alwaysText({ metric, comparison }: Expectation, worst: number): string {
  const { operator } = comparison;
  if (operator === '=') return `always ${amountText(metric, worst)}, as expected`;
  if (operator === '!=') return `never ${expectedAmount(metric, comparison)}, as expected`;
  const side = operator === '>' || operator === '>=' ? 'below' : 'above';
  return `never ${side} ${amountText(metric, worst)} (expected ${comparisonText(metric, comparison)})`;
}

/** What did not: `was 1 at 3 Nov 07:00, later 0 (expected always at least 2)`. */
export function brokenText({ metric, comparison }: Expectation, broken: Extreme, worst: Extreme): string {
  const later = worst.value === broken.value ? '' : `, later ${amountText(metric, worst.value, 6)}`;
  const first = `was ${amountText(metric, broken.value, 6)} at ${instantText(broken.at)}`;
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

/** `at most 250 USD` */
function comparisonText(metric: Expectation['metric'], comparison: Comparison): string {
  return `${words[comparison.operator]} ${expectedAmount(metric, comparison)}`;
}

function expectedAmount(metric: Expectation['metric'], { value, decimal, unit }: Comparison): string {
  if (metrics[metric].unit === 'duration') return exactDurationText(value);
  if (metrics[metric].unit === 'money') {
    const amount = parseDecimal(decimal) ?? zero;
    return `${moneyText(amount, amount.scale)} ${unit}`;
  }
  return `${groupedDecimal(decimal)}${unit === '' ? '' : ` ${unit}`}`;
}
