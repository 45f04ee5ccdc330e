/**
 * From one document to the next as a list of patches: what the audit trail keeps, and how a change is told from none.
 */
import { enablePatches, type Patch, produceWithPatches } from 'immer';
import { isList, isObject, type Json, sameJson } from './json.ts';
import type { Document } from './record.ts';

enablePatches();

/** The document without anything written: where every record begins. */
export const emptyDocument: Document = Object.freeze({
  description: '',
  tags: Object.freeze({}),
  spec: Object.freeze({}),
  more: Object.freeze({}),
});

/**
 * The document after, sharing with the one before all that is equal, and the patches that lead there.
 * Nothing differs: no patches, and the document before itself.
 */
export function changeDocument(
  before: Document,
  after: Document,
): { readonly document: Document; readonly patches: readonly Patch[] } {
  const [document, patches] = produceWithPatches(before, (draft) => {
    settle(() => draft as unknown as Draft, before as unknown as Draft, after as unknown as Draft);
  });
  return { document, patches };
}

type Draft = { [key: string]: Json };

/**
 * Assigns to a draft what `to` has otherwise than `from`, as deep down as it can. Drafts are asked for only where something
 * differs, because asking makes them.
 */
function settle(draft: () => Draft, from: Draft, to: Draft): void {
  for (const key of Object.keys(from)) {
    if (!Object.hasOwn(to, key)) delete draft()[key];
  }
  for (const key of Object.keys(to)) settleAt(draft, key, Object.hasOwn(from, key) ? from[key] : undefined, to[key]!);
}

function settleAt(draft: () => Draft, key: string | number, was: Json | undefined, is: Json): void {
  if (was === is) return;
  const inner = (): Draft => draft()[key] as Draft;
  if (isObject(was) && isObject(is)) settle(inner, was as Draft, is as Draft);
  else if (isList(was) && isList(is) && was.length === is.length) {
    for (let index = 0; index < is.length; index++) settleAt(inner, index, was[index], is[index]!);
  } else if (!sameJson(was, is)) draft()[key] = is;
}
