/**
 * The answer that a scenario expects to a request: its status, and a part of its body.
 */
import { clipped } from '../../../text/folded.ts';
import { isList, isObject, type Json, type JsonObject, type Path, pathText } from '../document/json.ts';

export interface ExpectedAnswer {
  /** null: any. */
  readonly status: number | null;
  /** The part that the body must have; null: any. */
  readonly body: JsonObject | null;
}

/** The first place in which a body differs from the part that it must have. */
export interface Difference {
  /** `spec.containers[0].cpu`. */
  readonly field: string;
  /** Both as JSON, cut at their end to 200 characters. */
  readonly wanted: string;
  readonly found: string;
}

/**
 * Compares a body with the part that it must have; null: it has it.
 *
 * An object may have further keys. A list has as many elements as stated, each compared in its turn. null: the key is
 * absent or null. All else is equal.
 */
export function bodyDifference(wanted: Json, found: Json | undefined, path: Path = []): Difference | null {
  if (isObject(wanted) && isObject(found)) {
    return firstOf(Object.keys(wanted), (key) => bodyDifference(wanted[key] ?? null, found[key], [...path, key]));
  }
  if (isList(wanted) && isList(found) && wanted.length === found.length) {
    return firstOf(wanted, (one, index) => bodyDifference(one, found[index], [...path, index]));
  }
  if (!isObject(wanted) && !isList(wanted) && wanted === (found ?? null)) return null;
  return { field: pathText(path), wanted: shown(wanted), found: found === undefined ? 'nothing' : shown(found) };
}

function firstOf<T>(all: readonly T[], differenceOf: (one: T, index: number) => Difference | null): Difference | null {
  for (const [index, one] of all.entries()) {
    const difference = differenceOf(one, index);
    if (difference !== null) return difference;
  }
  return null;
}

function shown(value: Json): string {
  return clipped(JSON.stringify(value), 200);
}
