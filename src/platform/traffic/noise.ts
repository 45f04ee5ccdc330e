/**
 * Noise of a rate: a random factor for each stretch of time, asked for in any order and never stored.
 */
import { hash32, mix32 } from '../../engine/hash.ts';
import { exp, halfStep, ln, normalQuantile } from '../../engine/math.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Extremes } from './pieces.ts';

/** What a scenario says of noise. */
export interface Jitter {
  /** How long one factor holds; periods lie on multiples of it since the epoch. Above 0. */
  readonly every: Duration;
  /** Standard deviation of the factor over its mean, which is 1. */
  readonly cv: number;
}

/** Noise of one run, made by `noiseFrom`. */
export interface Noise {
  readonly every: Duration;
  /** Standard deviation of the factor's logarithm. */
  readonly deviation: number;
  /** 32 bits of the stream's name and the seed. */
  readonly key: number;
}

const two32 = 4_294_967_296;
/**
 * In a longer run of periods the least and the greatest factor are not looked for: those that could ever be drawn stand
 * in.
 */
const periodsMax = 256;

/**
 * Factors that were worked out lately, by a hash of what they were worked out from: the same periods are asked for
 * again and again.
 */
const slots = 32_768;
/** Of each slot: period, key, deviation, factor. Beside each other, as memory is fetched in lines. */
const known = new Float64Array(4 * slots).fill(Number.NaN);

/**
 * Noise by a stream's name. Equal seed and name give equal noise in every run, whatever is asked of it and in which
 * order.
 *
 * A generator gives its numbers in order only, and a rate is asked about the future and the past. So the number of a
 * period is a hash of the name and the period: there is no state to keep, and a fork shares it.
 */
export function noiseFrom({ every, cv }: Jitter, seed: string, stream: string): Noise {
  return { every, deviation: Math.sqrt(ln(1 + cv * cv)), key: hash32(`${seed}/${stream}`) };
}

/** The factor of a period, counted from the epoch: lognormal with mean 1, so never 0 or below. */
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

/** Bounds of the factor between two instants, both included; generous over more than 256 periods. */
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
  // The outer round sets streams apart: by the inner one alone each would be another order of the same numbers.
  return mix32(mix32((period - high * two32) ^ key) ^ mix32(high + key)) >>> 0;
}
