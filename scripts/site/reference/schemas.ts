/** Reference pages of documents, from their JSON Schemas: every key, with its type and its meaning. */
import { escaped } from '../../../src/report/words/selfContained.ts';
import { anchorOf, inline, table } from '../html.ts';

/** The parts of a JSON Schema that the published ones use. */
export interface JsonSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: { readonly [key: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly patternProperties?: { readonly [pattern: string]: JsonSchema };
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly $defs?: { readonly [name: string]: JsonSchema };
  readonly definitions?: { readonly [name: string]: JsonSchema };
  readonly default?: unknown;
}

interface Row {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/**
 * The tables of one schema: its own keys, then those of each named part.
 *
 * @param level of the heading of the first table
 * @param prefix of anchors, where a page has several schemas; '' for none
 */
export function schemaHtml(schema: JsonSchema, name: string, { level = 2, prefix = '' } = {}): string {
  const parts = Object.entries({ ...schema.$defs, ...schema.definitions });
  const blocks = [
    partHtml(name, schema, { level, prefix, isRoot: true }),
    ...parts.flatMap(([part, own]) => [
      partHtml(part, own, { level: level + 1, prefix, isRoot: false }),
      ...conditionsOf(own).map(([when, then]) =>
        partHtml(`${part} with ${when}`, then, { level: level + 1, prefix, isRoot: false }),
      ),
    ]),
  ];
  return blocks.join('\n');
}

/** What a part also has under a condition: `kind: workload`. Conditions that add no key are left out. */
function conditionsOf(schema: JsonSchema): (readonly [when: string, then: JsonSchema])[] {
  return (schema.allOf ?? []).flatMap((one) => {
    if (one.if === undefined || one.then === undefined || rowsOf(one.then, '').length === 0) return [];
    const terms = Object.entries(one.if.properties ?? {}).map(([key, { const: value }]) => `${key}: ${String(value)}`);
    return [[terms.join(', '), one.then] as const];
  });
}

interface Place {
  readonly level: number;
  readonly prefix: string;
  readonly isRoot: boolean;
}

function partHtml(name: string, schema: JsonSchema, { level, prefix, isRoot }: Place): string {
  const rows = rowsOf(schema, '');
  const id = isRoot ? anchorOf(name) : partAnchor(prefix, name);
  const says = schema.description === undefined ? '' : `<p>${inline(schema.description)}</p>`;
  const type = rows.length > 0 ? '' : `<p>${typeHtml(schema, prefix)}</p>`;
  const keys = rows.map(({ key, schema: own, isRequired }) => [
    `<code>${escaped(key)}</code>${isRequired ? ' <span class="tag">required</span>' : ''}`,
    typeHtml(own, prefix),
    inline(own.description ?? ''),
  ]);
  const list = keys.length === 0 ? '' : table(['Key', 'Type', 'Meaning'], keys);
  return `<h${level} id="${id}">${escaped(readable(name))}</h${level}>\n${says}${type}${list}`;
}

/** Keys of an object and of the objects written inside it, by their paths: `window.from`, `rows[].name`. */
function rowsOf(schema: JsonSchema, path: string): Row[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const here = path === '' ? key : `${path}.${key}`;
    return [{ key: here, schema: value, isRequired: schema.required?.includes(key) ?? false }, ...rowsOf(value, here)];
  });
  const others = [
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...Object.values(schema.patternProperties ?? {}),
  ].flatMap((value) => rowsOf(value, path === '' ? 'NAME' : `${path}.NAME`));
  const items = schema.items === undefined ? [] : rowsOf(schema.items, `${path}[]`);
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    rowsOf(one, path),
  );
  const all = [...own, ...others, ...items, ...choices];
  return all.filter(({ key }, index) => all.findIndex((one) => one.key === key) === index);
}

function typeHtml(schema: JsonSchema, prefix: string): string {
  if (schema.$ref !== undefined) {
    const name = decodeURIComponent(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
    return `<a href="#${partAnchor(prefix, name)}">${escaped(readable(name))}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((one) => `<code>${escaped(JSON.stringify(one))}</code>`).join(' or ');
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return [...new Set(choices.map((one) => typeHtml(one, prefix)))].join(' or ');
  if (schema.items !== undefined) return `list of ${typeHtml(schema.items, prefix)}`;
  if (typeof schema.additionalProperties === 'object') return `map of ${typeHtml(schema.additionalProperties, prefix)}`;
  if (schema.patternProperties !== undefined && schema.properties === undefined)
    return `map of ${Object.values(schema.patternProperties)
      .map((one) => typeHtml(one, prefix))
      .join(' or ')}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any value']);
  return types.join(' or ');
}

function partAnchor(prefix: string, name: string): string {
  return `${prefix}part-${anchorOf(name)}`;
}

/** Generated names of types, shortened: `Pick<Rule,"id">` stays, `structure-1234` too. */
function readable(name: string): string {
  return name.length > 60 ? `${name.slice(0, 57)}...` : name;
}
