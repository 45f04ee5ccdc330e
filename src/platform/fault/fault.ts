/**
 * Faults: one fault, what it strikes, and which of the candidates.
 */
import type { Distribution } from '../../engine/distribution.ts';
import type { Duration, Instant } from '../../engine/time.ts';

export const faultNames = [
  'replicaCrash',
  'nodeLoss',
  'drain',
  'locationOutage',
  'disable',
  'zoneLoss',
  'pullFailure',
  'stuckReadiness',
  'usageJump',
  'replicaKill',
  'slowService',
  'failingService',
  'apiThrottle',
] as const;

export type FaultName = (typeof faultNames)[number];

/** What can be slow or fail for a workload: its own responses, or a service that checks each request to it. */
export const faultServices = ['requests', 'authorization', 'rateLimit'] as const;

export type FaultService = (typeof faultServices)[number];

/** A fault of a scenario; immutable. */
export interface Fault {
  readonly name: FaultName;
  /** null: every location of its target. */
  readonly location: string | null;
  /** Zone of the location, from 0; null: not limited to a zone. */
  readonly zone: number | null;
  /** null: everything there. */
  readonly of: FaultTarget | null;
  readonly whom: Whom;
  /** For a slow or failing service. */
  readonly service: FaultService;
  /** Latency that a slow service adds. */
  readonly latency: Duration;
  /** Share of the requests that a failing service fails, 0 to 1. */
  readonly failure: number;
  /** Bytes that a storage jump adds. */
  readonly addBytes: number;
}

export interface FaultTarget {
  readonly kind: 'workload' | 'volumeset';
  readonly gvc: string;
  readonly name: string;
}

/** Which of the replicas in reach a fault strikes. */
export type Whom =
  | { readonly kind: 'all' }
  | { readonly kind: 'count'; readonly count: number }
  /** 0 to 1. */
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'names'; readonly names: readonly string[] };

/** Random recurrence of a fault: gaps between one start and the next. */
export interface Recurrence {
  readonly gap: Distribution;
  /** Excluded; null: to the end of the run. */
  readonly until: Instant | null;
}

/** An active fault: it has started and not ended. Immutable. */
export interface FaultUnderWay {
  /** Number of the fault in the run, from 1. */
  readonly id: number;
  readonly fault: Fault;
  readonly beganAt: Instant;
  /** null: it lasts to the end of the run. */
  readonly endsAt: Instant | null;
  /** Journal number of its start. */
  readonly cause: number;
}

/**
 * Chooses which of the candidates are struck, in their order.
 *
 *   10 there, share 25 %        -> 3 of them, by chance
 *   2 there, count 3            -> both
 *   names web-0, web-9          -> web-0; `missing` has web-9
 *
 * Those with the least chances are struck. So with one candidate more, the others are struck as before, or one less.
 *
 * @param chanceOf the random number of a candidate; not drawn if all or named candidates are struck
 * @param missing names that no candidate has
 */
export function chooseStruck<One>(
  candidates: readonly One[],
  whom: Whom,
  nameOf: (one: One) => string,
  chanceOf: (one: One) => number,
): { readonly struck: readonly One[]; readonly missing: readonly string[] } {
  if (whom.kind === 'names') {
    const struck = candidates.filter((one) => whom.names.includes(nameOf(one)));
    const there = struck.map(nameOf);
    return { struck, missing: whom.names.filter((name) => !there.includes(name)) };
  }
  const count = countOf(whom, candidates.length);
  if (count >= candidates.length) return { struck: candidates, missing: [] };
  const chances = candidates.map((one, index) => ({ index, chance: chanceOf(one) }));
  const chosen = chances.sort((a, b) => a.chance - b.chance || a.index - b.index).slice(0, count);
  const struck = new Set(chosen.map(({ index }) => index));
  return { struck: candidates.filter((_, index) => struck.has(index)), missing: [] };
}

function countOf(whom: Exclude<Whom, { kind: 'names' }>, there: number): number {
  switch (whom.kind) {
    case 'all':
      return there;
    case 'count':
      return whom.count;
    case 'share':
      // A percentage is not an exact binary fraction: 7 % of 100 is 7, not 8.
      return Math.ceil(there * whom.share - 1e-9);
  }
}

/** Whether a fault strikes a workload or volume set in a location. */
export function reaches(
  { location, of }: Pick<Fault, 'location' | 'of'>,
  one: FaultTarget & { readonly location: string },
): boolean {
  if (location !== null && location !== one.location) return false;
  return of === null || (of.kind === one.kind && of.gvc === one.gvc && of.name === one.name);
}
