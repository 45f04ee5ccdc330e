/**
 * The one function used of seedrandom, which ships no types. Stays inside `random.ts`: no exported signature may name
 * it.
 */
declare module 'seedrandom/lib/alea.js' {
  /** A generator of numbers from 0 (included) to 1 (excluded). */
  export default function alea(seed: string): () => number;
}
