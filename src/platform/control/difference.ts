/**
 * From one document to the next as a list of patches: what the audit trail keeps, and how a change is told from none.
 */
import { type Patch, produce } from 'immer';
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
 * The document after, sharing with the one before all that is equal, and the patches that lead there.
 * Nothing differs: no patches, and the document before itself.
 */
export function changeDocument(
  before: Document,
  after: Document,
): { readonly document: Document; readonly patches: readonly Patch[] } {
  const patches: Patch[] = [];
  compareFields({ ...before }, { ...after }, [], patches);
  const document = produce(before, (draft) => {
    for (const patch of patches) apply(draft as unknown as Fields, patch);
  });
  return { document, patches };
}

type Fields = { [key: string]: Json };

/**
 * Adds a patch for each difference, as deep down as it lies. The library could tell them from its draft; but that takes as long as
 * all the rest, and here they are known.
 *
 * @param path of the objects in the document; the same list afterwards as before
 */
function compareFields(from: JsonObject, to: JsonObject, path: (string | number)[], patches: Patch[]): void {
  for (const key of Object.keys(from)) {
    if (!Object.hasOwn(to, key)) patches.push({ op: 'remove', path: [...path, key] });
  }
  for (const key of Object.keys(to)) {
    const is = to[key]!;
    if (!Object.hasOwn(from, key)) patches.push({ op: 'add', path: [...path, key], value: is });
    else compare(from[key]!, is, key, path, patches);
  }
}

function compare(was: Json, is: Json, key: string | number, path: (string | number)[], patches: Patch[]): void {
  if (was === is) return;
  path.push(key);
  if (isObject(was) && isObject(is)) compareFields(was, is, path, patches);
  else if (isList(was) && isList(is) && was.length === is.length) {
    for (let index = 0; index < is.length; index++) compare(was[index]!, is[index]!, index, path, patches);
  } else if (!sameJson(was, is)) patches.push({ op: 'replace', path: [...path], value: is });
  path.pop();
}

function apply(draft: Fields, { op, path, value }: Patch): void {
  const last = path.at(-1) ?? '';
  let place = draft;
  for (let depth = 0; depth < path.length - 1; depth++) place = place[path[depth]!] as Fields;
  if (op === 'remove') delete place[last];
  else place[last] = value;
}
