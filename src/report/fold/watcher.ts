/**
 * Expectations that must be watched from the start of a run: conditions with `always`, and those with a `share` of
 * time.
 */

import type { Extreme } from '../../engine/durations.ts';
import type { Entry } from '../../engine/journal.ts';
import { Spells } from '../../engine/spells.ts';
import type { Instant } from '../../engine/time.ts';
import type { Comparison, Expectation, MetricName } from '../../platform/expectation.ts';
import { placeOfSubject } from './fact.ts';
import {
  type Counted,
  type CountedMetric,
  covers,
  isAbout,
  isLoadMetric,
  isMoney,
  measure,
  movedBy,
} from './measure.ts';

/** Whether a value satisfies a comparison, within its tolerance. */
export function holds({ operator, value: threshold, tolerance }: Comparison, value: number): boolean {
  return isWithin(operator, value - (tolerance?.greatest ?? threshold), value - (tolerance?.least ?? threshold));
}

/**
 * Whether a value satisfies an operator, from its distances.
 *
 * @param beyondUpper above 0 if the value is above the compared value by more than the tolerance
 * @param beyondLower below 0 if the value is below the compared value by more than the tolerance
 */
export function isWithin(operator: Comparison['operator'], beyondUpper: number, beyondLower: number): boolean {
  switch (operator) {
    case '<':
      return beyondUpper < 0;
    case '<=':
      return beyondUpper <= 0;
    case '=':
      return beyondUpper <= 0 && beyondLower >= 0;
    case '!=':
      return beyondUpper > 0 || beyondLower < 0;
    case '>=':
      return beyondLower >= 0;
    case '>':
      return beyondLower > 0;
  }
}

/** The record of one watched expectation. */
export interface Watch {
  readonly expectation: Expectation;
  readonly metric: CountedMetric;
  isTouched: boolean;
  /** Since when there is a value; null: not yet. */
  definedAt: Instant | null;
  least: Extreme | null;
  greatest: Extreme | null;
  /** Where the comparison was first seen not to hold. */
  broken: Extreme | null;
  /** How far the run was watched. */
  seenUntil: Instant;
  /** `share`: while `holds` is true, or the value is not 0 where there is no `holds`. */
  spells: Spells;
  /** While the value is not as it should be: where it breaks `always`, or counts against `share`. */
  breaches: Spells;
  /** The last entry that may have moved the value. */
  moved: WatchedEntry | null;
  /** The entry that led to the first of `breaches`; null where none is known. */
  breachedBy: WatchedEntry | null;
}

/** The number and the instant of a journal entry. */
export type WatchedEntry = Pick<Entry, 'seq' | 'at'>;

/**
 * Checks each value after all entries of an instant have been read: a value that came and went within one instant does
 * not count. Time before the first deployment or volume that a metric covers does not count.
 */
export class ExpectationWatcher {
  readonly watches: readonly Watch[];
  private readonly bySubject: Map<string, readonly Watch[]> = new Map();
  private touched: Watch[] = [];

  constructor(watches: readonly Watch[]) {
    this.watches = watches;
    for (const watch of watches) this.mark(watch);
  }

  /** An entry was heard. @param subject '' for one about neither a deployment nor a volume */
  touch(subject: string, entry: Entry): void {
    if (this.watches.length === 0) return;
    let moved = this.bySubject.get(subject);
    if (moved === undefined) {
      const place = placeOfSubject(subject);
      moved = this.watches.filter(({ metric, expectation }) =>
        place === null ? movedBy(metric) === null : movedBy(metric) === place.kind && covers(expectation, place),
      );
      this.bySubject.set(subject, moved);
    }
    for (const watch of moved) {
      this.mark(watch);
      if (isAbout(watch.metric, entry)) watch.moved = entry;
    }
  }

  /** Looks at what was touched, at the end of an instant. */
  look(counted: Counted, at: Instant): void {
    if (this.touched.length === 0) return;
    for (const watch of this.touched) {
      watch.isTouched = false;
      const value = measure(counted, watch.metric, watch.expectation, at);
      if (value !== null) take(watch, at, value);
    }
    this.touched = [];
  }

  /** @param counted what takes time may take too much of it by now, although nothing tells */
  settle(counted: Counted, until: Instant): void {
    for (const watch of this.watches) {
      const value = isLasting(watch.metric) ? measure(counted, watch.metric, watch.expectation, until) : null;
      if (value !== null) take(watch, until, value);
      watch.spells.settle(until);
      watch.breaches.settle(until);
      watch.seenUntil = until;
    }
  }

