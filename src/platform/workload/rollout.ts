/**
 * The planner of rolling updates of standard workloads: which replicas to add and to remove next.
 */

import type { Reason } from '../../engine/journal.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { alsoBecause, because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import { type RolloutBounds, settledBy } from './bounds.ts';
import type { RolloutView } from './rolloutView.ts';
import { spreadScaling } from './spread.ts';
import { movingVersion, type VersionCount } from './versionCount.ts';

export type RolloutAction =
  /** Starts replicas of the newest version. */
  | { readonly do: 'add'; readonly count: number }
  /** Starts replicas of a version in the rollout, old or newest: its share of a changed count. */
  | { readonly do: 'addTo'; readonly version: number; readonly count: number }
  /** Terminates replicas in the order of `scaleDownOrder`; `notAvailable`: only those that are not available. */
  | {
      readonly do: 'remove';
      readonly version: number;
      readonly count: number;
      readonly which: 'notAvailable' | 'any';
    };

const settled = because(['ROLL-1']);
const emptied = because(['SUSP-3']);
const shrunk = because(['WL-18'], ['replica.scaleDown.order']);
const grown = because(['WL-18']);
const spreads = because(['WL-18', 'ROLL-7']);
const awaitingReady = because(['ROLL-3']);
const awaitingBatch = because(['ROLL-3', 'ROLL-7'], ['rollout.window']);
const awaitingGone = because(['ROLL-7'], ['rollout.terminating.counts']);
const adds = because(['ROLL-7']);
const takes = because(['ROLL-5']);
/** Replicas that are terminating count and keep further ones from starting. */
const besideLeaving = because([], ['rollout.terminating.counts']);
/** Other replicas of the batch are not available yet. */
const midBatch = because([], ['rollout.window']);

/**
 * Plans the next step of a rolling update, or of a change of the desired count, of a standard workload (ROLL-1, ROLL-3,
 * ROLL-5, ROLL-7).
 *
 * The planner does one thing and is called again until it holds. It removes surplus replicas of the newest version. It
 * adds missing ones as far as the surge allows. It removes old ones as long as enough available replicas remain, those
 * that are not available first. A count that changes while versions are mixed is first spread over them. Replicas to be
 * rescheduled count as an old version; their replacements come before or after they leave (`reschedule.mode`).
 *
 * 4 desired, surge 1, unavailable 1, ready after R:
 *   at 0   +1 new, -1 old, +1 new
 *   at R   -2 old, +2 new
 *   at 2R  -1 old
 */
export function planRollout(
  view: RolloutView,
  assumptions: Pick<Assumptions, 'rollout.terminating.counts' | 'rollout.window' | 'reschedule.mode'>,
): Plan<RolloutAction> {
  return planWithin(assumptions['reschedule.mode'] === 'evictWithinU' ? evicting(view) : view, assumptions);
}

/**
 * Where nothing is old but what is to be rescheduled: it leaves first, as many at once as may be unavailable and one at
 * least, and others come in its place.
 */
function evicting(view: RolloutView): RolloutView {
  const { old, bounds } = view;
  const isMove = old.some(({ replicas }) => replicas > 0) && old.every(isMoving);
  if (!isMove) return view;
  return { ...view, bounds: { ...bounds, surge: 0, unavailable: Math.max(1, bounds.unavailable) }, previous: null };
}

function isMoving({ version, replicas }: VersionCount): boolean {
  return version === movingVersion || replicas === 0;
}

