/**
 * Fields that no schema names: kept and returned, never acted on, and often a slip of the pen (`fields.unknown`).
 */
import * as z from 'zod';
import { nearest } from '../../../rules/units.ts';
import { isList, isObject, type Json, type JsonObject, type Path } from '../document/json.ts';
import { isActedOn, type Kind } from '../records/kinds.ts';
import { type Breach, breach, doubt } from '../requests/breach.ts';
import { commandForms } from './command.ts';
import { documentSchemas } from './envelope.ts';

/** Fields that the platform alone writes; a whole record sent back holds them (http: bodies). */
export const readOnlyFields: readonly string[] = [
  'id',
  'version',
  'created',
  'lastModified',
  'links',
  'status',
  'health',
  'alias',
  'origin',
  'keys',
];

/**
 * One finding for each unknown field, at its key; none of kinds that are kept as they are sent (`api.storedKinds`): a
 * warning, or an error where `fields.unknown` is `refuse`.
 */
export function unknownFields(kind: Kind, document: Json, severity: 'error' | 'warning'): readonly Breach[] {
  if (!isActedOn(kind)) return [];
  const found: Breach[] = [];
  walk(documentSchemas[kind], document, [], (path, names) => {
    const key = String(path.at(-1));
    // What begins with $ is refused for what it is.
    if (key.startsWith('$') || (path.length === 1 && readOnlyFields.includes(key))) return;
    const near = nearest(key, names);
    const place = path.length === 1 ? `a ${kind}` : path.slice(0, -1).join('.');
    const message = `${key} is not a known field of ${place}${near === null ? '' : `: did you mean ${near}?`}`;
    const finding =
      severity === 'error' ? breach(path, 'fields.unknown', message) : doubt(path, 'fields.unknown', message);
    found.push({ ...finding, atKey: true });
  });
  return found;
}

/**
 * The same of a command's `spec`, whose unknown fields are always kept; none of a type that there is not. Paths begin
 * with `spec`.
 */
export function unknownCommandFields(type: string, spec: Json): readonly Breach[] {
  const form = Object.hasOwn(commandForms, type) ? commandForms[type] : undefined;
  const found: Breach[] = [];
  if (form !== undefined)
    walk(form.spec, spec, ['spec'], (path, names) => {
      const key = String(path.at(-1));
      const near = nearest(key, names);
      const message = `${key} is not a known field of ${type} and has no effect${near === null ? '' : `: did you mean ${near}?`}`;
      found.push({ ...doubt(path, 'fields.unknown', message), atKey: true });
    });
  return found;
}

/** The document without them (`fields.unknown: drop`). */
export function withoutUnknownFields(kind: Kind, document: JsonObject): JsonObject {
  const result = isActedOn(kind) ? prune(documentSchemas[kind], document, true) : document;
  return isObject(result) ? result : document;
}

function walk(
  schema: z.core.$ZodType,
  value: Json | undefined,
  path: Path,
  report: (path: Path, names: readonly string[]) => void,
): void {
  if (schema instanceof z.ZodOptional) walk(schema.unwrap(), value, path, report);
  else if (schema instanceof z.ZodArray && isList(value)) {
    value.forEach((entry, index) => {
      walk(schema.element, entry, [...path, index], report);
    });
  } else if (schema instanceof z.ZodObject && isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      // In a patch an operator before the field's name says how its value is applied: `$append/args`.
      const field = key.replace(/^\$(?:append|patch|replace)\//, '');
      const own = Object.hasOwn(schema.shape, field) ? schema.shape[field] : undefined;
      if (own === undefined) report([...path, key], Object.keys(schema.shape));
      else walk(own, inner, [...path, key], report);
    }
  }
}

function prune(schema: z.core.$ZodType, value: Json, atRoot: boolean): Json {
  if (schema instanceof z.ZodOptional) return prune(schema.unwrap(), value, false);
  if (schema instanceof z.ZodArray && isList(value)) return value.map((entry) => prune(schema.element, entry, false));
  if (!(schema instanceof z.ZodObject) || !isObject(value)) return value;
  const kept: { [key: string]: Json } = {};
  for (const [key, inner] of Object.entries(value)) {
    const own = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
    if (own !== undefined) kept[key] = prune(own, inner, false);
    else if (atRoot && readOnlyFields.includes(key)) kept[key] = inner;
  }
  return kept;
}
