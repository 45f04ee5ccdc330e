/**
 * Requirements that are looked at again and again: a test that may stop at any run.
 *
 * One who looks after each run with a bound made for one look is fooled sooner or later. This test is not. It is a
 * bet against "the goal holds with probability p0 only": its wealth is a likelihood ratio, and wealth of 20 has at most
 * one chance in 20, however often one looks.
 *
 * **Derivation.** Let p0 be the required probability, and s runs of n hold, f = n - s fail. For one fixed p above p0,
 *
 *   R(p) = p^s (1 - p)^f / (p0^s (1 - p0)^f)
 *
 * has the expectation 1 after each run if the true probability is p0. If the true probability q is below p0, the
 * factor of one run has the expectation q p / p0 + (1 - q) (1 - p) / (1 - p0). It grows with q and is 1 at p0, so it is
 * below 1. R(p) is therefore a nonnegative supermartingale for every q of the hypothesis "not met", and so is any
 * mixture of it over p from p0 to 1. Ville's inequality: it ever reaches 1 / risk with at most the probability `risk`.
 *
 * The mixture is a beta distribution, cut to p0..1. Its integral is closed. With T(a, b) the part of the beta
 * distribution above p0 and P(a, b) = p0^a (1 - p0)^b / B(a, b), it is
 *
 *   M = (T / P)(a + s, b + f) / (T / P)(a, b)
 *
 * The same mixture, cut to 0..p0, tests "met" in the same way, so that a study ends when the answer is no.
 *
 * The mixture is valid whatever its parameters are; they decide how many runs a verdict takes. For p0 = 95 % it is
 * Beta(50, 0.5). For other p0, a = 2.5 / (1 - p0) keeps its shape in units of the failures that are allowed; 50
 * everywhere would take 8 % more runs at 99 %, and 11 % more at 99.9 %.
 */
import { incompleteBetaOverPower } from './incompleteBeta.ts';
import type { Requirement, RequirementVerdict } from './requirement.ts';
import { checkConfidence } from './share.ts';

/** The mixture's parameter of runs that hold, times the share of failures that is allowed: 50 at 95 %. */
const heldWeightShare = 2.5;

/** The mixture's parameter of runs that fail. */
const failedWeight = 0.5;

/**
 * The verdict of a study that may look as often as it wants and stop at any verdict.
 *
 * A wrong `met` ever happens with at most 1 - confidence (at the boundary of 95 %: 4.2 % within 300 runs), and so
 * does a wrong `not met`. The bounds, too, hold at all looks together.
 *
 *   67 of 67 at 95 % with 95 %  -> met
 *   66 of 66                    -> undecided
 *
 * @param held runs in which the goal held, 0 to `runs`
 * @param runs so far, 0 or more
 */
export function repeatedVerdict(held: number, runs: number, requirement: Requirement): RequirementVerdict {
  const { probability, confidence } = requirement;
  checkConfidence(probability);
  checkConfidence(confidence);
  if (!(Number.isInteger(held) && Number.isInteger(runs) && held >= 0 && held <= runs))
    throw new RangeError(`a share is a count of runs: ${held} of ${runs}`);
  const threshold = 1 / (1 - confidence);
  const verdict =
    evidenceMet(held, runs, probability) >= threshold
      ? 'met'
      : evidenceNotMet(held, runs, probability) >= threshold
        ? 'not met'
        : 'undecided';
  const low = held === 0 ? 0 : boundary((p) => evidenceMet(held, runs, p) >= threshold);
  const high = held === runs ? 1 : boundary((p) => evidenceNotMet(held, runs, p) < threshold);
  return { verdict, held, runs, low, high };
}

/**
 * How many runs show that a requirement is met under repeated looks, if the goal fails in so many of them.
 *
 *   95 % with confidence 95 %: 67 runs without a failure
 *
 * @param failures a whole number of 0 or more
 */
export function repeatedRunsNeeded({ probability, confidence }: Requirement, failures = 0): number {
  checkConfidence(probability);
  checkConfidence(confidence);
  if (!(Number.isInteger(failures) && failures >= 0)) throw new RangeError(`failures are counted: ${failures}`);
  const isEnough = (held: number): boolean => evidenceMet(held, held + failures, probability) >= 1 / (1 - confidence);
  let enough = 1;
  while (!isEnough(enough)) enough *= 2;
  let short = Math.floor(enough / 2);
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else short = middle;
  }
  return enough + failures;
}

/** M of the derivation: how much the runs speak for more than this probability. */
function evidenceMet(held: number, runs: number, probability: number): number {
  const rest = 1 - probability;
  const [a, b] = [heldWeightShare / rest, failedWeight];
  const after = incompleteBetaOverPower(b + runs - held, a + held, rest, probability);
  return after / incompleteBetaOverPower(b, a, rest, probability);
}

/** The same for less than this probability. */
function evidenceNotMet(held: number, runs: number, probability: number): number {
  const rest = 1 - probability;
  const [a, b] = [heldWeightShare / rest, failedWeight];
  const after = incompleteBetaOverPower(a + held, b + runs - held, probability, rest);
  return after / incompleteBetaOverPower(a, b, probability, rest);
}

/** Where in 0 to 1 a statement that is true below turns false, by halving; the lower end, so that it is true there. */
function boundary(isBelow: (probability: number) => boolean): number {
  let [low, high] = [0, 1];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return low;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
}
