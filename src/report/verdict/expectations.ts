/**
 * Whether a run came out as its scenario expects.
 */

import type { Duration, Instant } from '../../engine/time.ts';
import { type Comparison, type Expectation, metrics } from '../../platform/expectation.ts';
import {
  compare,
  type Decimal,
  formatDecimal,
  minus,
  parseDecimal,
  plus,
  zero,
} from '../../platform/metering/decimal.ts';
import { type CostFilter, rowsOf } from '../bill/costs.ts';
import { isUsageAlone, passedAt } from '../bill/spending.ts';
import { covers, freePercentage, isLoadMetric, isMoney, type MoneyMetric } from '../fold/measure.ts';
import { mayYetHold } from '../fold/undecided.ts';
import { isUseMetric, UseCourse } from '../fold/useCourse.ts';
import { type VolumeNow, volumesNow } from '../fold/volumeNow.ts';
import { holds, isCeiling, isWithin, see, type Watch } from '../fold/watcher.ts';
import { durationText, instantText, moneyTextBeside, preciseInstantText } from '../words/format.ts';
import { decimalText } from '../words/numbers.ts';
import { aboutText, alwaysText, amountText, brokenText, shareText, sinceText, valueText } from './expectationText.ts';
import { firstBroken, measureLoad, whyUnmeasured } from './loadMeasure.ts';
import { endValue, moneyOf, rowsAbout } from './metricValue.ts';
import type { MeasuredOutcome } from './outcome.ts';

/** One expectation and how it came out. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly pass: boolean;
  /**
   * False where the run was interrupted and the rest of its time might have set it right; then it does not hold, but is
   * not broken either.
   */
  readonly isDecided: boolean;
  /** In the metric's unit; a share is 0 to 1, a duration in ms. null: it matches nothing in this run. */
  readonly measured: string | null;
  /**
   * The first instant at which `always` did not hold, or the time began that counts against a `share`; of how a count
   * ended, since when it was so. null: not known, it was never as expected, or it held.
   */
  readonly firstBrokenAt: Instant | null;
  /** The number of the journal entry with which that began; null where none is known. */
  readonly brokenBy: number | null;
  /** When a value that must `always` hold was the farthest on the side of its bound; null: of other expectations. */
  readonly worstAt: Instant | null;
  /** One sentence: what was expected, what was measured. */
  readonly message: string;
}

/**
 * Every expectation, in the order of the file; the chronicle must be settled.
 *
 * `always` holds at an instant if it does once all that happens then has happened. Counts change with journal entries
 * only. The use of volumes grows between them: it is looked at when the journal names it (created, expanded, replaced,
 * expansions asked for), at the end, and at every reading (`UseCourse`). An expectation of something that never was
 * there holds for `always` and `share`, and measures 0 otherwise; but one of requests that cannot be measured fails.
 */
export function judgeExpectations(outcome: MeasuredOutcome): ExpectationResult[] {
  const volumes = volumesNow(outcome.world, outcome.now);
  const { expect, end } = outcome.chronicle.input;
  return expect.map((expectation) => {
    const watch = outcome.chronicle.watcher.watches.find((one) => one.expectation === expectation) ?? null;
    const judged = judge(outcome, volumes, expectation, watch);
    const one = outcome.chronicle.isNumbered ? judged : { ...judged, brokenBy: null };
    const horizon = { now: outcome.now, end };
    if (one.pass || outcome.now >= end || !mayYetHold(expectation, one.measured, watch, horizon)) return one;
    return {
      ...one,
      isDecided: false,
      firstBrokenAt: null,
      brokenBy: null,
      message: `${one.message}: undecided because the run was interrupted`,
    };
  });
}

