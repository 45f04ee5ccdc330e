/**
 * Which of several changes that help is proposed, and which dearer one is the next step.
 *
 * The last few failures may cost more than all the others. So a proposal is the cheapest change that is good enough,
 * and what the rest costs is said beside it.
 */
import { minus } from '../../platform/metering/decimal.ts';
import { amount } from '../../report/bill/costs.ts';
import { numberOf } from './figures.ts';
import { type Accepted, isClear, isOfRequests } from './judge.ts';
import type { Alternative, Figures, Question } from './question.ts';

/** An alternative that was accepted. */
export interface Passed {
  readonly alternative: Alternative;
  readonly verdict: Accepted;
  /** What the run with it shows beside; '' for nothing. */
  readonly told: string;
  /** Requests to the target of the question that still come to nothing (`requestsLeft`). */
  readonly left: number;
}

/** A next step leaves at most this share of what the proposal leaves. */
const nextLeftMost = 0.5;

/**
 * How many requests to a workload come to nothing, in as many cases as the scenario has without changes.
 *
 *   3 of 100 fail where 200 come without the change -> 6
 *
 * @param target `shop/workload/api`
 */
export function requestsLeft(base: Figures, after: Figures, target: string): number {
  return [...after.problems].reduce((sum, [problem, count]) => {
    if (!isOfRequests(problem) || !problem.startsWith(`${target}: `)) return sum;
    const [before, now] = [base.cases.get(problem) ?? 0, after.cases.get(problem) ?? 0];
    return sum + (before === 0 || now === 0 ? count : (count * before) / now);
  }, 0);
}

/**
 * The change to propose: the cheapest that is good enough.
 *
 * Against requests that come to nothing (`levers`), the scenario's own expectations say what is good enough. If all of
 * them hold, only what costs no clear amount is (`isNeeded`). If changes mend broken ones, those that mend most are.
 * Without any, those that solve most problems are: at most a tenth of the requests is left (`judge`). Of these the
 * cheapest is proposed. Costs that differ by no clear amount are equal: then the one that leaves fewest requests.
 *
 *   0.60 leaves 6 %, 0.62 leaves 1 %, 69.00 leaves 0 %, of a bill of 700.00 -> the second
 *
 * @param base the scenario as it is
 * @returns null: there is none
 */
export function cheapestEnough(base: Figures, passed: readonly Passed[], take: Question['take']): Passed | null {
  const all = passed.filter(({ verdict }) => verdict.isNeeded);
  const mended = take === 'levers' ? Math.max(0, ...all.map(mendedBy)) : 0;
  const solved = (one: Passed): number => (mended > 0 ? mendedBy(one) : one.verdict.gone.length);
  const most = Math.max(0, ...all.map(solved));
  const enough = all.filter((one) => solved(one) === most);
  const [first] = enough;
  if (first === undefined) return null;
  const cheapest = enough.reduce((best, one) => (costOf(one) < costOf(best) ? one : best), first);
  return enough
    .filter((one) => one === cheapest || !isDearer(one, cheapest, base))
    .reduce((best, one) => (isPreferred(one, best) ? one : best), cheapest);
}

/**
 * The next step after a proposal: the cheapest change that costs clearly more, mends as many expectations, and leaves
 * at most half of the requests that the proposal leaves; null: none does.
 */
export function nextStep(base: Figures, proposal: Passed, others: readonly Passed[]): Passed | null {
  const steps = others.filter(
    (one) =>
      isDearer(one, proposal, base) &&
      mendedBy(one) >= mendedBy(proposal) &&
      proposal.left - one.left >= 1 &&
      one.left <= nextLeftMost * proposal.left,
  );
  return steps.reduce<Passed | null>((best, one) => (best === null || costOf(one) < costOf(best) ? one : best), null);
}

/** What a change is worth beside others: a problem that is solved or helped more than any saving. */
export function gainOf({ gone, effect }: Accepted): number {
  const cost = numberOf(amount(effect.cost));
  return gone.length > 0 || cost >= 0 ? Number.POSITIVE_INFINITY : -cost;
}

function isPreferred(one: Passed, other: Passed): boolean {
  return one.left === other.left ? costOf(one) < costOf(other) : one.left < other.left;
}

/** Whether a change costs clearly more than another. */
function isDearer(one: Passed, other: Passed, base: Figures): boolean {
  return isClear(minus(amount(one.verdict.effect.cost), amount(other.verdict.effect.cost)), base);
}

/** How many goals of the scenario a change mends: expectations, and objectives. */
function mendedBy({ verdict: { gone } }: Passed): number {
  return gone.filter((problem) => /^expectation broken: |: time in breach/.test(problem)).length;
}

function costOf({ verdict: { effect } }: Passed): number {
  return numberOf(amount(effect.cost));
}
