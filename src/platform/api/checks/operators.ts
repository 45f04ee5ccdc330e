/**
 * Keys that begin with `$`: operators of a patch, and never fields of a record (`api.patchOrder`).
 */

import { isList, isObject, type Json, type JsonObject } from '../document/json.ts';
import { isActedOn, type Kind } from '../records/kinds.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import { readOnlyFields } from '../schemas/unknownFields.ts';

/**
 * A document that is to be kept has none: a client that reads the record and sends it back as a patch would set them to
 * work. What is the client's own may have them: below a tag, in a secret's data, in the fields of kinds that are kept
 * as they are sent (`api.storedKinds`).
 */
export function checkOperators(kind: Kind, document: JsonObject): readonly Breach[] {
  const isOwn = (key: string): boolean => !isActedOn(kind) || (kind === 'secret' && key === 'data');
  const breaches: Breach[] = [];
  for (const key of Object.keys(document)) {
    if (key.startsWith('$')) breaches.push(stray([key]));
    else if (key === 'tags') breaches.push(...strayTags(document.tags));
    else if (!readOnlyFields.includes(key) && !isOwn(key)) findStray(document[key], [key], breaches);
  }
  return breaches;
}

/** The same for the body of a command, where only below tags anything may stand. */
export function commandOperators(body: JsonObject): readonly Breach[] {
  const { tags, ...rest } = body;
  const breaches: Breach[] = [...strayTags(tags)];
  findStray(rest, [], breaches);
  return breaches;
}

function strayTags(tags: Json | undefined): readonly Breach[] {
  const keys = isObject(tags) ? Object.keys(tags) : [];
  return keys.filter((key) => key.startsWith('$')).map((key) => stray(['tags', key]));
}

/** @param path of the value; the same list afterwards as before */
function findStray(value: Json | undefined, path: (string | number)[], breaches: Breach[]): void {
  if (isList(value)) {
    for (const [index, entry] of value.entries()) {
      if (typeof entry !== 'object') continue;
      path.push(index);
      findStray(entry, path, breaches);
      path.pop();
    }
    return;
  }
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (!key.startsWith('$') && typeof inner !== 'object') continue;
    path.push(key);
    if (key.startsWith('$')) breaches.push(stray([...path]));
    else findStray(inner, path, breaches);
    path.pop();
  }
}

function stray(path: Breach['path']): Breach {
  const message = `${shown(path.at(-1))} is not a field: keys that begin with $ are operators, which are accepted only in the objects of a PATCH`;
  return { ...breach(path, 'api.patchOrder', message), atKey: true };
}
