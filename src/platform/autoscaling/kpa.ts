/**
 * The planner of serverless autoscaling by concurrency or rps: a stable average, a short average for panic, and scale
 * to zero.
 *
 * It follows the documentation of the Knative pod autoscaler (KPA).
 */
import type { Reason } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import type { Plan } from '../plan.ts';
import type { ScalingAction } from '../workload/scaling.ts';
import type { ScaleRange } from './changes.ts';
import { compareRatios, timesDown, timesUp } from './ratio.ts';
import type { KpaSettings } from './settings.ts';
import { hold, scaleTo } from './verdict.ts';

/** The averages of a workload in one location over `window` and over `panicWindow`, in thousandths, whole numbers. */
export interface KpaLoad {
  readonly stableMilli: number;
  readonly panicMilli: number;
}

/** What a tick remembers of a panic; mutable plain data. */
export interface Panic {
  /** When the threshold was last reached; null: no panic. */
  since: Instant | null;
  /** The highest desired count of this panic; 0: no panic. */
  most: number;
}

/** The state that a proposal depends on, at a tick. */
export interface KpaState {
  readonly ready: number;
  readonly panic: Readonly<Panic>;
  readonly now: Instant;
}

export function newPanic(): Panic {
  return { since: null, most: 0 };
}

export function clonePanic(panic: Panic): Panic {
  return { ...panic };
}

/** Remembers what another does. */
export function assumePanic(panic: Panic, { since, most }: Panic): void {
  panic.since = since;
  panic.most = most;
}

/**
 * The replicas that the load requires, before the bounds of the scale (`kpa.*`); null: no data. With target 95:
 *
 *   3 ready, averages 250 and 250  -> 3       2 ready, 50 and 400: ceil(400/95) is 5, 5/2 reaches 2: panic -> 5
 *   2 ready, 50 and 380            -> 4       2 ready, 50 and 285: 3/2 is below 2 -> 1
 *   10 ready, 95 and 95            -> 5, and with 5 ready 2, and with 2 ready 1
 *
 * Monotone in both averages.
 */
export function proposeKpa(settings: KpaSettings, state: KpaState, load: KpaLoad | null): number | null {
  if (load === null) return null;
  const stable = clampedCount(settings, state.ready, load.stableMilli);
  if (!panicsAt(settings, state, load)) return stable;
  return Math.max(stable, clampedCount(settings, state.ready, load.panicMilli), state.panic.most);
}

/**
 * Whether a tick is in panic (`kpa.panicThreshold`): the short average requires as many replicas as the threshold says
 * (that ratio included), or did so at most `kpa.window` ago (that age included).
 */
export function panicsAt(settings: KpaSettings, state: KpaState, load: KpaLoad): boolean {
  const { since } = state.panic;
  return isOverThreshold(settings, state.ready, load) || (since !== null && state.now <= since + settings.window);
}

/** Updates the panic after a tick has made its proposal. */
export function rememberPanic(settings: KpaSettings, panic: Panic, ready: number, load: KpaLoad, now: Instant): void {
  const state: KpaState = { ready, panic, now };
  const isOver = isOverThreshold(settings, ready, load);
  const inPanic = panicsAt(settings, state, load);
  panic.most = inPanic ? (proposeKpa(settings, state, load) ?? 0) : 0;
  if (isOver) panic.since = now;
  else if (!inPanic) panic.since = null;
}

/** Why a tick changes nothing; each plan is one object, so a caller may compare by identity. */
export const kpaHolds = {
  noData: hold(because([], ['kpa.tick'])),
  onTarget: hold(because([], ['kpa.tick', 'kpa.window', 'kpa.utilization'])),
  atMaxScale: hold(because(['WL-18'], ['kpa.tick'])),
  /** The count is `minScale`, or the one replica that stays until the delay has passed. */
  atMinScale: hold(because(['WL-18'], ['kpa.tick'])),
  /** A request arrives while replicas are desired. */
  awake: hold(because(['TYPE-14'])),
  /** The count is zero, and no request waits. */
  asleep: hold(because(['TYPE-14'])),
  /** The count is zero, and a request waits for the next tick. */
  awaitsTick: hold(because(['TYPE-14'], ['serverless.wake'])),
  notIdle: hold(because(['TYPE-14'], ['serverless.zero'])),
} as const satisfies { readonly [name: string]: Plan<ScalingAction> };

