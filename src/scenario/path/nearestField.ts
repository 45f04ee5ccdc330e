/**
 * Steps from field to field of a document, and the field that a wrong step probably means.
 */

import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import type { KnownFields } from './knownFields.ts';

/** A place of a document: what is known below it, and its value, undefined if it has none yet. */
export interface Place {
  readonly fields: KnownFields;
  readonly value: Tree | undefined;
}

export interface Step {
  readonly place: Place;
  /** How many words it takes: a key of the document may have dots. */
  readonly used: number;
}

/** Finds the candidate that a mistyped word probably means; null if none is near. */
export type Guess = (word: string, candidates: readonly string[]) => string | null;

/**
 * The step of the first words from a place that is not free; null if they lead to nothing that is known.
 *
 * In a list a word is an index, the `name` or `location` of an entry, or `+`. In a map it is the longest key that the
 * document has there, else one known field.
 */
export function stepFrom({ fields, value }: Place, words: readonly string[]): Step | null {
  const [word = ''] = words;
  if (isListPlace({ fields, value })) {
    const entry = entryIn(Array.isArray(value) ? value : null, word);
    return entry === null || fields.ofEntry === null
      ? null
      : { place: { fields: fields.ofEntry(entry.value), value: entry.value }, used: 1 };
  }
  const map: TreeMap = isMap(value) ? value : {};
  const used = longestKey(map, words);
  const name = words.slice(0, used).join('.');
  const isThere = Object.hasOwn(map, name);
  const below = fields.below(name, { isThere, isWhole: used === words.length });
  return below === null ? null : { place: { fields: below, value: isThere ? map[name] : undefined }, used };
}

/** Whether steps from a place lead to entries of a list. */
export function isListPlace({ fields, value }: Place): boolean {
  if (isMap(value)) return false;
  return Array.isArray(value) || (fields.ofEntry !== null && fields.names.length === 0 && !fields.isByName);
}

/** The entry that a word means, its value undefined if it is a new one; null if it means none. */
function entryIn(list: readonly Tree[] | null, word: string): { readonly value: Tree | undefined } | null {
  if (word === '+') return { value: undefined };
  if (list === null) return null;
  // The index behind the last entry adds one.
  if (/^\d{1,6}$/.test(word)) return Number(word) <= list.length ? { value: list[Number(word)] } : null;
  const found = list.find((entry) => isMap(entry) && (entry.name === word || entry.location === word));
  return found === undefined ? null : { value: found };
}

/** How many of the first words are one key of a map, 1 if none are. */
function longestKey(map: TreeMap, words: readonly string[]): number {
  for (let used = words.length; used > 1; used -= 1)
    if (Object.hasOwn(map, words.slice(0, used).join('.'))) return used;
  return 1;
}

/**
 * The words with each unknown one replaced by the known one that is near; as many as were given. null if one of them is
 * near nothing.
 *
 *   defaultoptions, suspnd -> defaultOptions, suspend
 */
export function mended(place: Place, words: readonly string[], guess: Guess): readonly string[] | null {
  const [word, ...rest] = words;
  if (word === undefined || place.fields.isFree) return words;
  const step = stepFrom(place, words);
  if (step !== null) {
    const left = mended(step.place, words.slice(step.used), guess);
    return left === null ? null : [...words.slice(0, step.used), ...left];
  }
  const near = nearWord(place, word, guess);
  const other = near === null ? null : stepFrom(place, [near, ...rest]);
  const left = other === null ? null : mended(other.place, rest, guess);
  return near === null || left === null ? null : [near, ...left];
}

/** The known word that another probably means at a place. */
function nearWord(place: Place, word: string, guess: Guess): string | null {
  if (!isListPlace(place)) return nearName(word, place.fields.names, guess);
  const list = Array.isArray(place.value) ? place.value : [];
  if (/^\d+$/.test(word)) return list.length === 0 ? '+' : String(list.length - 1);
  return nearName(word, entryNames(list), guess);
}

/** The name that a word probably means: the same in another case, then the nearest, then one that begins with it. */
export function nearName(word: string, names: readonly string[], guess: Guess): string | null {
  const same = names.find((name) => name.toLowerCase() === word.toLowerCase());
  return same ?? guess(word, names) ?? names.find((name) => word.length > 3 && name.startsWith(word)) ?? null;
}

/** What the entries of a list are called; none for those without a name. */
export function entryNames(list: readonly Tree[]): readonly string[] {
  return list.flatMap((entry) => entryName(entry) ?? []);
}

/** The `name` or `location` of an entry; null if it has none. */
export function entryName(entry: Tree | undefined): string | null {
  const name = isMap(entry) ? (entry.name ?? entry.location) : undefined;
  return typeof name === 'string' ? name : null;
}

/**
 * A field anywhere below a place that has the name of the last word, whatever its case; of several, the one with the
 * fewest words that the given words lack. null if there is none.
 *
 *   minScale below a workload -> spec, defaultOptions, autoscaling, minScale
 */
export function elsewhere(place: Place, words: readonly string[]): readonly string[] | null {
  const last = (words.at(-1) ?? '').toLowerCase();
  const [found] = fieldsBelow(place, [])
    .filter((path) => path.at(-1)?.toLowerCase() === last)
    .sort((a, b) => differing(a, words) - differing(b, words) || a.length - b.length);
  return found ?? null;
}

/** Every field below a place that a schema lists; of a list those of its first entry, or of a new one. */
function fieldsBelow(place: Place, above: readonly string[]): readonly (readonly string[])[] {
  if (place.fields.isFree || place.fields.isByName) return [];
  const isList = isListPlace(place);
  const [first] = Array.isArray(place.value) ? place.value : [];
  const names = isList ? [first === undefined ? '+' : (entryName(first) ?? '0')] : place.fields.names;
  return names.flatMap((name) => {
    const step = stepFrom(place, [name]);
    const path = [...above, name];
    return step === null ? [] : [...(isList ? [] : [path]), ...fieldsBelow(step.place, path)];
  });
}

/** How many words only one of the two has, without the entries of lists. */
function differing(path: readonly string[], words: readonly string[]): number {
  return path.filter((word) => !words.includes(word)).length + words.filter((word) => !path.includes(word)).length;
}
