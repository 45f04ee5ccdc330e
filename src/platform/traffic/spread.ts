/**
 * Times that vary, as shares in which a part of the time is even and the rest exponential: simple enough to be added to
 * a histogram in closed form.
 */

/**
 * A share of requests, each of which takes a time that lies evenly between two, and on top of it one that is
 * exponential.
 */
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

/** The least squared coefficient of variation that an even and an exponential part can have together. */
const evenest = 1 / 4;

/**
 * Times of a mean and a squared coefficient of variation.
 *
 * - 1: exponential. Above: two exponentials of balanced means (H2), as theory takes for uneven times.
 * - below: an even part from 0 up, and an exponential one; below 1/4 after a while that all take.
 *
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
  // Half of the even part's width, where its mean and that of the exponential part are 1 together.
  const even = (3 - Math.sqrt(Math.max(0, 9 - 12 * (1 - varied)))) / 4;
  const least = mean * (1 - moving);
  return [{ share: 1, from: least, to: least + 2 * even * moving * mean, tail: (1 - even) * moving * mean }];
}

/** A mean and a variance of times. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** The sum of two independent times; null: neither takes any. */
export function sumSpread(one: Moments, other: Moments): readonly SpreadShare[] {
  const mean = one.mean + other.mean;
  return mean === 0 ? spreadOf(0, 0) : spreadOf(mean, (one.variance + other.variance) / (mean * mean));
}
