/**
 * Whether a query finds a record.
 */

import type { Assumptions } from '../../../rules/assumptions.ts';
import { regexOf } from '../../../text/regex.ts';
import { isList, isObject, type Json, type JsonObject, objectAt, objectsAt, textAt } from '../document/json.ts';
import { nameOfLink } from '../document/link.ts';
import type { Query, Term } from './query.ts';
import { type ComparableValue, compareLoosely, readingOf, type Scalar } from './reading.ts';

/** What decides what a query finds. */
export type FindAssumptions = Pick<Assumptions, 'query.regex' | 'query.contains' | 'query.star'>;

/**
 * The test of a query, made once for many records as they are shown. A term that names several values (entries of a
 * list, links of one name) holds where it holds for one of them; `!=` and `!exists` are `=` and `exists` turned round,
 * so that a missing value satisfies only these two.
 */
export function testOf({ match, terms }: Query, assumptions: FindAssumptions): (item: JsonObject) => boolean {
  const tests = terms.map((term) => termTest(term, assumptions));
  if (tests.length === 0) return () => true;
  if (match === 'all') return (item) => tests.every((holds) => holds(item));
  return (item) => tests.some((holds) => holds(item)) === (match === 'any');
}

function termTest(term: Term, assumptions: FindAssumptions): (item: JsonObject) => boolean {
  const isStar = term.name === '*' && (term.on === 'property' || assumptions['query.star'] === 'all');
  const values = (item: JsonObject): readonly Json[] => (isStar ? allOf(term, item) : namedBy(term, item));
  const isTurned = term.op === '!=' || term.op === '!exists';
  const holds = valueTest(term, assumptions);
  return (item) => values(item).some(holds) !== isTurned;
}

/** The test of one value; of `!=` and `!exists` that of `=` and `exists`. Structures exist, and equal nothing. */
function valueTest({ op, value }: Term, assumptions: FindAssumptions): (value: Json) => boolean {
  if (value === null || op === 'exists' || op === '!exists') return () => true;
  const wanted = readingOf(value);
  const part = wanted.text.toLowerCase();
  switch (op) {
    case '=':
    case '!=':
      return ofScalars((found) => compareLoosely(readingOf(found), wanted) === 0);
    case '<':
      return ofScalars((found) => compareLoosely(readingOf(found), wanted) < 0);
    case '<=':
      return ofScalars((found) => compareLoosely(readingOf(found), wanted) <= 0);
    case '>':
      return ofScalars((found) => compareLoosely(readingOf(found), wanted) > 0);
    case '>=':
      return ofScalars((found) => compareLoosely(readingOf(found), wanted) >= 0);
    case '~':
      return ofScalars((found) => String(found).toLowerCase().includes(part));
    case 'contains':
      return assumptions['query.contains'] === 'anyCase'
        ? ofScalars((found) => String(found).toLowerCase().includes(part))
        : ofScalars((found) => String(found).includes(wanted.text));
    case '=~':
      return ofScalars(matching(wanted, assumptions));
  }
}

/** Throws for a pattern that is none: `readQuery` takes no such term. */
function matching({ text }: ComparableValue, assumptions: FindAssumptions): (value: Scalar) => boolean {
  const regex = regexOf(text, assumptions['query.regex'] === 'whole');
  if ('error' in regex) throw new Error(`not a regular expression: ${text} (${regex.error})`);
  return (value) => regex.matches(String(value));
}

function ofScalars(test: (value: Scalar) => boolean): (value: Json) => boolean {
  return (value) => typeof value !== 'object' && test(value);
}

function namedBy({ on, name }: Term, item: JsonObject): readonly Json[] {
  switch (on) {
    case 'property':
      return valuesAt(item, name);
    case 'tag': {
      const tags = objectAt(item, 'tags');
      return Object.hasOwn(tags, name) ? present(tags[name]) : [];
    }
    case 'rel':
      return objectsAt(item, 'links').flatMap((link) => (link.rel === name ? linkTexts(link) : []));
  }
}

/** What `*` stands for: name, description and id of a record; all its tags; all its links (`query.star`). */
function allOf({ on }: Term, item: JsonObject): readonly Json[] {
  if (on === 'property') return ['name', 'description', 'id'].flatMap((name) => valuesAt(item, name));
  if (on === 'tag') return Object.values(objectAt(item, 'tags')).flatMap(present);
  return objectsAt(item, 'links').flatMap(linkTexts);
}

/** A link is what it leads to, or the name of that. */
function linkTexts(link: JsonObject): readonly Json[] {
  const href = textAt(link, 'href');
  return href === undefined ? [] : [href, nameOfLink(href)];
}

/**
 * The values at a dotted path; none where there is nothing, or null. A list stands for its entries, and a number in the
 * path picks one of them; a key may hold dots where it ends the path.
 *
 *   spec.containers.image in a workload of two containers -> both images
 *   spec.containers.0.image                               -> the first
 *   tags.example.com/team                                 -> the tag `example.com/team`
 */
export function valuesAt(value: Json | undefined, path: string): readonly Json[] {
  const dot = path.indexOf('.');
  const [head, rest] = dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
  if (isList(value)) {
    if (!/^\d{1,9}$/.test(head)) return value.flatMap((entry) => valuesAt(entry, path));
    const entry = value[Number(head)];
    return rest === '' ? present(entry) : valuesAt(entry, rest);
  }
  if (!isObject(value)) return [];
  if (Object.hasOwn(value, path)) return present(value[path]);
  return rest !== '' && Object.hasOwn(value, head) ? valuesAt(value[head], rest) : [];
}

function present(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return isList(value) ? value.flatMap(present) : [value];
}
