/**
 * One sync with what it remembers: the proposals of its window and the changes of its periods.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Plan } from '../../plan.ts';
import type { ScalingAction } from '../scaling.ts';
import { type Changes, cloneChanges, forgetChanges, newChanges, reachOf } from './changes.ts';
import { planSync } from './hpa.ts';
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
