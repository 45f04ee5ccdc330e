/**
 * The planner of KEDA autoscaling: triggers wake a workload and send it to zero; in between they propose replicas like
 * other metrics.
 *
 * It follows the documentation of KEDA.
 */
import type { Instant } from '../../engine/time.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import type { ScalingAction } from '../workload/scaling.ts';
import { largest } from './hpa.ts';
import type { KedaSettings } from './settings.ts';
import { fallbackReplicas, isActive, isTriggerAtTolerance, proposeByTrigger, type Trigger } from './trigger.ts';
import { hold, scaleTo } from './verdict.ts';

/** Values of the triggers in their order, in thousandths, whole numbers of 0 or more; null: the trigger failed. */
export type TriggerValues = readonly (number | null)[];

/** What polls remember; mutable plain data of fixed shape. */
export interface PollMemory {
  /** When the triggers of the workload were first watched here (`keda.creation`). */
  readonly createdAt: Instant;
  /** The last poll with an active trigger; null: there was none. */
  lastActiveAt: Instant | null;
  /**
   * Consecutive failed polls by name of the trigger: a trigger that moves in the list keeps its count, and another
   * trigger in its place starts at 0.
   */
  failures: ReadonlyMap<string, number>;
}

/** Replica counts at a sync or a poll. */
export interface Count {
  /** Desired replicas (D). */
  readonly current: number;
  readonly ready: number;
}

export function newPollMemory(createdAt: Instant): PollMemory {
  return { createdAt, lastActiveAt: null, failures: new Map() };
}

/** An independent copy; nothing writes into a map of failures. */
export function clonePollMemory(memory: PollMemory): PollMemory {
  return { ...memory };
}

/** Updates the memory with the values of a poll, before the poll is planned. */
export function rememberPoll(settings: KedaSettings, memory: PollMemory, values: TriggerValues, now: Instant): void {
  rememberPolls(settings, memory, { values, count: 1, lastActiveAt: isOneActive(settings, values) ? now : null });
}

/** Several polls in a row. */
export interface Polls {
  /** Of the last one. */
  readonly values: TriggerValues;
  readonly count: number;
  /** The last of them with an active trigger; null: none had one. */
  readonly lastActiveAt: Instant | null;
}

/**
 * Updates the memory with several polls in a row that changed nothing: each trigger failed in all of them or in none.
 */
export function rememberPolls(
  { triggers }: KedaSettings,
  memory: PollMemory,
  { values, count, lastActiveAt }: Polls,
): void {
  const { failures } = memory;
  const failing = triggers.filter((_, index) => (values[index] ?? null) === null);
  memory.failures = new Map(failing.map(({ name }) => [name, (failures.get(name) ?? 0) + count]));
  if (lastActiveAt !== null) memory.lastActiveAt = lastActiveAt;
}

export function isOneActive({ triggers }: KedaSettings, values: TriggerValues): boolean {
  return triggers.some((trigger, index) => isActive(trigger, values[index] ?? null));
}

/**
 * Whether further polls with the same values cannot change a fallback: each failing trigger has failed often enough.
 */
export function hasSettled(
  { fallback, triggers }: KedaSettings,
  { failures }: Readonly<PollMemory>,
  values: TriggerValues,
): boolean {
  if (fallback === null) return true;
  return triggers.every(
    ({ name }, index) => (values[index] ?? null) !== null || (failures.get(name) ?? 0) >= fallback.failedPolls,
  );
}

/** Why a poll changes nothing; each plan is one object, so a caller may compare by identity. */
export const pollHolds = {
  asleep: hold(because(['TYPE-4'], ['keda.poll'])),
  active: hold(because(['TYPE-4'], ['keda.poll'])),
  /** `minScale` is above 0. */
  neverZero: hold(because(['WL-18'])),
  /** A trigger failed, so its value is not known. */
  failing: hold(because([], ['keda.poll'])),
  /** A fallback replaces the value of a failed trigger. */
  fallenBack: hold(because([], ['keda.poll', 'keda.fallback.at'])),
  coolingDown: hold(because(['TYPE-4'], ['keda.cooldown'])),
  coolingDownFirst: hold(because(['TYPE-4'], ['keda.initialCooldown', 'keda.creation'])),
} as const satisfies { readonly [name: string]: Plan<ScalingAction> };

const woken = because(['TYPE-4'], ['keda.poll']);
const fellBack = because(['WL-18'], ['keda.poll', 'keda.fallback.at']);
const cooled = because(['TYPE-4'], ['keda.poll', 'keda.cooldown']);
const neverUsed = because(['TYPE-4'], ['keda.poll', 'keda.initialCooldown', 'keda.creation']);

