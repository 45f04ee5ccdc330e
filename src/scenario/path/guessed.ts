/**
 * Inputs that the scenario itself calls guesses: paths, as `--set` takes them, to values that it has.
 */

import { listOf, resourceKeys } from '../read/names.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import { stepInto } from './steps.ts';
import { resourceIn, wordsOf } from './words.ts';

/** Reads `guessed:`, in the order of the file, each once; one that leads to no value is a problem, and left out. */
export function readGuessed(root: TreeMap, reading: ScenarioReading): readonly string[] {
  const found = listOf(root.guessed).flatMap((path, index): readonly string[] => {
    if (typeof path !== 'string') return [];
    if (leads(root, path)) return [path];
    reading.complain(root, ['guessed', index], {
      code: 'unknown-path',
      message: `the scenario has no value at ${shown(path)}`,
      hint: 'delete this line if the guess is gone, or write the path as --set takes it',
    });
    return [];
  });
  return [...new Set(found)];
}

/** Whether a path leads to a value of the document. */
function leads(root: TreeMap, path: string): boolean {
  const key = resourceIn(root, path);
  let left = wordsOf(path, key?.length ?? 0).map(({ text }) => text);
  let value: Tree | undefined = root;
  if (key !== null) {
    const index = resourceKeys(root).indexOf(key);
    value = index === -1 ? undefined : listOf(root.resources)[index];
  }
  if (left.length === 0) return false;
  while (left.length > 0) {
    if (!isMap(value) && !Array.isArray(value)) return false;
    const step = left[0] === '+' ? null : stepInto(value, left);
    if (step === null || !Object.hasOwn(value, step.key)) return false;
    value = (value as TreeMap)[step.key];
    left = left.slice(step.used);
  }
  return value !== undefined && value !== null;
}
