/**
 * The names of parameters, and parameters in the published JSON Schema: what may stand under `params`, and `"${name}"`
 * where a number may.
 */
import * as z from 'zod';
import { distributionForms } from './schemaBehaviour.ts';

/** The name of a parameter, in a pattern: letters, digits, `_` and `-`, the first one a letter or `_`. */
export const parameterName = '[A-Za-z_][A-Za-z0-9_-]*';

/** A node of a JSON Schema. */
export type SchemaPart = { readonly [key: string]: unknown };

const value = z.union([z.number(), z.string()]).describe('A number, or a duration such as 30s.');
const round = value
  .optional()
  .describe('The drawn value is rounded to a multiple of this: 0.1, 5, 1m. Default: six significant digits.');

/** One parameter, for editors and for paths into it: its reader has messages of its own. */
export const parameterShape = z
  .union([z.union([z.string(), z.number(), z.boolean()]), z.strictObject({ ...distributionForms(value), round })])
  .meta({
    description:
      'A constant (8, 30s, aws-us-east-1), or a distribution ({triangular: {low: 3, mode: 5, high: 9}, round: 0.1}).',
  });

/** The JSON Schema of one parameter. */
export function parameterJsonSchema(): SchemaPart {
  const { $schema: _, ...own } = z.toJSONSchema(parameterShape, { target: 'draft-2020-12' });
  return own;
}

const reference = { $ref: '#/$defs/reference' };
const types: readonly unknown[] = ['number', 'integer', 'boolean'];

/** A schema in which a number, a truth value, one of some words or a text of some form may also be `"${name}"`. */
export function withReferences(schema: SchemaPart): SchemaPart {
  const { $defs, properties } = schema;
  const { parameter, ...parts } = ($defs ?? {}) as { readonly [name: string]: SchemaPart };
  const { svcsim, seed, replication, prefix, session, studies, ...keys } = (properties ?? {}) as {
    readonly [key: string]: SchemaPart;
  };
  return {
    ...schema,
    properties: { ...(properties as SchemaPart), ...(allowing(keys) as SchemaPart) },
    $defs: {
      ...(allowing(parts) as SchemaPart),
      parameter,
      reference: {
        type: 'string',
        pattern: `^\\$\\{${parameterName}\\}$`,
        description: `A parameter of this file, in quotes: "\${name}".`,
      },
    },
  };
}

function allowing(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(allowing);
  if (typeof node !== 'object' || node === null) return node;
  const part = node as SchemaPart;
  if (Array.isArray(part.anyOf) && part.anyOf.some(isAnyText)) return part;
  const isFormed = Array.isArray(part.enum) || (part.type === 'string' && part.pattern !== undefined);
  const isPlain = part.const === undefined && (types.includes(part.type) || isFormed);
  if (!isPlain) return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, allowing(value)]));
  const { description, ...own } = part;
  return { ...(description === undefined ? {} : { description }), anyOf: [own, reference] };
}

/** Whether a parameter may stand there anyway. */
function isAnyText(node: unknown): boolean {
  const { type, pattern, enum: words } = node as SchemaPart;
  return type === 'string' && pattern === undefined && words === undefined;
}
