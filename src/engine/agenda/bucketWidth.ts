/**
 * How wide the buckets of an agenda should be, and how many events each should hold.
 */

/** Events that a bucket should hold where few wait: fewer cost empty buckets, more take longer to put in order. */
const perBucketMin = 3;
/**
 * Buckets that the events should fill; few enough for the nearest caches to keep their ends, which is where one writes.
 */
const bucketsFilled = 256;
/** Events per bucket from which on it pays to deal them out before they are put in order. */
const dealtMin = 6;
/** Events looked at to guess a width. */
const sampleMax = 512;

/** How many events a bucket should hold where so many wait. */
export function perBucketFor(size: number): number {
  return Math.max(perBucketMin, size / bucketsFilled);
}

/**
 * How many parts a bucket of so many events is dealt out to: two or more for each event, so that hardly one has to move
 * afterwards; 1 where that is not worth its while.
 */
export function partsFor(perBucket: number): number {
  return perBucket < dealtMin ? 1 : 2 * powerOfTwoFrom(perBucket);
}

/**
 * A width that lets the nearer half of the events fill their buckets.
 *
 * @param events side by side, as `agenda.ts` defines them; at least one
 * @param least the least `when` of them
 */
export function guessWidth(events: Float64Array, least: number): number {
  const size = events.length / 3;
  const step = 3 * Math.max(1, Math.floor(size / sampleMax));
  const sample: number[] = [];
  for (let at = 0; at < events.length; at += step) sample.push(events[at]!);
  sample.sort((a, b) => a - b);
  const median = sample[sample.length >> 1] ?? least;
  return Math.max(1, (2 * perBucketFor(size) * (median - least)) / size);
}

/** The least power of two, 8 or more, that is not below `least`. */
export function powerOfTwoFrom(least: number): number {
  let power = 8;
  while (power < least) power *= 2;
  return power;
}
