/**
 * Requirements: a goal must hold with at least this probability, and one wants to know it with this confidence.
 *
 * This chapter is for one look at a number of runs that was fixed before; `repeatedLooks.ts` is for studies that look
 * again and again.
 */
import { binomialAtMost } from './quantiles.ts';
import { checkConfidence, shareAtLeast, shareAtMost } from './share.ts';

/** What is required of a goal. */
export interface Requirement {
  /** That the goal holds in a run; above 0, below 1. */
  readonly probability: number;
  /** That a verdict `met` or `not met` is true; above 0, below 1. */
  readonly confidence: number;
}

/** What runs say about a requirement. */
export interface RequirementVerdict {
  readonly verdict: 'met' | 'not met' | 'undecided';
  /** Runs in which the goal held. */
  readonly held: number;
  readonly runs: number;
  /** With the confidence, the goal holds with at least this probability: 0 to 1. */
  readonly low: number;
  /** With the confidence, the goal holds with at most this probability: 0 to 1. The two bounds are one-sided each. */
  readonly high: number;
}

/** Far beyond what anyone runs. */
const runsMost = 1e9;

/**
 * How many runs show that a requirement is met, if the goal fails in at most so many of them: the least number whose
 * one-sided bound of Clopper and Pearson reaches the probability.
 *
 *   95 % with confidence 95 %: 59 runs without a failure, 93 with one, 124 with two, 153 with three
 *   the cheapest of 9 plans (confidence `sharedConfidence(0.95, 9)`): 102 runs without a failure
 *
 * @param failures a whole number of 0 or more
 * @returns throws a RangeError beyond 1e9 runs
 */
export function runsNeeded({ probability, confidence }: Requirement, failures = 0): number {
  checkConfidence(probability);
  checkConfidence(confidence);
  if (!(Number.isInteger(failures) && failures >= 0)) throw new RangeError(`failures are counted: ${failures}`);
  const isEnough = (runs: number): boolean =>
    binomialAtMost(failures, runs, 1 - probability) <= (1 - confidence) * loose;
  let enough = failures + 1;
  while (!isEnough(enough)) {
    enough *= 2;
    if (enough > runsMost) throw new RangeError(`more than ${runsMost} runs for a probability of ${probability}`);
  }
  let short = Math.max(failures, Math.floor(enough / 2));
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else short = middle;
  }
  return enough;
}

/** What is reached but for the rounding of 1 - confidence is reached: 50 % with 50 % takes one run. */
const loose = 1 + 1e-12;

/** One line of what is told before the start. */
export interface PlannedLook {
  /** The failures that are allowed. */
  readonly failures: number;
  readonly runs: number;
}

/**
 * How many runs a requirement takes for 0, 1, 2, ... failures, to say before the start. Choose one line of it before
 * the runs: to go on to the next line after a failure is a repeated look, with another test.
 *
 *   95 % with confidence 95 %, up to 3 failures  -> 59, 93, 124, 153 runs
 */
export function plannedLooks(requirement: Requirement, failuresMost: number): PlannedLook[] {
  return Array.from({ length: failuresMost + 1 }, (_, failures) => ({
    failures,
    runs: runsNeeded(requirement, failures),
  }));
}

/**
 * The verdict of one planned look, by the one-sided bounds of Clopper and Pearson.
 *
 * A wrong `met` and a wrong `not met` each happen with at most 1 - confidence, whatever the true probability.
 *
 *   59 of 59 at 95 % with 95 %  -> met (at least 95.05 %)
 *   58 of 58                    -> undecided (at least 94.97 %)
 *   5 of 10                     -> not met (at most 77.8 %)
 *
 * @param held runs in which the goal held, 0 to `runs`
 * @param runs the number that was planned, 1 or more
 */
export function requirementVerdict(held: number, runs: number, requirement: Requirement): RequirementVerdict {
  const { probability, confidence } = requirement;
  checkConfidence(probability);
  const low = shareAtLeast(held, runs, confidence);
  const high = shareAtMost(held, runs, confidence);
  const verdict = low >= probability / loose ? 'met' : high < probability / loose ? 'not met' : 'undecided';
  return { verdict, held, runs, low, high };
}

/**
 * How many plans, in the order that was stated before the runs, surely meet a requirement: those before the first one
 * that does not. Each keeps the full confidence, because one stops at the first (a fixed sequence of tests).
 *
 *   the dearest first: met, met, undecided, met  -> 2: the second is the cheapest that surely meets it
 */
export function metInOrder(verdicts: readonly Pick<RequirementVerdict, 'verdict'>[]): number {
  const first = verdicts.findIndex(({ verdict }) => verdict !== 'met');
  return first < 0 ? verdicts.length : first;
}
