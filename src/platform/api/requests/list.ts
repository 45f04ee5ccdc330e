/**
 * Lists, page by page: a page ends with the key of its last item, so items added meanwhile do not shift the pages
 * (`api.pageSize`, `api.listOrder`).
 */

import { because } from '../../../rules/reason.ts';
import { byCodeUnits, type Json, type JsonObject } from '../document/json.ts';
import type { ItemKind, Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import { listRecords } from '../records/store.ts';
import { answer, type RequestInHand, refuse } from './answer.ts';
import { breach, shown } from './breach.ts';
import type { RequestOutcome } from './request.ts';

const listed = because([], ['api.listOrder', 'api.pageSize']);

/** What a list holds, in order. `order` places a key against another; it must agree with the items' order. */
export interface Listing<Item> {
  readonly itemKind: ItemKind;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly order: (one: string, other: string) => number;
  readonly show: (item: Item) => JsonObject;
}

/** One page of a list: `?max` items (1 to 1000) after the key `?after`, and the link `next` where more follow. */
export function answerList<Item>(call: RequestInHand, listing: Listing<Item>): RequestOutcome {
  const { path, query = {} } = call.request;
  const max = pageLength(call);
  if (max === null) return refusePageLength(call);
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

/** Records as a list has them, and its pages (`api.listOrder`). */
export function recordListing(
  control: Control,
  kind: Kind,
  gvc: string | null,
): Pick<Listing<StoredRecord>, 'items' | 'keyOf' | 'order'> {
  const items = listRecords(control, kind, gvc);
  if (control.config.assumptions['api.listOrder'] === 'nameThenGvc')
    return { items, keyOf: recordKey, order: byRecordKey };
  const keyOf = (record: StoredRecord): string => `${record.created}/${recordKey(record)}`;
  return { items: [...items].sort((a, b) => newestFirst(keyOf(a), keyOf(b))), keyOf, order: newestFirst };
}

/** The order of keys that begin with an instant: the latest first, then by name and GVC. */
function newestFirst(one: string, other: string): number {
  const [at = '', name = '', gvc = ''] = one.split('/');
  const [otherAt = '', otherName = '', otherGvc = ''] = other.split('/');
  return Number(otherAt) - Number(at) || byCodeUnits(name, otherName) || byCodeUnits(gvc, otherGvc);
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

/**
 * How many items a page has: `?max`, else `otherwise`, else as `api.pageSize` says; null for a `?max` that is no whole
 * number from 1 to 1000.
 */
export function pageLength({ control, request }: RequestInHand, otherwise?: number): number | null {
  const text = request.query?.max;
  if (text === undefined) return otherwise ?? control.config.assumptions['api.pageSize'];
  const max = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return max >= 1 && max <= 1000 ? max : null;
}

/** The answer to such a `?max`. */
export function refusePageLength(call: RequestInHand): RequestOutcome {
  const message = `max must be a whole number from 1 to 1000; found ${shown(call.request.query?.max)}`;
  return refuse(call, {
    code: 'INVALID',
    message,
    reason: listed,
    details: [breach(['max'], 'api.pageSize', message)],
  });
}
