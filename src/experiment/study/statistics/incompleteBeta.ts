/**
 * The regularised incomplete beta function. The probabilities of Student's t, the beta and the binomial distribution
 * all follow from it.
 *
 * Only `+ - * /`, square roots and the engine's logarithm and exponential are used, so every machine computes the same
 * bits, in a browser too.
 */
import { exp, ln } from '../../../engine/math.ts';

/**
 * I_x(a, b): the probability that a variate of the beta distribution is at most x.
 *
 * Relative accuracy is about 1e-13 for a and b from 0.5 to 100,000, in the lower tail too. For the upper tail, swap the
 * parameters: I_rest(b, a) = 1 - I_x(a, b), without cancellation.
 *
 *   a 2, b 3, x 0.5  -> 0.6875
 *
 * @param a above 0
 * @param b above 0
 * @param x 0 to 1, both included
 * @param rest 1 - x; pass it if it is known more exactly than the subtraction gives it
 */
export function incompleteBeta(a: number, b: number, x: number, rest: number = 1 - x): number {
  if (!(a > 0 && b > 0 && x >= 0 && rest >= 0)) throw new RangeError(`no incomplete beta of ${a}, ${b} at ${x}`);
  if (x === 0) return 0;
  if (rest === 0) return 1;
  const power = betaPower(a, b, x, rest);
  if (isBelowMean(a, b, x)) return (power * continuedFraction(a, b, x)) / a;
  return 1 - (power * continuedFraction(b, a, rest)) / b;
}

/**
 * I_x(a, b) divided by x^a rest^b / B(a, b). It stays finite where both are too small for a number, so ratios of
 * likelihoods can be made from it; Infinity if the divisor alone is too small.
 *
 * @param a above 0
 * @param b above 0
 * @param x above 0, below 1
 */
export function incompleteBetaOverPower(a: number, b: number, x: number, rest: number = 1 - x): number {
  if (isBelowMean(a, b, x)) return continuedFraction(a, b, x) / a;
  return 1 / betaPower(a, b, x, rest) - continuedFraction(b, a, rest) / b;
}

/** Which of the two continued fractions converges fast. */
function isBelowMean(a: number, b: number, x: number): boolean {
  return x < (a + 1) / (a + b + 2);
}

/**
 * x^a rest^b / B(a, b), which is x rest times the density of the beta distribution.
 *
 * Powers and gamma functions are never computed by themselves: their logarithms would be large and nearly cancel.
 * Loader's decomposition (Fast and Accurate Computation of Binomial Probabilities, 2000) sums only what remains.
 *
 * @param x 0 to 1
 * @param rest 1 - x
 */
export function betaPower(a: number, b: number, x: number, rest: number): number {
  const sum = a + b;
  const stirling = stirlingError(sum) - stirlingError(a) - stirlingError(b);
  const exponent = stirling - deviance(a, sum * x) - deviance(b, sum * rest);
  return Math.sqrt((a / (2 * Math.PI)) * (b / sum)) * exp(exponent);
}

/** count ln(count / mean) + mean - count, without cancellation where the two are close. */
function deviance(count: number, mean: number): number {
  const difference = count - mean;
  if (Math.abs(difference) >= 0.1 * (count + mean)) return count * ln(count / mean) + mean - count;
  const share = difference / (count + mean);
  const square = share * share;
  let sum = difference * share;
  let term = 2 * count * share;
  for (let odd = 3; ; odd += 2) {
    term *= square;
    const next = sum + term / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/** ln(gamma(z)) less Stirling's formula for it; z above 0. */
function stirlingError(z: number): number {
  if (z < 12) return stirlingError(z + 1) + (z + 0.5) * ln((z + 1) / z) - 1;
  const w = 1 / (z * z);
  return (1 / 12 - w * (1 / 360 - w * (1 / 1_260 - w * (1 / 1_680 - w * (1 / 1_188 - w * (691 / 360_360)))))) / z;
}

/** Steps after which the continued fraction has failed: it takes about the square root of the larger parameter. */
const stepsMax = 100_000;
const precision = 4e-16;

/** The continued fraction of a I_x(a, b) / betaPower, by the modified method of Lentz. */
function continuedFraction(a: number, b: number, x: number): number {
  let numerator = 1;
  let denominator = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let step = 1; step <= stepsMax; step++) {
    const index = a + 2 * step;
    const even = (step * (b - step) * x) / ((index - 1) * index);
    denominator = 1 / nonZero(1 + even * denominator);
    numerator = nonZero(1 + even / numerator);
    value *= denominator * numerator;
    const odd = (-(a + step) * (a + b + step) * x) / (index * (index + 1));
    denominator = 1 / nonZero(1 + odd * denominator);
    numerator = nonZero(1 + odd / numerator);
    const factor = denominator * numerator;
    value *= factor;
    if (Math.abs(factor - 1) <= precision) return value;
  }
  throw new Error(`the incomplete beta function of ${a}, ${b} at ${x} does not converge`);
}

/** Keeps a divisor off zero. */
function nonZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
