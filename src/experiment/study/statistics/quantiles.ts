/**
 * Probabilities and quantiles of the beta, Student's t and the binomial distribution.
 */
import { betaPower, incompleteBeta } from './incompleteBeta.ts';

/**
 * The x below which a variate of the beta distribution falls with this probability; relative accuracy about 1e-12.
 *
 *   probability 0.05, a 59, b 1  -> 0.9505 (0.05^(1/59))
 *
 * @param probability 0 to 1, both included
 * @param a above 0
 * @param b above 0
 */
export function betaQuantile(probability: number, a: number, b: number): number {
  return probability > 0.5 ? upperRoot(1 - probability, a, b) : lowerRoot(probability, a, b);
}

/** The x above which a variate of the beta distribution falls with this probability, exact for small ones too. */
export function betaUpperQuantile(probability: number, a: number, b: number): number {
  return probability > 0.5 ? lowerRoot(1 - probability, a, b) : upperRoot(probability, a, b);
}

function lowerRoot(probability: number, a: number, b: number): number {
  checkProbability(probability);
  if (probability === 0) return 0;
  return betaRoot(a, b, (x) => incompleteBeta(a, b, x) - probability);
}

function upperRoot(probability: number, a: number, b: number): number {
  checkProbability(probability);
  if (probability === 0) return 1;
  return betaRoot(a, b, (x) => probability - incompleteBeta(b, a, 1 - x, x));
}

function checkProbability(probability: number): void {
  if (!(probability >= 0 && probability <= 1)) throw new RangeError(`a probability lies in 0 to 1: ${probability}`);
}

/** Halvings and steps together; Newton's method alone takes about ten. */
const stepsMax = 1_200;

/** Newton's method on a distribution function less its value, kept between bounds by halving. */
function betaRoot(a: number, b: number, excess: (x: number) => number): number {
  let [low, high] = [0, 1];
  let x = a / (a + b);
  for (let step = 0; step < stepsMax; step++) {
    const error = excess(x);
    if (error === 0) return x;
    if (error < 0) low = x;
    else high = x;
    const slope = betaPower(a, b, x, 1 - x) / (x * (1 - x));
    const newton = x - error / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - x) <= 2e-15 * x || next === low || next === high) return next;
    x = next;
  }
  return x;
}

/**
 * The probability that Student's t is at most this value.
 *
 *   value 2.2621571628, 9 degrees  -> 0.975
 *
 * @param degrees degrees of freedom, above 0
 */
export function studentProbability(value: number, degrees: number): number {
  const square = value * value;
  const tail =
    square === Infinity
      ? 0
      : incompleteBeta(degrees / 2, 0.5, degrees / (degrees + square), square / (degrees + square)) / 2;
  return value > 0 ? 1 - tail : tail;
}

/**
 * The value below which Student's t falls with this probability; relative accuracy about 1e-12.
 *
 *   probability 0.975, 9 degrees  -> 2.2621571628
 *
 * @param probability 0 (-Infinity) to 1 (Infinity)
 * @param degrees degrees of freedom, above 0
 */
export function studentQuantile(probability: number, degrees: number): number {
  if (probability >= 0.5) return studentUpperQuantile(1 - probability, degrees);
  return -studentUpperQuantile(probability, degrees);
}

/**
 * The value that Student's t exceeds with this probability.
 *
 * @param probability 0 (Infinity) to 0.5 (0), both included
 */
function studentUpperQuantile(probability: number, degrees: number): number {
  if (!(degrees > 0)) throw new RangeError(`degrees of freedom are above 0: ${degrees}`);
  if (probability === 0) return Infinity;
  // Of the two shares t^2 / (degrees + t^2) and its rest, the one below a half is known more exactly.
  const share = betaUpperQuantile(2 * probability, 0.5, degrees / 2);
  if (share <= 0.5) return Math.sqrt((degrees * share) / (1 - share));
  const rest = betaQuantile(2 * probability, degrees / 2, 0.5);
  return Math.sqrt((degrees * (1 - rest)) / rest);
}

/**
 * The probability of at most this count of successes.
 *
 *   0 of 59 with probability 0.05 each  -> 0.0485
 *
 * @param count a whole number; below 0 gives 0, `runs` and more give 1
 * @param runs a whole number of 0 or more
 * @param probability that one run is a success
 */
export function binomialAtMost(count: number, runs: number, probability: number): number {
  if (count < 0) return 0;
  if (count >= runs) return 1;
  return incompleteBeta(runs - count, count + 1, 1 - probability, probability);
}
