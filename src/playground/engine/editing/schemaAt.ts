/**
 * The parts of the scenario's JSON Schema that are about one place of a document.
 */
import { editorSchema } from '../../../scenario/shape/editorSchema.ts';
import type { SchemaPart } from '../../../scenario/shape/schemaParameter.ts';
import type { PlaceStep } from './cursorPlace.ts';

type Parts = readonly SchemaPart[];

/** Every part that may describe the value that these steps lead to; empty: nothing is known of it. */
export function schemaAt(steps: readonly PlaceStep[]): Parts {
  let parts: Parts = flat(editorSchema(), steps[0]?.inside);
  let atMost = Number.POSITIVE_INFINITY;
  for (const [index, { key, inside }] of steps.entries()) {
    if (index > atMost) break;
    const below = valueBelow(inside, key);
    const next = requestBody(steps, index) ?? variantPart(steps, index) ?? partsBelow(parts, key);
    parts = next.flatMap((part) => flat(part, below));
    if (parts.length === 0) atMost = index;
  }
  return parts;
}

/** All forms of a part: references followed, unions opened, conditions decided by what is written. */
export function flat(part: SchemaPart, value: unknown, depth = 0): Parts {
  if (depth > 12) return [];
  const { $ref, anyOf, oneOf, allOf } = part as {
    readonly $ref?: string;
    readonly anyOf?: Parts;
    readonly oneOf?: Parts;
    readonly allOf?: Parts;
  };
  const target = $ref === undefined ? undefined : definition($ref);
  const inner = [
    ...(target === undefined ? [] : [target]),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(allOf ?? []).flatMap((one) => (isMet(one.if, value) ? [(one.then ?? one) as SchemaPart] : [])),
  ];
  return [part, ...inner.flatMap((one) => flat(one, value, depth + 1))];
}

function definition($ref: string): SchemaPart | undefined {
  const name = /^#\/\$defs\/(.+)$/.exec($ref)?.[1];
  const { $defs } = editorSchema() as { readonly $defs: { readonly [name: string]: SchemaPart } };
  return name === undefined || !Object.hasOwn($defs, name) ? undefined : $defs[name];
}

/** Whether the keys that a condition names have its values. */
function isMet(condition: unknown, value: unknown): boolean {
  if (condition === undefined) return true;
  const { properties = {} } = condition as { readonly properties?: { readonly [key: string]: SchemaPart } };
  return Object.entries(properties).every(([key, one]) => valueBelow(value, key) === one.const);
}

function valueBelow(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as { readonly [key: string]: unknown })[key];
}

function partsBelow(parts: Parts, key: string | number): Parts {
  return parts.flatMap((part) => {
    if (typeof key === 'number') return typeof part.items === 'object' ? [part.items as SchemaPart] : [];
    const { properties = {}, additionalProperties } = part as {
      readonly properties?: { readonly [key: string]: SchemaPart };
      readonly additionalProperties?: unknown;
    };
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (own !== undefined) return [own];
    return typeof additionalProperties === 'object' && additionalProperties !== null
      ? [additionalProperties as SchemaPart]
      : [];
  });
}

/** The body of a request of the timeline: a resource of the kind that the request's path names. */
function requestBody(steps: readonly PlaceStep[], index: number): Parts | null {
  const [step, entry, list] = [steps[index], steps[index - 1], steps[index - 2]];
  if (step?.key !== 'with' || typeof entry?.key !== 'number' || list?.key !== 'timeline') return null;
  const paths = ['patch', 'put', 'post'].map((method) => valueBelow(step.inside, method));
  const path = paths.find((one) => typeof one === 'string');
  const kind = /^\/(?:gvc\/[^/]+\/)?([a-z]+)(?:\/[^/]+)?$/.exec(typeof path === 'string' ? path : '')?.[1];
  return kind === undefined ? null : resourceOf(kind);
}

/** What a variant changes has the schema of what it changes. */
function variantPart(steps: readonly PlaceStep[], index: number): Parts | null {
  if (steps[0]?.key !== 'variants' || index < 2) return null;
  const key = steps[index]?.key ?? '';
  if (index === 2 && key !== 'resources' && key !== 'description') return partsBelow([editorSchema()], key);
  if (index !== 3 || steps[2]?.key !== 'resources') return null;
  const kind = String(key).split('/').at(-2);
  return kind === undefined ? null : resourceOf(kind);
}

function resourceOf(kind: string): Parts {
  const resource = definition('#/$defs/resource');
  return resource === undefined ? [] : flat(resource, { kind });
}
