/**
 * A workload under examination, and the shape that its checks share.
 */
import type { WorkloadType } from '../../workload/settings.ts';
import type { Breach } from '../breach.ts';
import type { ValidationContext } from '../context.ts';
import { isList, isObject, type JsonObject, type Path } from '../json.ts';

export interface WorkloadSubject {
  readonly type: WorkloadType;
  readonly tags: JsonObject;
  readonly spec: JsonObject;
  readonly context: ValidationContext;
}

/** Breaches of one rule or a few that belong together. Values of the wrong type count as absent: the schema has them already. */
export type WorkloadCheck = (workload: WorkloadSubject) => readonly Breach[];

export interface Placed {
  readonly value: JsonObject;
  readonly path: Path;
}

/** The objects of a list with their paths; entries that are no objects are left out. */
export function placed(owner: JsonObject, key: string, path: Path): readonly Placed[] {
  const list = owner[key];
  if (!isList(list)) return [];
  return list.flatMap((value, index) => (isObject(value) ? [{ value, path: [...path, key, index] }] : []));
}

/** The containers of a workload with their paths from the document's root. */
export function containersOf(workload: WorkloadSubject): readonly Placed[] {
  return placed(workload.spec, 'containers', ['spec']);
}

/** The options blocks of a workload: the default ones, if written, and one for each location that has its own. */
export function optionBlocks(workload: WorkloadSubject): readonly Placed[] {
  const own = workload.spec.defaultOptions;
  const defaults = isObject(own) ? [{ value: own, path: ['spec', 'defaultOptions'] }] : [];
  return [...defaults, ...placed(workload.spec, 'localOptions', ['spec'])];
}
