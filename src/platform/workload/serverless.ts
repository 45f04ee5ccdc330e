/**
 * The planner of serverless rollouts: a new version starts beside the serving one and takes over all traffic at once.
 */
import { type Duration, type Instant, minute } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import { movingVersion, type VersionCount } from './versionCount.ts';

export interface SwitchView {
  /** Desired replicas of the serving version (D). */
  readonly desired: number;
  readonly minScale: number;
  /** Suspended, or maxScale 0: nothing starts. A workload at zero replicas is not off. */
  readonly off: boolean;
  readonly newest: VersionCount;
  /**
   * The version that receives the traffic; null: before the first switch; equal to `newest.version` between rollouts.
   */
  readonly serving: number | null;
  /**
   * Every other version with replicas that are not terminating, the serving one included, oldest first; replicas to be
   * rescheduled under `movingVersion`.
   */
  readonly old: readonly VersionCount[];
  /** When the traffic was last switched; null: never. */
  readonly switchedAt: Instant | null;
  readonly now: Instant;
}

export type SwitchAction =
  | { readonly do: 'addTo'; readonly version: number; readonly count: number }
  | { readonly do: 'remove'; readonly version: number; readonly count: number; readonly which: 'any' }
  /** Routes traffic and held requests to this version from now on, with `desired` desired replicas. */
  | { readonly do: 'switch'; readonly version: number; readonly desired: number };

/** How long an old version stays after a switch if `rollout.serverless.old` is `afterWindow`. */
const lingering: Duration = minute;

const settled = because(['ROLL-1']);
const emptied = because(['SUSP-3']);
const scales = because(['WL-18']);
const initial = because(['ROLL-1'], ['rollout.serverless.initial']);
const awaitsReady = because(['ROLL-3']);
const switches = because(['ROLL-1', 'ROLL-3']);
const superseded = because(['ROLL-1']);
const reschedules = because(['ROLL-5'], ['reschedule.mode']);
const retires = because(['ROLL-1'], ['rollout.serverless.old']);

/**
 * Plans the next step of a serverless rollout (ROLL-1, ROLL-3, `rollout.serverless.initial`, `rollout.serverless.old`):
 * a new version starts beside the serving one, takes over once all its initial replicas are available, and the old
 * replicas terminate.
 *
 * The new version starts with max(1, minScale) replicas, also if the serving version is at zero. A newer version
 * replaces one that has not taken over. `maxSurgeReplicas` and `maxUnavailableReplicas` do not apply. The planner does
 * one thing and is called again until it holds. Replicas to be rescheduled stay until their replacements are available.
 *   version 1 serves with 6, minScale 0, version 2 comes -> start 1 of 2; available: switch, 1 desired; remove 6 of 1
 */
export function planSwitch(
  view: SwitchView,
  assumptions: Pick<Assumptions, 'rollout.serverless.initial' | 'rollout.serverless.old'>,
): Plan<SwitchAction> {
  if (view.off) return planOff(view);
  const { newest, old, serving } = view;
  const abandoned = old.find(
    ({ version, replicas }) => version !== serving && version !== movingVersion && replicas > 0,
  );
  const isServing = serving === newest.version;
  if (!isServing && abandoned !== undefined) return remove(abandoned.version, abandoned.replicas, superseded);

  const served = isServing ? newest : old.find(({ version }) => version === serving);
  const scaling = serving === null ? null : planCount(serving, served?.replicas ?? 0, view.desired);
  if (scaling !== null) return scaling;
  const moving = old.find(({ version, replicas }) => version === movingVersion && replicas > 0);
  if (moving !== undefined && (served?.available ?? 0) >= view.desired)
    return remove(movingVersion, moving.replicas, reschedules);
  if (!isServing) return planTakeover(view, assumptions['rollout.serverless.initial']);

  if (abandoned === undefined) return { kind: 'hold', reason: newest.available < view.desired ? awaitsReady : settled };
  const isLingering = assumptions['rollout.serverless.old'] === 'afterWindow' && view.now < retiresAt(view.switchedAt);
  if (isLingering) return { kind: 'hold', reason: retires };
  return remove(abandoned.version, abandoned.replicas, retires);
}

/** When the replicas of the previous version terminate, if they stay after a switch. */
export function retiresAt(switchedAt: Instant | null): Instant {
  return switchedAt === null ? 0 : switchedAt + lingering;
}

/**
 * Nothing runs; the newest version takes over unseen, so that it is the one that starts when the workload is on again.
 */
function planOff(view: SwitchView): Plan<SwitchAction> {
  const { newest } = view;
  if (view.serving !== newest.version) {
    return { kind: 'act', actions: [{ do: 'switch', version: newest.version, desired: 0 }], reason: emptied };
  }
  const leaving = [...view.old, newest].find(({ replicas }) => replicas > 0);
  return leaving === undefined ? { kind: 'hold', reason: emptied } : remove(leaving.version, leaving.replicas, emptied);
}

/** The newest version does not serve yet: its first replicas, then the switch. */
function planTakeover(view: SwitchView, start: Assumptions['rollout.serverless.initial']): Plan<SwitchAction> {
  const { newest } = view;
  const first = Math.max(1, view.minScale, start === 'current' ? view.desired : 0);
  const starting = planCount(newest.version, newest.replicas, first);
  if (starting !== null) return { ...starting, reason: initial };
  if (newest.available < first) return { kind: 'hold', reason: awaitsReady };
  return { kind: 'act', actions: [{ do: 'switch', version: newest.version, desired: first }], reason: switches };
}

/** Brings one version to a count; null where it is there. */
function planCount(version: number, replicas: number, wanted: number): Plan<SwitchAction> | null {
  if (replicas > wanted) return remove(version, replicas - wanted, scales);
  if (replicas === wanted) return null;
  return { kind: 'act', actions: [{ do: 'addTo', version, count: wanted - replicas }], reason: scales };
}

function remove(version: number, count: number, reason: typeof settled): Plan<SwitchAction> {
  return { kind: 'act', actions: [{ do: 'remove', version, count, which: 'any' }], reason };
}
