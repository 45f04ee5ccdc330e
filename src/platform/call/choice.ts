/**
 * Chooses which of the replicas with room gets the next call.
 */
import type { Assumptions } from '../../rules/assumptions.ts';

/** A replica as the choice sees it. */
export interface Candidate {
  readonly handle: number;
  readonly ordinal: number;
  /** Its calls; null: it never got one. */
  readonly processorShare: { readonly calls: readonly number[] } | null;
}

/** How many calls a replica has in flight. */
export function inFlightOf({ processorShare }: Pick<Candidate, 'processorShare'>): number {
  return processorShare === null ? 0 : processorShare.calls.length;
}

/**
 * Chooses a replica (`traffic.route.replica`); null if there is no candidate.
 *
 *   roundRobin: the next by ordinal after the last one that got a call     0, 2, 5, last 2 -> 5; last 5 -> 0
 *   leastRequests: with the fewest in flight, of those the least ordinal   random: each alike
 *
 * @param candidates in any order
 * @param avoided handle of a replica that is chosen only if there is no other (`retry.host`); null: none
 * @param chance 0 included, 1 excluded; drawn for `random` only
 */
export function chooseReplica<One extends Candidate>(
  candidates: readonly One[],
  how: Assumptions['traffic.route.replica'],
  { last, avoided }: { readonly last: number; readonly avoided: number | null },
  chance: () => number,
): One | null {
  const others = avoided === null ? candidates : candidates.filter(({ handle }) => handle !== avoided);
  const choice = others.length === 0 ? candidates : others;
  if (choice.length <= 1) return choice[0] ?? null;
  if (how === 'random') return [...choice].sort((a, b) => a.ordinal - b.ordinal)[Math.floor(chance() * choice.length)]!;
  let best = choice[0]!;
  for (const one of choice) if (isBefore(one, best, how, last)) best = one;
  return best;
}

/** Whether one of two candidates with room is chosen before the other. */
export function isBefore(one: Candidate, best: Candidate, how: 'roundRobin' | 'leastRequests', last: number): boolean {
  if (how === 'leastRequests' && inFlightOf(one) !== inFlightOf(best)) return inFlightOf(one) < inFlightOf(best);
  if (how === 'roundRobin' && one.ordinal > last !== best.ordinal > last) return one.ordinal > last;
  return one.ordinal < best.ordinal;
}
