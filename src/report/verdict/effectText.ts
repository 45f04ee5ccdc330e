/**
 * What a change brings, in words.
 */
import { grouped } from '../../engine/grouped.ts';
import type { Decimal } from '../../platform/metering/decimal.ts';
import { durationText, moneyText, shortNumber } from '../words/format.ts';
import type { AdviceSubject, Effect, ProblemChange, RejectedAlternative } from './recommendation.ts';

/**
 * `shop/data: refused expansions 6 -> 0`; where runs differ in number
 * `shop/sync: failed executions 5 of 100 -> 7 of 140`
 */
export function problemText({ problem, unit, before, after, cases }: ProblemChange): string {
  const text = (value: string): string => {
    if (Number(value) === 0) return '0';
    return unit === 'ms' ? durationText(Number(value)) : shortNumber(Number(value), unit === 'count' ? 0 : undefined);
  };
  const suffix = unit === 'Core-Hours' || unit === 'GiB-Hours' ? ` ${unit}` : '';
  if (cases === undefined) return `${problem} ${text(before)} -> ${text(after)}${suffix}`;
  const of = (amount: string): string =>
    problem.endsWith(': evicted replicas')
      ? ` in ${shortNumber(Number(amount), 0)} replica-hours`
      : ` of ${shortNumber(Number(amount), 0)}`;
  return `${problem} ${text(before)}${of(cases.before)} -> ${text(after)}${of(cases.after)}`;
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

/** The same in words: `costs 1.20 USD more a month`, `saves 0.35 USD a month`, `costs the same`. */
export function savingText(costPerMonth: string, currency: string): string {
  const text = signedMoney(costPerMonth);
  if (text.startsWith('-')) return `saves ${text.slice(1)} ${currency} a month`;
  return text.startsWith('+') ? `costs ${text.slice(1)} ${currency} more a month` : 'costs the same';
}

/** What a proposal is about: `shop/workload/api minCpu`, `gvc/shop staticPlacement at aws-us-east-1`. */
export function subjectText({ target, field, location }: Pick<AdviceSubject, 'target' | 'field' | 'location'>): string {
  return `${target} ${field}${location === null ? '' : ` at ${location}`}`;
}

/**
 * Alternatives by what stopped them, in words, each in their order; what is said of the target itself is said without
 * its name.
 */
export function byReason({
  target,
  rejected,
}: {
  readonly target: string;
  readonly rejected: readonly RejectedAlternative[];
}): ReadonlyMap<string, readonly RejectedAlternative[]> {
  return grouped(rejected, ({ why }) => why.replaceAll(`${target}: `, ''));
}

/** What only costs more than another says how much. */
export function alternativeText({ proposed, stoppedBy, effect }: RejectedAlternative): string {
  return stoppedBy === 'dearer' && effect !== null ? `${proposed} (${signedMoney(effect.costPerMonth)})` : proposed;
}