function judge(
  outcome: MeasuredOutcome,
  volumes: readonly VolumeNow[],
  expectation: Expectation,
  watch: Watch | null,
): ExpectationResult {
  const { metric } = expectation;
  const why = whyUnmeasured(outcome, expectation);
  if (why !== null) return result(expectation, false, null, null, `not measured: ${why}`);
  if (isLoadMetric(metric)) {
    const value = measureLoad(outcome.load, metric, expectation) ?? 0;
    return judgeCount(expectation, value, firstBroken(outcome.load, metric, expectation));
  }
  if (isMoney(metric)) return judgeMoney(outcome, metric, expectation);
  if (watch !== null)
    return expectation.test === 'share' ? judgeShare(outcome, volumes, watch) : judgeAlways(outcome, volumes, watch);
  const value = endValue(outcome, volumes, metric, expectation) ?? 0;
  const broken = outcome.chronicle.endWatch.broken(expectation);
  // Broken from the start on: it was never as expected, so no instant broke it.
  const wasNever = broken !== null && broken.since <= outcome.chronicle.input.start;
  const judged = judgeCount(expectation, value, wasNever ? null : (broken?.since ?? null));
  return judged.firstBrokenAt === null ? judged : { ...judged, brokenBy: broken?.entry ?? null };
}

function judgeMoney(outcome: MeasuredOutcome, metric: MoneyMetric, expectation: Expectation): ExpectationResult {
  const { bill } = outcome;
  const { operator, decimal, unit, tolerance } = expectation.comparison;
  const filter = rowsAbout(metric, expectation);
  const measured = moneyOf(bill, filter);
  const isSame = unit === bill.currency;
  const asked = parseDecimal(decimal) ?? zero;
  const give = parseDecimal(tolerance?.decimal ?? '0') ?? zero;
  const most = plus(asked, give);
  const pass = isSame && isWithin(operator, compare(measured, most), compare(measured, minus(asked, give)));
  const trouble = isSame ? '' : `: the price book is in ${bill.currency}`;
  const shown = valueText(expectation, `${moneyTextBeside(measured, asked)} ${bill.currency}`, pass);
  const isTooMuch = !pass && isSame && (operator === '<' || operator === '<=' || operator === '=');
  const at = isTooMuch ? spentBy(outcome, filter, most, operator !== '<') : null;
  const since = at === null ? '' : `, exceeded in the hour from ${instantText(at)}`;
  return result(expectation, pass, formatDecimal(measured), at, `${shown}${since}${trouble}`);
}

/** Start of the hour in which an amount was passed; null where it never was by usage alone. */
function spentBy(
  { bill, hourly }: MeasuredOutcome,
  filter: CostFilter | null,
  most: Decimal,
  isIncluded: boolean,
): Instant | null {
  if (filter === null && !isUsageAlone(bill)) return null;
  const rows = filter === null ? hourly().usage : rowsOf(hourly(), filter);
  return passedAt(rows, most, isIncluded);
}

/** @param brokenSince where the count is not as expected: since when, as far as entries tell */
function judgeCount(expectation: Expectation, value: number, brokenSince: Instant | null = null): ExpectationResult {
  const pass = holds(expectation.comparison, value);
  const measured = measuredText(expectation, value);
  const shown = valueText(expectation, amountText(expectation.metric, value, pass ? 3 : 6), pass);
  if (pass || !tellsSince(expectation, value)) return result(expectation, pass, measured, null, shown);
  const since = brokenSince === null ? '' : `, ${sinceText(expectation, brokenSince)}`;
  return result(expectation, false, measured, brokenSince, `${shown}${since}`);
}

/** Whether it says something since when: a count that has not grown far enough was too small from the start. */
function tellsSince({ metric, comparison }: Expectation, value: number): boolean {
  return metrics[metric].is !== 'over' || value > comparison.value;
}

function judgeShare(outcome: MeasuredOutcome, volumes: readonly VolumeNow[], watch: Watch): ExpectationResult {
  const { expectation, definedAt, seenUntil } = watch;
  const total = definedAt === null ? 0 : seenUntil - definedAt;
  if (total <= 0) return result(expectation, true, null, null, 'matches nothing in this run');
  const { met, firstAt } = sharesOf(outcome, volumes, watch, total);
  const share = met / total;
  const pass = holds(expectation.comparison, share);
  const at = pass ? null : firstAt;
  const since = at === null ? '' : `, first ${isCeiling(expectation) ? 'true' : 'false'} at ${preciseInstantText(at)}`;
  const judged = result(expectation, pass, decimalText(share), at, `${shareText(expectation, share)}${since}`);
  return { ...judged, brokenBy: breachedAt(watch, at) };
}

