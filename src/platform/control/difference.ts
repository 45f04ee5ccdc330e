/**
 * From one document to the next as a list of patches: what the audit trail keeps, and how a change is told from none.
 */
import { freeze, type Patch } from 'immer';
import { isList, isObject, type Json, type JsonObject, sameJson } from './json.ts';
import type { Document } from './record.ts';

/** The document without anything written: where every record begins. */
export const emptyDocument: Document = Object.freeze({
  description: '',
  tags: Object.freeze({}),
  spec: Object.freeze({}),
  more: Object.freeze({}),
});

/**
 * The document after, frozen, sharing with the one before all that is equal, and the patches that lead there.
 * Nothing differs: no patches, and the document before itself. What was frozen before it came here stays the object that it is.
 */
export function changeDocument(
  before: Document,
  after: Document,
): { readonly document: Document; readonly patches: readonly Patch[] } {
  const patches: Patch[] = [];
  const next = nextFields({ ...before }, { ...after }, [], patches);
  if (patches.length === 0) return { document: before, patches };
  return { document: Object.isFrozen(after) ? after : freeze({ ...before, ...next }, true), patches };
}

type Fields = { [key: string]: Json };

/**
 * The object after: the one before where nothing differs, else a copy of it, with its keys in their order. Adds a patch for each
 * difference, as deep down as it lies. The library could do both with a draft; but that takes three times as long, and here the
 * differences are known.
 *
 * @param path of the objects in the document; the same list afterwards as before
 */
function nextFields(was: JsonObject, is: JsonObject, path: (string | number)[], patches: Patch[]): JsonObject {
  let next: Fields | null = null;
  for (const key of Object.keys(was)) {
    if (Object.hasOwn(is, key)) continue;
    patches.push({ op: 'remove', path: [...path, key] });
    next ??= { ...was };
    delete next[key];
  }
  for (const key of Object.keys(is)) {
    const value = is[key]!;
    if (Object.hasOwn(was, key)) {
      const own = nextValue(was[key]!, value, key, path, patches);
      if (own === was[key]) continue;
      next ??= { ...was };
      next[key] = own;
    } else {
      patches.push({ op: 'add', path: [...path, key], value });
      next ??= { ...was };
      next[key] = value;
    }
  }
  return next ?? was;
}

function nextValue(was: Json, is: Json, key: string | number, path: (string | number)[], patches: Patch[]): Json {
  if (was === is) return was;
  path.push(key);
  let next = was;
  if (isObject(was) && isObject(is)) next = nextFields(was, is, path, patches);
  else if (isList(was) && isList(is) && was.length === is.length) next = nextEntries(was, is, path, patches);
  else if (!sameJson(was, is)) {
    patches.push({ op: 'replace', path: [...path], value: is });
    next = is;
  }
  path.pop();
  return next;
}

/** The same for lists of one length, entry by entry. */
function nextEntries(
  was: readonly Json[],
  is: readonly Json[],
  path: (string | number)[],
  patches: Patch[],
): readonly Json[] {
  const entries = is.map((entry, index) => nextValue(was[index]!, entry, index, path, patches));
  return entries.some((entry, index) => entry !== was[index]) ? entries : was;
}
