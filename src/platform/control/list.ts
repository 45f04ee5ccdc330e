/**
 * Lists, page by page: a page ends with the key of its last item, so that what is added meanwhile moves nothing (`api.pageSize`, `api.listOrder`).
 */
import { because } from '../rules/reason.ts';
import { answer, type Call, refuse } from './answer.ts';
import { breach, shown } from './breach.ts';
import { byCodeUnits, type Json, type JsonObject } from './json.ts';
import type { StoredRecord } from './record.ts';
import type { Outcome } from './request.ts';

const listed = because([], ['api.listOrder', 'api.pageSize']);

/** What a list holds, in order. `order` places a key against another; it must agree with the items' order. */
export interface Listing<Item> {
  readonly itemKind: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly order: (one: string, other: string) => number;
  readonly show: (item: Item) => JsonObject;
}

/** One page of a list: `?max` items (1 to 1000) after the key `?after`, and the link `next` where more follow. */
export function answerList<Item>(call: Call, listing: Listing<Item>): Outcome {
  const { path, query = {} } = call.request;
  const pageSize = call.control.config.assumptions['api.pageSize'];
  const max = query.max === undefined ? pageSize : pageLength(query.max);
  if (max === null) {
    const message = `max must be a whole number from 1 to 1000; found ${shown(query.max)}`;
    return refuse(call, {
      code: 'INVALID',
      message,
      reason: listed,
      details: [breach(['max'], 'api.pageSize', message)],
    });
  }
  const { after } = query;
  const start = after === undefined ? 0 : firstAfter(listing, after);
  const page = listing.items.slice(start, start + max);
  const last = page.at(-1);
  const hasMore = start + max < listing.items.length;
  const links: Json[] = [{ rel: 'self', href: path }];
  if (hasMore && last !== undefined) {
    links.push({ rel: 'next', href: `${path}?max=${max}&after=${encodeURIComponent(listing.keyOf(last))}` });
  }
  return answer(call, {
    status: 200,
    body: { kind: 'list', itemKind: listing.itemKind, items: page.map(listing.show), links },
    reason: listed,
  });
}

/** The key of a record in a list by name, then by GVC. */
export function recordKey({ name, gvc }: StoredRecord): string {
  return gvc === null ? name : `${name}/${gvc}`;
}

/** The order of such keys: by name, then by GVC. */
export function byRecordKey(one: string, other: string): number {
  const [name = '', gvc = ''] = one.split('/');
  const [otherName = '', otherGvc = ''] = other.split('/');
  return byCodeUnits(name, otherName) || byCodeUnits(gvc, otherGvc);
}

function firstAfter<Item>({ items, keyOf, order }: Listing<Item>, after: string): number {
  const index = items.findIndex((item) => order(keyOf(item), after) > 0);
  return index < 0 ? items.length : index;
}

function pageLength(text: string): number | null {
  const max = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return max >= 1 && max <= 1000 ? max : null;
}