function planWithin(
  view: RolloutView,
  assumptions: Pick<Assumptions, 'rollout.terminating.counts' | 'rollout.window'>,
): Plan<RolloutAction> {
  if (view.desired === 0) return planEmptying(view);
  const shares = spreadScaling(view);
  if (shares.length > 0) {
    const actions = shares.map(({ version, change }): RolloutAction => {
      if (change > 0) return { do: 'addTo', version, count: change };
      return { do: 'remove', version, count: -change, which: 'any' };
    });
    return { kind: 'act', actions, reason: spreads };
  }

  const { desired, bounds, newest } = view;
  const excess = newest.replicas - desired;
  if (excess > 0) return remove(newest.version, excess, shrunk);

  const missing = desired - newest.replicas;
  const room = desired + bounds.surge - replicasOf(view);
  const blocked = assumptions['rollout.terminating.counts'] === 'yes' ? view.terminating : 0;
  const adding = Math.min(room - blocked, missing);
  const isRolling = view.old.some((version) => version.replicas > 0);
  if (adding > 0) {
    const isBesideLeaving = view.terminating > 0 && room - view.terminating < missing;
    const why = isRolling ? within(adds, bounds) : grown;
    const reason = isBesideLeaving ? alsoBecause(why, besideLeaving) : why;
    return { kind: 'act', actions: [{ do: 'add', count: adding }], reason };
  }
  if (isRolling) return planRemoval(view, assumptions['rollout.window']);
  // Beside no old replica there is room for all missing ones: only terminating ones can block them.
  if (missing > 0) return { kind: 'hold', reason: awaitingGone };
  return { kind: 'hold', reason: newest.available < desired ? awaitingReady : settled };
}

/**
 * Whether a rollout is complete: only the newest version is left, and all desired replicas are available (ROLL-1).
 * Terminating replicas may remain.
 */
export function isComplete(view: Pick<RolloutView, 'desired' | 'newest' | 'old'>): boolean {
  const { desired, newest, old } = view;
  return newest.replicas === desired && newest.available === desired && old.every((version) => version.replicas === 0);
}

/** Zero desired: every replica of every version terminates, whatever the bounds (SUSP-3). */
function planEmptying(view: RolloutView): Plan<RolloutAction> {
  const actions: RolloutAction[] = [];
  for (const { version, replicas } of [...view.old, view.newest]) {
    if (replicas > 0) actions.push({ do: 'remove', version, count: replicas, which: 'any' });
  }
  return actions.length === 0 ? { kind: 'hold', reason: emptied } : { kind: 'act', actions, reason: emptied };
}

/**
 * Removes old replicas that may terminate now: those that are not available, within the budget, then surplus available
 * ones.
 */
function planRemoval(view: RolloutView, window: Assumptions['rollout.window']): Plan<RolloutAction> {
  const { bounds, newest, old } = view;
  const why = within(takes, bounds);
  const least = view.desired - bounds.unavailable;
  const starting = newest.replicas - newest.available;
  let budget = replicasOf(view) - least - starting;
  if (budget <= 0) return { kind: 'hold', reason: starting > 0 ? awaitingReady : why };

  const actions: RolloutAction[] = [];
  for (const { version, replicas, available } of old) {
    const count = Math.min(replicas - available, budget);
    if (count > 0) actions.push({ do: 'remove', version, count, which: 'notAvailable' });
    budget -= count;
  }

  // A batch is under way once some of its replicas are available and others are not: with a barrier, none follows them
  // singly.
  const isMixed = newest.available > 0 && starting > 0;
  const isMidBatch = window === 'barrier' && isMixed;
  let spare = newest.available - least;
  for (const version of old) spare += version.available;
  if (isMidBatch) spare = 0;
  for (const { version, available } of old) {
    const count = Math.min(available, spare);
    if (count <= 0) continue;
    actions.push({ do: 'remove', version, count, which: 'any' });
    spare -= count;
  }

  if (actions.length > 0) return { kind: 'act', actions, reason: isMixed ? alsoBecause(why, midBatch) : why };
  // The budget lets an old replica go, so only the barrier can keep all of them.
  return { kind: 'hold', reason: awaitingBatch };
}

/** What the bounds decide, and what settled them. */
function within(reason: Reason, { decidedBy }: RolloutBounds): Reason {
  return alsoBecause(reason, settledBy[decidedBy]);
}

function replicasOf(view: RolloutView): number {
  let total = view.newest.replicas;
  for (const version of view.old) total += version.replicas;
  return total;
}

function remove(version: number, count: number, reason: Reason): Plan<RolloutAction> {
  return { kind: 'act', actions: [{ do: 'remove', version, count, which: 'any' }], reason };
}