  /**
   * What watchers of independent parts have seen: each expectation is about workloads of one part, where it has values.
   *
   * @param watches of the whole, in the order in which all parts have them
   */
  static joined(watches: readonly Watch[], parts: readonly ExpectationWatcher[]): ExpectationWatcher {
    return new ExpectationWatcher(
      watches.map(({ expectation }, index) => {
        const all = parts.flatMap((part) => part.watches[index] ?? []);
        const seen = all.find(({ definedAt }) => definedAt !== null) ?? all[0]!;
        return { ...seen, expectation, isTouched: false };
      }),
    );
  }

  fork(): ExpectationWatcher {
    const copies = this.watches.map(
      (watch): Watch => ({ ...watch, isTouched: false, spells: watch.spells.fork(), breaches: watch.breaches.fork() }),
    );
    return new ExpectationWatcher(copies);
  }

  private mark(watch: Watch): void {
    if (watch.isTouched) return;
    watch.isTouched = true;
    this.touched.push(watch);
  }
}

/**
 * One watch for each expectation that needs one. Money needs none because it only grows, so its end value decides; load
 * needs none because it is known at the end.
 */
export function watchesOf(expect: readonly Expectation[]): Watch[] {
  return expect.flatMap((expectation) => {
    const { metric, test } = expectation;
    if (isMoney(metric) || isLoadMetric(metric) || (test !== 'always' && test !== 'share')) return [];
    const unseen = { isTouched: false, definedAt: null, least: null, greatest: null, broken: null, seenUntil: 0 };
    const unmoved = { moved: null, breachedBy: null };
    return [{ expectation, metric, ...unseen, spells: new Spells(), breaches: new Spells(), ...unmoved }];
  });
}

/**
 * Whether the time in which it is so counts against an expectation: of `share <= 1%` that is the time in which the
 * condition holds.
 */
function isBreach({ expectation }: Pick<Watch, 'expectation'>, value: number): boolean {
  const { test, comparison, holds: condition } = expectation;
  if (test !== 'share') return !holds(comparison, value);
  const isMet = condition === null ? value !== 0 : holds(condition, value);
  return isCeiling(expectation) ? isMet : !isMet;
}

/** Whether a share is an upper limit: then its condition is the unwanted one. */
export function isCeiling({ comparison: { operator } }: Pick<Expectation, 'comparison'>): boolean {
  return operator === '<' || operator === '<=';
}

/** A value that has been found at an instant. */
function take(watch: Watch, at: Instant, value: number): void {
  // What began before the time that is watched counts from its beginning on.
  const since = Math.max(turnedAt(watch, at, value), watch.definedAt ?? at);
  see(watch, since, value);
  const isBroken = isBreach(watch, value);
  watch.breaches.set(since, isBroken);
  const { moved } = watch;
  if (isBroken && moved?.at === since) watch.breachedBy ??= { seq: moved.seq, at: since };
}

/** Whether a metric grows with time while something is under way, even without an entry. */
export function isLasting(metric: MetricName): boolean {
  return metric === 'executions.duration' || metric === 'rollouts.duration';
}

/**
 * Since when a value is on the side of its bound on which it is found at an instant: what lasts has passed it as it
 * went on.
 *
 *   45 minutes at 03:00, at most 30 are asked for -> 1 ms after 02:45
 */
function turnedAt({ expectation, metric }: Watch, at: Instant, value: number): Instant {
  const asked = expectation.test === 'share' ? expectation.holds : expectation.comparison;
  if (asked === null || !isLasting(metric)) return at;
  const { operator, tolerance } = asked;
  const isUpper = operator === '<' || operator === '<=';
  if (!isUpper && operator !== '>' && operator !== '>=') return at;
  const bound = (isUpper ? tolerance?.greatest : tolerance?.least) ?? asked.value;
  // The first whole millisecond that is beyond it.
  const passed = operator === '<=' || operator === '>' ? Math.floor(bound) + 1 : Math.ceil(bound);
  return value >= passed ? at - (value - passed) : at;
}

/** Records a value that holds from an instant on. */
export function see(watch: Watch, at: Instant, value: number): void {
  const { expectation, least, greatest } = watch;
  watch.definedAt ??= at;
  if (least === null || value < least.value) watch.least = { value, at };
  if (greatest === null || value > greatest.value) watch.greatest = { value, at };
  if (expectation.test === 'share') {
    watch.spells.set(at, expectation.holds === null ? value !== 0 : holds(expectation.holds, value));
    return;
  }
  if (holds(expectation.comparison, value)) return;
  if (watch.broken === null || at < watch.broken.at) watch.broken = { value, at };
}
