/**
 * The capacity report's block of objectives: expectations with a budget of time or of requests, and how much of it is
 * used.
 */

import type { Spells } from '../../engine/spells.ts';
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import type { Expectation } from '../../platform/expectation.ts';
import { isUseMetric, UseCourse } from '../fold/useCourse.ts';
import { volumesNow } from '../fold/volumeNow.ts';
import { isCeiling, type Watch } from '../fold/watcher.ts';
import { type ExpectationResult, thresholdText } from '../verdict/expectations.ts';
import { fateOfRequests } from '../verdict/loadMeasure.ts';
import type { RunOutcome } from '../verdict/outcome.ts';
import { decimalText } from '../words/numbers.ts';

/**
 * An expectation with `always`, with a `share` of the time, or with a share of all requests (`load.goodPercentage`).
 */
export interface ObjectiveReport {
  /** As written. */
  readonly name: string;
  readonly metric: string;
  /** `gvc/kind/name`, or a gvc; null: all that the metric covers. */
  readonly of: string | null;
  readonly location: string | null;
  readonly threshold: string;
  readonly pass: boolean;
  /** The time that counts: from when there is anything that it is about. */
  readonly window: {
    readonly start: string;
    readonly end: string;
    readonly ms: number;
    /** Time of the run before it. */
    readonly leftOutMs: number;
  } | null;
  /**
   * Time in which it failed; null where no course is known: of requests that come as amounts. Of what volumes use it
   * goes by readings, of all else by journal entries.
   */
  readonly breach: {
    readonly ms: number;
    readonly count: number;
    readonly longestMs: number;
    readonly firstAt: string | null;
  } | null;
  /**
   * What may fail, has failed, and may fail yet; less than 0 where more failed. `always` grants none. null where that
   * is not known.
   */
  readonly budget: {
    readonly unit: 'ms' | 'requests';
    readonly granted: string;
    readonly used: string;
    readonly left: string;
  } | null;
}

/** One objective for each such expectation, in the order of the file. */
export function objectivesOf(outcome: RunOutcome, results: readonly ExpectationResult[]): ObjectiveReport[] {
  return results.flatMap((result) => {
    const { expectation } = result;
    if (expectation.metric === 'load.goodPercentage') return [requestObjective(outcome, result)];
    const watch = outcome.chronicle.watcher.watches.find((one) => one.expectation === expectation);
    return watch === undefined ? [] : [timeObjective(outcome, result, watch)];
  });
}

function timeObjective(
  { chronicle, world, now }: RunOutcome,
  result: ExpectationResult,
  watch: Watch,
): ObjectiveReport {
  const { start } = chronicle.input;
  const { definedAt } = watch;
  const about = aboutOf(result);
  if (definedAt === null) return { ...about, window: null, breach: null, budget: null };
  const window = windowOf(definedAt, now, start);
  const spells = breachesOf(watch, { world, from: definedAt, now });
  const { total, count, longest, firstAt } = spells;
  const granted = shareThatMayFail(watch.expectation);
  const breach = { ms: total, count, longestMs: longest, firstAt: firstAt === null ? null : isoFromInstant(firstAt) };
  return { ...about, window, breach, budget: budgetOf('ms', granted === null ? null : granted * window.ms, total) };
}

function requestObjective(outcome: RunOutcome, result: ExpectationResult): ObjectiveReport {
  const { expectation } = result;
  const { load, chronicle, now } = outcome;
  const about = aboutOf(result);
  const fate = fateOfRequests(load, expectation);
  if (fate === null || fate.ended <= 0) return { ...about, window: null, breach: null, budget: null };
  const granted = shareThatMayFail(expectation);
  return {
    ...about,
    window: windowOf(chronicle.input.start, now, chronicle.input.start),
    breach: null,
    budget: budgetOf('requests', granted === null ? null : granted * fate.ended, fate.bad),
  };
}

function aboutOf({ expectation, pass }: ExpectationResult): Omit<ObjectiveReport, 'window' | 'breach' | 'budget'> {
  const { text, metric, of, at, comparison } = expectation;
  return { name: text, metric, of, location: at, threshold: thresholdText(comparison), pass };
}

function windowOf(from: Instant, now: Instant, start: Instant): NonNullable<ObjectiveReport['window']> {
  return { start: isoFromInstant(from), end: isoFromInstant(now), ms: now - from, leftOutMs: from - start };
}

/**
 * The part of the whole that may fail, 0 to 1; null where a comparison sets no bound on it.
 *
 *   always -> 0,  share >= 99.9% -> 0.001,  share <= 1% -> 0.01,  share = 50% -> null
 */
function shareThatMayFail(expectation: Expectation): number | null {
  const { test, metric, comparison } = expectation;
  if (test === 'always') return 0;
  const { value, tolerance } = comparison;
  const whole = metric === 'load.goodPercentage' ? 100 : 1;
  const share = (isCeiling(expectation) ? (tolerance?.greatest ?? value) : (tolerance?.least ?? value)) / whole;
  if (isCeiling(expectation)) return metric === 'load.goodPercentage' ? null : share;
  const isFloor = comparison.operator === '>=' || comparison.operator === '>';
  return isFloor || (comparison.operator === '=' && share === 1) ? 1 - share : null;
}

function budgetOf(unit: 'ms' | 'requests', granted: number | null, used: number): ObjectiveReport['budget'] {
  if (granted === null) return null;
  // A part of a millisecond can be granted, but not used.
  const text = (amount: number): string =>
    unit === 'ms' ? String(Math.round(amount)) : decimalText(Math.round(amount * 1e6) / 1e6);
  return { unit, granted: text(granted), used: text(used), left: text(granted - used) };
}

/** Use of volumes moves between the entries of the journal: it is looked for in their readings. */
function breachesOf(
  watch: Watch,
  { world, from, now }: { readonly world: RunOutcome['world']; readonly from: Instant; readonly now: Instant },
): Spells {
  const { metric, expectation } = watch;
  if (!isUseMetric(metric)) return watch.breaches;
  return new UseCourse(metric, expectation, volumesNow(world, now), from, now).breaches();
}
