/**
 * Volume sets: capacities and growth (VOL-4, VOL-7, VOL-8, VOLAUTO-1, VOLAUTO-9, VOLAUTO-10).
 */

import { capacityBounds, gbFromMicroGB } from '../../volume/capacity.ts';
import { isObject, type JsonObject, numberAt, objectAt, type Path, textAt } from '../document/json.ts';
import { type Breach, breach, doubt, noEffect } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';

/** A volume set under examination. */
export interface VolumesetSubject {
  readonly spec: JsonObject;
  readonly isShared: boolean;
  readonly context: ValidationContext;
}

/** Capacities within those of the class. */
export function checkCapacity({ spec, isShared, context }: VolumesetSubject): readonly Breach[] {
  const written = textAt(spec, 'performanceClass');
  if (written === 'shared' && !isShared) {
    const message =
      'performanceClass must be general-purpose-ssd or high-throughput-ssd; shared is only for fileSystemType shared';
    return [breach(['spec', 'performanceClass'], 'VOL-4', message)];
  }
  const performanceClass = isShared ? 'shared' : (written ?? context.assumptions['fields.defaults.performanceClass']);
  if (!isClass(performanceClass)) return [];
  const bounds = capacityBounds(performanceClass);
  const [least, most] = [gbFromMicroGB(bounds.leastMicroGB), gbFromMicroGB(bounds.greatestMicroGB)];
  const rule = isShared
    ? 'fields.bounds.sharedCapacityGB'
    : performanceClass === 'high-throughput-ssd'
      ? 'VOL-8'
      : 'VOL-7';
  const initial = numberAt(spec, 'initialCapacity');
  const cap = numberAt(objectAt(spec, 'autoscaling'), 'maxCapacity');
  const breaches: Breach[] = [];
  if (initial !== undefined && (initial < least || initial > most)) {
    const message = `initialCapacity of a ${performanceClass} volume must be from ${least} to ${most} GB; found ${initial}`;
    breaches.push(breach(['spec', 'initialCapacity'], rule, message));
  }
  const was = numberAt(context.before?.spec, 'initialCapacity');
  const isFixed = context.assumptions['volume.initialCapacity.change'] === 'refuse';
  if (isFixed && was !== undefined && initial !== was) {
    const message = `initialCapacity is ${was} GB since creation and cannot change: resize volumes with expandVolume or shrinkVolume; found ${initial}`;
    breaches.push(breach(['spec', 'initialCapacity'], 'volume.initialCapacity.change', message, 'IMMUTABLE'));
  }
  const capPath = ['spec', 'autoscaling', 'maxCapacity'];
  if (cap !== undefined && initial !== undefined && cap < initial) {
    breaches.push(
      breach(
        capPath,
        'VOLAUTO-1',
        `initialCapacity is ${initial} GB, so maxCapacity must be at least that; found ${cap}`,
      ),
    );
  } else if (cap !== undefined && cap > most) {
    breaches.push(
      doubt(capPath, rule, `maxCapacity is above the maximum of this class, ${most} GB, which applies; found ${cap}`),
    );
  }
  return breaches;
}

function isClass(text: string): text is 'general-purpose-ssd' | 'high-throughput-ssd' | 'shared' {
  return text === 'general-purpose-ssd' || text === 'high-throughput-ssd' || text === 'shared';
}

/** Growth by itself: what belongs together, and factors below what is sound. */
export function checkGrowth({ spec, context }: VolumesetSubject): readonly Breach[] {
  const autoscaling = spec.autoscaling;
  if (!isObject(autoscaling)) return [];
  const { assumptions } = context;
  const root: Path = ['spec', 'autoscaling'];
  const free = numberAt(autoscaling, 'minFreePercentage');
  const factor = numberAt(autoscaling, 'scalingFactor');
  const predictive = objectAt(autoscaling, 'predictive');
  const missing = ['minFreePercentage', 'scalingFactor'].filter((field) => autoscaling[field] === undefined);
  const breaches: Breach[] = [];
  if (predictive.enabled === true && missing.length > 0) {
    const message = `predictive autoscaling requires minFreePercentage and scalingFactor; ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
    breaches.push(breach([...root, 'predictive', 'enabled'], 'VOLAUTO-10', message));
  } else if (missing.length === 1 && assumptions['volume.autoscale.requires'] === 'both') {
    breaches.push(
      doubt(
        root,
        'volume.autoscale.requires',
        `volume autoscaling requires minFreePercentage and scalingFactor; ${missing[0]} is missing`,
      ),
    );
  }
  const isInherited = predictive.enabled === true && predictive.scalingFactor === undefined;
  if (
    isInherited &&
    factor !== undefined &&
    factor < 1.1 &&
    assumptions['volume.predictive.inheritedFactor'] === 'refuseBelow1.1'
  ) {
    const message = `scalingFactor must be at least 1.1, because predictive.scalingFactor inherits it; found ${factor}`;
    breaches.push(breach([...root, 'scalingFactor'], 'VOLAUTO-9', message));
  }
  if (free === 100 && assumptions['volume.minFree100'] === 'refuse') {
    breaches.push(
      breach(
        [...root, 'minFreePercentage'],
        'volume.minFree100',
        'minFreePercentage must be below 100, because a volume in use is never 100 % free',
      ),
    );
  }
  return [...breaches, ...idlePrediction(predictive), ...smallFactor(factor, context, [...root, 'scalingFactor'])];
}

/** What a prediction would go by that nobody has switched on (VOLAUTO-4). */
function idlePrediction(predictive: JsonObject): readonly Breach[] {
  const [first] = Object.keys(predictive);
  if (first === undefined || predictive.enabled !== undefined) return [];
  const message = `predictive.${first} has no effect: enabled is false by default; add enabled: true`;
  return [noEffect(['spec', 'autoscaling', 'predictive'], 'VOLAUTO-4', message)];
}

function smallFactor(factor: number | undefined, { assumptions }: ValidationContext, at: Path): readonly Breach[] {
  if (factor === undefined || factor < 1 || factor >= 1.1) return [];
  if (assumptions['volume.factorOne'] !== 'allow') {
    return [breach(at, 'volume.factorOne', `scalingFactor must be at least 1.1; found ${factor}`)];
  }
  if (factor > 1) return [];
  return [
    doubt(
      at,
      'volume.factorOne',
      'a scalingFactor of 1 expands volumes only to the threshold, so they soon use up their four expansions in 24 hours',
    ),
  ];
}
