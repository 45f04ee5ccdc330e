/**
 * What many runs say about a change, as text: the mean with its interval, or what was seen if no interval can be
 * trusted.
 */
import type { EstimateResult } from '../study/document.ts';
import { countOf, shortNumber } from '../words/format.ts';
import type { AdviceWhole } from './recommendation.ts';

/**
 * The mean of a value and how sure it is: `97.4 % (97 % to 97.9 %, 5 runs)`, `100 % (in each of 5 runs)`. If no
 * interval can be trusted, the least and the greatest value stand for it: `3 (1 to 8 in 5 runs)`.
 *
 * @param textOf a value with its unit
 */
export function meanText(estimate: EstimateResult, textOf: (value: number) => string): string {
  const { mean, low, high, least, greatest, runs } = estimate;
  if (mean === null || least === null || greatest === null) return 'not measured';
  if (low !== null && high !== null)
    return `${textOf(mean)} (${textOf(low)} to ${textOf(high)}, ${countOf(runs, 'run')})`;
  if (textOf(least) === textOf(greatest)) return `${textOf(mean)} (in each of ${countOf(runs, 'run')})`;
  return `${textOf(mean)} (${textOf(least)} to ${textOf(greatest)} in ${countOf(runs, 'run')})`;
}

/**
 * A difference in cost a month, with its interval if all of it has one sign:
 * `costs 0.66 USD more a month (0.42 to 0.78)`,
 * `saves 12.60 USD a month (in each of 5 runs)`, `costs between 0.10 USD less and 0.20 USD more a month`.
 */
export function monthlyText(estimate: EstimateResult, currency: string): string {
  const { mean, low, high, least, greatest, runs } = estimate;
  if (mean === null || least === null || greatest === null) return 'has no known cost';
  const [from, to] = [low ?? least, high ?? greatest];
  const text = (value: number): string => moneyNumber(Math.abs(value));
  const isMoney = (value: number): boolean => /[1-9]/.test(text(value));
  if (!isMoney(from) && !isMoney(to)) return `costs the same (in each of ${countOf(runs, 'run')})`;
  if (from < 0 && to > 0 && isMoney(from) && isMoney(to))
    return `costs between ${text(from)} ${currency} less and ${text(to)} ${currency} more a month`;
  const said = mean < 0 ? `saves ${text(mean)} ${currency} a month` : `costs ${text(mean)} ${currency} more a month`;
  const [near, far] = mean < 0 ? [to, from] : [from, to];
  if (text(near) === text(far)) return `${said} (in each of ${countOf(runs, 'run')})`;
  return `${said} (${text(near)} to ${text(far)}${low === null ? ` in ${countOf(runs, 'run')}` : ''})`;
}

/**
 * How many runs stand behind each proposal: ` Each proposal was run in 5 replications; all intervals together have 95 %
 * confidence.` Empty after one run.
 */
export function manyText({
  replications,
  confidence,
  searchedReplication,
}: Pick<AdviceWhole, 'replications' | 'confidence' | 'searchedReplication'>): string {
  if (replications === 1) return '';
  const searched =
    searchedReplication === 0
      ? ''
      : ` The proposals come from replication ${searchedReplication}, which has the worst problems.`;
  return ` Each proposal was run in ${countOf(replications, 'replication')}; all intervals together have ${shortNumber(100 * confidence)} % confidence.${searched}`;
}

/** Cents, with both digits. */
function moneyNumber(value: number): string {
  const [whole = '0', fraction = ''] = shortNumber(value, 2).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
