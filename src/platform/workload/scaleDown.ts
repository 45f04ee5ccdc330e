import { hash32 } from '../../engine/hash.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Replica } from './replica.ts';

type Candidate = Pick<Replica, 'phase' | 'ready' | 'readySince' | 'restarts' | 'createdAt' | 'ordinal'>;

/**
 * Which replica of one version leaves first, as a comparison to sort by, leavers in front (`replica.scaleDown.order`).
 * Not for stateful ones, whose highest index leaves.
 *
 * `leastReady`: not running, not ready, ready for less time, more restarts, newer, greater ordinal; `newestFirst`: only
 * the last two. `random`: whatever they are and do, by lots of theirs that the seed decides.
 *
 * @param lots names what the lots belong to: seed and deployment
 */
export function scaleDownOrder(
  order: Assumptions['replica.scaleDown.order'],
  lots: string,
): (one: Candidate, other: Candidate) => number {
  if (order === 'random') return (one, other) => lotOf(lots, one) - lotOf(lots, other) || newestFirst(one, other);
  return order === 'newestFirst' ? newestFirst : leastReady;
}

/** Of a replica for life: whoever is asked again is told the same. */
function lotOf(lots: string, { ordinal }: Candidate): number {
  return hash32(`${lots}/${ordinal}`);
}

function leastReady(one: Candidate, other: Candidate): number {
  return (
    Number(one.phase === 'running') - Number(other.phase === 'running') ||
    Number(one.ready) - Number(other.ready) ||
    (other.readySince ?? 0) - (one.readySince ?? 0) ||
    other.restarts - one.restarts ||
    newestFirst(one, other)
  );
}

function newestFirst(one: Candidate, other: Candidate): number {
  return other.createdAt - one.createdAt || other.ordinal - one.ordinal;
}
