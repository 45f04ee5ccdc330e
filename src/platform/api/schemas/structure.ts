/**
 * What a schema finds wrong with a document, each point with the rule that gives the field its form.
 */
import type * as z from 'zod';
import { nearest } from '../../../rules/units.ts';
import { isList, isObject, type Json, type Path } from '../document/json.ts';
import type { Kind } from '../records/kinds.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import { documentSchemas } from './envelope.ts';
import { fits } from './fits.ts';
import { ruleOf } from './ruleOf.ts';

/** Findings about types, missing fields, closed lists of words and stated bounds of single fields. */
export function structureOf(kind: Kind, document: Json): readonly Breach[] {
  if (fits(documentSchemas[kind], document)) return [];
  const result = documentSchemas[kind].safeParse(document);
  if (result.success) return [];
  return result.error.issues.map((issue) => breachOf((path) => ruleOf(kind, path), document, issue));
}

/** One issue of a schema as a breach, with the rule that `ruleAt` gives for its path. */
export function breachOf(ruleAt: (path: Path) => Breach['rule'], document: Json, issue: z.core.$ZodIssue): Breach {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const field = nameOfPath(path);
  const value = valueAt(document, path);
  const rule = ruleAt(path);
  if (value === undefined) return breach(path, rule, `${field} is required; found nothing`);
  return breach(path, rule, `${field} must be ${expected(issue, value)}; found ${shown(value)}${guess(issue, value)}`);
}

function expected(issue: z.core.$ZodIssue, value: Json): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return 'a whole number';
      return words[issue.expected] ?? `of type ${issue.expected}`;
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`;
    case 'invalid_union':
      return 'a number or a string';
    default:
      return typeof value === 'number' ? 'a number within the allowed range' : 'in another form';
  }
}

const words: { readonly [type: string]: string } = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function guess(issue: z.core.$ZodIssue, value: Json): string {
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const near = nearest(value, issue.values.map(String));
    return near === null ? '' : `: did you mean ${near}?`;
  }
  if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof value !== 'object') {
    return ` as a ${typeof value}: quote it`;
  }
  return '';
}

/** The last key of a path; an index stands with its list: `ports[0]`. */
function nameOfPath(path: Path): string {
  let name = '';
  for (const part of path) name = typeof part === 'number' ? `${name}[${part}]` : part;
  return name === '' ? 'the document' : name;
}

/** The value at a path, undefined where the path leads nowhere. */
function valueAt(document: Json | undefined, path: Path): Json | undefined {
  let value = document;
  for (const part of path) {
    if (typeof part === 'number') value = isList(value) ? value[part] : undefined;
    else value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}
