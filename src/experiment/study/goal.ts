/**
 * What is asked of each single run, as `--until 'load.goodPercentage of shop/api < 99.9%'` gives it.
 */
import { type Comparison, metrics } from '../../platform/expectation.ts';
import { parseComparison } from '../../scenario/read/comparison.ts';
import { type Measure, parseMeasure } from './measure.ts';

/** A measure of one value and a comparison, in the units of `expect`. */
export interface Goal {
  readonly text: string;
  readonly measure: Measure & { readonly kind: 'metric' };
  readonly comparison: Comparison;
}

/** Units of a scenario that comparisons need. */
export interface GoalUnits {
  /** Bytes of a GB (`unit.gb`). */
  readonly gbBytes: number;
  /** Of the bill. */
  readonly currency: string;
}

/**
 * Reads a goal: a measure, an operator, and an amount as `expect` takes it.
 *
 *   load.goodPercentage of shop/api < 99.9%
 *   bill.total >= 250 USD
 *   volumes.usedGB of shop/data > 1.5TB
 *
 * @returns the error as a sentence if it cannot be read; names of resources are not checked here
 */
export function parseGoal(text: string, units: GoalUnits): Goal | string {
  const [, name = '', comparing = ''] = /^([^<>=!]+?)\s*((?:<=|>=|!=|==|<|>|=)[^<>=!]+)$/.exec(text.trim()) ?? [];
  if (name === '')
    return `expected METRIC [of GVC/NAME] [at LOCATION] OP VALUE, such as 'load.goodPercentage of shop/api < 99.9%'; found '${text}'`;
  const measure = parseMeasure(name);
  if (typeof measure === 'string') return measure;
  if (measure.kind === 'bill') return `a condition is about one value: '${name}' has one for each ${measure.by}`;
  if (measure.kind !== 'metric') return `a condition is about a metric, found '${name}'`;
  const comparison = parseComparison(comparing.trim(), metrics[measure.metric].unit, units);
  if ('expected' in comparison) return `${measure.name}: expected ${comparison.expected}; found '${comparing.trim()}'`;
  return { text: `${measure.name} ${comparing.trim()}`, measure, comparison };
}
