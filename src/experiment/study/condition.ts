/**
 * Conditions on a difference, as `--fail-if 'bill.total > +5%'` gives them.
 */
import { metrics } from '../../platform/expectation.ts';
import type { ConditionResult, StudyDifference } from '../../report/study/document.ts';
import { differenceText } from '../../report/study/valueText.ts';
import { type Measure, parseMeasure } from './measure.ts';

/** A bound on how far a plan may be from the base. */
export interface Condition {
  readonly text: string;
  readonly measure: Measure;
  readonly operator: '>' | '>=' | '<' | '<=';
  /** In the measure's unit, or a share of the base plan's mean (0.05 for +5%). */
  readonly bound: number;
  readonly isShare: boolean;
  /** As written after the number; '' for none and for a share. */
  readonly unit: string;
}

/**
 * Reads a condition: a measure, an operator, and a signed number with `%` of the base, or in the measure's unit.
 *
 *   bill.total > +5%                 the plan costs over 5 % more than the base
 *   load.failed of shop/api > +1000
 *
 * @returns the error as a sentence if it cannot be read
 */
export function parseCondition(text: string): Condition | string {
  const found = /^(.+?)\s*(>=|<=|>|<)\s*([+-]?\d+(?:\.\d+)?)\s*(%|[A-Za-z]+)?$/.exec(text.trim());
  if (found === null) return `expected MEASURE > +N%, or MEASURE > +N, such as 'bill.total > +5%'; found '${text}'`;
  const [, name = '', operator = '>', number = '0', unit = ''] = found;
  const measure = parseMeasure(name);
  if (typeof measure === 'string') return measure;
  if (measure.kind === 'bill') return `a condition is about one value: '${name}' has one for each ${measure.by}`;
  const isShare = unit === '%';
  return {
    text: text.trim(),
    measure,
    operator: operator as Condition['operator'],
    bound: isShare ? Number(number) / 100 : Number(number),
    isShare,
    unit: isShare ? '' : unit,
  };
}

/** What is wrong with the unit of a condition; null: nothing, or it has none. */
export function unitProblem({ text, measure, unit }: Condition, currency: string): string | null {
  const isMoney = measure.kind === 'metric' && metrics[measure.metric].unit === 'money';
  if (unit === '' || (isMoney && unit === currency)) return null;
  const expected = isMoney ? currency : 'no unit (durations are in ms)';
  return `'${text}': expected ${expected}, or % of the base, found ${unit}`;
}

/**
 * Whether a condition holds for a difference: only if its whole interval lies on one side of the bound is that decided.
 *
 * @param baseMean of the base plan, for a share; null: it has no value
 */
export function judgeCondition(
  { text, operator, bound, isShare }: Condition,
  difference: StudyDifference,
  baseMean: number | null,
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
    return { text, plan, verdict: 'undecided', message: `${text}: ${measure} was not measured for ${plan}` };
  // Without an interval, runs that all lie on one side decide.
  const [from, to] = [low ?? least ?? mean, high ?? greatest ?? mean];
  const verdict =
    holdsAt(from) && holdsAt(to) ? 'holds' : !holdsAt(from) && !holdsAt(to) ? 'does not hold' : 'undecided';
  const found = `${measure} of ${plan} differs by ${differenceText(measure, mean, '').trim()}`;
  return { text, plan, verdict, message: `${text}: ${verdict}; ${found}` };
}
