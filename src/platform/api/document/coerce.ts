/**
 * Converts texts to numbers and booleans: the public client's `--set` sends only texts (`api.coerce`).
 */
import * as z from 'zod';
import { isList, isObject, type Json, type JsonObject } from './json.ts';

const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * The value with decimal texts as numbers and `true`, `false` as booleans wherever the schema wants such; all else, and
 * what the schema does not name, as it is.
 */
export function coerce(schema: z.core.$ZodType, value: Json): Json {
  const wanted = wantedBy(schema);
  return wanted === null ? value : coerced(wanted, value);
}

/**
 * Where in a value a schema wants numbers and booleans; null where nowhere. A schema takes long to ask, and there are
 * few.
 */
type Wanted =
  | { readonly what: 'number' | 'boolean' }
  | { readonly what: 'list'; readonly entry: Wanted }
  | { readonly what: 'fields'; readonly fields: ReadonlyMap<string, Wanted> };

const memory = new WeakMap<z.core.$ZodType, Wanted | null>();

function wantedBy(schema: z.core.$ZodType): Wanted | null {
  let wanted = memory.get(schema);
  if (wanted === undefined) {
    wanted = read(schema);
    memory.set(schema, wanted);
  }
  return wanted;
}

function read(schema: z.core.$ZodType): Wanted | null {
  if (schema instanceof z.ZodOptional) return wantedBy(schema.unwrap());
  if (schema instanceof z.ZodNumber) return { what: 'number' };
  if (schema instanceof z.ZodBoolean) return { what: 'boolean' };
  if (schema instanceof z.ZodArray) {
    const entry = wantedBy(schema.element);
    return entry === null ? null : { what: 'list', entry };
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const fields = new Map<string, Wanted>();
  for (const [key, inner] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const wanted = wantedBy(inner);
    if (wanted !== null) fields.set(key, wanted);
  }
  return fields.size === 0 ? null : { what: 'fields', fields };
}

function coerced(wanted: Wanted, value: Json): Json {
  switch (wanted.what) {
    case 'number':
      return typeof value === 'string' && decimal.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' || (value === 'false' ? false : value);
    case 'list':
      return isList(value) ? coercedEntries(wanted.entry, value) : value;
    case 'fields':
      return isObject(value) ? coercedFields(wanted.fields, value) : value;
  }
}

function coercedFields(fields: ReadonlyMap<string, Wanted>, value: JsonObject): JsonObject {
  let result: { [key: string]: Json } | null = null;
  for (const key of Object.keys(value)) {
    const wanted = fields.get(key);
    const inner = value[key];
    if (wanted === undefined || inner === undefined) continue;
    const own = coerced(wanted, inner);
    if (own === inner) continue;
    result ??= { ...value };
    result[key] = own;
  }
  return result ?? value;
}

function coercedEntries(entry: Wanted, value: readonly Json[]): readonly Json[] {
  const entries = value.map((inner) => coerced(entry, inner));
  return entries.some((inner, index) => inner !== value[index]) ? entries : value;
}
