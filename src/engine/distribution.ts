/**
 * Distributions as a scenario writes them: plain data, and one function that draws.
 */
import { exp, gammaFromUniforms, gammaFunction, halfStep, ln, makeQuantiles, normalQuantile, pow } from './math.ts';
import { type DrawKey, type Streams, uniformOf } from './random.ts';

/**
 * How a quantity varies, in the unit its user says (durations in ms). Means, `sd`, `scale` and `minimum` carry that
 * unit; `cv` (standard deviation over mean) and `shape` have none.
 */
export type Distribution =
  | { readonly kind: 'constant'; readonly value: number }
  /** `from` included, `to` excluded. */
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'exponential'; readonly mean: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly sd: number }
  | { readonly kind: 'lognormal'; readonly mean: number; readonly cv: number }
  | { readonly kind: 'gamma'; readonly mean: number; readonly cv: number }
  | { readonly kind: 'weibull'; readonly scale: number; readonly shape: number }
  | { readonly kind: 'pareto'; readonly minimum: number; readonly shape: number }
  /** `low` <= `mode` <= `high`: the density rises from `low` to `mode` and falls to `high`. */
  | { readonly kind: 'triangular'; readonly low: number; readonly mode: number; readonly high: number }
  /** Each value equally likely; one that stands twice is twice as likely. */
  | { readonly kind: 'empirical'; readonly values: readonly number[] };

/** The distribution that always gives this value. */
export function constant(value: number): Distribution {
  return { kind: 'constant', value };
}

/**
 * The variate of a key.
 *
 * All but gamma, which takes three numbers, are the inverse of their distribution function and grow with the key's
 * number. So a smaller mean makes the same start shorter. It does not clamp: a normal variate may be negative. A caller
 * that needs a duration rounds it, and takes 0 if it is negative.
 */
export function draw(distribution: Distribution, key: DrawKey): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
      return distribution.from + (distribution.to - distribution.from) * uniformOf(key);
    case 'exponential':
      return -distribution.mean * ln(1 - uniformOf(key));
    case 'normal':
      return distribution.mean + distribution.sd * normalQuantile(uniformOf(key) + halfStep);
    case 'lognormal': {
      const { sd, halfVariance } = logarithmOf(distribution.cv);
      return distribution.mean * exp(sd * normalQuantile(uniformOf(key) + halfStep) - halfVariance);
    }
    case 'gamma': {
      if (distribution.cv === 0) return distribution.mean;
      const shape = 1 / (distribution.cv * distribution.cv);
      const unit = gammaFromUniforms(shape, uniformOf(key), uniformOf(key, 1), uniformOf(key, 2));
      return (distribution.mean / shape) * unit;
    }
    case 'weibull':
      return distribution.scale * pow(-ln(1 - uniformOf(key)), 1 / distribution.shape);
    case 'pareto':
      return distribution.minimum * pow(1 - uniformOf(key), -1 / distribution.shape);
    case 'triangular':
      return triangularQuantile(distribution, uniformOf(key));
    case 'empirical': {
      const value = distribution.values[Math.floor(uniformOf(key) * distribution.values.length)];
      if (value === undefined) throw new Error('an empirical distribution needs at least one value');
      return value;
    }
  }
}

/**
 * The value of a triangular distribution that a share of all values does not exceed.
 *
 *   low 0, mode 0, high 4, share 0.75 -> 2     low = high -> low
 *
 * @param share 0 to 1, both included
 */
export function triangularQuantile(
  { low, mode, high }: Extract<Distribution, { readonly kind: 'triangular' }>,
  share: number,
): number {
  const width = high - low;
  if (width === 0) return low;
  if (share * width < mode - low) return low + Math.sqrt(share * width * (mode - low));
  return high - Math.sqrt((1 - share) * width * (high - mode));
}

/**
 * The variates of many items of one stream: as `draw` gives them, but each step is taken for all at once.
 *
 * @param items what each draw is about, at least as many as there is room for
 * @param into gets the variates
 */
export function drawAll(
  distribution: Distribution,
  streams: Streams,
  stream: number,
  items: Float64Array,
  into: Float64Array,
): void {
  if (distribution.kind !== 'lognormal') {
    for (let i = 0; i < into.length; i += 1) into[i] = draw(distribution, streams.keyOf(stream, items[i]!));
    return;
  }
  streams.uniformsOf(stream, items, into);
  makeNormal(into);
  makeLognormal(into, distribution.mean, logarithmOf(distribution.cv));
}

function makeNormal(uniform: Float64Array): void {
  for (let i = 0; i < uniform.length; i += 1) uniform[i]! += halfStep;
  makeQuantiles(uniform);
}

function makeLognormal(normal: Float64Array, mean: number, { sd, halfVariance }: Logarithm): void {
  for (let i = 0; i < normal.length; i += 1) normal[i] = mean * exp(sd * normal[i]! - halfVariance);
}

interface Logarithm {
  readonly sd: number;
  readonly halfVariance: number;
}

/** The logarithm of a lognormal variate: found again, as finding it costs as much as the draw. */
function logarithmOf(cv: number): Logarithm {
  let logarithm = logarithms.get(cv);
  if (logarithm === undefined) {
    const variance = ln(1 + cv * cv);
    logarithm = { sd: Math.sqrt(variance), halfVariance: variance / 2 };
    logarithms.set(cv, logarithm);
  }
  return logarithm;
}

const logarithms = new Map<number, Logarithm>();

/** The mean of a distribution; Infinity for a pareto of shape 1 or less, NaN for an empirical one without values. */
export function meanOf(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
      return (distribution.from + distribution.to) / 2;
    case 'exponential':
    case 'normal':
    case 'lognormal':
    case 'gamma':
      return distribution.mean;
    case 'weibull':
      return distribution.scale * gammaFunction(1 + 1 / distribution.shape);
    case 'pareto':
      return distribution.shape <= 1
        ? Number.POSITIVE_INFINITY
        : (distribution.minimum * distribution.shape) / (distribution.shape - 1);
    case 'triangular':
      return (distribution.low + distribution.mode + distribution.high) / 3;
    case 'empirical':
      return distribution.values.reduce((sum, value) => sum + value, 0) / distribution.values.length;
  }
}

/**
 * The variance of a distribution; Infinity for a pareto of shape 2 or less, NaN for an empirical one without values.
 */
export function varianceOf(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'constant':
      return 0;
    case 'uniform': {
      const width = distribution.to - distribution.from;
      return (width * width) / 12;
    }
    case 'exponential':
      return distribution.mean * distribution.mean;
    case 'normal':
      return distribution.sd * distribution.sd;
    case 'lognormal':
    case 'gamma': {
      const sd = distribution.mean * distribution.cv;
      return sd * sd;
    }
    case 'weibull': {
      const { scale, shape } = distribution;
      const square = gammaFunction(1 + 2 / shape);
      const mean = gammaFunction(1 + 1 / shape);
      return square === Number.POSITIVE_INFINITY ? square : scale * scale * (square - mean * mean);
    }
    case 'pareto': {
      const { minimum, shape } = distribution;
      if (shape <= 2) return Number.POSITIVE_INFINITY;
      const less = shape - 1;
      return (minimum * minimum * shape) / (less * less * (shape - 2));
    }
    case 'triangular': {
      const [rise, fall] = [distribution.mode - distribution.low, distribution.high - distribution.mode];
      return (rise * rise + rise * fall + fall * fall) / 18;
    }
    case 'empirical': {
      const mean = meanOf(distribution);
      const squares = distribution.values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
      return squares / distribution.values.length;
    }
  }
}
