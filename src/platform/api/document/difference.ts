/**
 * The difference between two documents as a list of patches: the audit trail stores it, and it shows whether anything
 * changed.
 */
import { enablePatches, type Patch, produceWithPatches } from 'immer';
import type { Document } from '../records/record.ts';
import { isList, isObject, type Json, type JsonObject, sameJson } from './json.ts';

/** The document without anything written: where every record begins. */
export const emptyDocument: Document = Object.freeze({
  description: '',
  tags: Object.freeze({}),
  spec: Object.freeze({}),
  more: Object.freeze({}),
});

enablePatches();

/**
 * The document after, frozen, sharing with the one before all that is equal, and the patches that lead there.
 * Nothing differs: no patches, and the document before itself. What was frozen before it came here stays the object
 * that it is.
 */
export function changeDocument(
  before: Document,
  after: Document,
): { readonly document: Document; readonly patches: readonly Patch[] } {
  const [next, patches] = produceWithPatches(before, (draft) =>
    writeFields(draft as Fields, { ...before }, { ...after }),
  );
  if (patches.length === 0) return { document: before, patches };
  return { document: Object.isFrozen(after) ? after : next, patches };
}

type Fields = { [key: string]: Json };
type Entries = { [index: number]: Json };

/** Writes into a draft what differs, as deep down as it lies: nothing else of it becomes a draft. */
function writeFields(draft: Fields, was: JsonObject, is: JsonObject): void {
  for (const key of Object.keys(was)) if (!Object.hasOwn(is, key)) delete draft[key];
  for (const key of Object.keys(is)) {
    const value = is[key]!;
    if (!Object.hasOwn(was, key)) draft[key] = value;
    else if (!sameJson(was[key]!, value)) writeValue(draft, key, was[key]!, value);
  }
}

function writeValue(draft: Fields | Entries, key: string | number, was: Json, is: Json): void {
  const own = draft as { [key: string | number]: Json };
  if (isObject(was) && isObject(is)) writeFields(own[key] as Fields, was, is);
  else if (isList(was) && isList(is) && was.length === is.length) {
    const entries = own[key] as unknown as Entries;
    for (const [index, entry] of is.entries()) {
      if (!sameJson(was[index]!, entry)) writeValue(entries, index, was[index]!, entry);
    }
  } else own[key] = is;
}
