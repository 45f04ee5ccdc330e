/**
 * Quantiles: the value below which a share of a distribution lies.
 */
import { type Distribution, triangularQuantile } from '../../engine/distribution.ts';
import { exp, gammaFunction, ln, normalQuantile, pow } from '../../engine/math.ts';

/**
 * The quantile of a distribution; a normal one may give a negative value. For an empirical distribution: the least
 * value whose cumulative share is not below the share.
 *
 *   exponential, mean 80, share 0.5 -> 55.45     empirical 1 2 3 4, share 0.75 -> 3
 *
 * @param share above 0, below 1
 */
export function quantileOf(distribution: Distribution, share: number): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
      return distribution.from + (distribution.to - distribution.from) * share;
    case 'exponential':
      return -distribution.mean * ln(1 - share);
    case 'normal':
      return distribution.mean + distribution.sd * normalQuantile(share);
    case 'lognormal': {
      const variance = ln(1 + distribution.cv * distribution.cv);
      return distribution.mean * exp(Math.sqrt(variance) * normalQuantile(share) - variance / 2);
    }
    case 'gamma':
      return distribution.cv === 0 ? distribution.mean : gammaQuantile(distribution.mean, distribution.cv, share);
    case 'weibull':
      return distribution.scale * pow(-ln(1 - share), 1 / distribution.shape);
    case 'pareto':
      return distribution.minimum * pow(1 - share, -1 / distribution.shape);
    case 'triangular':
      return triangularQuantile(distribution, share);
    case 'empirical': {
      const values = [...distribution.values].sort((a, b) => a - b);
      return values[Math.max(0, Math.ceil(share * values.length - 1e-9) - 1)] ?? 0;
    }
  }
}

/** The quantile of a gamma distribution, by halving: its function has no inverse in closed form. */
function gammaQuantile(mean: number, cv: number, share: number): number {
  const shape = 1 / (cv * cv);
  let low = 0;
  let high = Math.max(1, shape);
  while (gammaBelow(shape, high) < share) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (gammaBelow(shape, middle) < share) low = middle;
    else high = middle;
  }
  return (high / shape) * mean;
}

/** The share of a gamma distribution of scale 1 below x: its power series, whose terms are all above 0. */
function gammaBelow(shape: number, x: number): number {
  if (x === 0) return 0;
  let term = 1 / shape;
  let sum = term;
  for (let k = 1; term > sum * 1e-16; k += 1) {
    term *= x / (shape + k);
    sum += term;
  }
  return sum * exp(shape * ln(x) - x - lnGamma(shape));
}

/** ln of the gamma function: by Stirling's series if the function itself would overflow. */
function lnGamma(x: number): number {
  if (x < 100) return ln(gammaFunction(x));
  const square = x * x;
  return (x - 0.5) * ln(x) - x + 0.9189385332046728 + (1 / 12 - (1 / 360 - 1 / (1_260 * square)) / square) / x;
}
