/**
 * The mean square of times without a finite tail, cut at the timeout.
 */
import type { Distribution } from '../../engine/distribution.ts';
import { ln, pow } from '../../engine/math.ts';

type Pareto = Extract<Distribution, { kind: 'pareto' }>;

/**
 * The mean of the square of a constant plus a pareto variate, with the sum cut at a limit: finite for any shape.
 *
 *   minimum 1, shape 2, cut at 10 -> 1 + 2 ln 10     shape 1.5 -> 1 + 4 (10^0.5 - 1)
 *
 * @param cut limit of the sum
 */
export function cutSquareOf({ minimum, shape }: Pareto, added: number, cut: number): number {
  const limit = cut - added;
  if (limit <= minimum) return cut * cut;
  if (minimum === 0) return added * added;
  const mean = minimum + integral(shape - 1, minimum, limit) * minimum;
  const square = minimum * minimum * (1 + 2 * integral(shape - 2, minimum, limit));
  return square + 2 * added * mean + added * added;
}

/** The integral of (minimum / x)^(power + 1) / minimum, from the minimum up. */
function integral(power: number, minimum: number, limit: number): number {
  return power === 0 ? ln(limit / minimum) : (1 - pow(minimum / limit, power)) / power;
}
