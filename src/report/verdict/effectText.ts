/**
 * The effect of a change on cost and problems, as text.
 */
import { grouped } from '../../engine/grouped.ts';
import type { Decimal } from '../../platform/metering/decimal.ts';
import { durationText, moneyText, shortNumber } from '../words/format.ts';
import type { AdviceSubject, Effect, ProblemChange, RejectedAlternative } from './recommendation.ts';

/**
 * `shop/data: refused expansions 6 -> 0`; with the number of cases if it differs between the runs:
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

/** A difference in cost as text: `costs 1.20 USD more a month`, `saves 0.35 USD a month`, `costs the same`. */
export function savingText(costPerMonth: string, currency: string): string {
  const text = signedMoney(costPerMonth);
  if (text.startsWith('-')) return `saves ${text.slice(1)} ${currency} a month`;
  return text.startsWith('+') ? `costs ${text.slice(1)} ${currency} more a month` : 'costs the same';
}

/** The subject of a proposal: `shop/workload/api minCpu`, `gvc/shop staticPlacement at aws-us-east-1`. */
export function subjectText({ target, field, location }: Pick<AdviceSubject, 'target' | 'field' | 'location'>): string {
  return `${target} ${field}${location === null ? '' : ` at ${location}`}`;
}

/**
 * Rejected alternatives, grouped by the text of the reason. The name of the target is left out of that text.
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

/** The proposed change; with its difference in cost if it was rejected because another one is cheaper. */
export function alternativeText({ proposed, stoppedBy, effect }: RejectedAlternative): string {
  return stoppedBy === 'dearer' && effect !== null ? `${proposed} (${signedMoney(effect.costPerMonth)})` : proposed;
}
