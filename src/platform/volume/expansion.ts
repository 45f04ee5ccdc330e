/**
 * The planner of automatic volume expansion: it applies the formulas (target.ts), then the cap, then the limit of four
 * expansions.
 */

import type { Reason } from '../../engine/journal.ts';
import { day, type Instant } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import type { Plan, Refusal } from '../plan.ts';
import { gbFromMicroGB } from './capacity.ts';
import type { Fit } from './forecast.ts';
import { expansionRetryAt, expansionsCounting, expansionsMax } from './limit.ts';
import type { VolumeAutoscalingSettings, VolumesetSettings } from './settings.ts';
import {
  type Due,
  type ForecastResult,
  forecastOf,
  gbPerReading,
  isBelowFree,
  isPredictiveDue,
  type Targets,
  targetsOf,
} from './target.ts';

/** The state of one volume at an evaluation. */
export interface ExpansionState {
  /** Whether a command on the volume is running, including an automatic expansion. */
  readonly commandAtWork: boolean;
  readonly capacityMicroGB: number;
  /** The present reading, in units of `readingBytes`. */
  readonly reading: number;
  /** The regression line over the lookback window; null: no readings, or prediction is off. */
  readonly fit: Fit | null;
  /** Accepted expansions of this set, location and index, oldest first. */
  readonly expansions: readonly Instant[];
}

export interface Expand {
  readonly do: 'expand';
  readonly toMicroGB: number;
  /** The target that decided; `cap`: at 100 % free no target can be computed (`volume.minFree100`). */
  readonly trigger: Targets['trigger'];
  readonly figures: ExpansionFigures;
}

/** The numbers behind a decision, for the journal; null: that target was not computed. */
export type ExpansionFigures = {
  readonly usedGB: number;
  readonly capacityGB: number;
  readonly freePercentage: number;
  readonly minFreePercentage: number;
  readonly reactiveTargetGB: number | null;
  readonly predictiveTargetGB: number | null;
  readonly capGB: number;
  readonly isCapped: boolean;
  readonly points: number | null;
  readonly slopeGBPerHour: number | null;
  readonly projectedGB: number | null;
  readonly expansionsCounted: number;
} & { readonly [key: string]: Value };

/** An expansion plan; its refusals carry the numbers, too. */
export type ExpansionPlan = Exclude<Plan<Expand>, Refusal> | (Refusal & { readonly figures: ExpansionFigures });

/** Why an evaluation changes nothing; each plan is one object, so a caller may compare by identity. */
export const expansionHolds = {
  off: hold(because([], ['volume.autoscale.requires'])),
  commandAtWork: hold(because(['VOLCMD-5'])),
  /** Enough is free, and no forecast is made. */
  enoughFree: hold(because(['VOLAUTO-11'])),
  /** Enough is free, now and as projected. */
  enoughProjected: hold(because(['VOLAUTO-11', 'VOLAUTO-14', 'VOLAUTO-15'], ['volume.predictive.trigger'])),
  fewPoints: hold(because(['VOLAUTO-11', 'VOLAUTO-19'])),
  slowGrowth: hold(because(['VOLAUTO-11', 'VOLAUTO-18'], ['numbers.epsilon'])),
  /** The target is not above the present capacity. */
  targetReached: hold(because(['VOLAUTO-12', 'VOLAUTO-17'])),
  /** The target is above the cap, and the capacity has reached the cap. */
  atCap: hold(because(['VOLAUTO-1', 'VOLAUTO-13', 'VOLAUTO-17'])),
} as const satisfies { readonly [name: string]: Plan<Expand> };

/**
 * Plans the expansion of a volume at one evaluation (VOLAUTO-11 to VOLAUTO-19, LIMIT-1).
 *
 * An expansion is due while less than `minFreePercentage` is free (exactly that much is enough), or while the
 * projection says that less will be free (`volume.predictive.trigger`). The larger target counts, cut to the cap. A
 * target that is not above the capacity is no expansion and uses none of the quota. After four expansions within 24
 * hours the planner refuses until `retryAt`.
 *   10 GB, free 20 %, factor 2: 8 GB used holds; 8.1 GB expands to 20.25 GB
 *   10 GB used of 10, free 20 %, factor 2, maxCapacity 16: 16 GB; at 16 GB full: holds
 *
 * More readings and higher readings never give a lower target, so a stretch of time holds if its greatest reading and
 * projection hold.
 */
export function planExpansion(settings: VolumesetSettings, state: ExpansionState, now: Instant): ExpansionPlan {
  const { autoscaling } = settings;
  if (autoscaling === null) return expansionHolds.off;
  if (state.commandAtWork) return expansionHolds.commandAtWork;
  const isReactiveDue = isBelowFree(autoscaling, state.reading, state.capacityMicroGB);
  const forecast = forecastOf(settings, autoscaling.predictive, state.fit);
  const isDue = isReactiveDue || isPredictiveDue(settings, autoscaling, forecast, state.capacityMicroGB);
  if (!isDue) return holdBy[forecast.kind];
  return planTarget(settings, autoscaling, state, now, { isReactiveDue, forecast });
}