/** Time in which the condition was met, and when it first was as it is not wanted. */
function sharesOf(
  outcome: MeasuredOutcome,
  volumes: readonly VolumeNow[],
  watch: Watch,
  total: Duration,
): { readonly met: Duration; readonly firstAt: Instant | null } {
  const course = useCourseOf(outcome, volumes, watch);
  if (course?.isWhole !== true) return { met: watch.spells.total, firstAt: watch.breaches.firstAt };
  const { total: breach, firstAt } = course.breaches();
  return { met: isCeiling(watch.expectation) ? breach : total - breach, firstAt };
}

/** Of what volumes use, since there is any; null for all else. */
function useCourseOf({ now }: MeasuredOutcome, volumes: readonly VolumeNow[], watch: Watch): UseCourse | null {
  const { metric, expectation, definedAt } = watch;
  if (!isUseMetric(metric) || definedAt === null) return null;
  return new UseCourse(metric, expectation, volumes, definedAt, now);
}

function judgeAlways(outcome: MeasuredOutcome, volumes: readonly VolumeNow[], given: Watch): ExpectationResult {
  const { expectation } = given;
  const watch = { ...given };
  const end = endValue(outcome, volumes, watch.metric, expectation);
  if (watch.metric === 'volumes.freePercentage') {
    for (const { entity, place } of volumes) {
      const { lowest } = entity;
      if (lowest !== null && covers(expectation, place)) {
        see(watch, lowest.at, freePercentage(lowest.usedBytes, lowest.capacityBytes));
      }
    }
  }
  seeCourse(watch, useCourseOf(outcome, volumes, watch));
  if (end !== null) see(watch, outcome.now, end);
  const { broken, least, greatest } = watch;
  if (least === null || greatest === null) {
    return result(expectation, true, null, null, 'matches nothing in this run');
  }
  const { operator } = expectation.comparison;
  const worst =
    operator === '>' || operator === '>='
      ? least
      : operator === '<' || operator === '<='
        ? greatest
        : (broken ?? least);
  const measured = measuredText(expectation, worst.value);
  const worstAt = worst.at;
  if (broken === null)
    return { ...result(expectation, true, measured, null, alwaysText(expectation, worst.value)), worstAt };
  const judged = result(expectation, false, measured, broken.at, brokenText(expectation, broken, worst));
  return { ...judged, worstAt, brokenBy: breachedAt(watch, broken.at) };
}

/** The entry that led to a breach, if it began just then: what volumes use changes between entries, too. */
function breachedAt({ breachedBy }: Watch, at: Instant | null): number | null {
  return breachedBy !== null && breachedBy.at === at ? breachedBy.seq : null;
}

/** Where readings of volumes first broke it, and how far they went. */
function seeCourse(watch: Watch, course: UseCourse | null): void {
  if (course === null) return;
  const worst = course.worst();
  const { firstAt } = course.breaches();
  const first = firstAt === null ? null : course.valueAt(firstAt);
  if (worst !== null) see(watch, worst.at, worst.value);
  if (firstAt !== null && first !== null) see(watch, firstAt, first);
}

function result(
  expectation: Expectation,
  pass: boolean,
  measured: string | null,
  firstBrokenAt: Instant | null,
  found: string,
): ExpectationResult {
  return {
    expectation,
    pass,
    isDecided: true,
    measured,
    firstBrokenAt,
    brokenBy: null,
    worstAt: null,
    message: `${aboutText(expectation)}: ${found}`,
  };
}

function measuredText({ metric }: Expectation, value: number): string {
  const { unit } = metrics[metric];
  const isPlain = (unit === 'count' || unit === 'duration') && Number.isInteger(value);
  return isPlain ? String(value) : decimalText(value);
}

/** What a comparison asks for, as text: `>= 2`, `<= 250 USD`, `= 12 USD ± 0.6 USD`. */
export function thresholdText({ operator, decimal, unit, tolerance }: Comparison): string {
  const text = (amount: string): string =>
    unit === 'ms' ? durationText(Number(amount)) : `${amount}${unit === '' ? '' : ` ${unit}`}`;
  return `${operator} ${text(decimal)}${tolerance === undefined ? '' : ` ± ${text(tolerance.decimal)}`}`;
}
