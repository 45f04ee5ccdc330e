/**
 * What a change brings, in words.
 */
import type { Decimal } from '../platform/metering/decimal.ts';
import { durationText, moneyText, shortNumber } from './format.ts';
import type { Effect, ProblemChange } from './recommendation.ts';

/** `shop/data: refused expansions 6 -> 0` */
export function problemText({ problem, unit, before, after }: ProblemChange): string {
  const text = (value: string): string => {
    if (Number(value) === 0) return '0';
    return unit === 'ms' ? durationText(Number(value)) : shortNumber(Number(value), unit === 'count' ? 0 : undefined);
  };
  const suffix = unit === 'Core-Hours' || unit === 'GiB-Hours' ? ` ${unit}` : '';
  return `${problem} ${text(before)} -> ${text(after)}${suffix}`;
}

export function effectText({ costPerMonth, problems }: Effect): string {
  return [`${signedMoney(costPerMonth)} a month`, ...problems.map(problemText)].join(', ');
}

/** `+1.20`, `-0.35`, `0.00` */
export function signedMoney(text: string): string {
  const value = text.startsWith('-') ? text.slice(1) : text;
  const [whole = '0', fraction = ''] = value.split('.');
  const size: Decimal = { coefficient: BigInt(whole + fraction), scale: fraction.length };
  const shown = moneyText(size);
  const sign = /^[0.,]*$/.test(shown) ? '' : text.startsWith('-') ? '-' : '+';
  return `${sign}${shown}`;
}