const noTarget = because(['VOLAUTO-2'], ['volume.minFree100']);
const limit = because(['LIMIT-1'], ['volume.reading.interval', 'volume.limit.reached', 'volume.limit.window']);
const holdBy = expansionHolds satisfies { readonly [kind in ForecastResult['kind']]: Plan<Expand> };

function planTarget(
  settings: VolumesetSettings,
  autoscaling: VolumeAutoscalingSettings,
  state: ExpansionState,
  now: Instant,
  due: Due,
): ExpansionPlan {
  const { assumptions, capMicroGB } = settings;
  const targets = targetsOf(settings, autoscaling, state.reading, due);
  const isRefusedAt100 = targets.trigger === 'cap' && assumptions['volume.minFree100'] === 'refuse';
  const toMicroGB = Math.min(targets.wantedMicroGB, capMicroGB);
  if (!isRefusedAt100 && toMicroGB <= state.capacityMicroGB)
    return targets.wantedMicroGB > capMicroGB ? expansionHolds.atCap : expansionHolds.targetReached;
  const figures = figuresOf(settings, autoscaling, state, now, due, targets);
  if (isRefusedAt100) {
    const message = 'minFreePercentage is 100, so there is no capacity to expand to';
    return { kind: 'refuse', reason: noTarget, message, retryAt: null, figures };
  }
  const retryAt = expansionRetryAt(state.expansions, now, assumptions['volume.limit.window']);
  if (retryAt !== null) {
    const message = `${expansionsMax} expansions within 24 hours: the quota of this volume is used up`;
    return { kind: 'refuse', reason: limit, message, retryAt, figures };
  }
  return {
    kind: 'act',
    actions: [{ do: 'expand', toMicroGB, trigger: targets.trigger, figures }],
    reason: reasonOf(autoscaling, targets, {
      isCapped: figures.isCapped,
      // One exactly 24 hours old: what the plan says of the count hangs on it, whether or not that is the limit.
      isAtLimitBound: state.expansions.includes(now - day),
      isAtWindowBound: state.fit?.isAtBound ?? false,
    }),
  };
}

function figuresOf(
  settings: VolumesetSettings,
  autoscaling: VolumeAutoscalingSettings,
  { reading, capacityMicroGB, fit, expansions }: ExpansionState,
  now: Instant,
  { forecast }: Due,
  targets: Targets,
): ExpansionFigures {
  const usedGB = reading * gbPerReading(settings);
  const capacityGB = gbFromMicroGB(capacityMicroGB);
  const asGB = (microGB: number | null): number | null => (microGB === null ? null : gbFromMicroGB(microGB));
  const isFitted = autoscaling.predictive !== null && fit !== null && fit.points >= 2;
  return {
    usedGB,
    capacityGB,
    freePercentage: ((capacityGB - usedGB) * 100) / capacityGB,
    minFreePercentage: autoscaling.minFreePercentage,
    reactiveTargetGB: asGB(targets.reactiveMicroGB),
    predictiveTargetGB: asGB(targets.predictiveMicroGB),
    capGB: gbFromMicroGB(settings.capMicroGB),
    isCapped: targets.wantedMicroGB > settings.capMicroGB,
    points: autoscaling.predictive === null ? null : (fit?.points ?? 0),
    slopeGBPerHour: isFitted ? fit.slopePerHour * gbPerReading(settings) : null,
    projectedGB: forecast.kind === 'enoughProjected' ? forecast.projectedGB : null,
    expansionsCounted: expansionsCounting(expansions, now, settings.assumptions['volume.limit.window']),
  };
}

function reasonOf(
  autoscaling: VolumeAutoscalingSettings,
  targets: Targets,
  bounds: { readonly isCapped: boolean; readonly isAtLimitBound: boolean; readonly isAtWindowBound: boolean },
): Reason {
  const rules: RuleId[] = [];
  const assumptions: AssumptionName[] = ['unit.gb', 'volume.reading.interval', 'volume.reading.grain'];
  if (targets.trigger === 'cap') {
    rules.push('VOLAUTO-11', 'VOLAUTO-1');
    assumptions.push('volume.minFree100');
  }
  if (targets.trigger === 'reactive') {
    rules.push('VOLAUTO-11', 'VOLAUTO-12');
    assumptions.push('volume.reactive.rounding');
    if (autoscaling.scalingFactor === 1) assumptions.push('volume.factorOne');
  }
  if (targets.trigger === 'predictive') {
    rules.push('VOLAUTO-14', 'VOLAUTO-15', 'VOLAUTO-16');
    assumptions.push('volume.predictive.trigger', 'volume.predictive.origin', 'numbers.epsilon');
    if (bounds.isAtWindowBound) assumptions.push('volume.predictive.window');
  }
  if (targets.predictiveMicroGB !== null) {
    rules.push('VOLAUTO-17');
    assumptions.push('volume.reactive.competes');
  } else if (bounds.isCapped && targets.trigger === 'reactive') rules.push('VOLAUTO-13');
  if (bounds.isAtLimitBound) assumptions.push('volume.limit.window');
  return because(rules, assumptions);
}

function hold(reason: Reason): { readonly kind: 'hold'; readonly reason: Reason } {
  return Object.freeze({ kind: 'hold', reason });
}
