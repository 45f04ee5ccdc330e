/**
 * The JSON Schema that editors get. Beside the shape of a scenario file it has what the readers check themselves: the
 * fields of each kind of resource, and the assumptions with their values.
 */
import * as z from 'zod';
import { isActedOn, kinds } from '../../platform/api/records/kinds.ts';
import { documentSchemas } from '../../platform/api/schemas/envelope.ts';
import { aboutAssumption } from '../../rules/about.ts';
import { type AssumptionName, assumptionNames, assumptionOf, defaultAssumptions } from '../../rules/assumptions.ts';
import { jsonSchema } from './schema.ts';
import { type SchemaPart, withReferences } from './schemaParameter.ts';

/** The published schema as text, with a line feed at its end. */
export function jsonSchemaText(): string {
  return `${JSON.stringify(editorSchema(), null, 2)}\n`;
}

let built: SchemaPart | null = null;

/** The published schema; built once. A number may also be written as a parameter, `"${name}"`. */
export function editorSchema(): SchemaPart {
  built ??= withReferences(withPlatform(jsonSchema() as SchemaPart));
  return built;
}

function withPlatform(schema: SchemaPart): SchemaPart {
  const properties = schema.properties as { readonly [key: string]: SchemaPart };
  const $defs = schema.$defs as { readonly [name: string]: SchemaPart };
  return {
    ...schema,
    properties: { ...properties, assumptions: { ...properties.assumptions, properties: assumptionProperties() } },
    $defs: { ...$defs, resource: resourceByKind($defs.resource ?? {}) },
  };
}

/** A resource whose further fields depend on its kind. Kinds that are only stored have no fields of their own. */
function resourceByKind(resource: SchemaPart): SchemaPart {
  const own = resource.properties as { readonly [key: string]: SchemaPart };
  const acted = kinds.filter(isActedOn);
  return {
    ...resource,
    properties: { ...own, kind: { ...own.kind, examples: acted } },
    allOf: acted.map((kind) => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: this is the keyword of JSON Schema.
      then: { properties: fieldsOfKind(kind, own) },
    })),
  };
}

function fieldsOfKind(kind: (typeof kinds)[number], known: { readonly [key: string]: SchemaPart }): SchemaPart {
  const { properties } = z.toJSONSchema(documentSchemas[kind], { target: 'draft-2020-12', unrepresentable: 'any' });
  const own = Object.entries(properties ?? {}).filter(([name]) => name === 'spec' || !Object.hasOwn(known, name));
  return Object.fromEntries(own.map(([name, part]) => [name, tolerant(part)]));
}

const coerced: readonly unknown[] = ['number', 'integer', 'boolean'];

/**
 * A part of the platform's schema as editors may check it. The API also accepts numbers and truth values as text
 * (`api.coerce`), and null for a field that is left out.
 */
function tolerant(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tolerant);
  if (typeof node !== 'object' || node === null) return node;
  const part = Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isNoise(key, value))
      .map(([key, value]) => [key, tolerant(value)]),
  );
  return coerced.includes(part.type) ? { ...part, type: [part.type, 'string'] } : part;
}

/** What says nothing: an open map without named fields, and the bounds of whole numbers that a computer can hold. */
function isNoise(key: string, value: unknown): boolean {
  if (key === 'propertyNames') return true;
  if (key === 'additionalProperties') return typeof value === 'object' && Object.keys(value ?? {}).length === 0;
  return (key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

function assumptionProperties(): SchemaPart {
  return Object.fromEntries(assumptionNames.map((name) => [name, assumptionSchema(name)]));
}

/** Its values as examples: they complete it, and the reader checks it with a message of its own. */
function assumptionSchema(name: AssumptionName): SchemaPart {
  const { words, alternatives, write } = assumptionOf(name);
  const written = write(defaultAssumptions[name]);
  const others = [...(words ?? []), ...alternatives].filter((one) => one !== 'any' && one !== written);
  return {
    description: aboutAssumption(name),
    default: written,
    ...(others.length === 0 ? {} : { examples: [...new Set([written, ...others])] }),
  };
}
