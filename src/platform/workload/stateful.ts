/**
 * The planner of stateful workloads in one location: which index to create, update or remove next.
 */

import type { Amount } from '../../rules/amount.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import { share } from './bounds.ts';
import type { RolloutSettings } from './settings.ts';

/** The state of an index. */
export type IndexState =
  /**
   * `returnsOn`: the version of a replica that was lost before its update (REPL-2); null where there was none, or it
   * left for an update: the newest then.
   */
  | { readonly state: 'missing'; readonly returnsOn: number | null }
  | { readonly state: 'terminating' }
  | { readonly state: 'here'; readonly version: number; readonly ready: boolean; readonly available: boolean };

export interface StatefulView {
  /** Desired replicas (D): indexes 0 to D - 1. */
  readonly desired: number;
  readonly newest: number;
  /** By index; indexes beyond its end never had a replica. */
  readonly indexes: readonly IndexState[];
  readonly scalingPolicy: RolloutSettings['scalingPolicy'];
  readonly maxUnavailable: Amount;
}

export type StatefulAction =
  | { readonly do: 'create'; readonly index: number; readonly version: number }
  /** Terminates a desired index; it returns on the newest version. */
  | { readonly do: 'update'; readonly index: number }
  /** Terminates an index that is no longer desired. */
  | { readonly do: 'remove'; readonly index: number };

export type StatefulAssumptions = Pick<Assumptions, 'rollout.stateful.maxUnavailable' | 'rollout.stateful.stuck'>;

const never: IndexState = { state: 'missing', returnsOn: null };

const settled = because(['ROLL-1']);
const creates = because(['ROLL-8', 'REPL-1']);
const returns = because(['ROLL-8', 'REPL-2']);
const createsAll = because(['ROLL-9', 'REPL-1']);
const awaitsLower = because(['ROLL-8', 'ROLL-3']);
const blocked = because(['ROLL-8', 'ROLL-3'], ['rollout.stateful.stuck']);
const replacesBroken = because(['ROLL-1'], ['rollout.stateful.stuck']);
const removes = because(['ROLL-8', 'WL-18']);
const removesAll = because(['ROLL-9', 'WL-18']);
const awaitsGone = because(['ROLL-8']);
const updates = because(['ROLL-1', 'ROLL-10'], ['rollout.stateful.maxUnavailable']);
const updatesSeveral = because(['ROLL-1', 'ROLL-5'], ['rollout.stateful.maxUnavailable']);
const awaitsUpdated = because(['ROLL-3'], ['rollout.stateful.maxUnavailable']);

/**
 * Plans the next step of a stateful workload (ROLL-1, ROLL-3, ROLL-8, ROLL-9, ROLL-10, REPL-2,
 * `rollout.stateful.maxUnavailable`, `rollout.stateful.stuck`): scale up from index 0, scale down from the highest
 * index, then update from the highest index down.
 *
 * `OrderedReady` does one thing at a time; it waits until all lower indexes are available and until terminating
 * replicas are gone. `Parallel` creates and removes all indexes at once. Updates are the same in both: by default one
 * index at a time.
 *
 * 3 desired, version 1 runs, version 2 comes: terminate 2; gone: create 2; available: terminate 1; ... terminate 0;
 * create 0.
 */
export function planStateful(view: StatefulView, assumptions: StatefulAssumptions): Plan<StatefulAction> {
  const scaling =
    view.scalingPolicy === 'OrderedReady'
      ? (planNextIndex(view, assumptions) ?? planTopRemoval(view))
      : planAllIndexes(view);
  if (scaling !== null) return scaling;
  return assumptions['rollout.stateful.maxUnavailable'] === 'honoured'
    ? planUpdates(view, assumptions['rollout.stateful.stuck'])
    : planUpdate(view);
}

/** Whether every desired index is available on the newest version and no higher index is left (ROLL-1). */
export function isStatefulComplete(view: Pick<StatefulView, 'desired' | 'newest' | 'indexes'>): boolean {
  for (let index = 0; index < view.desired; index += 1) {
    const held = at(view, index);
    if (held.state !== 'here' || held.version !== view.newest || !held.available) return false;
  }
  return view.indexes.slice(view.desired).every(({ state }) => state === 'missing');
}

/** OrderedReady, upward: the lowest wanted index that is not available decides; null where all are. */
function planNextIndex(view: StatefulView, assumptions: StatefulAssumptions): Plan<StatefulAction> | null {
  for (let index = 0; index < view.desired; index += 1) {
    const held = at(view, index);
    if (held.state === 'missing') {
      const action = { do: 'create', index, version: held.returnsOn ?? view.newest } as const;
      return { kind: 'act', actions: [action], reason: held.returnsOn === null ? creates : returns };
    }
    if (isAvailable(held)) continue;
    if (held.state === 'terminating' || held.ready) return { kind: 'hold', reason: awaitsLower };
    if (held.version === view.newest) return { kind: 'hold', reason: awaitsLower };
    if (assumptions['rollout.stateful.stuck'] === 'stay') return { kind: 'hold', reason: blocked };
    return { kind: 'act', actions: [{ do: 'update', index }], reason: replacesBroken };
  }
  return null;
}

