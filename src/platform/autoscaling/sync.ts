/**
 * A sync and its memory: the proposals of the stabilisation window and the changes of the rate-limit periods. It also
 * finds the first sync that may change something (look-ahead).
 */
import { firstDoubtful } from '../../engine/lookAhead.ts';
import type { Instant } from '../../engine/time.ts';
import type { Plan } from '../plan.ts';
import type { ScalingAction } from '../workload/scaling.ts';
import { assumeChanges, type Changes, cloneChanges, forgetChanges, newChanges, reachOf } from './changes.ts';
import type { ScaleDecision } from './decision.ts';
import { isHeld, planSync } from './hpa.ts';
import {
  assumeProposals,
  cloneProposals,
  forgetProposals,
  highestSince,
  newProposals,
  type Proposals,
  rememberProposal,
} from './proposals.ts';
import type { SyncSettings } from './settings.ts';

/** The memory of syncs; mutable plain data, cleared when the workload is suspended. */
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

/** Remembers what another does. */
export function assumeSync({ proposals, changes }: SyncMemory, other: SyncMemory): void {
  assumeProposals(proposals, other.proposals);
  assumeChanges(changes, other.changes);
}

/** The proposals of future syncs while only time passes; null: no proposal. */
export interface Proposing {
  at(sync: Instant): number | null;
  /**
   * The least and the greatest of a stretch, both ends included; null where they do not speak for what lies between.
   */
  between(from: Instant, until: Instant): MetricExtremes | null;
  /**
   * An instant up to which every sync after another surely proposes the count as it is; the other one where the next
   * may not.
   */
  steadyUntil(after: Instant, limit: Instant): Instant;
}

/** Proposals of a stretch; null: nothing is proposed. */
export interface MetricExtremes {
  readonly least: number | null;
  readonly greatest: number | null;
}

interface Stretch {
  /** The first sync and the last. */
  readonly from: Instant;
  readonly until: Instant;
}

/** Whether a sync reads metrics: replicas are desired, and minScale is below maxScale (WL-18). */
export function readsMetrics({ minScale, maxScale }: SyncSettings, current: number): boolean {
  return current >= minScale && current <= maxScale && minScale < maxScale;
}

/**
 * Plans a sync (`planSync`), remembers its proposal if metrics were read, and drops what no later sync needs. Whoever
 * performs the change records it (`rememberChange`).
 *
 * @param given `atTolerance` only enters the reason; it may be left out if the reason is not used
 */
export function takeSync(
  settings: SyncSettings,
  memory: SyncMemory,
  given: { readonly current: number; readonly newest: number | null; readonly atTolerance?: boolean },
  now: Instant,
): Plan<ScalingAction> {
  const { proposals, changes } = memory;
  const { current, newest, atTolerance = false } = given;
  const windowBegan = now - settings.downWindow;
  forgetProposals(proposals, windowBegan);
  forgetChanges(changes, now - Math.max(settings.up.period, settings.down.period));
  if (newest !== null && readsMetrics(settings, current)) rememberProposal(proposals, now, newest);
  const reach = reachOf(changes, current, settings, now);
  return planSync(settings, { current, reach, atTolerance }, newest, highestSince(proposals, windowBegan));
}

/** What a sync has decided by, just after it (`takeSync`). */
export function decisionOfSync(
  settings: SyncSettings,
  { proposals, changes }: SyncMemory,
  { current, newest }: { readonly current: number; readonly newest: number | null },
  now: Instant,
): ScaleDecision {
  const { minScale, maxScale, downWindow } = settings;
  const highestRecent = highestSince(proposals, now - downWindow);
  const { least, most } = reachOf(changes, current, settings, now);
  return newest !== null && newest < current
    ? { proposed: newest, highestRecent, downWindowMs: downWindow, least, most, minScale, maxScale }
    : { proposed: newest, highestRecent, least, most, minScale, maxScale };
}

/**
 * Drops what the window had left behind at the last sync up to an instant: syncs that were passed over have dropped
 * nothing.
 */
