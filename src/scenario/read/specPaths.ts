/** The paths in a file at which specifications and behaviours of workloads are written. */

import { isObject, type Json, type Path } from '../../platform/api/document/json.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { entriesOf, keyOf, listOf, matching, type Names, parsePattern } from './names.ts';
import { methods } from './request.ts';

export interface SpecPath {
  /** `shop/workload/worker`. */
  readonly workload: string;
  readonly path: Path;
}

/** Of each workload's resource its specification, and of each request of the timeline to a workload its body. */
export function specPaths(root: TreeMap): readonly SpecPath[] {
  return writtenIn(root).all;
}

/** Those of the workload `shop/workload/worker`. */
export function specPathsOf(root: TreeMap, workload: string): readonly Path[] {
  return writtenIn(root).byWorkload.get(workload) ?? [];
}

interface Written {
  readonly all: readonly SpecPath[];
  readonly byWorkload: ReadonlyMap<string, readonly Path[]>;
}

/** Of each file read: they are asked for by each demand and each fault of it. */
const memory = new WeakMap<TreeMap, Written>();

function writtenIn(root: TreeMap): Written {
  const known = memory.get(root);
  if (known !== undefined) return known;
  const all = [...ofResources(root), ...ofRequests(root)];
  const byWorkload = new Map<string, Path[]>();
  for (const { workload, path } of all) {
    const paths = byWorkload.get(workload);
    if (paths === undefined) byWorkload.set(workload, [path]);
    else paths.push(path);
  }
  const written = { all, byWorkload };
  memory.set(root, written);
  return written;
}

function ofResources(root: TreeMap): readonly SpecPath[] {
  return listOf(root.resources).flatMap((entry, index): SpecPath[] =>
    isMap(entry) && entry.kind === 'workload' && typeof entry.gvc === 'string' && typeof entry.name === 'string'
      ? [{ workload: keyed(`${entry.gvc}/${entry.name}`), path: ['resources', index, 'spec'] }]
      : [],
  );
}

function ofRequests(root: TreeMap): readonly SpecPath[] {
  return listOf(root.timeline).flatMap((entry, index): SpecPath[] => {
    if (!isMap(entry)) return [];
    return Object.keys(methods).flatMap((method) => {
      const workload = typeof entry[method] === 'string' ? workloadOf(entry[method], entry.with) : null;
      return workload === null ? [] : [{ workload: keyed(workload), path: ['timeline', index, 'with'] }];
    });
  });
}

function keyed(gvcAndName: string): string {
  return gvcAndName.replace('/', '/workload/');
}

/** Of `behavior:` and of each change of it in the timeline. */
export function behaviourPaths(root: TreeMap): Path[] {
  return [['behavior'], ...listOf(root.timeline).map((_, index): Path => ['timeline', index, 'behavior'])];
}

/** `gvc/workload/name` of workloads whose behaviour has a key, at some time. */
export function workloadsWith(root: TreeMap, names: Names, key: string): ReadonlySet<string> {
  const entries = behaviourPaths(root).flatMap((path) => entriesOf(valueAt(root, path)));
  const patterns = entries.flatMap(([name, entry]) =>
    isMap(entry) && entry[key] !== undefined ? (parsePattern(name) ?? []) : [],
  );
  return new Set(patterns.flatMap((pattern) => matching(names, pattern)).map(keyOf));
}

/** A field somewhere in a specification, or in what a patch makes of one. */
export interface SpecField {
  /** `retryOn`, of `$append/retryOn` too; what is dropped is no field. */
  readonly name: string;
  readonly path: Path;
  readonly value: Json;
}

/** Every field at or below a path, however the patch language wraps it. */
export function fieldsBelow(root: TreeMap, path: Path): readonly SpecField[] {
  return fieldsOf(valueAt(root, path) ?? null, path);
}

function fieldsOf(value: Json, path: Path): readonly SpecField[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => fieldsOf(one, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]): readonly SpecField[] => {
    if (key.startsWith('$drop')) return [];
    const below = [...path, key];
    return [{ name: key.replace(/^\$\w+\//, ''), path: below, value: inner }, ...fieldsOf(inner, below)];
  });
}

/** `shop/nightly` of a request to that workload, to its commands, or to the list that it is created in. */
export function workloadOf(path: string, body: Json | undefined): string | null {
  const [, gvc = '', inPath] = /\/gvc\/([^/?]+)\/workload(?:\/([^/?]+))?(?:\/-command)?\/?(?:\?|$)/.exec(path) ?? [];
  const name = inPath ?? (isObject(body) ? body.name : undefined);
  return gvc === '' || typeof name !== 'string' ? null : `${gvc}/${name}`;
}
