/**
 * Look-ahead for the KPA: how long a serverless workload under a steady load needs no tick.
 *
 * It skips ticks for which the planner surely holds and begins no panic. `test/laws/lookAhead.test.ts` guards it: the
 * same journal and the same bill as with every tick.
 */
import { farthest, firstDoubtful } from '../../../engine/lookAhead.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import { flowBendsAfter } from '../../traffic/flow.ts';
import {
  awakeFrom,
  inflowBetween,
  inflowBounds,
  inflowLeavesAt,
  inflowStaysBelow,
  slidingInflow,
} from '../../traffic/inflow.ts';
import type { Serving } from '../../traffic/serving.ts';
import { hasWaited } from '../../traffic/waits.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { type Panic, staysAt } from '../kpa.ts';
import { isOn, type Plateau, type Plateaus, plateauOn, widen } from '../plateau.ts';
import type { KpaSettings } from '../settings.ts';
import { nextDueAt } from './measure.ts';

/** A deployment that is autoscaled by the KPA. */
export interface KpaWatch {
  readonly deployment: Deployment;
  readonly settings: KpaSettings;
  readonly panic: Panic;
  readonly plateaus: Plateaus;
  readonly ready: number;
  readonly serving: Serving;
  /** What one request a second adds to the metric. */
  readonly perRps: number;
  /** Requests per second that those ready can answer. */
  readonly capacityPerSecond: number;
}

/** How far back averages reach. */
export function longestOf({ window, panicWindow }: KpaSettings): Duration {
  return Math.max(window, panicWindow);
}

/** One to be left alone for a while. */
interface SteadyStretch {
  readonly watched: KpaWatch;
  /** Requests per second that leave the count as it is, and begin no panic. */
  readonly plateau: Plateau;
}

/** Whether the extremes of a stretch decide for all of it: no panic is remembered, and no request waits. */
export function isSteady({ deployment, settings, panic, ready }: KpaWatch, now: Instant): boolean {
  const { waiting, waits } = deployment.inflow;
  const window = longestOf(settings);
  return panic.since === null && waiting === 0 && !hasWaited(waits, now, window) && ready > 0;
}

/** The next tick that may change something, after a tick under a steady load (`isSteady`). */
export function nextTickAt(sim: Sim, watched: KpaWatch): Instant {
  const { now } = sim;
  const { deployment, settings, ready, perRps } = watched;
  const plateau = plateauOn(watched.plateaus, settings, deployment.desired, ready, perRps);
  const calm: SteadyStretch = { watched, plateau };
  const zeroFrom = awakeFrom(deployment.inflow) + settings.idleDelay;
  const limit = settings.minScale === 0 && zeroFrom > now ? Math.min(now + farthest, zeroFrom) : now + farthest;
  const holds = (from: Instant, until: Instant): boolean => surelyHolds(calm, from, until);
  const dueAt = nextDueAt(sim, deployment);
  // By then all is looked at anew.
  if (dueAt < limit) return firstDoubtful(settings.tick, now, dueAt, holds, dueAt);
  const { steady, leaves } = steadyUntil(calm, now, limit);
  const after = Math.floor(steady / settings.tick) * settings.tick;
  return firstDoubtful(settings.tick, after, limit, holds, meanLeavesAt(calm, leaves));
}

/**
 * Up to when what comes stays where the count is known to be right, can be answered, and keeps the workload awake; and
 * up to when ticks hold so.
 */
function steadyUntil(
  calm: SteadyStretch,
  now: Instant,
  limit: Instant,
): { readonly leaves: Instant; readonly steady: Instant } {
  const { watched, plateau } = calm;
  const { deployment, settings, capacityPerSecond } = watched;
  const { flow, since } = deployment.inflow;
  const { least, greatest } = plateau;
  if (settings.minScale === 0 && least * settings.idleDelay < 2_000) return { leaves: now, steady: now };
  const window = longestOf(settings);
  const bend = flowBendsAfter(flow, Math.max(since, now - window));
  const goesSince = bend === null || bend > now ? now : bend;
  const leaves = inflowLeavesAt(
    deployment.inflow,
    { least, greatest: Math.min(greatest, capacityPerSecond) },
    goesSince,
    limit,
  );
  // Up to here averages are of what came before, too.
  const mixedUntil = Math.ceil((goesSince + window) / settings.tick) * settings.tick;
  const isSteady = mixedUntil <= leaves && surelyHolds(calm, now + settings.tick, mixedUntil);
  return { leaves, steady: isSteady ? leaves : now };
}

