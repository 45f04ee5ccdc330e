/**
 * A workload under examination, and the shape that its checks share.
 */

import type { WorkloadType } from '../../workload/settings.ts';
import { isList, isObject, type JsonObject, objectAt, type Path } from '../document/json.ts';
import type { Breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';

export interface WorkloadSubject {
  readonly type: WorkloadType;
  readonly tags: JsonObject;
  readonly spec: JsonObject;
  readonly context: ValidationContext;
  readonly containers: readonly Placed[];
  /** The default options, if written, and those of each location that has its own. */
  readonly options: readonly Placed[];
}

/** Types that keep replicas. */
export type ScaledType = Exclude<WorkloadType, 'cron'>;

/**
 * Breaches of one rule or a few that belong together. Values of the wrong type count as absent: the schema has them
 * already.
 */
export type WorkloadCheck = (workload: WorkloadSubject) => readonly Breach[];

export interface Placed {
  readonly value: JsonObject;
  readonly path: Path;
}

/** The workload that a document describes, ready for its checks. */
export function subjectOf(type: WorkloadType, document: JsonObject, context: ValidationContext): WorkloadSubject {
  const spec = objectAt(document, 'spec');
  const own = spec.defaultOptions;
  const defaults = isObject(own) ? [{ value: own, path: ['spec', 'defaultOptions'] }] : [];
  return {
    type,
    tags: objectAt(document, 'tags'),
    spec,
    context,
    containers: placed(spec, 'containers', ['spec']),
    options: [...defaults, ...placed(spec, 'localOptions', ['spec'])],
  };
}

/** The objects of a list with their paths; entries that are no objects are left out. */
export function placed(owner: JsonObject, key: string, path: Path): readonly Placed[] {
  const list = owner[key];
  if (!isList(list)) return [];
  const found: Placed[] = [];
  list.forEach((value, index) => {
    if (isObject(value)) found.push({ value, path: [...path, key, index] });
  });
  return found;
}
