/**
 * The PATCH that makes one document of another: only what differs, so that other changes to the document stay.
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { Finding } from '../../../rules/finding.ts';
import { isList, isObject, type Json, type JsonObject, sameJson } from './json.ts';
import type { LinkBase } from './link.ts';
import { applyPatch, listsByName } from './patch.ts';

type Fields = { [key: string]: Json };

/**
 * The body of a PATCH request after which `before` says what `after` says. Entries of lists that merge by name are
 * patched by their names; every other list that differs is replaced whole.
 *
 *   {spec: {a: 1, b: 2}} to {spec: {a: 1, b: 3}}  ->  {spec: {b: 3}}
 *   {tags: {team: x}} to {}                       ->  {tags: null}
 *
 * @returns {} if both say the same
 */
export function patchBetween(
  before: JsonObject,
  after: JsonObject,
  base: LinkBase,
  assumptions: Pick<Assumptions, 'api.patchArrays' | 'api.patchOrder'>,
): JsonObject {
  const lists = assumptions['api.patchArrays'] === 'replaceAll' ? {} : listsByName;
  const patch = differenceOf(before, after, { lists, path: '' });
  const findings: Finding[] = [];
  const patched = applyPatch(before, patch, base, findings, assumptions);
  return findings.length === 0 && sameJson(patched, after) ? patch : replacing(before, after);
}

interface Place {
  readonly lists: { readonly [path: string]: string };
  /** Joined by dots. */
  readonly path: string;
}

function differenceOf(before: JsonObject, after: JsonObject, place: Place): JsonObject {
  const patch: Fields = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const own = Object.hasOwn(before, key) ? before[key] : undefined;
    if (sameJson(own, value)) continue;
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const nameKey = place.lists[path];
    if (isObject(own) && isObject(value)) patch[key] = differenceOf(own, value, { ...place, path });
    else if (nameKey !== undefined && isList(own) && isList(value)) entriesBetween(patch, { key, own, value, nameKey });
    else patch[key] = value;
  }
  return patch;
}

interface ListPair {
  readonly key: string;
  readonly own: readonly Json[];
  readonly value: readonly Json[];
  readonly nameKey: string;
}

/** What is to be done with a list whose entries have names. */
function entriesBetween(patch: Fields, { key, own, value, nameKey }: ListPair): void {
  const named = (entries: readonly Json[]): ReadonlyMap<Json, JsonObject> =>
    new Map(entries.filter(isObject).map((entry) => [entry[nameKey] ?? null, entry]));
  const [before, after] = [named(own), named(value)];
  const dropped = [...before.keys()].filter((name) => !after.has(name));
  const changed = [...after].flatMap(([name, entry]): JsonObject[] => {
    const known = before.get(name);
    if (known === undefined) return [entry];
    return sameJson(known, entry) ? [] : [{ [nameKey]: name, ...differenceOf(known, entry, { lists: {}, path: key }) }];
  });
  if (dropped.length > 0) patch[`$drop/${key}`] = dropped;
  if (changed.length > 0) patch[key] = changed;
}

/** The same with whole fields. */
function replacing(before: JsonObject, after: JsonObject): JsonObject {
  const patch: Fields = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) if (!sameJson(before[key], value)) patch[`$replace/${key}`] = value;
  return patch;
}
