/**
 * Tokens: the address of a further page of a query, `/q/TOKEN`. A token holds all that there is to ask, and nothing of
 * what was found but the last key: it opens no more than the question that it repeats.
 */
import { readBody } from '../document/body.ts';
import { isObject, type JsonObject, objectAt, textAt } from '../document/json.ts';
import { readPlace, type SortPosition } from './place.ts';
import { type Query, writeQuery } from './query.ts';
import { jsonOf, wordOf } from './written.ts';

/** What a token repeats. */
export interface Continued {
  /** Path of the collection that was asked: `/org/acme/workload`. */
  readonly of: string;
  /** As a body has it, not judged yet. */
  readonly query: JsonObject;
  /** How many items a page has. */
  readonly max: number;
  /** The last one seen. */
  readonly after: SortPosition;
}

/** The token of the page that follows a place. */
export function tokenOf({ of, max, after }: Omit<Continued, 'query'>, query: Query): string {
  const { as, value, key } = after;
  return wordOf({ of, query: { ...writeQuery(query), fetch: query.fetch }, max, after: { as, value, key } });
}

/** What a token repeats; null for a text that no answer has given. Never throws. */
export function readToken(token: string, nestingMax: number): Continued | null {
  const body = readBody(jsonOf(token), nestingMax);
  if ('error' in body || !isObject(body.value) || wordOf(body.value) !== token) return null;
  const { max } = body.value;
  const of = textAt(body.value, 'of');
  const after = readPlace(body.value.after);
  if (of === undefined || after === null || typeof max !== 'number') return null;
  if (!Number.isInteger(max) || max < 1 || max > 1000) return null;
  return { of, query: objectAt(body.value, 'query'), max, after };
}
