/** Where in a file specifications and behaviours of workloads are written. */
import type { Path } from '../platform/control/json.ts';
import { workloadOf } from './crons.ts';
import { isMap } from './load.ts';
import { listOf } from './names.ts';
import { methods } from './request.ts';
import type { TreeMap } from './shape.ts';

export interface SpecPath {
  /** `shop/workload/worker`. */
  readonly workload: string;
  readonly path: Path;
}

/** Of each workload's resource its specification, and of each request of the timeline to a workload its body. */
export function specPaths(root: TreeMap): readonly SpecPath[] {
  const keyed = (gvcAndName: string): string => gvcAndName.replace('/', '/workload/');
  const resources = listOf(root.resources).flatMap((entry, index): SpecPath[] =>
    isMap(entry) && entry.kind === 'workload'
      ? [{ workload: keyed(`${String(entry.gvc)}/${String(entry.name)}`), path: ['resources', index, 'spec'] }]
      : [],
  );
  const requests = listOf(root.timeline).flatMap((entry, index): SpecPath[] => {
    if (!isMap(entry)) return [];
    return Object.keys(methods).flatMap((method) => {
      const workload = typeof entry[method] === 'string' ? workloadOf(entry[method], entry.with) : null;
      return workload === null ? [] : [{ workload: keyed(workload), path: ['timeline', index, 'with'] }];
    });
  });
  return [...resources, ...requests];
}

/** Of `behavior:` and of each change of it in the timeline. */
export function behaviourPaths(root: TreeMap): Path[] {
  return [['behavior'], ...listOf(root.timeline).map((_, index): Path => ['timeline', index, 'behavior'])];
}
