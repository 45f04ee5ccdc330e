/** Documents as plain JSON, never mutated once stored. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Keys and list indexes from a document's root. */
export type Path = readonly (string | number)[];

/** A path as one reads it: `spec.containers[0].cpu`. */
export function pathText(path: Path): string {
  let text = '';
  for (const part of path) text += typeof part === 'number' ? `[${part}]` : text === '' ? part : `.${part}`;
  return text;
}

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list of JSON. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The object under a key, empty where there is none. */
export function objectAt(value: Json | undefined, key: string): JsonObject {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}

/**
 * The objects of the list under a key; entries that are no objects count as empty ones, so that indexes keep their
 * meaning.
 */
export function objectsAt(value: Json | undefined, key: string): readonly JsonObject[] {
  const inner = isObject(value) ? value[key] : undefined;
  if (!isList(inner)) return [];
  return inner.every(isObject) ? inner : inner.map((entry) => (isObject(entry) ? entry : {}));
}

/** The text under a key, undefined where there is none. */
export function textAt(value: Json | undefined, key: string): string | undefined {
  const inner = isObject(value) ? value[key] : undefined;
  return typeof inner === 'string' ? inner : undefined;
}

/** The number under a key, undefined where there is none. */
export function numberAt(value: Json | undefined, key: string): number | undefined {
  const inner = isObject(value) ? value[key] : undefined;
  return typeof inner === 'number' ? inner : undefined;
}

/** Whether a value holds a text at a path, whatever the index in each of its lists. */
export function holdsAt(value: Json | undefined, [first, ...rest]: Path, text: string): boolean {
  if (first === undefined) return value === text;
  if (typeof first === 'number') return isList(value) && value.some((entry) => holdsAt(entry, rest, text));
  return isObject(value) && Object.hasOwn(value, first) && holdsAt(value[first], rest, text);
}

/**
 * A value as a text: scalars as they read, structures as JSON. An object may hold a `toString` of its own, which is
 * none.
 */
export function textOf(value: Json | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Tags as texts. */
export function textTags(tags: JsonObject): { readonly [key: string]: string } {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, textOf(value)]));
}

/** Whether two documents say the same; the order of keys says nothing. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isList(one)) {
    if (!isList(other) || one.length !== other.length) return false;
    for (let index = 0; index < one.length; index += 1) if (!sameJson(one[index], other[index])) return false;
    return true;
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys) if (!Object.hasOwn(other, key) || !sameJson(one[key], other[key])) return false;
  return true;
}

/** Whether two pieces of plain data say the same, of whatever type. */
export function sameData(one: object, other: object): boolean {
  return sameJson(one as JsonObject, other as JsonObject);
}

/** Code-unit order, the same on every machine. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
