/**
 * Finds the place in a scenario's files of the behaviour that caused a failure of its run.
 */

import type { Instant } from '../engine/time.ts';
import type { Path } from '../platform/api/document/json.ts';
import { type ParseOptions, readDocument } from './parse.ts';
import { bySpecificity } from './read/behaviours.ts';
import { entriesOf, fits, listOf, madeBy, type NamedResource, parsePattern } from './read/names.ts';
import type { Scenario } from './scenario.ts';
import type { FilePlace } from './text/problem.ts';
import { ScenarioReading } from './text/reading.ts';
import { isMap, type TreeMap, valueAt } from './text/tree.ts';

/** What a scenario read by `parseScenario` was made of. */
export interface Written {
  readonly scenario: Scenario;
  readonly text: string;
  readonly options: ParseOptions;
}

/**
 * The place of a part of somebody's behaviour (`ephemeral`) as it is at an instant: of the last timeline entry that has
 * changed it, else of the most specific key under `behavior`; of what makes the resource where nothing says it; null
 * where the files have not even that.
 */
export function behaviourPlace(
  { scenario, text, options }: Written,
  { of, part, at }: { readonly of: NamedResource; readonly part: string | null; readonly at: Instant },
): FilePlace | null {
  const reading = new ScenarioReading(options);
  const root = readDocument(text, options, reading)?.root;
  if (root === undefined) return null;
  const path = (part === null ? null : partPath(root, scenario, of, part, at)) ?? resourcePath(root, of);
  return path === null ? null : reading.places.place(root, path, 'key');
}

function partPath(root: TreeMap, { timeline }: Scenario, of: NamedResource, part: string, at: Instant): Path | null {
  const changed = timeline
    .flatMap(({ index, instants }) => {
      const last = instants.findLast((instant) => instant <= at);
      return last === undefined ? [] : [{ index, last }];
    })
    .sort((a, b) => b.last - a.last || b.index - a.index)
    .map(({ index }): Path => ['timeline', index, 'behavior']);
  for (const path of [...changed, ['behavior']]) {
    const [found] = entriesOf(valueAt(root, path))
      .flatMap(([key, entry]) => {
        const pattern = parsePattern(key);
        return pattern !== null && isMap(entry) && entry[part] !== undefined ? [{ key, pattern }] : [];
      })
      .filter(
        ({ pattern }) => pattern.kind !== other(of.kind) && fits(of.gvc, pattern.gvc) && fits(of.name, pattern.name),
      )
      .sort((a, b) => bySpecificity(b.pattern, a.pattern));
    if (found !== undefined) return [...path, found.key, part];
  }
  return null;
}

function other(kind: NamedResource['kind']): NamedResource['kind'] {
  return kind === 'workload' ? 'volumeset' : 'workload';
}

function resourcePath(root: TreeMap, { kind, gvc, name }: NamedResource): Path | null {
  const index = listOf(root.resources).findIndex(
    (one) => isMap(one) && one.kind === kind && one.gvc === gvc && one.name === name,
  );
  if (index >= 0) return ['resources', index, 'name'];
  const made = listOf(root.timeline).findIndex((entry) => {
    const one = madeBy(entry);
    return one !== null && one.kind === kind && one.gvc === gvc && one.name === name;
  });
  return made < 0 ? null : ['timeline', made];
}
