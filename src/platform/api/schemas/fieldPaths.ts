/**
 * Where the fields of a kind are, and which of them a path that leads nowhere probably means.
 */
import * as z from 'zod';
import { nearest } from '../../../rules/units.ts';
import type { Path } from '../document/json.ts';
import { isActedOn, type Kind } from '../records/kinds.ts';
import { documentSchemas } from './envelope.ts';

const known = new Map<Kind, readonly Path[]>();

/** Every field of a kind, of a list its first entry; none of a kind that is kept as it is sent. */
function fieldsOf(kind: Kind): readonly Path[] {
  const found = known.get(kind) ?? (isActedOn(kind) ? fieldsBelow(documentSchemas[kind], []) : []);
  known.set(kind, found);
  return found;
}

function fieldsBelow(schema: z.core.$ZodType, above: Path): readonly Path[] {
  if (schema instanceof z.ZodOptional) return fieldsBelow(schema.unwrap(), above);
  if (schema instanceof z.ZodArray) return fieldsBelow(schema.element, [...above, 0]);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, inner]): readonly Path[] => {
    const path = [...above, key];
    return [path, ...fieldsBelow(inner, path)];
  });
}

/**
 * The field that a path without one probably means, with the entries of lists as the path has them; null if none is
 * near.
 *
 * A slip in one word comes first, whatever its case, then a field of that name elsewhere, the one with the fewest words
 * that the path lacks.
 *
 *   spec.defaultOptions.autoscaling.minscale -> spec.defaultOptions.autoscaling.minScale
 *   spec.autoscaling.minScale                -> spec.defaultOptions.autoscaling.minScale
 *   spec.containers.0.minCPU                 -> spec.containers.0.minCpu
 */
export function nearestField(kind: Kind, path: Path): Path | null {
  const fields = fieldsOf(kind);
  const words = wordsOf(path);
  const key = lastOf(path);
  const beside = fields.filter((field) => isSame(wordsOf(field).slice(0, -1), words.slice(0, -1))).map(lastOf);
  const named =
    beside.find((one) => isSameButCase(one, key)) ??
    nearest(key, beside) ??
    beside.find((one) => key.length > 3 && one.startsWith(key));
  if (named !== undefined) return [...path.slice(0, -1), named];
  const [elsewhere] = fields
    .filter((field) => isSameButCase(lastOf(field), key))
    .sort((a, b) => differing(wordsOf(a), words) - differing(wordsOf(b), words) || a.length - b.length);
  return elsewhere ?? null;
}

/** The path without the entries of lists. */
function wordsOf(path: Path): readonly string[] {
  return path.filter((step): step is string => typeof step === 'string');
}

function lastOf(path: Path): string {
  return String(path.at(-1) ?? '');
}

function isSameButCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** How many words only one of the two has. */
function differing(a: readonly string[], b: readonly string[]): number {
  return a.filter((word) => !b.includes(word)).length + b.filter((word) => !a.includes(word)).length;
}
