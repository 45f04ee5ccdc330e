/**
 * A query as it is asked: which records of a collection, and in which order (QUERY-2 to QUERY-5).
 */

import type { Assumptions } from '../../../rules/assumptions.ts';
import { regexOf } from '../../../text/regex.ts';
import { isList, isObject, type Json, type JsonObject, type Path } from '../document/json.ts';
import type { ItemKind } from '../records/kinds.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import type { Scalar } from './reading.ts';
import { writtenSize } from './written.ts';

/**
 * What a term asks of the value that it names; `=~` is a regular expression, `~` a part in any case, `contains` a part
 * as it stands.
 */
export const operators = ['=', '!=', '<', '<=', '>', '>=', '~', 'exists', '!exists', '=~', 'contains'] as const;

export type Operator = (typeof operators)[number];

const subjects = ['property', 'tag', 'rel'] as const;

export interface Term {
  readonly op: Operator;
  readonly on: (typeof subjects)[number];
  /** A dotted path, the key of a tag, or the name of a link. */
  readonly name: string;
  /** null exactly where `op` asks whether there is a value. */
  readonly value: Scalar | null;
}

export interface Sort {
  /** A dotted path. */
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

const matches = ['all', 'any', 'none'] as const;

/** A query with its defaults. */
export interface Query {
  readonly kind: ItemKind;
  /** Kept and shown, never acted on. */
  readonly context: JsonObject;
  readonly fetch: 'items' | 'links';
  readonly match: (typeof matches)[number];
  /** Without terms everything is found, whatever `match` says. */
  readonly terms: readonly Term[];
  readonly sort: Sort;
}

/** What decides how a query is read. */
export type QueryAssumptions = Pick<Assumptions, 'api.queryOps' | 'api.limits'>;

/**
 * The query that a body asks of records of a kind, or all that is wrong with it. An empty body asks for everything;
 * null stands for what is left out; fields that no query has are passed over.
 *
 *   {}                                            -> all, by name
 *   {spec: {terms: [{tag: 'team'}]}}              -> refused: `=` needs a value
 *   {spec: {terms: [{tag: 'team', rel: 'gvc'}]}}  -> refused: one of the two
 */
export function readQuery(body: JsonObject, kind: ItemKind, assumptions: QueryAssumptions): Query | readonly Breach[] {
  const breaches: Breach[] = [];
  const spec = fieldsOf(body.spec, ['spec'], 'QUERY-3', breaches);
  const query: Query = {
    kind: wordOf(body.kind, [kind], ['kind'], 'QUERY-2', breaches) ?? kind,
    context: fieldsOf(body.context, ['context'], null, breaches),
    fetch: wordOf(body.fetch, ['items', 'links'], ['fetch'], null, breaches) ?? 'items',
    match: wordOf(spec.match, matches, ['spec', 'match'], 'QUERY-3', breaches) ?? 'all',
    terms: readTerms(spec.terms, assumptions, breaches),
    sort: readSort(spec.sort, kind, breaches),
  };
  if (breaches.length > 0) return breaches;
  const [size, sizeMax] = [writtenSize(writeQuery(query)), Math.floor(assumptions['api.limits'].urlBytes / 2)];
  if (size <= sizeMax) return query;
  return [
    breach(
      [],
      'api.limits',
      `a query must have at most ${sizeMax} bytes, half the URL limit; found ${size}: use fewer or shorter terms`,
    ),
  ];
}

/** A query as an answer shows it (QUERY-8): sent back, it asks the same, but for `fetch`. */
export function writeQuery({ kind, context, match, terms, sort }: Query): JsonObject {
  const written = terms.map(({ op, on, name, value }) => ({ op, [on]: name, ...(value === null ? {} : { value }) }));
  return { kind, context, spec: { match, terms: written, sort: { ...sort } } };
}

/**
 * The order of a query that asks for none, and of what is equal in another: by name, then by GVC; of commands the
 * newest first, as in their list (`api.listOrder`).
 */
export function ownSort(kind: ItemKind): Sort {
  return kind === 'command' ? { by: 'created', order: 'desc' } : { by: 'name', order: 'asc' };
}

function readTerms(value: Json | undefined, assumptions: QueryAssumptions, breaches: Breach[]): readonly Term[] {
  if (isLeftOut(value)) return [];
  const path = ['spec', 'terms'];
  if (isList(value))
    return value.flatMap((term, index) => readTerm(term, [...path, index], assumptions, breaches) ?? []);
  breaches.push(breach(path, 'QUERY-4', `terms must be a list; found ${shown(value)}`));
  return [];
}

function readTerm(value: Json, path: Path, assumptions: QueryAssumptions, breaches: Breach[]): Term | null {
  if (!isObject(value)) {
    breaches.push(breach(path, 'QUERY-4', `a term must be an object; found ${shown(value)}`));
    return null;
  }
  const given = subjects.filter((subject) => !isLeftOut(value[subject]));
  const [on] = given;
  if (on === undefined || given.length > 1) {
    const found = on === undefined ? 'none of them' : given.join(' and ');
    breaches.push(breach(path, 'QUERY-4', `a term must have exactly one of property, tag and rel; found ${found}`));
  }
  const name = on === undefined ? '' : readName(value[on], [...path, on], on === 'property', breaches);
  const allowed = operators.filter((one) => assumptions['api.queryOps'].includes(one));
  const op = wordOf(isLeftOut(value.op) ? '=' : value.op, allowed, [...path, 'op'], 'api.queryOps', breaches);
  if (op === null) return null;
  const operand = op === 'exists' || op === '!exists' ? null : readValue(value.value, op, [...path, 'value'], breaches);
  return on === undefined ? null : { op, on, name, value: operand };
}

/** Of a property each part between dots must be there. */
function readName(value: Json | undefined, path: Path, isDotted: boolean, breaches: Breach[]): string {
  if (typeof value === 'string' && value !== '' && !(isDotted && value.split('.').includes(''))) return value;
  const [field] = path.slice(-1);
  const expected = isDotted ? 'a dotted path such as spec.type' : 'a string';
  const rule = field === 'by' ? 'QUERY-5' : 'QUERY-4';
  breaches.push(breach(path, rule, `${field} must be ${expected}; found ${shown(value)}`));
  return '';
}

function readValue(value: Json | undefined, op: Operator, path: Path, breaches: Breach[]): Scalar {
  if (isLeftOut(value)) {
    breaches.push(breach(path, 'QUERY-4', `${op} requires a value; to compare without a value use exists or !exists`));
    return '';
  }
  if (typeof value === 'object') {
    breaches.push(breach(path, 'QUERY-4', `value must be a string, a number, true or false; found ${shown(value)}`));
    return '';
  }
  const regex = op === '=~' ? regexOf(String(value), false) : null;
  if (regex !== null && 'error' in regex) {
    breaches.push(
      breach(path, 'api.queryOps', `value of =~ must be a regular expression: ${regex.error}; found ${shown(value)}`),
    );
  }
  return value;
}

function readSort(value: Json | undefined, kind: ItemKind, breaches: Breach[]): Sort {
  if (isLeftOut(value)) return ownSort(kind);
  const path = ['spec', 'sort'];
  const sort = fieldsOf(value, path, 'QUERY-5', breaches);
  return {
    by: isLeftOut(sort.by) ? ownSort(kind).by : readName(sort.by, [...path, 'by'], true, breaches),
    order: wordOf(sort.order, ['asc', 'desc'], [...path, 'order'], 'QUERY-5', breaches) ?? 'asc',
  };
}

/** One of some words; the first where it is left out, null where it is none of them. */
function wordOf<Word extends string>(
  value: Json | undefined,
  words: readonly Word[],
  path: Path,
  rule: Breach['rule'],
  breaches: Breach[],
): Word | null {
  const word = isLeftOut(value) ? words[0] : words.find((one) => one === value);
  if (word !== undefined) return word;
  const expected = words.length === 1 ? words[0] : `one of ${words.join(', ')}`;
  breaches.push(breach(path, rule, `${path.at(-1)} must be ${expected}; found ${shown(value)}`));
  return null;
}

function fieldsOf(value: Json | undefined, path: Path, rule: Breach['rule'], breaches: Breach[]): JsonObject {
  if (isObject(value)) return value;
  if (!isLeftOut(value)) breaches.push(breach(path, rule, `${path.at(-1)} must be an object; found ${shown(value)}`));
  return {};
}

function isLeftOut(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}
