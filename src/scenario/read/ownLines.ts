/**
 * Reads `logs:` of a workload's behaviour: lines that its containers write.
 */

import { isObject, type Json, type Path, textAt } from '../../platform/api/document/json.ts';
import type { OwnLine } from '../../platform/behaviour.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { entriesOf, keyOf, listOf, matching, type Names, parsePattern } from './names.ts';
import { PartReader } from './partReader.ts';
import { behaviourPaths, specPaths } from './specPaths.ts';
import type { UsageContext } from './usageContext.ts';

/** Reads the lines at a path; one that cannot be read is a problem and left out. */
export function readOwnLines(root: TreeMap, path: Path, context: UsageContext): readonly OwnLine[] {
  return listOf(valueAt(root, path)).flatMap((given, index) => {
    const line = isMap(given) ? readOwnLine(root, [...path, index], given, context) : null;
    return line === null ? [] : [line];
  });
}

/**
 *   { every: 30s, line: alive } { after: 5s, line: "{replica} is warm" } { after: 10s, every: 1m, line: "round {n}",
 *   container: side }
 */
function readOwnLine(root: TreeMap, path: Path, given: TreeMap, context: UsageContext): OwnLine | null {
  const { reading } = context;
  const read = new PartReader(root, path, context);
  const everyMs = read.duration('every');
  const afterMs = read.duration('after') ?? everyMs;
  if (everyMs === 0) {
    const message = `expected more than 0s, found ${shown(given.every)}`;
    reading.complain(root, [...path, 'every'], { code: 'wrong-value', message });
    return null;
  }
  if (given.every === undefined && given.after === undefined) {
    const message = "expected 'every' or 'after', found neither";
    reading.complain(root, path, { code: 'missing-key', message });
  }
  if (typeof given.line !== 'string' || afterMs === null) return null;
  return {
    text: given.line,
    container: typeof given.container === 'string' ? given.container : null,
    stream: given.stream === 'stderr' ? 'stderr' : 'stdout',
    afterMs,
    everyMs,
  };
}

/**
 * Complains of each container of `logs:` that no workload that is meant has, in its resource or in a request of the
 * timeline.
 */
export function checkOwnLines(root: TreeMap, names: Names, reading: ScenarioReading): void {
  const specs = new Map<string, Path[]>();
  for (const { workload, path } of specPaths(root)) {
    const paths = specs.get(workload);
    if (paths === undefined) specs.set(workload, [path]);
    else paths.push(path);
  }
  for (const path of behaviourPaths(root))
    for (const [key, entry] of entriesOf(valueAt(root, path))) {
      const pattern = parsePattern(key);
      if (pattern === null || !isMap(entry) || entry.logs === undefined) continue;
      const containers = containersOf(
        root,
        matching(names, pattern).flatMap((named) => specs.get(keyOf(named)) ?? []),
      );
      if (containers.length > 0) checkContainers(root, [...path, key, 'logs'], containers, reading);
    }
}

function checkContainers(root: TreeMap, path: Path, containers: readonly string[], reading: ScenarioReading): void {
  for (const [index, line] of listOf(valueAt(root, path)).entries()) {
    const name = isMap(line) ? line.container : undefined;
    if (typeof name !== 'string' || containers.includes(name)) continue;
    const guess = reading.nearest(name, containers);
    reading.complain(root, [...path, index, 'container'], {
      code: 'unknown-container',
      message: `expected one of the containers ${containers.join(', ')}, found '${name}'`,
      hint: guess === null ? null : `did you mean '${guess}'?`,
    });
  }
}

/** Names of containers, in the order of the file. */
function containersOf(root: TreeMap, specs: readonly Path[]): readonly string[] {
  return [...new Set(specs.flatMap((path) => containersBelow(valueAt(root, path) ?? null)))];
}

/** Of every list of containers at or below a value, however the patch language wraps it. */
function containersBelow(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(containersBelow);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /(^|\/)containers$/.test(key) && Array.isArray(inner)
      ? inner.flatMap((one) => (isObject(one) ? (textAt(one, 'name') ?? []) : []))
      : containersBelow(inner),
  );
}