/**
 * Plans one poll: it wakes a workload or sends it to zero (TYPE-4, WL-18, `keda.*`).
 *
 * An active trigger wakes the workload at once. With no active trigger and `minScale` 0 the workload goes to zero once
 * the cooldown after the last active poll is strictly over. If no trigger was active yet, the initial cooldown after
 * creation counts instead (`keda.creation`).
 *   active 300 s ago, cooldown 300 s -> hold     300.001 s ago -> 0     created now, initial cooldown 0 s -> hold
 *
 * A failed trigger neither wakes the workload nor lets it go to zero until its fallback applies.
 */
export function planPoll(
  settings: KedaSettings,
  memory: Readonly<PollMemory>,
  current: number,
  values: TriggerValues,
  now: Instant,
): Plan<ScalingAction> {
  const { minScale, sync } = settings;
  if (isOneActive(settings, values)) return current === 0 ? scaleTo(Math.max(1, minScale), woken) : pollHolds.active;
  const instead = fallbacksNow(settings, memory, current, values);
  if (current === 0) {
    const replicas = Math.min(Math.max(0, ...instead.replicas), sync.maxScale);
    if (replicas > 0) return scaleTo(Math.max(replicas, minScale), fellBack);
    return instead.isFailing ? pollHolds.failing : pollHolds.asleep;
  }
  if (minScale > 0) return pollHolds.neverZero;
  if (instead.isFailing) return pollHolds.failing;
  if (instead.replicas.some((replicas) => replicas > 0)) return pollHolds.fallenBack;
  const { lastActiveAt, createdAt } = memory;
  if (lastActiveAt === null)
    return createdAt + settings.initialCooldown < now ? scaleTo(0, neverUsed) : pollHolds.coolingDownFirst;
  return lastActiveAt + settings.cooldown < now ? scaleTo(0, cooled) : pollHolds.coolingDown;
}

/**
 * The replicas that the triggers propose at a sync with at least one desired replica: the highest proposal of any
 * trigger; a failed trigger proposes its fallback (`largest`). null: at zero, or if no trigger proposes a count.
 * `planSync` decides what happens.
 *
 * Monotone in the values; with `Value` triggers only if all desired replicas are ready.
 */
export function proposeKeda(
  settings: KedaSettings,
  memory: Readonly<PollMemory>,
  count: Count,
  values: TriggerValues,
): number | null {
  if (count.current === 0) return null;
  const proposals: (number | null)[] = [];
  settings.triggers.forEach((trigger, index) => {
    const value = values[index] ?? null;
    if (value === null) proposals.push(fallbackOfFailing(settings, memory, trigger, count.current));
    else if (hasTarget(trigger)) proposals.push(proposeByTrigger(trigger, settings.sync.tolerated, count, value));
  });
  return largest(proposals, count.current);
}

/** Whether a trigger keeps the count because its ratio is exactly at the bound of the tolerance (`hpa.tolerance`). */
export function isKedaAtTolerance({ triggers, sync }: KedaSettings, current: number, values: TriggerValues): boolean {
  return triggers.some((trigger, index) => {
    const value = values[index] ?? null;
    return value !== null && hasTarget(trigger) && isTriggerAtTolerance(trigger, sync.tolerated, current, value);
  });
}

function hasTarget(trigger: Trigger): trigger is Trigger & { readonly targetMilli: number } {
  return trigger.targetMilli !== null;
}

/** What stands in for the triggers that fail, and whether one fails that nothing stands in for yet. */
function fallbacksNow(
  settings: KedaSettings,
  memory: Readonly<PollMemory>,
  current: number,
  values: TriggerValues,
): { readonly replicas: readonly number[]; readonly isFailing: boolean } {
  const replicas: number[] = [];
  let isFailing = false;
  settings.triggers.forEach((trigger, index) => {
    if ((values[index] ?? null) !== null) return;
    const instead = fallbackOfFailing(settings, memory, trigger, current);
    if (instead === null) isFailing = true;
    else replicas.push(instead);
  });
  return { replicas, isFailing };
}

/** Null before it has failed often enough, and without a fallback. */
function fallbackOfFailing(
  { fallback }: KedaSettings,
  { failures }: Readonly<PollMemory>,
  { name }: Trigger,
  current: number,
): number | null {
  if (fallback === null || (failures.get(name) ?? 0) < fallback.failedPolls) return null;
  return fallbackReplicas(fallback, current);
}
