/**
 * The end of a run that one would prevent: an event, or a comparison of a measure.
 */
import { holds } from '../../report/fold/watcher.ts';
import { type EventMeasure, parseEvent } from './eventMeasure.ts';
import { type Goal, type GoalUnits, parseGoal } from './goal.ts';
import type { Measure, Values } from './measure.ts';

/** What must not happen. */
export type BadEnd =
  | { readonly kind: 'event'; readonly text: string; readonly measure: EventMeasure }
  | { readonly kind: 'comparison'; readonly text: string; readonly measure: Measure; readonly goal: Goal };

/**
 * Reads a bad end: an event, which is bad if it happens at least once in a run, or a comparison as `expect` has it,
 * which is bad if it holds for a whole run.
 *
 *   volume.full of shop/data
 *   volumes.freePercentage of shop/data < 1%
 *
 * @returns the error as a sentence if it cannot be read; names of resources are not checked here
 */
export function parseBadEnd(text: string, units: GoalUnits): BadEnd | string {
  if (/[<>=]/.test(text)) {
    const goal = parseGoal(text, units);
    return typeof goal === 'string' ? goal : { kind: 'comparison', text: goal.text, measure: goal.measure, goal };
  }
  const measure = parseEvent(text);
  if (typeof measure === 'string')
    return `${measure}; a comparison is METRIC OP VALUE, such as 'volumes.freePercentage of shop/data < 1%'`;
  return { kind: 'event', text: measure.name, measure };
}

/** Whether a run ended badly; null: it has no value. */
export function isBad(end: BadEnd, values: Values): boolean | null {
  const value = values[end.measure.name] ?? null;
  if (value === null) return null;
  return end.kind === 'event' ? value > 0 : holds(end.goal.comparison, value);
}