/** OrderedReady, downward: the highest index that is not wanted leaves; null where there is none. */
function planTopRemoval(view: StatefulView): Plan<StatefulAction> | null {
  const surplus: number[] = [];
  for (let index = view.desired; index < view.indexes.length; index += 1) {
    if (at(view, index).state !== 'missing') surplus.push(index);
  }
  const highest = surplus.at(-1);
  if (highest === undefined) return null;
  const held = at(view, highest);
  if (held.state === 'terminating') return { kind: 'hold', reason: awaitsGone };
  const lowestUnhealthy = surplus.find((index) => !isHealthy(at(view, index)));
  if (!isHealthy(held) && lowestUnhealthy !== highest) return { kind: 'hold', reason: awaitsLower };
  return { kind: 'act', actions: [{ do: 'remove', index: highest }], reason: removes };
}

/** Parallel: everything that is missing or not wanted at once; null where there is nothing. */
function planAllIndexes(view: StatefulView): Plan<StatefulAction> | null {
  const actions: StatefulAction[] = [];
  for (let index = 0; index < view.desired; index += 1) {
    const held = at(view, index);
    if (held.state === 'missing') actions.push({ do: 'create', index, version: held.returnsOn ?? view.newest });
  }
  const isCreating = actions.length > 0;
  for (let index = view.indexes.length - 1; index >= view.desired; index -= 1) {
    if (at(view, index).state === 'here') actions.push({ do: 'remove', index });
  }
  if (actions.length === 0) return null;
  return { kind: 'act', actions, reason: isCreating ? createsAll : removesAll };
}

/** Either policy: from the highest index down, the first that is not available on the newest version decides. */
function planUpdate(view: StatefulView): Plan<StatefulAction> {
  for (let index = view.desired - 1; index >= 0; index -= 1) {
    const held = at(view, index);
    if (isOutdated(held, view.newest)) return { kind: 'act', actions: [{ do: 'update', index }], reason: updates };
    if (!isAvailable(held)) return { kind: 'hold', reason: awaitsUpdated };
  }
  return { kind: 'hold', reason: settled };
}

/**
 * Either policy, `maxUnavailableReplicas` honoured: old versions leave, from the highest index down, while fewer of all
 * indexes than that, and at least one, are unavailable. A broken old one counts, as any other does, and blocks unless
 * `rollout.stateful.stuck` replaces it.
 *
 *   5 wanted, 2 may be unavailable, all old, 0 unavailable        -> 4, 3
 *   the same, index 0 unavailable                                 -> 4
 */
function planUpdates(view: StatefulView, stuck: Assumptions['rollout.stateful.stuck']): Plan<StatefulAction> {
  const limit = unavailableMax(view);
  let unavailable = 0;
  for (let index = 0; index < view.desired; index += 1) unavailable += isAvailable(at(view, index)) ? 0 : 1;

  const actions: StatefulAction[] = [];
  const isWaiting = unavailable > 0;
  for (let index = view.desired - 1; index >= 0; index -= 1) {
    const held = at(view, index);
    if (!isOutdated(held, view.newest)) continue;
    const isReplaced = stuck === 'replaceBroken' && !isHealthy(held);
    if (unavailable >= limit && !isReplaced) continue;
    actions.push({ do: 'update', index });
    if (isAvailable(held)) unavailable += 1;
  }
  if (actions.length > 0) return { kind: 'act', actions, reason: updatesSeveral };
  return { kind: 'hold', reason: isWaiting ? awaitsUpdated : settled };
}

/** How many indexes may be unavailable in an update, at least 1 (`rollout.stateful.maxUnavailable` honoured). */
export function unavailableMax({ desired, maxUnavailable }: Pick<StatefulView, 'desired' | 'maxUnavailable'>): number {
  return Math.max(1, share(desired, maxUnavailable, 'down'));
}

function isOutdated(held: IndexState, newest: number): boolean {
  return held.state === 'here' && held.version !== newest;
}

function at(view: Pick<StatefulView, 'indexes'>, index: number): IndexState {
  return view.indexes[index] ?? never;
}

function isAvailable(held: IndexState): boolean {
  return held.state === 'here' && held.ready && held.available;
}

function isHealthy(held: IndexState): boolean {
  return held.state === 'here' && held.ready;
}
