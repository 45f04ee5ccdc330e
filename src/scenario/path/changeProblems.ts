/**
 * What is wrong with a change by path and value, as `--set` writes it.
 */

import { listOf, resourceKeys } from '../read/names.ts';
import type { Complaint } from '../text/problem.ts';
import type { Tree, TreeMap } from '../text/tree.ts';
import { freeFields } from './knownFields.ts';
import { type Guess, type Place, stepFrom } from './nearestField.ts';
import { follow } from './pathProblem.ts';
import { valueProblems } from './valueProblems.ts';
import { resourceIn, wordsOf } from './words.ts';

/** A complaint about a part of a path, `to` excluded. */
export interface ChangeProblem {
  readonly complaint: Complaint;
  readonly from: number;
  readonly to: number;
}

/**
 * Every part of a change that leads to no known field. A null for an unknown field that the document has is none: it
 * removes the field.
 */
export function changeProblems(root: TreeMap, path: string, value: Tree, guess: Guess): readonly ChangeProblem[] {
  const led = follow(root, path, guess);
  if ('message' in led) {
    if (value === null && isThere(root, path)) return [];
    const { message, hint, from, to } = led;
    return [{ complaint: { code: 'unknown-path', message, hint }, from, to }];
  }
  return valueProblems(value, { place: led, name: path, guess, isPatch: false }).map(({ message, hint }) => ({
    complaint: { code: 'unknown-path', message, hint },
    from: 0,
    to: path.length,
  }));
}

/** Whether the document has a value at a path, known or not. */
function isThere(root: TreeMap, path: string): boolean {
  const key = resourceIn(root, path);
  const resource = key === null ? root : listOf(root.resources)[resourceKeys(root).indexOf(key)];
  let place: Place = { fields: freeFields, value: resource };
  let left = wordsOf(path, key?.length ?? 0).map(({ text }) => text);
  while (left.length > 0 && place.value !== undefined) {
    const step = stepFrom(place, left);
    if (step === null) return false;
    left = left.slice(step.used);
    place = step.place;
  }
  return place.value !== undefined;
}
