/**
 * Which fields may stand below a place of a scenario's document, as the schemas of the format and of the platform say.
 */
import * as z from 'zod';
import { isActedOn, isKind } from '../../platform/api/records/kinds.ts';
import { documentSchemas } from '../../platform/api/schemas/envelope.ts';
import { shown } from '../shape/shape.ts';
import { isMap, type Tree } from '../text/tree.ts';

/** How a path or a value uses a name. */
export interface NameUse {
  /** Whether the document already has this name there. */
  readonly isThere: boolean;
  /** Whether the whole of what has this name is given, not a field of it. */
  readonly isWhole: boolean;
}

/** The fields that are known below one place. */
export interface KnownFields {
  /** Any field may stand here: no schema lists them, as in the body of a request. */
  readonly isFree: boolean;
  /** Names of the fields, in the order of the schema; of a map by names, the names that a path may use. */
  readonly names: readonly string[];
  /** Whether this is a map by names (`behavior`, `tags`), whose schema does not list the names. */
  readonly isByName: boolean;
  /** What is known below a field; null if the field is unknown. */
  readonly below: (name: string, use: NameUse) => KnownFields | null;
  /** What is known below an entry; null if no list may stand here. */
  readonly ofEntry: ((entry: Tree | undefined) => KnownFields) | null;
  /** What is wrong with an unknown name, if the place has words of its own for it. */
  readonly wrongName?: (name: string) => string;
}

/** A place where anything may stand. */
export const freeFields: KnownFields = {
  isFree: true,
  names: [],
  isByName: false,
  below: () => freeFields,
  ofEntry: () => freeFields,
};

/**
 * The fields below a value of one of these schemas. A schema of a type that is not a list, a map or a plain value
 * counts as free, so that no field is refused wrongly. Of an object with fields and room for more, only its own are
 * known.
 */
export function fieldsOf(schemas: readonly z.core.$ZodType[]): KnownFields {
  const forms = schemas.flatMap(formsOf);
  if (forms.some(isFreeForm)) return freeFields;
  const objects = forms.filter((form) => form instanceof z.ZodObject);
  const maps = forms.filter((form) => form instanceof z.ZodRecord);
  const entries = forms.flatMap((form): readonly z.core.$ZodType[] => {
    if (form instanceof z.ZodArray) return [form.element];
    return form instanceof z.ZodTuple ? form.def.items : [];
  });
  return {
    isFree: false,
    names: [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))],
    isByName: objects.length === 0 && maps.length > 0,
    below: (name) => {
      const own = objects.flatMap(({ shape }) => (Object.hasOwn(shape, name) ? (shape[name] ?? []) : []));
      const inner = own.length > 0 ? own : maps.map(({ valueType }) => valueType);
      return inner.length === 0 ? null : fieldsOf(inner);
    },
    ofEntry: entries.length === 0 ? null : () => fieldsOf(entries),
  };
}

/** What a schema is without what makes it optional, and each form of a union. */
function formsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return formsOf(schema.unwrap());
  return schema instanceof z.ZodUnion ? schema.options.flatMap(formsOf) : [schema];
}

const known = [
  z.ZodObject,
  z.ZodRecord,
  z.ZodArray,
  z.ZodTuple,
  z.ZodString,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
] as const;

function isFreeForm(form: z.core.$ZodType): boolean {
  if (form instanceof z.ZodObject)
    return Object.keys(form.shape).length === 0 && !(form.def.catchall instanceof z.ZodNever);
  return !known.some((type) => form instanceof type);
}

/**
 * The fields of a resource of a kind, `spec` and its envelope; free for a kind that the platform keeps as it is sent
 * (`api.storedKinds`), and for what is no resource.
 */
export function resourceFields(resource: Tree | undefined): KnownFields {
  const kind = isMap(resource) ? resource.kind : undefined;
  const isKnown = typeof kind === 'string' && isKind(kind) && isActedOn(kind);
  return isKnown ? fieldsOf([documentSchemas[kind]]) : freeFields;
}

/** The same fields, some of which are known otherwise. */
export function withFields(
  fields: KnownFields,
  others: { readonly [name: string]: (usual: KnownFields) => KnownFields },
): KnownFields {
  return {
    ...fields,
    below: (name, use) => {
      const usual = fields.below(name, use);
      const other = Object.hasOwn(others, name) ? others[name] : undefined;
      return usual === null || other === undefined ? usual : other(usual);
    },
  };
}

/**
 * What is wrong with a name.
 *
 * @param above the path to where it stands; '' for the whole scenario
 */
export function unknownName(fields: KnownFields, above: string, name: string): string {
  return `${wrong(fields, above, name)}: this change would have no effect`;
}

function wrong({ wrongName, names, isByName }: KnownFields, above: string, name: string): string {
  if (wrongName !== undefined) return wrongName(name);
  if (above === '') return `a scenario has no key ${shown(name)}`;
  return names.length === 0 && !isByName
    ? `${shown(above)} is a single value, so it has no field ${shown(name)}`
    : `${shown(above)} has no field ${shown(name)}`;
}

/** What to write instead: the nearest, else what is known there; null if that is too much to list. */
export function hintOf(nearest: string | null, names: readonly string[]): string | null {
  if (nearest !== null) return `did you mean '${nearest}'?`;
  return names.length === 0 || names.length > 16 ? null : `known there: ${names.join(', ')}`;
}
