/**
 * The patch language: plain keys merge, `null` removes, and operators drop, replace, patch and append.
 */

import type { Assumptions } from '../../../rules/assumptions.ts';
import type { Finding } from '../../../rules/finding.ts';
import { isList, isObject, type Json, type JsonObject, type Path, sameJson } from './json.ts';
import { fullLink, type LinkBase, locationNameOf } from './link.ts';

const operator = /^\$(replace|drop|patch|append)\/(.+)$/;

/** Lists whose plain form merges entry by entry, and the field that tells entries apart (`api.patchArrays`). */
export const listsByName: { readonly [path: string]: string } = {
  'spec.containers': 'name',
  'spec.localOptions': 'location',
};

/**
 * The value that a patch makes of another; neither is touched, untouched parts are shared. In every object, in the
 * order that `api.patchOrder` says, by default `$drop`, `$replace/x`, plain keys, `$drop/x`, `$patch/x`, `$append/x`.
 * Dropping what is not there is fine.
 *
 *   {tags: {a: 1, b: 2}} with {$drop: ['tags'], tags: {z: 1}} -> {tags: {z: 1}}
 *   {args: ['a']} with {$drop/args: ['a'], $append/args: ['b']} -> {args: ['b']}
 *
 * @param findings receives what the patch cannot mean; the result counts only where it stays empty
 */
export function applyPatch(
  target: JsonObject,
  patch: JsonObject,
  base: LinkBase,
  findings: Finding[],
  assumptions: Pick<Assumptions, 'api.patchArrays' | 'api.patchOrder'>,
): JsonObject {
  const mergedLists = assumptions['api.patchArrays'] === 'replaceAll' ? {} : listsByName;
  const order = assumptions['api.patchOrder'];
  return patchObject(target, patch, { base, findings, mergedLists, order, path: [] });
}

/** Whether a patch gives a list plainly that merges entry by entry (`api.patchArrays`). */
export function mergesByName({ spec }: JsonObject): boolean {
  return isObject(spec) && (isList(spec.containers) || isList(spec.localOptions));
}

interface Place {
  readonly base: LinkBase;
  readonly findings: Finding[];
  readonly mergedLists: { readonly [path: string]: string };
  /** What comes before what (`api.patchOrder`). */
  readonly order: readonly string[];
  /** Where in the patched document this object stands. */
  readonly path: Path;
}

type Fields = { [key: string]: Json };

function patchObject(target: JsonObject, patch: JsonObject, place: Place): JsonObject {
  const result: Fields = { ...target };
  const operations: Operation[] = [];
  const plain: string[] = [];
  for (const key of Object.keys(patch)) {
    if (!key.startsWith('$')) {
      plain.push(key);
      continue;
    }
    const match = operator.exec(key);
    if (match !== null)
      operations.push({ kind: match[1] ?? '', field: match[2] ?? '', value: patch[key] ?? null, key });
    else if (key !== '$drop')
      complain(place, [key], `${key} is not a PATCH operator: use $drop, $replace/x, $drop/x, $patch/x or $append/x`);
  }
  for (const step of place.order) {
    if (step === 'plain') for (const key of plain) mergeField(result, key, patch[key] ?? null, place);
    else if (step !== '$drop') operate(result, operations, step.slice(1, -1), place);
    else if (Object.hasOwn(patch, '$drop')) dropKeys(result, patch.$drop ?? null, '$drop', place);
  }
  return result;
}

interface Operation {
  readonly kind: string;
  readonly field: string;
  readonly value: Json;
  readonly key: string;
}

/** Does what the operations of one kind say, in the order in which they are written. */
function operate(result: Fields, operations: readonly Operation[], wanted: string, place: Place): void {
  for (const { kind, field, value, key } of operations) {
    if (kind !== wanted) continue;
    if (kind === 'drop') dropEntries(result, field, value, key, place);
    else if (kind === 'patch') patchEntries(result, field, value, key, place);
    else if (kind === 'append') appendEntries(result, field, value, key, place);
    else if (value === null) delete result[field];
    else result[field] = value;
  }
}

function mergeField(result: Fields, key: string, value: Json, place: Place): void {
  if (value === null) {
    delete result[key];
    return;
  }
  if (typeof value !== 'object') {
    result[key] = value;
    return;
  }
  const own = Object.hasOwn(result, key) ? result[key] : undefined;
  const inner = within(place, key);
  if (isObject(value)) {
    result[key] = patchObject(isObject(own) ? own : {}, value, inner);
    return;
  }
  const list = inner.path.join('.');
  const nameKey = Object.hasOwn(place.mergedLists, list) ? place.mergedLists[list] : undefined;
  result[key] = nameKey === undefined ? value : mergeEntries(isList(own) ? own : [], value, nameKey, inner, [key]);
}

