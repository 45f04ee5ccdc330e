import type { Assumptions } from '../rules/assumptions.ts';
import type { Replica } from './replica.ts';

type Candidate = Pick<Replica, 'phase' | 'ready' | 'readySince' | 'restarts' | 'createdAt' | 'ordinal'>;

/**
 * Which replica of one version leaves first, as a comparison to sort by, leavers in front (`replica.scaleDown.order`). Not for stateful ones, whose highest index leaves.
 *
 * `leastReady`: not running, not ready, ready for less time, more restarts, newer, greater ordinal; `newestFirst`: only the last two.
 * `random` is refused before a run begins.
 */
export function scaleDownOrder(
  order: Assumptions['replica.scaleDown.order'],
): (one: Candidate, other: Candidate) => number {
  return order === 'newestFirst' ? newestFirst : leastReady;
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
