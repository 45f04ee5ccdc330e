/**
 * What goes wrong in the world outside: one fault, what it strikes, and whom of those who are there.
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

/** What of a workload is slow or fails: its own answers, or a service that is asked about each request to it. */
export const faultServices = ['requests', 'authorization', 'rateLimit'] as const;

export type FaultService = (typeof faultServices)[number];

/** A fault as a scenario asks for it; immutable. */
export interface Fault {
  readonly name: FaultName;
  /** null: wherever what it strikes is. */
  readonly location: string | null;
  /** Zone of the location, from 0; null: no zone alone. */
  readonly zone: number | null;
  /** null: everything there. */
  readonly of: FaultTarget | null;
  readonly whom: Whom;
  /** Of a slow or failing service. */
  readonly service: FaultService;
  /** Latency that a slow service adds. */
  readonly latency: Duration;
  /** Share of the requests that a failing service fails, 0 to 1. */
  readonly failure: number;
  /** Size by which a use jumps. */
  readonly addBytes: number;
}

export interface FaultTarget {
  readonly kind: 'workload' | 'volumeset';
  readonly gvc: string;
  readonly name: string;
}

/** Which of the replicas that a fault could strike. */
export type Whom =
  | { readonly kind: 'all' }
  | { readonly kind: 'count'; readonly count: number }
  /** 0 to 1. */
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'names'; readonly names: readonly string[] };

/** When a fault comes again by chance: gaps between one begin and the next. */
export interface Recurrence {
  readonly gap: Distribution;
  /** Excluded; null: to the end. */
  readonly until: Instant | null;
}

/** A fault that has begun and has not ended. Immutable. */
export interface FaultUnderWay {
  /** Counts the faults of a run from 1. */
  readonly id: number;
  readonly fault: Fault;
  readonly beganAt: Instant;
  /** null: it lasts to the end of the run. */
  readonly endsAt: Instant | null;
  /** Journal number of its begin. */
  readonly cause: number;
}

/**
 * Who of the candidates is struck, in their order.
 *
 *   10 there, share 25 %        -> 3 of them, by chance
 *   2 there, count 3            -> both
 *   names web-0, web-9          -> web-0; `missing` has web-9
 *
 * @param next numbers of chance, 0 included, 1 excluded; not asked where all are struck, or named ones
 * @param missing names that nobody has
 */
export function chooseStruck<One>(
  candidates: readonly One[],
  whom: Whom,
  nameOf: (one: One) => string,
  next: () => number,
): { readonly struck: readonly One[]; readonly missing: readonly string[] } {
  if (whom.kind === 'names') {
    const struck = candidates.filter((one) => whom.names.includes(nameOf(one)));
    const there = struck.map(nameOf);
    return { struck, missing: whom.names.filter((name) => !there.includes(name)) };
  }
  const count = countOf(whom, candidates.length);
  if (count >= candidates.length) return { struck: candidates, missing: [] };
  const left = candidates.map((_, index) => index);
  const chosen: number[] = [];
  while (chosen.length < count) chosen.push(...left.splice(Math.floor(next() * left.length), 1));
  return { struck: chosen.sort((a, b) => a - b).map((index) => candidates[index] as One), missing: [] };
}

function countOf(whom: Exclude<Whom, { kind: 'names' }>, there: number): number {
  switch (whom.kind) {
    case 'all':
      return there;
    case 'count':
      return whom.count;
    case 'share':
      // A percentage is no exact binary fraction: 7 % of 100 is 7, not 8.
      return Math.ceil(there * whom.share - 1e-9);
  }
}

/** Whether a fault strikes what is in a location, and is this workload or volume set. */
export function reaches(
  { location, of }: Pick<Fault, 'location' | 'of'>,
  one: FaultTarget & { readonly location: string },
): boolean {
  if (location !== null && location !== one.location) return false;
  return of === null || (of.kind === one.kind && of.gvc === one.gvc && of.name === one.name);
}
