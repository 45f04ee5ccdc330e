/**
 * Where a record stands in the answer to a query, so that the next page begins after it, whatever has come and gone
 * meanwhile.
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { isObject, type Json, type JsonObject } from '../document/json.ts';
import { ownSort, type Query } from './query.ts';
import { compareValues, readingOf } from './reading.ts';
import { valuesAt } from './term.ts';

/** Plain JSON: a token holds it. */
export interface SortPosition {
  /** What the value that is sorted by reads as: numbers stand before times, times before texts. */
  readonly as: (typeof kindsOfPlace)[number];
  /** '' where `as` is `missing`. */
  readonly value: number | string;
  /** The key in the list of the kind: it tells apart what is equal. */
  readonly key: string;
}

const kindsOfPlace = ['number', 'time', 'text', 'missing'] as const;

/** Texts that begin alike for longer than this stand by name: a place must fit in an address. */
const textMax = 256;

/**
 * The place of a record as it is shown; a list stands by its first value. In the order of its own list a record has
 * none but its key.
 */
export function placeOf({ kind, sort }: Query, shown: JsonObject, key: string): SortPosition {
  const [value] = sort.by === ownSort(kind).by ? [] : valuesAt(shown, sort.by);
  if (value === undefined || value === null || typeof value === 'object') return { as: 'missing', value: '', key };
  const reading = readingOf(value);
  const placed = typeof reading.value === 'string' ? reading.value.slice(0, textMax) : reading.value;
  return { as: reading.as, value: placed, key };
}

/**
 * The order of places: total, and the same for each page. What has no value stands last, up and down alike
 * (`query.missing`); what is equal stands as in the list of the kind.
 *
 * @param keyOrder the order of keys in that list
 */
export function placeOrder(
  { kind, sort }: Query,
  keyOrder: (one: string, other: string) => number,
  assumptions: Pick<Assumptions, 'query.missing'>,
): (one: SortPosition, other: SortPosition) => number {
  const own = ownSort(kind);
  const isTurned = sort.by === own.by && sort.order !== own.order;
  const sign = sort.order === 'desc' ? -1 : 1;
  const missingSign = assumptions['query.missing'] === 'first' ? -1 : 1;
  return (one, other) => {
    const missing = Number(one.as === 'missing') - Number(other.as === 'missing');
    if (missing !== 0) return missing * missingSign;
    const kinds = kindsOfPlace.indexOf(one.as) - kindsOfPlace.indexOf(other.as);
    if (kinds !== 0) return kinds * sign;
    return (
      compareValues(one.value, other.value) * sign ||
      (isTurned ? keyOrder(other.key, one.key) : keyOrder(one.key, other.key))
    );
  };
}

/** Whether a query asks for the order of the kind's own list. */
export function isOwnOrder({ kind, sort }: Query): boolean {
  const own = ownSort(kind);
  return sort.by === own.by && sort.order === own.order;
}

/** A place from JSON that anybody may have written, null where it is none. */
export function readPlace(value: Json | undefined): SortPosition | null {
  if (!isObject(value)) return null;
  const as = kindsOfPlace.find((one) => one === value.as);
  const isValue = typeof value.value === (as === 'number' || as === 'time' ? 'number' : 'string');
  if (as === undefined || !isValue || typeof value.key !== 'string') return null;
  return { as, value: value.value as number | string, key: value.key };
}
