/**
 * The answer to a query, page by page (QUERY-6, QUERY-8): what it finds of a list, in its order, and the address of the
 * next page.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { AssumptionName } from '../../../rules/assumptions.ts';
import { because } from '../../../rules/reason.ts';
import type { Json, JsonObject } from '../document/json.ts';
import { answer, type RequestInHand } from '../requests/answer.ts';
import { type Listing, pageLength, refusePageLength } from '../requests/list.ts';
import type { RequestOutcome } from '../requests/request.ts';
import { isOwnOrder, placeOf, placeOrder, type SortPosition } from './place.ts';
import { ownSort, type Query, writeQuery } from './query.ts';
import { testOf } from './term.ts';
import { tokenOf } from './token.ts';

/** What is asked of which list; the list holds only what the caller may see. */
export interface PageRequest<Item> {
  /** Path of the list, which a token repeats. */
  readonly of: string;
  readonly query: Query;
  readonly listing: Listing<Item>;
  /** The last item of the page before, and how many that has; absent for the first page. */
  readonly after?: SortPosition;
  readonly max?: number;
}

/** One page of what a query finds: `?max` items, and the link `next` where more follow. No item is shown twice. */
export function answerQuery<Item>(call: RequestInHand, asked: PageRequest<Item>): RequestOutcome {
  const { of, query } = asked;
  const max = pageLength(call, asked.max);
  if (max === null) return refusePageLength(call);
  const found = isOwnOrder(query) ? findInOrder(call, asked, max) : findAndSort(call, asked);
  const page = found.slice(0, max);
  const last = page.at(-1);
  const links: Json[] = [];
  if (found.length > max && last !== undefined) {
    links.push({ rel: 'next', href: `/q/${tokenOf({ of, max, after: last.place }, query)}` });
  }
  const items = page.map(({ shown }) => (query.fetch === 'links' ? linkOnly(shown) : shown));
  const body = { kind: 'queryresult', itemKind: query.kind, items, links, query: writeQuery(query) };
  return answer(call, { status: 200, body, reason: reasonOf(query) });
}

interface Found {
  readonly shown: JsonObject;
  readonly place: SortPosition;
}

/**
 * The list is in the order that is asked for: no more of it is shown than the page, and one to know whether more
 * follow.
 */
function findInOrder<Item>({ control }: RequestInHand, asked: PageRequest<Item>, max: number): readonly Found[] {
  const { query, listing, after } = asked;
  const test = testOf(query, control.config.assumptions);
  const found: Found[] = [];
  for (const item of listing.items) {
    const key = listing.keyOf(item);
    if (after !== undefined && listing.order(key, after.key) <= 0) continue;
    const shown = listing.show(item);
    if (test(shown)) found.push({ shown, place: placeOf(query, shown, key) });
    if (found.length > max) break;
  }
  return found;
}

function findAndSort<Item>({ control }: RequestInHand, { query, listing, after }: PageRequest<Item>): readonly Found[] {
  const { assumptions } = control.config;
  const test = testOf(query, assumptions);
  const order = placeOrder(query, listing.order, assumptions);
  const found: Found[] = [];
  for (const item of listing.items) {
    const shown = listing.show(item);
    const place = placeOf(query, shown, listing.keyOf(item));
    if (after !== undefined && order(place, after) <= 0) continue;
    if (test(shown)) found.push({ shown, place });
  }
  return found.sort((one, other) => order(one.place, other.place));
}

function linkOnly({ kind, name, links }: JsonObject): JsonObject {
  return { kind: kind ?? '', name: name ?? '', links: links ?? [] };
}

/** What decided the answer: the form of queries, and of what is open no more than the query has. */
function reasonOf({ kind, terms, sort }: Query): Reason {
  const has = (op: string): boolean => terms.some((term) => term.op === op);
  const assumptions: readonly [AssumptionName, boolean][] = [
    ['api.queryOps', terms.length > 0],
    ['query.regex', has('=~')],
    ['query.contains', has('contains')],
    ['query.star', terms.some(({ on, name }) => name === '*' && on !== 'property')],
    ['query.missing', sort.by !== ownSort(kind).by],
    ['api.listOrder', kind === 'command'],
    ['api.pageSize', true],
  ];
  const cited = assumptions.flatMap(([name, isCited]) => (isCited ? [name] : []));
  return because(kind === 'quota' ? ['QUERY-1', 'QUERY-6', 'QUERY-8'] : ['QUERY-6', 'QUERY-8'], cited);
}
