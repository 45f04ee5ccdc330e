/**
 * Normalises a document for storage: no values that mean absence, no read-only fields, full links, texts converted to
 * the types of the fields.
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { isActedOn, isOfGvc, type Kind } from '../records/kinds.ts';
import type { Document } from '../records/record.ts';
import { documentSchemas } from '../schemas/envelope.ts';
import { readOnlyFields, withoutUnknownFields } from '../schemas/unknownFields.ts';
import { coerce } from './coerce.ts';
import { isList, isObject, type Json, type JsonObject, objectAt } from './json.ts';
import { type LinkBase, withFullLinks } from './link.ts';

/**
 * The whole document with `null` fields left out, numbers and booleans from texts (`api.coerce`), links in full
 * (`api.links`), and without what a cron workload loses (`type.cronDropped`), what a stateful one may lose
 * (`fields.maxUnavailableOnStateful`) and what a shared volume set is not asked for. Paths into it are those of the
 * original, as far as they still exist.
 */
export function normalise(kind: Kind, document: JsonObject, base: LinkBase, assumptions: Assumptions): JsonObject {
  const present = withoutNulls(document);
  const known = assumptions['fields.unknown'] === 'drop' ? withoutUnknownFields(kind, present) : present;
  const coerced = assumptions['api.coerce'] === 'none' ? known : coerce(documentSchemas[kind], known);
  const own = isObject(coerced) ? coerced : known;
  const linked = isActedOn(kind) ? withFullLinks(own, base, asSent) : own;
  if (kind === 'volumeset') return withoutSharedClass(linked, assumptions);
  return kind === 'workload' ? withoutDropped(withPortLists(linked), assumptions) : linked;
}

/** What stands in these fields is the client's own: whatever its keys are called, nothing in it is a link. */
const asSent: readonly string[] = ['tags', 'data'];

/**
 * The parts of a normalised document that a record keeps. A `spec` that is no object is one of its further fields:
 * kinds whose spec has a form are sent none.
 */
export function documentParts(kind: Kind, document: JsonObject, name: string): Document {
  const more: { [key: string]: Json } = {};
  for (const key of Object.keys(document)) {
    const value = document[key]!;
    const isOfEnvelope = key === 'gvc' ? isOfGvc(kind) : envelopeFields.includes(key);
    if (key === 'spec' ? !isObject(value) : !isOfEnvelope) more[key] = value;
  }
  const { description } = document;
  return {
    description: typeof description === 'string' && description !== '' ? description : name,
    tags: objectAt(document, 'tags'),
    spec: objectAt(document, 'spec'),
    more,
  };
}

const envelopeFields: readonly string[] = ['kind', 'name', 'description', 'tags', ...readOnlyFields];

/** The document that the parts of a record make: what a patch is applied to. */
export function documentOf(kind: Kind, name: string, gvc: string | null, parts: Document): JsonObject {
  const { description, tags, spec, more } = parts;
  const whole = { ...more, kind, name, ...(gvc === null ? {} : { gvc }), description, tags };
  return more.spec === undefined ? { ...whole, spec } : whole;
}

/** The value without fields that are null, which mean absence; entries of lists stay. */
export function withoutNulls(value: JsonObject): JsonObject {
  let kept: { [key: string]: Json } | null = null;
  for (const key of Object.keys(value)) {
    const inner = value[key]!;
    const own = withoutNullsIn(inner);
    if (own === inner && inner !== null) continue;
    kept ??= { ...value };
    if (own === null) delete kept[key];
    else kept[key] = own;
  }
  return kept ?? value;
}

function withoutNullsIn(value: Json): Json {
  if (isObject(value)) return withoutNulls(value);
  if (!isList(value)) return value;
  const entries = value.map(withoutNullsIn);
  return entries.some((entry, index) => entry !== value[index]) ? entries : value;
}

/** The older `port: 80` of a container is the only entry of its `ports`: `[{ number: 80, protocol: http }]`. */
function withPortLists(document: JsonObject): JsonObject {
  const spec = objectAt(document, 'spec');
  const { containers } = spec;
  const isOld = (value: Json): value is JsonObject =>
    isObject(value) &&
    typeof value.port === 'number' &&
    (value.ports === undefined || (isList(value.ports) && value.ports.length === 0));
  if (!isList(containers) || !containers.some(isOld)) return document;
  const listed = containers.map((value) =>
    isOld(value) ? { ...omit(value, ['port']), ports: [{ number: value.port ?? 0, protocol: 'http' }] } : value,
  );
  return { ...document, spec: { ...spec, containers: listed } };
}

/** Without the fields that the API does not store for the type of a workload. */
function withoutDropped(document: JsonObject, assumptions: Assumptions): JsonObject {
  const spec = objectAt(document, 'spec');
  if (spec.type === 'stateful' && assumptions['fields.maxUnavailableOnStateful'] === 'drop') {
    const { rolloutOptions } = spec;
    if (!isObject(rolloutOptions)) return document;
    return { ...document, spec: { ...spec, rolloutOptions: omit(rolloutOptions, ['maxUnavailableReplicas']) } };
  }
  if (spec.type !== 'cron') return document;
  const dropped = assumptions['type.cronDropped'];
  const without = (value: Json): Json => (isObject(value) ? omit(value, dropped) : value);
  const { defaultOptions, containers } = spec;
  return {
    ...document,
    spec: {
      ...spec,
      ...(defaultOptions === undefined ? {} : { defaultOptions: without(defaultOptions) }),
      ...(isList(containers) ? { containers: containers.map(without) } : {}),
    },
  };
}

/**
 * Of a shared volume set the class is `shared`, whichever is written (VOL-6): what is written says nothing, and another
 * word for it is no change.
 */
function withoutSharedClass(document: JsonObject, assumptions: Assumptions): JsonObject {
  const spec = objectAt(document, 'spec');
  const fileSystem = spec.fileSystemType ?? assumptions['fields.defaults.fileSystemType'];
  if (fileSystem !== 'shared' || !classes.some((one) => one === spec.performanceClass)) return document;
  return { ...document, spec: omit(spec, ['performanceClass']) };
}

const classes = ['general-purpose-ssd', 'high-throughput-ssd', 'shared'];

function omit(value: JsonObject, keys: readonly string[]): JsonObject {
  if (!keys.some((key) => Object.hasOwn(value, key))) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