/**
 * When the long average leaves the plateau, if the flow has left it: a guess, right where the flow jumps, or goes
 * straight on.
 */
function meanLeavesAt({ watched, plateau }: SteadyStretch, at: Instant): Instant {
  const { settings } = watched;
  const { inflow } = watched.deployment;
  const from = Math.max(inflow.since, at - settings.window);
  if (from === at) return at;
  const until = at + settings.window;
  const before = (inflowBetween(inflow, from, at) * 1_000) / (at - from);
  const after = (inflowBetween(inflow, at, until) * 1_000) / settings.window;
  const end = after > before ? plateau.greatest : plateau.least;
  const part = (end - before) / (after - before);
  return part >= 0 && part <= 1 ? at + settings.window * part : at;
}

/** Whether every tick of a stretch holds and begins no panic: the planner is asked at both extremes of the load. */
function surelyHolds(calm: SteadyStretch, from: Instant, until: Instant): boolean {
  const { watched } = calm;
  const { deployment, settings, capacityPerSecond } = watched;
  const { inflow } = deployment;
  if (settings.minScale === 0 && !isSurelyBusy(watched, from, until)) return false;
  // The windows of the first tick, and all that came since the one before it.
  const seenFrom = Math.max(inflow.since, from - Math.max(longestOf(settings), settings.tick));
  if (!inflowStaysBelow(inflow, capacityPerSecond, seenFrom, until)) return false;
  const sliding = slidingInflow(inflow, settings.window, from, until);
  const slidingShort = slidingInflow(inflow, settings.panicWindow, from, until);
  const wide = sliding !== null && slidingShort !== null ? sliding : inflowBounds(inflow, seenFrom, until);
  const stable = sliding ?? wide;
  const short = slidingShort ?? wide;
  if (holdsAtBoth(calm, Math.min(stable.least, short.least), Math.max(stable.greatest, short.greatest))) return true;
  return holdsAt(watched, stable.least, short.least) && holdsAt(watched, stable.greatest, short.greatest);
}

/** Whether a tick holds, and begins no panic, where both averages are the one, and where they are the other. */
function holdsAtBoth({ watched, plateau }: SteadyStretch, least: number, greatest: number): boolean {
  for (const perSecond of [least, greatest]) {
    if (isOn(plateau, perSecond)) continue;
    if (!holdsAt(watched, perSecond, perSecond)) return false;
    widen(plateau, perSecond);
  }
  return true;
}

/** Whether a tick holds, and begins no panic, at these averages of requests per second. */
function holdsAt(watched: KpaWatch, stablePerSecond: number, shortPerSecond: number): boolean {
  const { deployment, settings, ready, perRps } = watched;
  return staysAt(
    settings,
    { ready, current: deployment.desired },
    {
      stableMilli: Math.round(1_000 * stablePerSecond * perRps),
      panicMilli: Math.round(1_000 * shortPerSecond * perRps),
    },
  );
}

/**
 * Whether a request came within the delay before each tick of a stretch: those that every one of them sees are enough.
 */
export function isSurelyBusy({ deployment, settings }: KpaWatch, from: Instant, until: Instant): boolean {
  const { inflow } = deployment;
  if (until < awakeFrom(inflow) + settings.idleDelay) return true;
  const seenFrom = Math.max(until - settings.idleDelay, inflow.since);
  return seenFrom < from && inflowBetween(inflow, seenFrom, from) >= settings.busyFrom;
}
