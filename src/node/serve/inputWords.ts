/** What is wrong with the query or the body of `/-sim`, in our own words. */
import type * as z from 'zod';
import { shown } from '../../platform/control/breach.ts';
import type { Json } from '../../platform/control/json.ts';

type Issue = z.core.$ZodRawIssue;

/** What was expected, and what was found; undefined: in the words of the library. @param names of all that may be given */
export function inputWords(issue: Issue, names: readonly string[]): string | undefined {
  const found = `found ${shown(issue.input as Json)}`;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `expected ${names.length === 0 ? 'nothing' : names.join(' or ')}; found ${issue.keys.join(', ')}`;
    case 'invalid_type':
      return `expected ${kinds[issue.expected] ?? issue.expected}; ${found}`;
    case 'too_small':
      return `expected ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}; ${found}`;
    case 'too_big':
      return `expected ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}; ${found}`;
    default:
      return undefined;
  }
}

const kinds: { readonly [expected: string]: string } = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
};
