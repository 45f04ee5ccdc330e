/** Builders that the tests of autoscaling share. */
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import type { AverageSample, UseSample } from '../../../src/platform/autoscaling/metric.ts';
import type { HpaSettings, KedaSettings, KpaSettings } from '../../../src/platform/autoscaling/settings.ts';
import { autoscalingSettings, type Scaled } from '../../../src/platform/autoscaling/specSettings.ts';
import type { Plan } from '../../../src/platform/plan.ts';
import type { ScalingAction } from '../../../src/platform/workload/scaling.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

type Given = JsonObject & { readonly minScale?: number; readonly maxScale?: number };

function assume(changes: Partial<Assumptions> = {}): Assumptions {
  return { ...defaultAssumptions, ...changes };
}

export function read(type: Scaled['type'], block: Given, changes: Partial<Assumptions> = {}) {
  const { minScale = 1, maxScale = 20 } = block;
  return autoscalingSettings(block, { type, minScale, maxScale }, assume(changes));
}

export function hpa(block: Given, changes: Partial<Assumptions> = {}, type: Scaled['type'] = 'standard'): HpaSettings {
  const settings = read(type, block, changes);
  if (settings.loop !== 'hpa') throw new Error(`made a loop of ${settings.loop}`);
  return settings;
}

export function kpa(block: Given = {}, changes: Partial<Assumptions> = {}): KpaSettings {
  const settings = read('serverless', { metric: 'concurrency', ...block }, changes);
  if (settings.loop !== 'kpa') throw new Error(`made a loop of ${settings.loop}`);
  return settings;
}

/** Metric keda with scale 0 to 20 where not given, and these triggers. */
export function keda(block: Given, triggers: readonly JsonObject[], changes: Partial<Assumptions> = {}): KedaSettings {
  const more = typeof block.keda === 'object' ? (block.keda as JsonObject) : {};
  const settings = read('standard', { minScale: 0, ...block, metric: 'keda', keda: { ...more, triggers } }, changes);
  if (settings.loop !== 'keda') throw new Error(`made a loop of ${settings.loop}`);
  return settings;
}

export function queue(threshold: number | string, more: JsonObject = {}): JsonObject {
  return { type: 'prometheus', name: 'queue', metadata: { threshold }, ...more };
}

/** Replicas of 1000 each that use `each` each. */
export function use(counted: number, each: number, others: { unready?: number; missing?: number } = {}): UseSample {
  const { unready = 0, missing = 0 } = others;
  return {
    of: 'use',
    counted,
    unready,
    missing,
    used: counted * each,
    allowed: counted * 1000,
    unreadyAllowed: unready * 1000,
    missingAllowed: missing * 1000,
  };
}

/** Replicas that together have so much. */
export function average(
  counted: number,
  total: number,
  others: { unready?: number; missing?: number } = {},
): AverageSample {
  return { of: 'average', counted, unready: 0, missing: 0, ...others, totalMilli: Math.round(total * 1000) };
}

/** The count a plan sets, or what else it is. */
export function target(plan: Plan<ScalingAction>): number | 'hold' | 'refuse' {
  return plan.kind === 'act' ? (plan.actions[0]?.to ?? 'hold') : plan.kind;
}
