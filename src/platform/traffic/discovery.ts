/**
 * Discovery: in which locations of a workload callers from other locations find it (`discovery.duration`,
 * `discovery.resume`).
 */
import type { Reason } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { alsoBecause, because } from '../../rules/reason.ts';
import type { DemandOrigin } from './demand.ts';
import { type Routes, sharesOf } from './shares.ts';

/**
 * Whether callers from other locations find a deployment; immutable.
 *
 * `found`: they do. `cold`: replicas are desired after none was, and it has not answered since. `pending`: it answers,
 * and they find it at `at`; `by` is the journal number of the entry that made it answer. `withdrawn`: its own options
 * suspended it. `lost`: they find it never again.
 */
export type Discovery =
  | { readonly state: 'found' | 'cold' | 'withdrawn' | 'lost' }
  | { readonly state: 'pending'; readonly at: Instant; readonly by: number };

export const found: Discovery = { state: 'found' };
const cold: Discovery = { state: 'cold' };
const withdrawn: Discovery = { state: 'withdrawn' };
const lost: Discovery = { state: 'lost' };

/** After replicas are desired again where none was. */
export function desiredAgain(before: Discovery): Discovery {
  return before.state === 'withdrawn' || before.state === 'lost' ? before : cold;
}

/** After the options of its own location suspended a deployment that was on. */
export function suspendedAlone(before: Discovery): Discovery {
  return before.state === 'lost' ? before : withdrawn;
}

/**
 * Plans when callers from other locations find a deployment that begins to answer. A restart changes nothing: only a
 * deployment that is `cold` or `withdrawn` has to be found.
 *
 *   cold, takes 0                     -> found
 *   cold, takes 2m                    -> pending for 2 minutes
 *   pending or found, after a crash   -> as it was
 *   withdrawn, `discovery.resume` lost  -> lost
 *   withdrawn, `discovery.resume` found -> as if it were cold
 *
 * @param draw the time that it takes, in ms (`discovery.duration`); called only if it matters
 * @param by journal number of the entry that made it answer
 */
export function planDiscovery(
  before: Discovery,
  assumptions: Pick<Assumptions, 'discovery.resume'>,
  draw: () => Duration,
  { now, by }: { readonly now: Instant; readonly by: number },
): Discovery {
  if (before.state !== 'cold' && before.state !== 'withdrawn') return before;
  if (before.state === 'withdrawn' && assumptions['discovery.resume'] === 'lost') return lost;
  const takes = draw();
  return takes === 0 ? found : { state: 'pending', at: now + takes, by };
}

/** A deployment that answers. */
export interface AnsweringPlace {
  readonly location: string;
  readonly discovery: Discovery;
}

/** Whether callers from some location do not find it. */
export function isHidden({ discovery }: AnsweringPlace): boolean {
  return discovery.state === 'pending' || discovery.state === 'lost';
}

/** Whether internal callers in a location find it: those in its own location always do. */
export function isFoundFrom(place: AnsweringPlace, from: string | null): boolean {
  return place.location === from || !isHidden(place);
}

/** The assumptions by which callers do not find a location that answers. */
export const undiscoveries = ['discovery.duration', 'discovery.resume'] as const;
export type Undiscovery = (typeof undiscoveries)[number];

/** The part of a demand that each location gets, and the part whose origins find no location that answers. */
export interface FoundShares {
  readonly shares: ReadonlyMap<string, number>;
  /** 0 to 1, by the assumption that decided; empty: each origin finds one. */
  readonly undiscovered: ReadonlyMap<Undiscovery, number>;
}

/**
 * Shares a demand of internal callers among the locations that each of its origins finds.
 *
 *   from a 60 %, b 40 %; only a answers, pending -> a 0.6, discovery.duration 0.4
 *   from b; a answers, pending; c answers, found -> c 1
 *
 * @param answering sorted by location
 */
export function sharesFound(
  origins: readonly DemandOrigin[],
  answering: readonly AnsweringPlace[],
  routes: Routes,
  how: Assumptions['traffic.route.location'],
): FoundShares {
  const shares = new Map<string, number>();
  const undiscovered = new Map<Undiscovery, number>();
  const why = answering.some(({ discovery }) => discovery.state === 'pending')
    ? 'discovery.duration'
    : 'discovery.resume';
  for (const { location: from, share } of origins) {
    const places = answering.filter((place) => isFoundFrom(place, from)).map(({ location }) => location);
    if (places.length === 0) undiscovered.set(why, (undiscovered.get(why) ?? 0) + share);
    for (const [location, part] of sharesOf([{ location: from, share: 1 }], places, routes, how))
      shares.set(location, (shares.get(location) ?? 0) + part * share);
  }
  return { shares, undiscovered: shares.size === 0 ? new Map([[why, 1]]) : undiscovered };
}

const waits = because([], ['discovery.duration']);
const never = because([], ['discovery.resume']);

/** Why callers from a location do not find some of the deployments that answer; null: they find all. */
export function hiddenReason(answering: readonly AnsweringPlace[], from: string | null): Reason | null {
  const states = answering.flatMap((place) => (isFoundFrom(place, from) ? [] : [place.discovery.state]));
  if (states.length === 0) return null;
  if (!states.includes('lost')) return waits;
  return states.includes('pending') ? alsoBecause(waits, never) : never;
}
