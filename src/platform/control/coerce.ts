/**
 * Texts that stand for numbers and booleans: the public client's `--set` sends nothing else (`api.coerce`).
 */
import * as z from 'zod';
import { isList, isObject, type Json } from './json.ts';

const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * The value with decimal texts as numbers and `true`, `false` as booleans wherever the schema wants such; all else, and what the schema does not name, as it is.
 */
export function coerce(schema: z.core.$ZodType, value: Json): Json {
  if (schema instanceof z.ZodOptional) return coerce(schema.unwrap(), value);
  if (schema instanceof z.ZodObject) return isObject(value) ? coerceFields(schema.shape, value) : value;
  if (schema instanceof z.ZodArray) return isList(value) ? coerceEntries(schema.element, value) : value;
  if (typeof value !== 'string') return value;
  if (schema instanceof z.ZodNumber) return decimal.test(value) ? Number(value) : value;
  if (schema instanceof z.ZodBoolean) return value === 'true' || (value === 'false' ? false : value);
  return value;
}

function coerceFields(
  shape: { readonly [key: string]: z.core.$ZodType },
  value: { readonly [key: string]: Json },
): Json {
  let coerced: { [key: string]: Json } | null = null;
  for (const key of Object.keys(value)) {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const inner = value[key];
    if (schema === undefined || inner === undefined) continue;
    const own = coerce(schema, inner);
    if (own === inner) continue;
    coerced ??= { ...value };
    coerced[key] = own;
  }
  return coerced ?? value;
}

function coerceEntries(schema: z.core.$ZodType, value: readonly Json[]): Json {
  const coerced = value.map((entry) => coerce(schema, entry));
  return coerced.some((entry, index) => entry !== value[index]) ? coerced : value;
}
