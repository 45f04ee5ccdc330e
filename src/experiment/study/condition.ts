/**
 * Conditions on a difference, as `--fail-if 'bill.total > +5%'` gives them.
 */
import { metrics } from '../../platform/expectation.ts';
import type { ConditionResult, StudyDifference } from '../../report/study/document.ts';
import { differenceText, unitOf } from '../../report/study/valueText.ts';
import { shortNumber } from '../../report/words/format.ts';
import { amountExample, parseComparison } from '../../scenario/read/comparison.ts';
import type { GoalUnits } from './goal.ts';
import { type Measure, parseMeasure } from './measure.ts';

/** A bound on how far a plan may be from the base. */
export interface Condition {
  readonly text: string;
  readonly measure: Measure;
  readonly operator: '>' | '>=' | '<' | '<=';
  /** In the measure's unit, or a share of the base plan's mean (0.05 for +5%). */
  readonly bound: number;
  readonly isShare: boolean;
}

/**
 * Reads a condition: a measure, an operator, and a signed amount: `%` of the base, or as `expect` has it. Of a measure
 * that is a percentage, `%` are percentage points. A number without a unit is in the measure's unit.
 *
 *   bill.total > +5%                 the plan costs over 5 % more than the base
 *   load.failed of shop/api > +1000
 *   load.goodPercentage of shop/api < -0.1%      over 0.1 percentage points less
 *   load.latency.p99 of shop/api > +50ms
 *
 * @returns the error as a sentence if it cannot be read
 */
export function parseCondition(text: string, units: GoalUnits): Condition | string {
  const found = /^(.+?)\s*(>=|<=|>|<)\s*([+-]?)\s*(\d.*)$/.exec(text.trim());
  if (found === null) return `expected MEASURE > +N%, or MEASURE > +N, such as 'bill.total > +5%'; found '${text}'`;
  const [, name = '', operator = '>', sign = '', amount = ''] = found;
  const measure = parseMeasure(name);
  if (typeof measure === 'string') return measure;
  if (measure.kind !== 'metric') return `a condition is about one value, found '${name}'`;
  const { unit } = metrics[measure.metric];
  const [, plain, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(amount) ?? [];
  const isShare = percent === '%' && unit !== 'percent';
  const read = plain === undefined ? parseComparison(`>= ${amount}`, unit, units) : { value: Number(plain) };
  if ('expected' in read)
    return `'${text.trim()}': expected an amount such as ${amountExample(unit, units.currency)}${unit === 'percent' ? '' : ', or 5% of the base'}; found ${amount}`;
  const bound = (sign === '-' ? -1 : 1) * (isShare ? read.value / 100 : read.value);
  return { text: text.trim(), measure, operator: operator as Condition['operator'], bound, isShare };
}

/**
 * Whether a condition holds for a difference: only if its whole interval lies on one side of the bound is that decided.
 *
 * @param baseMean of the base plan, for a share; null: it has no value
 * @param currency of the bills, for the message
 */
export function judgeCondition(
  { text, operator, bound, isShare }: Condition,
  difference: StudyDifference,
  { baseMean, currency }: { readonly baseMean: number | null; readonly currency: string },
): ConditionResult {
  const { plan, measure, mean, least, greatest, seen } = difference;
  const limit = isShare ? bound * Math.abs(baseMean ?? Number.NaN) : bound;
  const [low, high] =
    seen === undefined ? [difference.low, difference.high] : seen.why === 'equal' ? [mean, mean] : [null, null];
  const holdsAt = (value: number): boolean => {
    switch (operator) {
      case '>':
        return value > limit;
      case '>=':
        return value >= limit;
      case '<':
        return value < limit;
      case '<=':
        return value <= limit;
    }
  };
  if (mean === null || Number.isNaN(limit))
    return { text, plan, verdict: 'undecided', message: `${text}: UNDECIDED; ${measure} was not measured for ${plan}` };
  // Without an interval, runs that all lie on one side decide.
  const [from, to] = [low ?? least ?? mean, high ?? greatest ?? mean];
  const verdict =
    holdsAt(from) && holdsAt(to) ? 'holds' : !holdsAt(from) && !holdsAt(to) ? 'does not hold' : 'undecided';
  const change = differenceText(measure, mean, currency);
  const isPercent = unitOf(measure) === 'percent';
  const share = isShare && baseMean !== null && baseMean !== 0 ? ` (${signedPercent(mean / Math.abs(baseMean))})` : '';
  const points = isPercent ? ' (percentage points)' : '';
  const says = { holds: 'FAIL', 'does not hold': 'OK', undecided: 'UNDECIDED' }[verdict];
  return {
    text,
    plan,
    verdict,
    message: `${text}${points}: ${says}; ${measure} of ${plan} differs by ${change}${share}`,
  };
}

/** `+13.9 %` */
function signedPercent(share: number): string {
  return `${share < 0 ? '-' : '+'}${shortNumber(Math.abs(100 * share), 1)} %`;
}
