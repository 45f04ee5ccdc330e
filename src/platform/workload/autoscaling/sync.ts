/**
 * One sync with what it remembers: the proposals of its window and the changes of its periods.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Plan } from '../../plan.ts';
import type { ScalingAction } from '../scaling.ts';
import { type Changes, cloneChanges, forgetChanges, newChanges, reachOf } from './changes.ts';
import { isHeld, planSync } from './hpa.ts';
import {
  cloneProposals,
  forgetProposals,
  highestSince,
  newProposals,
  type Proposals,
  rememberProposal,
} from './proposals.ts';
import type { SyncSettings } from './settings.ts';

/** Mutable, plain data; forgotten as a whole when the workload is suspended. */
export interface SyncMemory {
  readonly proposals: Proposals;
  readonly changes: Changes;
}

export function newSyncMemory(): SyncMemory {
  return { proposals: newProposals(), changes: newChanges() };
}

export function cloneSyncMemory({ proposals, changes }: SyncMemory): SyncMemory {
  return { proposals: cloneProposals(proposals), changes: cloneChanges(changes) };
}

/** What syncs to come will propose, if nothing but time passes; null: nothing. */
export interface Proposing {
  at(sync: Instant): number | null;
  /** The least and the greatest of a stretch, both ends included; null where they do not speak for what lies between. */
  between(from: Instant, until: Instant): { readonly least: number | null; readonly greatest: number | null } | null;
}

/** Whether a sync looks at metrics at all: something runs, within bounds that leave a choice (WL-18). */
export function readsMetrics({ minScale, maxScale }: SyncSettings, current: number): boolean {
  return current >= minScale && current <= maxScale && minScale < maxScale;
}

/**
 * Plans a sync (`planSync`) and remembers its proposal, where metrics were read; drops what no later sync asks for.
 * The change that follows is noted by whoever makes it (`rememberChange`).
 */
export function takeSync(
  settings: SyncSettings,
  memory: SyncMemory,
  given: { readonly current: number; readonly newest: number | null; readonly atTolerance: boolean },
  now: Instant,
): Plan<ScalingAction> {
  const { proposals, changes } = memory;
  const { current, newest, atTolerance } = given;
  const windowBegan = now - settings.downWindow;
  forgetProposals(proposals, windowBegan);
  forgetChanges(changes, now - Math.max(settings.up.period, settings.down.period));
  if (newest !== null && readsMetrics(settings, current)) rememberProposal(proposals, now, newest);
  const reach = reachOf(changes, current, settings, now);
  return planSync(settings, { current, reach, atTolerance }, newest, highestSince(proposals, windowBegan));
}

/** Remembers the proposals of syncs that were passed over, after one instant up to another, this one included: all of them held. */
export function rememberSyncs(
  settings: SyncSettings,
  { proposals }: SyncMemory,
  current: number,
  proposing: Proposing,
  passed: { readonly after: Instant; readonly until: Instant },
): void {
  const { period, downWindow } = settings;
  if (!readsMetrics(settings, current)) return;
  const last = Math.floor(passed.until / period) * period;
  const first = Math.max(passed.after + 1, last - downWindow);
  const from = Math.ceil(first / period) * period;
  if (from > last) return;
  const both = proposing.between(from, last);
  if (both !== null && both.least !== null && both.least === both.greatest) {
    // All of them propose the same: the last says it for all.
    rememberProposal(proposals, last, both.least);
    return;
  }
  for (let at = from; at <= last; at += period) {
    const proposal = proposing.at(at);
    if (proposal !== null) rememberProposal(proposals, at, proposal);
  }
}

/** Whether every sync of a stretch holds, both ends included: the planner is asked at both extremes of what they propose. */
export function surelyHold(
  settings: SyncSettings,
  { proposals, changes }: SyncMemory,
  current: number,
  proposing: Proposing,
  { from, until }: { readonly from: Instant; readonly until: Instant },
): boolean {
  const both = proposing.between(from, until);
  if (both === null) return false;
  const reach = reachOf(changes, current, settings, from);
  const holds = (newest: number | null, since: Instant): boolean => {
    const highest = Math.max(newest ?? 0, highestSince(proposals, since - settings.downWindow));
    return isHeld(settings, { current, reach }, newest, highest);
  };
  return holds(both.least, until) && holds(both.greatest, from);
}
