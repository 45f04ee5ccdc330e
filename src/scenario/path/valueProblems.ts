/**
 * Unknown fields in a value that changes a scenario: the map that `--set` gives, and what a variant merges or patches.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { listOf } from '../read/names.ts';
import { isMap, type Tree } from '../text/tree.ts';
import { hintOf, unknownName } from './knownFields.ts';
import { elsewhere, entryName, type Guess, nearName, type Place } from './nearestField.ts';

/** A field that is unknown, by its path in the value. */
export interface ValueProblem {
  readonly path: Path;
  readonly message: string;
  readonly hint: string | null;
}

interface Change {
  /** Where the value goes, and what is there before. */
  readonly place: Place;
  /** The path to that place, as `--set` would write it. */
  readonly name: string;
  readonly guess: Guess;
  /** Whether the value is a patch in the platform's language: its operators stand before names of fields. */
  readonly isPatch: boolean;
}

/**
 * Every unknown field of a value, at its key. Nothing below an unknown field is looked at. A null for an unknown field
 * that exists is none: it removes the field.
 */
export function valueProblems(value: Tree, change: Change): readonly ValueProblem[] {
  return problemsIn(value, change, { path: [], entry: change, steps: [] });
}

interface Trail {
  readonly path: Path;
  /** The innermost entry of a list or of a map by names, and the steps from there. */
  readonly entry: Change;
  readonly steps: readonly string[];
}

function problemsIn(value: Tree, change: Change, trail: Trail): readonly ValueProblem[] {
  const { place } = change;
  if (place.fields.isFree) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => problemsOfEntry(entry, index, change, trail));
  // A map where none belongs is a wrong type, which the check of shapes reports.
  const isOfMap = place.fields.isByName || place.fields.names.length > 0;
  if (!isMap(value) || !isOfMap) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...trail.path, key];
    if (!change.isPatch || !key.startsWith('$')) return problemsOfField(key, inner, change, { ...trail, path: here });
    if (key === '$drop') return droppedProblems(inner, change, { ...trail, path: here });
    const field = /^\$(?:replace|drop|patch|append)\/(.+)$/.exec(key)?.[1];
    return field === undefined ? [] : problemsOfField(field, inner, change, { ...trail, path: here });
  });
}

function problemsOfEntry(entry: Tree, index: number, change: Change, trail: Trail): readonly ValueProblem[] {
  const { place, name } = change;
  if (place.fields.ofEntry === null) return [];
  const called = entryName(entry);
  const before = called === null ? undefined : listOf(place.value).find((one) => entryName(one) === called);
  const inner = {
    ...change,
    place: { fields: place.fields.ofEntry(entry), value: before },
    name: `${name}.${before === undefined ? '+' : called}`,
  };
  return problemsIn(entry, inner, { path: [...trail.path, index], entry: inner, steps: [] });
}

/** @param trail its path ends in the key */
function problemsOfField(field: string, value: Tree, change: Change, trail: Trail): readonly ValueProblem[] {
  const { place, name } = change;
  const isThere = isMap(place.value) && Object.hasOwn(place.value, field);
  const fields = place.fields.below(field, { isThere, isWhole: true });
  if (fields === null) return isThere && value === null ? [] : [problemOf(field, change, trail)];
  const inner = {
    ...change,
    place: { fields, value: isMap(place.value) && isThere ? place.value[field] : undefined },
    name: `${name}.${field}`,
  };
  const next = place.fields.isByName ? { entry: inner, steps: [] } : { ...trail, steps: [...trail.steps, field] };
  return problemsIn(value, inner, { ...next, path: trail.path });
}

function droppedProblems(names: Tree, change: Change, trail: Trail): readonly ValueProblem[] {
  return Array.isArray(names)
    ? names.flatMap((name, index) =>
        typeof name === 'string' ? problemsOfField(name, null, change, { ...trail, path: [...trail.path, index] }) : [],
      )
    : [];
}

function problemOf(field: string, { place, name, guess }: Change, { path, entry, steps }: Trail): ValueProblem {
  const near = nearName(field, place.fields.names, guess);
  const found = near === null ? elsewhere(entry.place, [...steps, field]) : null;
  const nearest = near !== null ? `${name}.${near}` : found !== null ? [entry.name, ...found].join('.') : null;
  const message = unknownName(place.fields, name, field);
  return { path, message, hint: hintOf(nearest, place.fields.names) };
}
