/**
 * A trigger of metric `keda`: a value from outside, from which on it is active, and how many replicas it asks for.
 *
 * After KEDA and the external metrics of the Kubernetes HPA, as their documentation describes them.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { type JsonObject, numberAt, objectAt, textAt } from '../api/document/json.ts';
import type { CronAssumptions } from '../cron/fields.ts';
import { type CronWindow, windowOf } from './cronWindow.ts';
import { type Band, isAtEnd, isWithin, type Ratio, timesUp } from './ratio.ts';
import { isComparedAsItIs, type TargetAssumptions, targetOf } from './triggerTarget.ts';

export interface Trigger {
  /** By which its values are told; no other of the workload has it (`triggersOf`). */
  readonly name: string;
  /** `AverageValue` shares the value out among the replicas, `Value` compares it as it is. */
  readonly metricType: 'AverageValue' | 'Value';
  /** In thousandths, above 0; null where it has none (`targetOf`): it then wakes the workload and asks for no count. */
  readonly targetMilli: number | null;
  /** Active strictly above this, in thousandths. */
  readonly activationMilli: number;
  /** When it asks for how many by itself; null: not a trigger of type `cron`. */
  readonly window: CronWindow | null;
}

/** Replicas in place of a trigger that fails. */
export interface Fallback {
  /**
   * It counts once so many polls in a row have failed, at least 1: more than `failureThreshold`, or as many
   * (`keda.fallback.at`).
   */
  readonly failedPolls: number;
  readonly replicas: number;
  readonly behavior: 'static' | 'currentReplicas' | 'currentReplicasIfHigher' | 'currentReplicasIfLower';
}

/** Whether a value wakes the workload, or keeps it from zero; a failed one (null) does not. */
export function isActive({ activationMilli }: Trigger, valueMilli: number | null): boolean {
  return valueMilli !== null && valueMilli > activationMilli;
}

/**
 * Replicas that a trigger asks for (`hpa.tolerance`): what there is while the ratio to its target is tolerated.
 *
 *   AverageValue, target 5:  24 in all, 3 wanted -> 5      16 in all, 3 wanted -> 3 (16/15 is tolerated)
 *   Value, target 100:       250, 2 ready -> 5             110, 2 ready, 2 wanted -> 2 (exactly 1.1)
 *
 * @param count replicas wanted now, above 0, and how many of them are ready
 * @param valueMilli a whole number, 0 or more
 */
export function proposeByTrigger(
  trigger: Trigger & { readonly targetMilli: number },
  tolerated: Band,
  count: { readonly current: number; readonly ready: number },
  valueMilli: number,
): number {
  const ratio = ratioOf(trigger, count.current, valueMilli);
  if (isWithin(tolerated, ratio)) return count.current;
  return timesUp(trigger.metricType === 'Value' ? count.ready : count.current, ratio);
}

/** Whether the value is tolerated by lying exactly at the limit (`hpa.tolerance`). */
export function isTriggerAtTolerance(
  trigger: Trigger & { readonly targetMilli: number },
  tolerated: Band,
  current: number,
  valueMilli: number,
): boolean {
  return isAtEnd(tolerated, ratioOf(trigger, current, valueMilli));
}

/** Replicas that take the place of a proposal while a trigger fails. */
export function fallbackReplicas({ behavior, replicas }: Fallback, current: number): number {
  switch (behavior) {
    case 'static':
      return replicas;
    case 'currentReplicas':
      return current;
    case 'currentReplicasIfHigher':
      return Math.max(current, replicas);
    case 'currentReplicasIfLower':
      return Math.min(current, replicas);
  }
}

/** The assumptions that decide how triggers are read. */
export type TriggerAssumptions = CronAssumptions & TargetAssumptions & Pick<Assumptions, 'keda.name.missing'>;

/**
 * Reads the entries of `keda.triggers`. Each has its `name`; one without goes by its type, or by its place in the list
 * (`keda.name.missing`). What another has already takes a number, and those that are named come first.
 *
 *   {name: orders}, {type: kafka}, {type: kafka} -> orders, kafka, kafka-2 by place: orders, trigger-2, trigger-3
 *   {type: kafka}, {name: kafka}                   -> kafka-2, kafka
 *
 * @param before names of triggers that stand before these in the list
 */
export function triggersOf(
  written: readonly JsonObject[],
  assumptions: TriggerAssumptions,
  before: readonly string[] = [],
): readonly Trigger[] {
  const taken = new Set(before);
  const take = (wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}-${number}`;
    taken.add(name);
    return name;
  };
  const named = written.map((one) => (isNamed(one) ? take(nameOf(one)) : null));
  return written.map((one, index) => {
    const name = named[index] ?? take(standIn(one, before.length + index + 1, assumptions));
    return { name, ...readTrigger(one, assumptions) };
  });
}

/** Whether a trigger says what it is called. */
export function isNamed(written: JsonObject): boolean {
  return nameOf(written) !== '';
}

function nameOf(written: JsonObject): string {
  return textAt(written, 'name') ?? '';
}

function standIn(written: JsonObject, place: number, assumptions: TriggerAssumptions): string {
  const type = textAt(written, 'type') ?? '';
  return assumptions['keda.name.missing'] === 'place' || type === '' ? `trigger-${place}` : type;
}

/** Reads one entry; numbers in `metadata` may be texts. */
function readTrigger(written: JsonObject, assumptions: TriggerAssumptions): Omit<Trigger, 'name'> {
  const { targetMilli, activationMilli } = targetOf(written, assumptions);
  return {
    metricType: isComparedAsItIs(written) ? 'Value' : 'AverageValue',
    targetMilli,
    activationMilli,
    window: written.type === 'cron' ? windowOf(objectAt(written, 'metadata'), assumptions) : null,
  };
}

/**
 * Null where no number of replicas is given.
 *
 *   failureThreshold 3 -> from the fourth poll that fails on; `reached`: from the third; 0 or none: from the first
 */
export function fallbackOf(written: JsonObject, assumptions: Pick<Assumptions, 'keda.fallback.at'>): Fallback | null {
  const threshold = numberAt(written, 'failureThreshold') ?? 0;
  const replicas = numberAt(written, 'replicas');
  if (replicas === undefined) return null;
  const { behavior } = written;
  const isKnown =
    behavior === 'currentReplicas' || behavior === 'currentReplicasIfHigher' || behavior === 'currentReplicasIfLower';
  return {
    // Before a poll has failed nobody knows of it.
    failedPolls: assumptions['keda.fallback.at'] === 'exceeded' ? threshold + 1 : Math.max(1, threshold),
    replicas,
    behavior: isKnown ? behavior : 'static',
  };
}

function ratioOf(
  { metricType, targetMilli }: Trigger & { readonly targetMilli: number },
  current: number,
  valueMilli: number,
): Ratio {
  return { part: valueMilli, whole: metricType === 'Value' ? targetMilli : targetMilli * current };
}