const moved = {
  up: movedBy(['WL-18'], ['kpa.upRate']),
  down: movedBy(['WL-18'], ['kpa.downRate']),
  fromZero: movedBy(['WL-18', 'TYPE-14'], ['kpa.upRate', 'serverless.wake']),
} as const;

interface Moved {
  readonly calm: Reason;
  readonly panicked: Reason;
}

/** @returns also what is cited where requests that waited were counted */
function movedBy(rules: readonly RuleId[], rate: readonly AssumptionName[]): Moved & { readonly waited: Moved } {
  const averages: AssumptionName[] = ['kpa.tick', 'kpa.window', 'kpa.utilization'];
  const panic: AssumptionName[] = ['kpa.panicWindow', 'kpa.panicThreshold'];
  const waiting: AssumptionName[] = ['fluid.overflow', 'coldStart.hold'];
  const citing = (others: readonly AssumptionName[]): Moved => ({
    calm: because(rules, [...averages, ...rate, ...others]),
    panicked: because(rules, [...averages, ...panic, ...rate, ...others]),
  });
  return { ...citing([]), waited: citing(waiting) };
}

const idle = {
  exact: because(['TYPE-14'], ['serverless.zero']),
  tick: because(['TYPE-14'], ['serverless.zero', 'kpa.tick']),
} as const;
const woken = because(['TYPE-14'], ['serverless.wake']);

/** The further state of a workload that a tick decides from. */
export interface KpaStanding {
  /** Desired replicas (D). */
  readonly current: number;
  /** Start of the time without requests in flight, queued or held; null: there are some. */
  readonly idleSince: Instant | null;
  readonly inPanic: boolean;
  /** Requests waited within the time of the averages, or wait now. */
  readonly hasWaited: boolean;
  readonly now: Instant;
}

/**
 * Plans one tick of the KPA (WL-18, TYPE-14, `kpa.*`, `serverless.zero`).
 *
 * Without data it changes nothing. A workload that has been idle long enough goes to zero. Otherwise the proposal
 * applies, at least 1, within the bounds. At zero the count stays zero until a request arrives.
 *
 * Monotone in the proposal.
 */
export function planKpa(settings: KpaSettings, standing: KpaStanding, newest: number | null): Plan<ScalingAction> {
  if (newest === null) return kpaHolds.noData;
  const { current, idleSince, inPanic, hasWaited } = standing;
  const zero = planZero(settings, standing);
  if (zero.kind === 'act') return zero;
  if (current === 0 && idleSince !== null) return kpaHolds.asleep;
  const to = withinScale(settings, newest);
  if (to === current) {
    if (newest === current) return kpaHolds.onTarget;
    return newest > current ? kpaHolds.atMaxScale : kpaHolds.atMinScale;
  }
  const by = to < current ? moved.down : current > 0 ? moved.up : moved.fromZero;
  const { calm, panicked } = hasWaited ? by.waited : by;
  return scaleTo(to, inPanic ? panicked : calm);
}

/**
 * Whether a tick surely keeps the count and is in no panic, if no panic is remembered and requests arrived recently
 * (`planKpa`, without its reasons).
 */
export function staysAt(
  settings: KpaSettings,
  { ready, current }: { readonly ready: number; readonly current: number },
  load: KpaLoad,
): boolean {
  if (isOverThreshold(settings, ready, load)) return false;
  return withinScale(settings, clampedCount(settings, ready, load.stableMilli)) === current;
}

/**
 * Whether a tick in a panic surely leaves the count as it is, and what is remembered, where something was asked lately,
 * the threshold was last reached at most `kpa.window` ago and neither average is above this load (`planKpa`,
 * `rememberPanic`).
 *
 * @param most that was wanted in this panic so far
 */
