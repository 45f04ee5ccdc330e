/**
 * Defaults that a client has read and sends back with the whole record, although no client has ever set them.
 */
import { isList, isObject, type Json, type JsonObject, sameJson } from './json.ts';

/**
 * A spec without what it holds only because it was shown so: fields that were not written, with the value that they
 * were shown with. A record that is read, changed in one field and sent back says that field alone; its other defaults
 * go on following what they follow.
 *
 * @param sent the whole spec as it came back
 * @param written the spec of the record as it stood
 * @param shown the same with its defaults, as it was read
 */
export function withoutUnwritten(sent: JsonObject, written: JsonObject, shown: JsonObject): JsonObject {
  const kept: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(sent)) {
    const [own, read] = [fieldOf(written, key), fieldOf(shown, key)];
    if (own === undefined && sameJson(value, read)) continue;
    kept[key] = partOf(value, own, read);
  }
  return kept;
}

function partOf(sent: Json, written: Json | undefined, shown: Json | undefined): Json {
  if (isObject(sent) && isObject(shown)) return withoutUnwritten(sent, isObject(written) ? written : {}, shown);
  if (!isList(sent) || !isList(shown)) return sent;
  return sent.map((entry, index) => {
    const at = placeOf(entry, index, shown);
    return partOf(entry, isList(written) ? written[at] : undefined, shown[at]);
  });
}

/**
 * Where an entry of a list stood when it was read: by its name, or by its location; entries that have neither by their
 * place.
 */
function placeOf(entry: Json, index: number, shown: readonly Json[]): number {
  if (!isObject(entry)) return index;
  const key = ['name', 'location'].find((one) => typeof entry[one] === 'string');
  if (key === undefined) return index;
  return shown.findIndex((other) => isObject(other) && other[key] === entry[key]);
}

function fieldOf(map: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
