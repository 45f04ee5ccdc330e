/** What is wrong with the query or the body of `/-sim`, in our own words. */
import type * as z from 'zod';
import type { Json } from '../../platform/api/document/json.ts';
import { shown } from '../../platform/api/requests/breach.ts';
import { expectedBy } from '../../platform/api/schemas/schemaIssue.ts';

/** What was expected, and what was found. @param names of all that may be given */
export function inputWords(
  issue: z.core.$ZodIssue,
  given: { readonly [name: string]: unknown },
  names: readonly string[],
) {
  if (issue.code === 'unrecognized_keys')
    return `expected ${names.length === 0 ? 'nothing' : names.join(' or ')}; found ${issue.keys.join(', ')}`;
  return `${bound(issue) ?? expectedBy(issue)}; found ${shown(given[String(issue.path[0])] as Json)}`;
}

function bound(issue: z.core.$ZodIssue): string | null {
  if (issue.code === 'too_small')
    return `expected ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
  if (issue.code === 'too_big')
    return `expected ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
  return null;
}
