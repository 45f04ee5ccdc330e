/**
 * Variants: named changes in the scenario itself, applied to it before it is checked.
 */

import type { JsonObject, Path } from '../platform/api/document/json.ts';
import { applyPatch } from '../platform/api/document/patch.ts';
import type { Finding } from '../rules/finding.ts';
import { resolveAssumptions } from '../rules/resolveAssumptions.ts';
import { resourceFields } from './path/knownFields.ts';
import type { Guess } from './path/nearestField.ts';
import { unknownResource } from './path/pathProblem.ts';
import { scenarioFields } from './path/scenarioFields.ts';
import { type ValueProblem, valueProblems } from './path/valueProblems.ts';
import type { Inputs } from './read/inputs.ts';
import { otherEnd, overlay, without } from './read/load.ts';
import { entriesOf, resourceKeys } from './read/names.ts';
import { variantKeys } from './shape/schema.ts';
import { scalarText, shown } from './shape/shape.ts';
import { applyChanges } from './text/changes.ts';
import { complainOf, inputLines } from './text/inputLines.ts';
import { notePlaces } from './text/patchPlaces.ts';
import type { ScenarioReading } from './text/reading.ts';
import { isMap, type TreeMap } from './text/tree.ts';

/** The names of all variants of a document, in the order of the file. */
export function variantNames(root: TreeMap): readonly string[] {
  return entriesOf(root.variants).map(([name]) => name);
}

/** Those of the names that are variants of a document; a name that is none is a problem of the input. */
export function takenVariants(root: TreeMap, names: readonly string[], reading: ScenarioReading): readonly string[] {
  const lines = inputLines('--variant', names, reading);
  const known = variantNames(root);
  return names.filter((name, index) => {
    if (names.indexOf(name) < index) {
      complainOf(
        lines(index),
        { code: 'variant-twice', message: `the variant ${shown(name)} is given twice` },
        reading,
      );
      return false;
    }
    if (known.includes(name)) return true;
    const guess = reading.nearest(name, known);
    const listed = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    const message = `expected a variant of this scenario, found ${shown(name)}; ${listed}`;
    const hint = guess === null ? null : `did you mean '${guess}'?`;
    complainOf(lines(index), { code: 'no-such-variant', message, hint }, reading);
    return false;
  });
}

/**
 * Merges all but the resources of variants into the document: list entries are appended, maps are merged, other values
 * are replaced. `for` replaces `end`, and `end` replaces `for`.
 */
export function mergeVariants(root: TreeMap, names: readonly string[], reading: ScenarioReading): TreeMap {
  const { places } = reading;
  return names.reduce((base, name) => {
    const variant = variantOf(base, name);
    const origin = places.of(variant);
    if (origin !== null) reading.change(origin);
    const said = ['description', ...variantKeys].filter((key) => variant[key] !== undefined);
    const merged = said.map((key) => overlay(base, key, variant, places));
    return applyChanges(base, [...otherEnd((key) => said.includes(key)), ...merged], places);
  }, root);
}

/**
 * Patches the resources that variants name by `gvc/kind/name`, in the platform's patch language; null takes one away.
 * Whatever a variant patches or has merged must be known (`pathProblem`).
 *
 *   { shop/workload/api: { spec: { containers: [{ name: main, minCpu: 250m }] } } } -> of its container main minCpu is
 *   250m
 */
