/**
 * A proposed change and its effect in one sentence, as sure as its runs allow.
 */
import { countOf, durationText, shortNumber } from '../words/format.ts';
import { effectText, savingText } from './effectText.ts';
import { monthlyText } from './overRuns.ts';
import type { AdviceSubject, ChangeRuns, Effect, ProblemRuns } from './recommendation.ts';

/**
 * `shop/api maxScale 24 instead of 20 costs 0.60 USD more a month (0.42 to 0.78) and brings failed requests from
 * 0.043 % to 0.003 % (less in 3 of 5 runs, by up to 0.2 %).`
 *
 * @param runs null: nothing is random, so the effect is exact
 */
export function changeSentence(
  { target, location, field, now, proposed }: Omit<AdviceSubject, 'kind'> & { readonly proposed: string },
  effect: Effect,
  runs: ChangeRuns | null,
  currency: string,
): string {
  const [gvc = '', kind = '', name] = target.split('/');
  const subject = name === undefined ? `${gvc}/${kind}` : target.replace(`${gvc}/${kind}/`, `${gvc}/`);
  const where = location === null ? '' : ` at ${location}`;
  const what = withFieldName(field, proposed);
  const about = `${subject}${where} ${what} instead of ${now}`;
  if (runs === null) {
    const problems = effectText(effect).split(', ').slice(1);
    return `${about} ${savingText(effect.costPerMonth, currency)}${problems.length === 0 ? '' : `; ${problems.join(', ')}`}.`;
  }
  return `${about} ${runsClause(runs, currency)}.`;
}

/** `maxScale 24` of `24`; a change that names its field already stays: `cpu 750m, maxScale 24`. */
export function withFieldName(field: string, proposed: string): string {
  return proposed.split(', ').some((part) => part.startsWith(`${field} `)) ? proposed : `${field} ${proposed}`;
}

/** `costs 0.60 USD more a month (0.42 to 0.78) and brings failed requests from 0.043 % to 0.003 % (...)` */
export function runsClause({ costPerMonth, problems }: ChangeRuns, currency: string): string {
  const shown = problems.filter(({ before, after }) => before !== after).map(problemClause);
  const cost = monthlyText(costPerMonth, currency);
  return shown.length === 0 ? cost : `${cost} and brings ${shown.join(', ')}`;
}

/** `failed requests from 0.043 % to 0.003 % (less in each of 5 runs)` */
export function problemClause({ problem, unit, before, after, change }: ProblemRuns): string {
  const name = problem.split(': ').slice(1).join(': ') || problem;
  const text = (value: number): string => amountText(unit, value);
  return `${name} from ${text(before)} to ${text(after)} (${sureText(unit, change)})`;
}

/** How sure a difference is: `by 0.03 % to 0.05 %`, `in each of 5 runs`, `less in 3 of 5 runs, by up to 0.2 %`. */
function sureText(unit: ProblemRuns['unit'], change: ProblemRuns['change']): string {
  const { low, high, least, greatest, runs, seen } = change;
  const text = (value: number): string => amountText(unit, Math.abs(value));
  if (low !== null && high !== null && (low > 0 || high < 0)) {
    const [near, far] = high < 0 ? [high, low] : [low, high];
    return `${high < 0 ? 'less' : 'more'} by ${text(near)} to ${text(far)}`;
  }
  if (low !== null && high !== null) return `not surely: ${text(low)} less to ${text(high)} more`;
  if (least === null || greatest === null) return 'not measured';
  if (greatest < 0 || least > 0) return `${greatest < 0 ? 'less' : 'more'} in each of ${countOf(runs, 'run')}`;
  const count = seen?.count ?? null;
  const some = count === null ? '' : ` in ${count} of ${countOf(runs, 'run')}`;
  if (greatest <= 0) return `less${some}, by up to ${text(least)}`;
  if (least >= 0) return `more${some}, by up to ${text(greatest)}`;
  return `${text(least)} less to ${text(greatest)} more in ${countOf(runs, 'run')}`;
}

function amountText(unit: ProblemRuns['unit'], value: number): string {
  switch (unit) {
    case 'share': {
      const percent = 100 * value;
      return `${shortNumber(percent, percent !== 0 && percent < 0.1 ? 4 : 2)} %`;
    }
    case 'ms':
      return value === 0 ? '0' : durationText(value);
    case 'Core-Hours':
    case 'GiB-Hours':
      return `${shortNumber(value)} ${unit}`;
    case 'count':
    case 'bytes':
      return shortNumber(value, value < 100 ? 1 : 0);
  }
}