function dropKeys(result: Fields, value: Json, key: string, place: Place): void {
  if (!isList(value) || value.some((name) => typeof name !== 'string')) {
    complain(place, [key], `${key} must be a list of field names`);
    return;
  }
  for (const name of value) delete result[String(name)];
}

function dropEntries(result: Fields, field: string, value: Json, key: string, place: Place): void {
  const own = Object.hasOwn(result, field) ? result[field] : undefined;
  if (isObject(own)) {
    const inner: Fields = { ...own };
    dropKeys(inner, value, key, place);
    result[field] = inner;
    return;
  }
  if (!isList(value)) {
    complain(place, [key], `${key} must be a list of the names or values to drop`);
    return;
  }
  if (!isList(own)) return;
  const nameKey = nameKeyOf(field);
  result[field] = own.filter((entry) => !value.some((drop) => isNamed(entry, nameKey, drop, place.base)));
}

function patchEntries(result: Fields, field: string, value: Json, key: string, place: Place): void {
  const own = Object.hasOwn(result, field) ? result[field] : undefined;
  if (!isList(value))
    complain(place, [key], `${key} must be a list of objects, each with the ${nameKeyOf(field)} of its entry`);
  else result[field] = mergeEntries(isList(own) ? own : [], value, nameKeyOf(field), within(place, field), [key]);
}

function appendEntries(result: Fields, field: string, value: Json, key: string, place: Place): void {
  if (!isList(value)) {
    complain(place, [key], `${key} must be a list of the entries to add`);
    return;
  }
  const own = Object.hasOwn(result, field) ? result[field] : undefined;
  const list: Json[] = isList(own) ? [...own] : [];
  for (const entry of value) {
    const isLink = typeof entry === 'string' && field.endsWith('Links');
    if (isLink && list.some((held) => isNamed(held, '', entry, place.base))) continue;
    list.push(entry);
  }
  result[field] = list;
}

/** Merges each entry into the one of its name, or adds it. */
function mergeEntries(
  own: readonly Json[],
  entries: readonly Json[],
  nameKey: string,
  place: Place,
  at: Path,
): readonly Json[] {
  const merged: Json[] = [...own];
  entries.forEach((entry, position) => {
    const name = isObject(entry) ? nameIn(entry, nameKey, place.base) : undefined;
    if (!isObject(entry) || name === undefined) {
      complain(
        { ...place, path: place.path.slice(0, -1) },
        [...at, position],
        `an entry to merge must be an object with a ${nameKey}`,
      );
      return;
    }
    const index = merged.findIndex((held) => isObject(held) && nameIn(held, nameKey, place.base) === name);
    const held = merged[index];
    if (!isObject(held)) {
      merged.push(patchObject({}, entry, within(place, merged.length)));
      return;
    }
    // Whether by its name or by a link, it is the same entry that is meant, and it stays called as it was.
    const changes = { ...entry, [nameKey]: held[nameKey] ?? name };
    merged[index] = patchObject(held, changes, within(place, index));
  });
  return merged;
}

/** Whether an entry is the one meant: by its name, as the same link, or as the same value. */
function isNamed(entry: Json, nameKey: string, wanted: Json, base: LinkBase): boolean {
  if (isObject(entry) && typeof wanted === 'string')
    return nameIn(entry, nameKey, base) === nameOf(wanted, nameKey, base);
  if (typeof entry === 'string' && typeof wanted === 'string') return fullLink(entry, base) === fullLink(wanted, base);
  return sameJson(entry, wanted);
}

/** What an entry is called; undefined where it is not. */
function nameIn(entry: JsonObject, nameKey: string, base: LinkBase): string | undefined {
  const name = Object.hasOwn(entry, nameKey) ? entry[nameKey] : undefined;
  return typeof name === 'string' ? nameOf(name, nameKey, base) : undefined;
}

/** A location is called by its name or linked. */
function nameOf(text: string, nameKey: string, base: LinkBase): string {
  return nameKey === 'location' ? locationNameOf(text, base) : text;
}

function nameKeyOf(field: string): string {
  return field === 'localOptions' ? 'location' : 'name';
}

function within(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, key] };
}

function complain(place: Place, at: Path, message: string): void {
  place.findings.push({ path: [...place.path, ...at], rule: 'api.patchOrder', message, severity: 'error' });
}
