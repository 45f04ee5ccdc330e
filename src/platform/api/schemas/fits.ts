/**
 * Whether a value has the form of a schema: what nearly every document answers with yes, asked without making a list of
 * what is wrong.
 */
import * as z from 'zod';
import { isList, isObject, type Json } from '../document/json.ts';

/**
 * Whether a schema takes a value: as `safeParse` would say, for a tenth of its time. Schemas bound nothing but numbers,
 * bounds included.
 */
export function fits(schema: z.core.$ZodType, value: Json | undefined): boolean {
  return formOf(schema)(value);
}

type Form = (value: Json | undefined) => boolean;

/** A schema takes long to ask, and there are few. */
const memory = new WeakMap<z.core.$ZodType, Form>();

function formOf(schema: z.core.$ZodType): Form {
  let form = memory.get(schema);
  if (form === undefined) {
    form = read(schema);
    memory.set(schema, form);
  }
  return form;
}

function read(schema: z.core.$ZodType): Form {
  if (schema instanceof z.ZodOptional) return optionally(formOf(schema.unwrap()));
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodNumber) return numberWithin(schema);
  if (schema instanceof z.ZodEnum) return wordOf(schema.options);
  if (schema instanceof z.ZodArray) return listOf(formOf(schema.element));
  if (schema instanceof z.ZodObject) return fieldsOf(schema.shape);
  if (schema instanceof z.ZodRecord) return recordOf(formOf(schema.valueType));
  return (value) => z.safeParse(schema, value).success;
}

function optionally(form: Form): Form {
  return (value) => value === undefined || form(value);
}

function numberWithin({ isInt, minValue, maxValue }: z.ZodNumber): Form {
  const [least, most] = [minValue ?? Number.NEGATIVE_INFINITY, maxValue ?? Number.POSITIVE_INFINITY];
  return (value) =>
    typeof value === 'number' &&
    (isInt ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= least &&
    value <= most;
}

function wordOf(words: readonly unknown[]): Form {
  return (value) => words.includes(value);
}

function listOf(entry: Form): Form {
  return (value) => isList(value) && value.every(entry);
}

function recordOf(entry: Form): Form {
  return (value) => isObject(value) && Object.values(value).every(entry);
}

function fieldsOf(shape: z.core.$ZodShape): Form {
  const fields = Object.entries(shape).map(([key, schema]) => ({ key, form: formOf(schema) }));
  return (value) => {
    if (!isObject(value)) return false;
    for (const { key, form } of fields) if (!form(value[key])) return false;
    return true;
  };
}