export function panicStaysAt(
  settings: KpaSettings,
  { ready, current, most }: { readonly ready: number; readonly current: number; readonly most: number },
  load: KpaLoad,
): boolean {
  if (isOverThreshold(settings, ready, load)) return false;
  const wanted = clampedCount(settings, ready, Math.max(load.stableMilli, load.panicMilli));
  return wanted <= most && withinScale(settings, most) === current;
}

/**
 * The replica count that ticks keep under a steady load (TYPE-14, `fluid.idle`): what the load requires, within the
 * bounds. It is zero if minScale is 0 and the load is so low that the workload is asleep most of the time. With target
 * 95, scale 0 to 20:
 *
 *   250 in flight -> 3     1 request an hour, delay 300 s -> 0
 *
 * @param perSecond arriving requests per second
 */
export function settledKpa(
  settings: KpaSettings,
  { perSecond, milli }: { readonly perSecond: number; readonly milli: number },
): number {
  const isAsleep = settings.minScale === 0 && (perSecond * settings.idleDelay) / 1_000 < settings.busyFrom;
  return isAsleep ? 0 : withinScale(settings, wantedBy(settings, milli));
}

/** A count within the bounds, at least 1: the load alone never scales to zero. */
export function withinScale({ minScale, maxScale }: Pick<KpaSettings, 'minScale' | 'maxScale'>, count: number): number {
  return Math.min(Math.max(count, minScale, 1), Math.max(maxScale, 1));
}

/** Plans the scale to zero of an idle workload (TYPE-14, `serverless.zero`): it happens at `zeroDueAt` and later. */
export function planZero(
  settings: KpaSettings,
  { current, idleSince, now }: Pick<KpaStanding, 'current' | 'idleSince' | 'now'>,
): Plan<ScalingAction> {
  if (current === 0) return kpaHolds.asleep;
  const dueAt = zeroDueAt(settings, idleSince);
  return dueAt !== null && now >= dueAt ? scaleTo(0, idle[settings.zeroAt]) : kpaHolds.notIdle;
}

/**
 * The first instant at which an idle workload may go to zero; null: it is not idle, or minScale is above 0 (TYPE-14).
 */
export function zeroDueAt({ minScale, idleDelay }: KpaSettings, idleSince: Instant | null): Instant | null {
  return minScale > 0 || idleSince === null ? null : idleSince + idleDelay;
}

/**
 * Plans the wake-up by a request that arrives at zero desired replicas (TYPE-14, `serverless.wake`): start the first
 * replicas, or wait for the next tick.
 */
export function planWake(settings: KpaSettings, current: number): Plan<ScalingAction> {
  if (current > 0) return kpaHolds.awake;
  return settings.wake === 'atOnce' ? scaleTo(Math.max(1, settings.minScale), woken) : kpaHolds.awaitsTick;
}

/** The count for an average, limited by the rates relative to the ready replicas. */
function clampedCount(settings: KpaSettings, ready: number, milli: number): number {
  const { least, most } = kpaReach(settings, ready);
  return Math.min(Math.max(wantedBy(settings, milli), least), most);
}

/** How far one tick may move the count, from the ready replicas (`kpa.upRate`, `kpa.downRate`); both ends included. */
export function kpaReach({ remaining, growth }: Pick<KpaSettings, 'remaining' | 'growth'>, ready: number): ScaleRange {
  const base = Math.max(1, ready);
  return { least: timesDown(base, remaining), most: timesUp(base, growth) };
}

/**
 * Whether the short average requires so many replicas, relative to the ready ones, that a panic begins or continues;
 * the threshold itself included (`kpa.panicThreshold`).
 */
export function isOverThreshold(
  settings: KpaSettings,
  ready: number,
  { panicMilli }: Pick<KpaLoad, 'panicMilli'>,
): boolean {
  const wanted = { part: wantedBy(settings, panicMilli), whole: Math.max(1, ready) };
  return compareRatios(wanted, settings.panicThreshold) >= 0;
}

function wantedBy({ targetMilli }: KpaSettings, milli: number): number {
  return timesUp(milli, { part: 1, whole: targetMilli });
}