export function settleWindow(
  { period, downWindow }: SyncSettings,
  { proposals }: SyncMemory,
  evaluatedTo: Instant,
): void {
  forgetProposals(proposals, Math.floor(evaluatedTo / period) * period - downWindow);
}

/**
 * Remembers the proposals of syncs that were passed over, after one instant up to another, this one included: all of
 * them held.
 */
export function rememberSyncs(
  settings: SyncSettings,
  { proposals }: SyncMemory,
  current: number,
  proposing: Proposing,
  passed: { readonly after: Instant; readonly until: Instant },
): void {
  if (!readsMetrics(settings, current)) return;
  const stretch = passedSyncs(settings, passed);
  if (stretch !== null) rememberStretch(settings, proposals, current, proposing, stretch);
}

/** Syncs that were passed over and can still hold a count up; null: none. */
export function passedSyncs(
  { period, downWindow }: SyncSettings,
  { after, until }: { readonly after: Instant; readonly until: Instant },
): Stretch | null {
  const last = Math.floor(until / period) * period;
  const from = Math.ceil(Math.max(after + 1, last - downWindow) / period) * period;
  return from > last ? null : { from, until: last };
}

function rememberStretch(
  settings: SyncSettings,
  proposals: Proposals,
  current: number,
  proposing: Proposing,
  { from, until }: Stretch,
): void {
  const { period } = settings;
  const steady = Math.floor(proposing.steadyUntil(from - period, until) / period) * period;
  if (steady >= from) rememberProposal(proposals, steady, current);
  for (let first = steady + period; first <= until; first += period) {
    const both = proposing.between(first, until);
    if (both !== null && both.least !== null && both.least === both.greatest) {
      // All of them propose the same: the last says it for all.
      rememberProposal(proposals, until, both.least);
      return;
    }
    const proposal = proposing.at(first);
    if (proposal !== null) rememberProposal(proposals, first, proposal);
  }
}

/** So many syncs are asked one by one where the load has just left what it was: means lag behind it. */
const lagging = 4;

/**
 * The first sync after one that may not hold, or the one at a limit or next after it: as `firstDoubtful`, which the
 * load can be asked about.
 */
export function firstDoubtfulSync(
  settings: SyncSettings,
  memory: SyncMemory,
  current: number,
  proposing: Proposing,
  { after, limit }: { readonly after: Instant; readonly limit: Instant },
): Instant {
  const { period, downWindow } = settings;
  const last = (Math.ceil(limit / period) - 1) * period;
  let steady = Math.min(last, Math.floor(proposing.steadyUntil(after, limit) / period) * period);
  for (let asked = 0; asked < lagging && steady < last; asked += 1) {
    const both = proposing.between(steady + period, steady + period);
    if (both?.least !== current || both.greatest !== current) break;
    steady += period;
  }
  const next = steady + period;
  const heldUpFrom = steady > after ? steady : null;
  const holds = (from: Instant, until: Instant): boolean =>
    surelyHold(settings, memory, current, proposing, { from, until, heldUpFrom });
  if (steady === last || !holds(next, next)) return next;
  // Where less is proposed now, it holds up to the end of the window.
  return firstDoubtful(period, next, limit, holds, steady + downWindow - period);
}

/**
 * Whether every sync of a stretch holds, both ends included: the planner is asked at both extremes of what they
 * propose.
 *
 * @param stretch with the last sync that is known to propose the count as it is, though not remembered yet; null: there
 * is none
 */
export function surelyHold(
  settings: SyncSettings,
  { proposals, changes }: SyncMemory,
  current: number,
  proposing: Proposing,
  { from, until, heldUpFrom }: Stretch & { readonly heldUpFrom: Instant | null },
): boolean {
  const both = proposing.between(from, until);
  if (both === null) return false;
  const reach = reachOf(changes, current, settings, from);
  const holds = (newest: number | null, sync: Instant): boolean => {
    const since = sync - settings.downWindow;
    const heldUp = heldUpFrom !== null && heldUpFrom > since ? current : 0;
    return isHeld(settings, { current, reach }, newest, Math.max(heldUp, highestSince(proposals, since)));
  };
  return holds(both.least, until) && holds(both.greatest, from);
}
