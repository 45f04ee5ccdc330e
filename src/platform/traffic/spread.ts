/**
 * Times that vary, as shares with a uniform part and an exponential part: simple enough to add to a histogram in closed
 * form.
 */

/** A share of requests whose time is the sum of a uniform part between two values and an exponential part. */
export interface SpreadShare {
  /** 0 or more. */
  readonly share: number;
  /** Milliseconds. */
  readonly from: number;
  /** At or above `from`. */
  readonly to: number;
  /** Mean of the exponential part; 0: there is none. */
  readonly tail: number;
}

/** The least squared coefficient of variation of a uniform plus an exponential part. */
const evenest = 1 / 4;

/**
 * Times with a given mean and squared coefficient of variation.
 * - 1: exponential. Above 1: two exponentials with balanced means (H2), as is usual for highly variable times.
 * - below 1: a uniform part from 0 up, plus an exponential part; below 1/4 also a constant part.
 *   mean 10, 1 -> exponential     mean 10, 0 -> all 10
 *
 * @param cvSquared 0 or more
 */
export function spreadOf(mean: number, cvSquared: number): readonly SpreadShare[] {
  if (mean === 0) return [{ share: 1, from: 0, to: 0, tail: 0 }];
  if (cvSquared > 1) {
    const few = (1 - Math.sqrt((cvSquared - 1) / (cvSquared + 1))) / 2;
    return [1 - few, few].map((share) => ({ share, from: 0, to: 0, tail: mean / (2 * share) }));
  }
  const moving = cvSquared >= evenest ? 1 : 2 * Math.sqrt(Math.max(0, cvSquared));
  const varied = Math.max(evenest, cvSquared);
  // Half the width of the uniform part, if its mean and that of the exponential part sum to 1.
  const even = (3 - Math.sqrt(Math.max(0, 9 - 12 * (1 - varied)))) / 4;
  const least = mean * (1 - moving);
  return [{ share: 1, from: least, to: least + 2 * even * moving * mean, tail: (1 - even) * moving * mean }];
}

/** Mean and variance of times. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** The distribution of the sum of two independent times; null: both are 0. */
export function sumSpread(one: Moments, other: Moments): readonly SpreadShare[] {
  const mean = one.mean + other.mean;
  return mean === 0 ? spreadOf(0, 0) : spreadOf(mean, (one.variance + other.variance) / (mean * mean));
}
