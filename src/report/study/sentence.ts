/**
 * The answer of a comparison in words: the bill first, then what else differs, and how surely.
 */
import { countOf, shortNumber } from '../words/format.ts';
import type { ComparedPlans, PlanResult, SeenResult, StudyDifference } from './document.ts';
import { differenceText, rangeText, unitOf } from './valueText.ts';

/** One sentence for each plan beside the base. */
export function comparisonSentence(
  { plans, differences, chance }: Pick<ComparedPlans, 'plans' | 'differences' | 'chance'>,
  currency: string,
): string {
  const sentences: string[] = [];
  if (chance === 'none')
    sentences.push('Nothing in these plans is random: each was run once, and all values are exact.');
  for (const { name } of plans) {
    const own = differences.filter(({ plan }) => plan === name);
    if (own.length > 0) sentences.push(planSentence(own, currency));
  }
  for (const { name, refused, failed, runs } of plans) {
    if (refused !== undefined) sentences.push(`${name} cannot be run: ${refusalText(refused)}.`);
    else if (failed !== undefined)
      sentences.push(
        `${countOf(failed.length, 'run')} of ${name} failed and ${failed.length === 1 ? 'is' : 'are'} left out${runs === 0 ? ': it has no result' : ''}.`,
      );
  }
  if (sentences.length === 0) sentences.push('There is nothing to compare: fewer than two plans have a result.');
  return sentences.join(' ');
}

/** Why a plan cannot be run, with the rule that refuses it: `WL-8: minCpu must be at least 250m`. */
export function refusalText({ rule, message }: NonNullable<PlanResult['refused']>): string {
  return rule === null ? message : `${rule}: ${message}`;
}

/** What a plan does to each measure. @param differences of one plan */
export function planSentence(differences: readonly StudyDifference[], currency: string): string {
  const [first] = differences;
  if (first === undefined) return '';
  const same = differences.filter(isSame);
  const others = differences.filter((one) => !isSame(one));
  const clauses = others.map((one) => differenceClause(one, currency));
  const names = `${first.plan} instead of ${first.base}`;
  if (clauses.length === 0) {
    const what =
      differences.length === 1
        ? `does not change ${first.measure}`
        : `changes none of the ${countOf(differences.length, 'measure')}`;
    return `${names} ${what}${boundText(same[0])}.`;
  }
  const unchanged =
    same.length === 0
      ? ''
      : `; ${same.map(({ measure }) => measure).join(', ')} ${same.length === 1 ? 'does' : 'do'} not differ${boundText(same[0])}`;
  return `${names} ${clauses.join(', and ')}${unchanged}.`;
}

/** The same in every run. */
function isSame({ mean, least, greatest }: StudyDifference): boolean {
  return mean === 0 && least === 0 && greatest === 0;
}

/** How surely nothing differs: `in any of 30 runs (at most 9.5 % of all runs differ)`; nothing if all is exact. */
function boundText(difference: StudyDifference | undefined): string {
  const { seen, runs } = difference ?? {};
  if (seen?.high == null || runs === undefined) return '';
  if (runs === 1) return ' in the only run';
  return ` in any of ${runs} runs (at most ${percentText(seen.high)} of all runs differ)`;
}

/** What a plan does to a measure: `costs 0.66 USD more`, `changes bill.total in 2 of 10 runs (by ...)`. */
export function differenceClause(
  difference: Omit<StudyDifference, 'plan' | 'base' | 'reduction'>,
  currency: string,
): string {
  const { measure, mean, low, high, least, greatest, runs, seen } = difference;
  if (mean === null || least === null || greatest === null) return `has no ${measure} to compare`;
  if (seen !== undefined) return seenClause(difference, seen, { mean, least, greatest, runs }, currency);
  if (low === null || high === null || low === high) return `${changeText(measure, mean, currency)}`;
  const sign = low > 0 || high < 0;
  const [from, to] = mean < 0 ? [-high, -low] : [low, high];
  if (sign) return `${changeText(measure, mean, currency)} (${rangeText(measure, from, to, currency)})`;
  return `may change ${measure} in either direction (${differenceText(measure, low, currency)} to ${differenceText(measure, high, currency)})`;
}

/** What runs showed where no interval of the mean can be trusted. */
function seenClause(
  { measure }: Pick<StudyDifference, 'measure'>,
  seen: SeenResult,
  {
    mean,
    least,
    greatest,
    runs,
  }: { readonly mean: number; readonly least: number; readonly greatest: number; readonly runs: number },
  currency: string,
): string {
  if (seen.why === 'equal')
    return `${changeText(measure, mean, currency)} ${runs === 1 ? 'in the only run' : `in all ${runs} runs`}`;
  const isSure = seen.count === runs && (least > 0 || greatest < 0);
  if (isSure) return `${changeText(measure, least, currency, greatest)} in each of ${countOf(runs, 'run')}`;
  const range = `${differenceText(measure, least, currency)} to ${differenceText(measure, greatest, currency)}`;
  if (seen.count === null || seen.count === runs)
    return `changes ${measure} in ${runs === 1 ? 'the only run' : `all ${countOf(runs, 'run')}`} by ${range} (too uneven for an interval of the mean; median ${differenceText(measure, seen.median, currency)})`;
  const share =
    seen.low === null || seen.high === null
      ? ''
      : `, so in ${percentText(seen.low)} to ${percentText(seen.high)} of all runs`;
  return `changes ${measure} in ${seen.count} of ${countOf(runs, 'run')} (by ${range})${share}`;
}

/** `costs 0.66 USD more`, `lowers load.failed of shop/api by 12,000`; with another bound of the same sign, a range. */
function changeText(measure: string, mean: number, currency: string, other = mean): string {
  const [low, high] = [Math.min(Math.abs(mean), Math.abs(other)), Math.max(Math.abs(mean), Math.abs(other))];
  const amount =
    low === high ? differenceText(measure, low, currency).replace('+', '') : rangeText(measure, low, high, currency);
  if (measure === 'bill.total') return mean >= 0 ? `costs ${amount} more` : `saves ${amount}`;
  if (unitOf(measure) === 'money') return `${mean >= 0 ? 'adds' : 'saves'} ${amount} of ${measure}`;
  return `${mean >= 0 ? 'raises' : 'lowers'} ${measure} by ${amount}`;
}

/** A share of runs: `6.7 %`. A share below 1 is never said to be all: `99.97 %`. */
export function percentText(share: number): string {
  const percent = 100 * share;
  let decimals = percent < 10 ? 2 : 1;
  while (share < 1 && decimals < 6 && shortNumber(percent, decimals) === '100') decimals += 1;
  return `${shortNumber(percent, decimals)} %`;
}