export function patchResources(
  root: TreeMap,
  names: readonly string[],
  { assume = {} }: Pick<Inputs, 'assume'>,
  reading: ScenarioReading,
): TreeMap {
  if (names.length === 0) return root;
  for (const name of names)
    complainOfUnknown(root, ['variants', name], unknownIn(root, variantOf(root, name), reading), reading);
  const own = isMap(root.assumptions) ? root.assumptions : {};
  const { assumptions } = resolveAssumptions({ ...own, ...assume }, 'measured');
  const { places } = reading;
  let result = root;
  for (const name of names) {
    for (const [key, patch] of entriesOf(variantOf(root, name).resources)) {
      const path = ['variants', name, 'resources', key];
      const keys = resourceKeys(result);
      const index = keys.indexOf(key);
      const resources = Array.isArray(result.resources) ? result.resources : [];
      const target = resources[index];
      if (!isMap(target)) {
        const { message, hint } = unknownResource(result, key, '', guessOf(reading));
        reading.complain(root, path, { code: 'unknown-path', message, hint, atKey: true });
      } else if (patch === null)
        result = applyChanges(
          result,
          [{ path: ['resources'], value: without(resources, index, places), origin: null }],
          places,
        );
      else if (!isMap(patch)) {
        const message = `expected a map (a patch of ${key}) or null (removes it), found ${shown(patch)}`;
        reading.complain(root, path, { code: 'wrong-type', message });
      } else {
        if (isRenamed(root, path, { target, patch }, reading)) continue;
        const place = { fields: resourceFields(target), value: target };
        const unknown = valueProblems(patch, { place, name: key, guess: guessOf(reading), isPatch: true });
        complainOfUnknown(root, path, unknown, reading);
        const findings: Finding[] = [];
        const base = { org: typeof root.org === 'string' ? root.org : 'acme', gvc: scalarText(target.gvc ?? '') };
        const patched = applyPatch(target as JsonObject, patch as JsonObject, base, findings, assumptions) as TreeMap;
        for (const { path: at, ...complaint } of findings)
          reading.complain(root, [...path, ...at], { code: 'bad-patch', ...complaint, atKey: true });
        notePlaces(patched, { target, patches: [patch] }, places);
        result = applyChanges(result, [{ path: ['resources', index], value: patched, origin: null }], places);
      }
    }
  }
  return result;
}

/**
 * Unknown fields of what a variant merged into the scenario, by their paths in the variant. They are looked for in the
 * whole document, because a behaviour may be of a workload that another file or the variant's own timeline makes.
 */
function unknownIn(root: TreeMap, variant: TreeMap, reading: ScenarioReading): readonly ValueProblem[] {
  const fields = scenarioFields(root);
  return variantKeys.flatMap((key) => {
    const below = fields.below(key, { isThere: true, isWhole: true });
    if (below === null) return [];
    // A variant may declare parameters: whether anything uses them is a question of the whole scenario.
    const place = { fields: below, value: key === 'params' ? variant[key] : undefined };
    const problems = valueProblems(variant[key] ?? null, { place, name: key, guess: guessOf(reading), isPatch: false });
    return problems.map((problem) => ({ ...problem, path: [key, ...problem.path] }));
  });
}

function complainOfUnknown(
  root: TreeMap,
  above: Path,
  problems: readonly ValueProblem[],
  reading: ScenarioReading,
): void {
  for (const { path, message, hint } of problems)
    reading.complain(root, [...above, ...path], { code: 'unknown-path', message, hint, atKey: true });
}

function guessOf(reading: ScenarioReading): Guess {
  return (word, names) => reading.nearest(word, names);
}

function variantOf(root: TreeMap, name: string): TreeMap {
  const variants = isMap(root.variants) ? root.variants : {};
  const variant = variants[name];
  return isMap(variant) ? variant : {};
}

/** A patch changes what a resource is, not which it is. */
function isRenamed(
  root: TreeMap,
  path: Path,
  { target, patch }: { readonly target: TreeMap; readonly patch: TreeMap },
  reading: ScenarioReading,
): boolean {
  const renamed = ['kind', 'gvc', 'name'].filter((key) => patch[key] !== undefined && patch[key] !== target[key]);
  for (const key of renamed)
    reading.complain(root, [...path, key], {
      code: 'wrong-value',
      message: `expected ${shown(target[key])}, because a patch cannot rename a resource, found ${shown(patch[key])}`,
    });
  return renamed.length > 0;
}
