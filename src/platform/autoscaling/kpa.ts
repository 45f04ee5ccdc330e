/**
 * The loop of serverless workloads that follow concurrency or rps: a long average, a short one for panic, and zero when
 * nothing is asked.
 *
 * After the Knative pod autoscaler (KPA), as its documentation describes it.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import type { Plan } from '../plan.ts';
import type { ScalingAction } from '../workload/scaling.ts';
import { compareRatios, timesDown, timesUp } from './ratio.ts';
import type { KpaSettings } from './settings.ts';
import { hold, scaleTo } from './verdict.ts';

/**
 * Averages of the whole workload in the location, in thousandths, over `window` and over `panicWindow`. Whole numbers.
 */
export interface KpaLoad {
  readonly stableMilli: number;
  readonly panicMilli: number;
}

/** Mutable, plain data: what a tick remembers. */
export interface Panic {
  /** When the threshold was last reached; null while there is no panic. */
  since: Instant | null;
  /** The most that was wanted in this panic; 0 without. */
  most: number;
}

/** What is, at a tick. */
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
 * Replicas that the load asks for, before the bounds of the scale (`kpa.*`); null without data. With target 95:
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
 * Whether a tick is in panic: as many replicas wanted by the short average as the threshold says, this ratio included,
 * or so at most `kpa.window` ago, this age included (`kpa.panicThreshold`).
 */
export function panicsAt(settings: KpaSettings, state: KpaState, load: KpaLoad): boolean {
  const { since } = state.panic;
  return isOverThreshold(settings, state.ready, load) || (since !== null && state.now <= since + settings.window);
}

/** Keeps what a tick has seen, after it has proposed. */
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
  /** Of `minScale`, or of the one replica that stays until the delay has passed. */
  atMinScale: hold(because(['WL-18'], ['kpa.tick'])),
  /** A request finds replicas wanted. */
  awake: hold(because(['TYPE-14'])),
  /** At zero, with nothing to do. */
  asleep: hold(because(['TYPE-14'])),
  /** At zero, with a request that waits for the next tick. */
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

/** What else is, when a tick decides. */
export interface KpaStanding {
  /** Wanted now (D). */
  readonly current: number;
  /** Since when nothing is in flight, queued or held; null while something is. */
  readonly idleSince: Instant | null;
  readonly inPanic: boolean;
  /** Requests waited within the averages, or do so still. */
  readonly hasWaited: boolean;
  readonly now: Instant;
}

/**
 * What a tick does (WL-18, TYPE-14, `kpa.*`, `serverless.zero`): nothing without data; zero once idle for long enough;
 * else the proposal, at least 1, within the bounds. At zero it stays there until a request comes.
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
 * Whether a tick surely leaves the count as it is, and is in no panic, where none is remembered and something was asked
 * lately (`planKpa`, without its reasons).
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
 * Replicas that a tick holds under a steady load (TYPE-14, `fluid.idle`): what the load asks for, within the bounds;
 * zero where that is allowed and so little comes that the workload is asleep mostly. With target 95, scale 0 to 20:
 *
 *   250 in flight -> 3     1 request an hour, delay 300 s -> 0
 *
 * @param perSecond requests that come
 */
export function settledKpa(
  settings: KpaSettings,
  { perSecond, milli }: { readonly perSecond: number; readonly milli: number },
): number {
  const isAsleep = settings.minScale === 0 && (perSecond * settings.idleDelay) / 1_000 < settings.busyFrom;
  return isAsleep ? 0 : withinScale(settings, wantedBy(settings, milli));
}

/** At least one: nothing goes to zero by its load. */
function withinScale({ minScale, maxScale }: KpaSettings, count: number): number {
  return Math.min(Math.max(count, minScale, 1), Math.max(maxScale, 1));
}

/** Whether an idle workload goes to zero now (TYPE-14, `serverless.zero`): at `zeroDueAt` and later. */
export function planZero(
  settings: KpaSettings,
  { current, idleSince, now }: Pick<KpaStanding, 'current' | 'idleSince' | 'now'>,
): Plan<ScalingAction> {
  if (current === 0) return kpaHolds.asleep;
  const dueAt = zeroDueAt(settings, idleSince);
  return dueAt !== null && now >= dueAt ? scaleTo(0, idle[settings.zeroAt]) : kpaHolds.notIdle;
}

/** The first instant at which an idle workload may go to zero; null while it is not idle, or never may (TYPE-14). */
export function zeroDueAt({ minScale, idleDelay }: KpaSettings, idleSince: Instant | null): Instant | null {
  return minScale > 0 || idleSince === null ? null : idleSince + idleDelay;
}

/**
 * What a request does that comes while nothing is wanted (TYPE-14, `serverless.wake`): it starts the first replicas, or
 * waits for a tick.
 */
export function planWake(settings: KpaSettings, current: number): Plan<ScalingAction> {
  if (current > 0) return kpaHolds.awake;
  return settings.wake === 'atOnce' ? scaleTo(Math.max(1, settings.minScale), woken) : kpaHolds.awaitsTick;
}

/** By an average, no further from the ready replicas than the rates allow. */
function clampedCount(settings: KpaSettings, ready: number, milli: number): number {
  const base = Math.max(1, ready);
  const least = timesDown(base, settings.remaining);
  return Math.min(Math.max(wantedBy(settings, milli), least), timesUp(base, settings.growth));
}

/**
 * Whether the short average asks for so many of the ready replicas that a panic begins or goes on, the ratio included
 * (`kpa.panicThreshold`).
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
