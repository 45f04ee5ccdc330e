/**
 * What a schema would have read in the place of what it found, in words of our own.
 */
import type * as z from 'zod';

/** `expected a whole number`, `expected one of a, b`, or what the schema itself says in such words. */
export function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('expected ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `expected at least ${issue.minimum === 1 ? 'one entry' : `${issue.minimum} entries`}`
        : issue.origin === 'string'
          ? 'expected a string that is not empty'
          : `expected a number of at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `expected at most ${issue.maximum} entries`
        : `expected a number of at most ${issue.maximum}`;
    case 'invalid_union':
      return 'expected another type of value';
    default:
      return `expected another value (${issue.message})`;
  }
}

/** The first thing that is wrong with a document, with its place: `usage.3.cost: expected a text`. */
export function placedIssue({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'expected another document';
  if (issue.code === 'unrecognized_keys') return `unknown key ${issue.keys.join(', ')}`;
  const path = issue.path.join('.');
  return path === '' ? expectedBy(issue) : `${path}: ${expectedBy(issue)}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  record: 'a map',
  array: 'a list',
  tuple: 'a list of two entries',
};
