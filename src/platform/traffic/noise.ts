/**
 * Noise of an arrival rate: a random factor for each period. It can be read in any order and is never stored.
 */
import { hash32, mix32 } from '../../engine/hash.ts';
import { exp, halfStep, ln, normalQuantile } from '../../engine/math.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Extremes } from './pieces.ts';

/** The noise settings of a scenario. */
export interface Jitter {
  /** The length of a period; periods begin at multiples of it since the epoch. Above 0. */
  readonly every: Duration;
  /** Coefficient of variation of the factor (standard deviation over mean); the mean is 1. */
  readonly cv: number;
}

/** Noise of one run, made by `noiseFrom`. */
export interface Noise {
  readonly every: Duration;
  /** Standard deviation of the logarithm of the factor. */
  readonly deviation: number;
  /** 32 bits of the stream's name and the seed. */
  readonly key: number;
}

const two32 = 4_294_967_296;
/** Over more periods, the extremes that could ever be drawn replace the actual least and greatest factor. */
const periodsMax = 256;

/** Cache of recent factors, by a hash of their inputs: the same periods are read again and again. */
const slots = 32_768;
/** Per slot: period, key, deviation, factor. They are adjacent because memory is fetched in cache lines. */
const known = new Float64Array(4 * slots).fill(Number.NaN);

/**
 * Noise with the name of a stream. Equal seed and name give equal noise in every run, in whatever order it is read.
 *
 * A generator gives its numbers only in order, but a rate is read for the future and the past. So the number of a
 * period is a hash of the name and the period: there is no state, and forks share it.
 */
export function noiseFrom({ every, cv }: Jitter, seed: string, stream: string): Noise {
  return { every, deviation: Math.sqrt(ln(1 + cv * cv)), key: hash32(`${seed}/${stream}`) };
}

/** The factor of a period, numbered from the epoch: lognormal with mean 1, so always above 0. */
export function factorOf(noise: Noise, period: number): number {
  const { key, deviation } = noise;
  const slot = 4 * ((period ^ key) & (slots - 1));
  if (known[slot] !== period || known[slot + 1] !== key || known[slot + 2] !== deviation) {
    known[slot] = period;
    known[slot + 1] = key;
    known[slot + 2] = deviation;
    known[slot + 3] = factorFromBits(noise, bitsOf(noise, period));
  }
  return known[slot + 3]!;
}

/** Bounds of the factor between two instants (both included); wider than needed over more than 256 periods. */
export function factorBounds(noise: Noise, from: Instant, until: Instant): Extremes {
  const first = Math.floor(from / noise.every);
  const last = Math.floor(until / noise.every);
  if (last - first >= periodsMax)
    return { least: factorFromBits(noise, 0), greatest: factorFromBits(noise, two32 - 1) };
  let least = factorOf(noise, first);
  let greatest = least;
  for (let period = first + 1; period <= last; period += 1) {
    const factor = factorOf(noise, period);
    least = Math.min(least, factor);
    greatest = Math.max(greatest, factor);
  }
  return { least, greatest };
}

function factorFromBits({ deviation }: Noise, bits: number): number {
  return exp(deviation * normalQuantile(bits / two32 + halfStep) - (deviation * deviation) / 2);
}

function bitsOf({ key }: Noise, period: number): number {
  const high = Math.floor(period / two32);
  // The outer round separates streams: with only the inner one, each stream would be the same numbers in another
  // order.
  return mix32(mix32((period - high * two32) ^ key) ^ mix32(high + key)) >>> 0;
}
