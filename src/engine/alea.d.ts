/**
 * The one function used of seedrandom, which ships no types. Stays inside `random.ts`: no exported signature may name
 * it.
 */
declare module 'seedrandom/lib/alea.js' {
  interface AleaState {
    readonly s0: number;
    readonly s1: number;
    readonly s2: number;
    readonly c: number;
  }
  interface Alea {
    (): number;
    state(): AleaState;
  }
  export default function alea(seed: string, options: { readonly state: true }): Alea;
}
