/**
 * Whether a changed scenario came out better than the one it was made of.
 */

import type { MetricName } from '../../platform/expectation.ts';
import { compare, type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import { covers } from '../../report/fold/measure.ts';
import { effectText, problemText } from '../../report/verdict/effectText.ts';
import type { Effect, ProblemChange, RejectedAlternative } from '../../report/verdict/recommendation.ts';
import { durationText } from '../../report/words/format.ts';
import { decimalText } from '../../report/words/numbers.ts';
import { perMonth } from '../../report/words/perMonth.ts';
import { difference, numberOf, unitOf } from './figures.ts';
import type { Figures } from './question.ts';

export interface Accepted {
  readonly isAccepted: true;
  /** Problems that are solved; empty if only money is saved, or if requests are only helped. */
  readonly gone: readonly string[];
  /**
   * False: it costs clearly more, and solves nothing but requests that come to nothing, of which the expectations of
   * the scenario allow as many.
   */
  readonly isNeeded: boolean;
  readonly effect: Effect;
}

export interface Rejected {
  readonly isAccepted: false;
  readonly stoppedBy: RejectedAlternative['stoppedBy'];
  readonly why: string;
  readonly effect: Effect;
}

/**
 * A saving is clear from a thousandth of the bill on, and from a cent a month. Both runs draw the same numbers, so that
 * any difference is one of the change; but somebody has to read it, agree to it and roll it out, and what no invoice
 * shows is not worth that.
 */
const clearShare = 0.001;
const clearPerMonth = 0.01;

/** A problem is solved if at most this share of it is left. */
const leftMost = 0.02;
/**
 * Of requests that come to nothing a tenth may be left: what a load does while new replicas start, no setting takes
 * away to the last request, and the last ones may cost more than all the others.
 */
const requestsLeftMost = 0.1;
/** What costs no clear amount need not solve a problem of requests: it helps if at most half of them are left. */
const helpedMost = 0.5;

/**
 * Answers that take so much longer than before are another service, whatever they cost; where an expectation speaks of
 * latency, that decides.
 */
const slowerMost = 1.5;
/**
 * Nobody feels less, in ms. Fewer replicas always make the slowest requests a little slower: a p99 that goes from 20 ms
 * to 50 ms is no reason to pay for replicas that idle.
 */
const slowerLeast = 50;

/** Problems that are counted in parts of requests: less than a whole one is none. */
const wholeLeast = 1;
/**
 * Of use beyond a reserve, in hours of a core or of a GiB, so small a part is no difference: replicas start a moment
 * sooner or later.
 */
const sameShare = 0.001;

/**
 * Accepted: no expectation that held breaks, no problem grows, no finding calls something too low that none did before,
 * answers do not get much slower; and it is clearly cheaper, or a problem is solved, or at no clear cost half of the
 * requests that came to nothing are served.
 *
 *   no expectation, 1.00 -> 0.99 a run of a bill of 1.00       -> accepted
 *   the same, 10 requests fail that did not                    -> rejected, by a problem
 *   1.00 -> 1.20, a full volume is full no more                -> accepted
 *   1.00 -> 1.20, 10 of 100 requests fail that failed          -> accepted; 11 of 100 -> rejected
 *   1.00 -> 1.00, 50 of 100 requests fail that failed          -> accepted
 */
export function judge(base: Figures, after: Figures): Accepted | Rejected {
  const effect = effectOf(base, after);
  const reject = (stoppedBy: Rejected['stoppedBy'], why: string): Rejected => ({
    isAccepted: false,
    stoppedBy,
    why,
    effect,
  });
  // One that holds only because what it covers is gone does not hold.
  const broken = after.expectations.find(({ pass, isMeasured }, index) => {
    const before = base.expectations[index];
    return before?.pass === true && (!pass || (before.isMeasured && !isMeasured));
  });
  if (broken !== undefined) return reject('expectation', `an expectation would fail: ${broken.message}`);
  const worse = effect.problems.find(isWorse);
  if (worse !== undefined) return reject('problem', `a problem gets worse: ${problemText(worse)}`);
  const short = [...after.shortages].find(([what]) => !base.shortages.has(what));
  if (short !== undefined) return reject('problem', tooLowText(short[0], short[1]));
  const slower = slowerOf(base, after);
  if (slower !== null) return reject('slower', slower);
  const countable = effect.problems.filter(({ unit, before }) => Number(before) >= leastOf(unit));
  const isLeft = (change: ProblemChange, most: number): boolean => Number(change.after) <= most * expectedOf(change);
  const gone = countable
    .filter((change) => isLeft(change, isOfRequests(change.problem) ? requestsLeftMost : leftMost))
    .map(({ problem }) => problem);
  const crowd = effect.problems.find(({ problem }) => problem === 'executions that start in one minute');
  if (crowd !== undefined && 2 * Number(crowd.after) <= Number(crowd.before)) gone.push(crowd.problem);
  const isDearer = isClear(difference(after.cost, base.cost), base);
  const helps = !isDearer && countable.some((change) => isOfRequests(change.problem) && isLeft(change, helpedMost));
  if (gone.length > 0 || helps || isClear(difference(base.cost, after.cost), base)) {
    const isNeeded = !isDearer || gone.some((problem) => !isWithinGoal(base, problem));
    return { isAccepted: true, gone, isNeeded, effect };
  }
  const isSame = compare(after.cost, base.cost) === 0 && effect.problems.length === 0;
  const why = isSame ? 'no effect on cost or problems' : `saves little and solves no problem: ${effectText(effect)}`;
  return reject('gain', why);
}

/** @param finding text of the finding that reports the shortage */
export function tooLowText(what: string, finding: string): string {
  return `a finding reports that ${what} is too low: ${finding}`;
}

/** Why a change that is not needed is not proposed. */
export function notNeeded(effect: Effect): string {
  return `the expectations of the scenario hold without it: ${effectText(effect)}`;
}

/** What a change made of cost and problems. */
export function effectOf(base: Figures, after: Figures): Effect {
  const cost = difference(after.cost, base.cost);
  const names = [...new Set([...base.problems.keys(), ...after.problems.keys()])].sort();
  return {
    cost: formatDecimal(cost),
    costPerMonth: formatDecimal(perMonth(cost, base.length)),
    problems: names.flatMap((problem): ProblemChange[] => {
      const [before, now] = [base.problems.get(problem) ?? 0, after.problems.get(problem) ?? 0];
      const unit = unitOf(problem);
      const cases = casesOf(problem, base, after);
      const isSame =
        (before === now && (cases === null || now === 0)) ||
        (isHours(unit) && Math.abs(now - before) <= sameShare * Math.max(now, before));
      const change = { problem, unit, before: decimalText(before), after: decimalText(now) };
      return isSame ? [] : [cases === null ? change : { ...change, cases }];
    }),
  };
}

/** null where they are as many in both runs, or none in one of them: then counts themselves are compared. */
function casesOf(problem: string, base: Figures, after: Figures): NonNullable<ProblemChange['cases']> | null {
  const [before, now] = [base.cases.get(problem) ?? 0, after.cases.get(problem) ?? 0];
  return before === now || before === 0 || now === 0 ? null : { before: decimalText(before), after: decimalText(now) };
}

/** How often a problem would come up in the second run at the rate of the first. */
function expectedOf({ before, cases }: ProblemChange): number {
  return cases === undefined ? Number(before) : (Number(before) * Number(cases.after)) / Number(cases.before);
}

/**
 * Where the runs differ in number, other numbers are drawn, and chance alone makes one of them worse: two standard
 * deviations of the difference of two shares are nothing.
 *
 *   5 of 100 failed, 12 of 200 fail -> no worse 5 of 100, 40 of 200 -> worse 5 of 100, 6 of 100, the same draws ->
 *   worse
 */
function isWorse(change: ProblemChange): boolean {
  const { unit, before, after, cases } = change;
  const more = Number(after) - expectedOf(change);
  if (cases === undefined) return more >= leastOf(unit);
  const [few, many] = [Number(cases.before), Number(cases.after)];
  const share = Math.min(1, (Number(before) + Number(after)) / (few + many));
  const deviation = Math.sqrt(share * (1 - share) * many * (1 + many / few));
  return more >= Math.max(leastOf(unit), 2 * deviation);
}

function isHours(unit: ProblemChange['unit']): boolean {
  return unit === 'Core-Hours' || unit === 'GiB-Hours';
}

/** Hours are counted only where they are more than moments: any of them is a problem. */
function leastOf(unit: ProblemChange['unit']): number {
  return isHours(unit) ? Number.MIN_VALUE : wholeLeast;
}

/**
 * Whether an amount is clear, as a saving or as an additional cost.
 *
 * @param base of the scenario as it is
 */
export function isClear(saved: Decimal, base: Pick<Figures, 'cost' | 'length'>): boolean {
  if (numberOf(saved) < clearShare * numberOf(base.cost)) return false;
  return numberOf(perMonth(saved, base.length)) >= clearPerMonth;
}

/** Whether a problem counts requests that come to nothing. */
export function isOfRequests(problem: string): boolean {
  return /: (failed requests|lost requests|requests that find no location)$/.test(problem);
}

/**
 * Whether the scenario itself says how many requests of a workload may come to nothing, and all that it says of them
 * holds.
 */
function isWithinGoal({ expectations }: Figures, problem: string): boolean {
  if (!isOfRequests(problem)) return false;
  const [target = ''] = problem.split(': ');
  const [gvc = '', , name = ''] = target.split('/');
  const goals = expectations.filter(
    ({ expectation: { metric, of } }) =>
      requestMetrics.has(metric) && covers({ of, at: null }, { gvc, kind: 'workload', name, location: '' }),
  );
  return goals.length > 0 && goals.every(({ pass, isMeasured }) => pass && isMeasured);
}

/** Metrics whose expectations say how many requests may come to nothing. */
const requestMetrics: ReadonlySet<MetricName> = new Set([
  'load.failed',
  'load.goodPercentage',
  'load.lost',
  'load.unrouted',
  'calls.failed',
]);

function slowerOf(base: Figures, after: Figures): string | null {
  for (const [workload, now] of after.latencies) {
    const before = base.latencies.get(workload);
    if (before === undefined || now <= slowerMost * before || now - before < slowerLeast) continue;
    const [gvc = '', , name = ''] = workload.split('/');
    const isAllowed = base.expectations.some(
      ({ expectation, pass }) =>
        pass &&
        /latency/.test(expectation.metric) &&
        covers({ of: expectation.of, at: null }, { gvc, kind: 'workload', name, location: '' }),
    );
    if (isAllowed) continue;
    const [was, is] = [before, now].map((one) => durationText(one));
    return `the p99 latency of ${workload} rises from ${was} to ${is}; no latency expectation allows that`;
  }
  return null;
}
