/**
 * Random numbers for proofs of coverage: seeded, so that a test counts the same cases each time.
 */
import { exp, normalQuantile } from '../../../../src/engine/math.ts';

/** Numbers between 0 and 1, both excluded (mulberry32). */
export function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4_294_967_296;
  };
}

/** Standard normal variates. */
export function normals(seed: number): () => number {
  const uniform = uniforms(seed);
  return () => normalQuantile(uniform());
}

/** Lognormal variates whose logarithm has the mean 0 and this standard deviation; their mean is exp(sd^2 / 2). */
export function lognormals(seed: number, sd: number): () => number {
  const normal = normals(seed);
  return () => exp(sd * normal());
}

export function sample(runs: number, draw: () => number): number[] {
  return Array.from({ length: runs }, draw);
}

/** How many of so many cases are true. */
export function countOf(cases: number, isTrue: (index: number) => boolean): number {
  let count = 0;
  for (let index = 0; index < cases; index++) if (isTrue(index)) count += 1;
  return count;
}
