/**
 * Reading the entries of a price book: one SKU a meter, its prices in time.
 */
import type { Instant } from '../../engine/time.ts';
import { hour, instantFromIso, shortIsoFromInstant } from '../../engine/time.ts';
import type { Decimal } from './decimal.ts';
import { compare, parseDecimal, zero } from './decimal.ts';
import type { Meter, PricingUnit } from './meters.ts';
import { isMeter, meterKinds, meters } from './meters.ts';
import type { Price, Sku } from './pricebook.ts';
import type { PriceDocument, SkuDocument } from './pricebookShape.ts';
import { isSameMatch, matchOf } from './priceMatch.ts';
import type { Notes } from './priceNotes.ts';

type Path = readonly (string | number)[];

/** A price before its SKU's name is known. */
type Entry = Omit<Price, 'id'>;

/** Every SKU that can be read; what cannot is noted. */
export function readSkus(documents: readonly SkuDocument[], notes: Notes): Sku[] {
  const skus: Sku[] = [];
  documents.forEach((document, index) => {
    const path = ['skus', index];
    if (document.tierScope !== undefined) notBuilt(notes, [...path, 'tierScope']);
    const entries = readEntries(document.prices, [...path, 'prices'], notes);
    document.meters.forEach((meter, place) => {
      const meterPath = [...path, 'meters', place];
      if (!isMeter(meter)) {
        notes.error(meterPath, `expected one of ${meters.join(', ')}; found ${meter}`);
        return;
      }
      const unit = unitOf(meter, document.unit);
      if (unit === null) {
        const fitting = meterKinds[meter].pricingUnits.join(' or ');
        notes.error([...path, 'unit'], `${meter} is priced in ${fitting}; found ${document.unit}`);
        return;
      }
      const id = document.meters.length === 1 ? document.id : `${document.id}.${meter}`;
      const prices = entries.map((entry) => ({ ...entry, id: `${id}/${shortIsoFromInstant(entry.from)}/t0` }));
      const sku: Sku = { id, meter, match: matchOf(document.match), unit, prices, index };
      for (const other of skus) noteClash(other, sku, meterPath, notes);
      skus.push(sku);
    });
  });
  return skus;
}

function noteClash(other: Sku, sku: Sku, path: Path, notes: Notes): void {
  if (other.id === sku.id) notes.error(path, `there are two SKUs ${sku.id}`);
  else if (other.meter === sku.meter && isSameMatch(other.match, sku.match)) {
    notes.error(path, `${other.id} and ${sku.id} match the same usage of ${sku.meter}`);
  }
}

function notBuilt(notes: Notes, path: Path): void {
  notes.error(path, 'tiers are not built yet; give one list price', true);
}

function unitOf(meter: Meter, text: string): PricingUnit | null {
  return meterKinds[meter].pricingUnits.find((unit) => unit === text) ?? null;
}

/** Entries in order of time; one without `until` holds until the next. */
function readEntries(documents: readonly PriceDocument[], path: Path, notes: Notes): Entry[] {
  const entries: Entry[] = [];
  documents.forEach((document, index) => {
    const at = [...path, index];
    if (document.tiers !== undefined) notBuilt(notes, [...at, 'tiers']);
    else if (document.list === undefined) notes.error(at, 'expected a list price; a free one is written "0"');
    const from = readHour(document.from, [...at, 'from'], notes);
    const until = document.until === undefined ? null : readHour(document.until, [...at, 'until'], notes);
    const list = readPrice(document.list, [...at, 'list'], notes) ?? zero;
    const contracted = readPrice(document.contracted, [...at, 'contracted'], notes) ?? list;
    if (compare(contracted, list) > 0) {
      notes.warning([...at, 'contracted'], `contracted ${document.contracted} is above list ${document.list}`);
    }
    if (from === null) return;
    if (until !== null && until <= from) notes.error([...at, 'until'], `expected an instant after ${document.from}`);
    const before = entries.at(-1);
    if (before !== undefined) {
      if (from <= before.from)
        notes.error([...at, 'from'], `prices rise in time; ${document.from} is not after the one before`);
      else if (before.until !== null && before.until > from) {
        notes.error(
          [...at, 'from'],
          `overlap: two prices hold from ${document.from} until ${shortIsoFromInstant(before.until)}`,
        );
      }
      entries[entries.length - 1] = { ...before, until: before.until ?? from };
    }
    entries.push({ from, until, list, contracted });
  });
  return entries;
}

function readHour(text: string, path: Path, notes: Notes): Instant | null {
  const instant = instantFromIso(text);
  if (typeof instant === 'string') {
    notes.error(path, `expected an instant such as 2027-01-01T00:00:00Z; found ${text}`);
    return null;
  }
  if (instant % hour !== 0) notes.error(path, `prices change on whole UTC hours; found ${text}`);
  return instant;
}

function readPrice(text: string | undefined, path: Path, notes: Notes): Decimal | null {
  if (text === undefined) return null;
  const price = parseDecimal(text);
  if (price !== null && price.coefficient >= 0n && !text.startsWith('-') && price.scale <= 9) return price;
  notes.error(path, `expected a price of 0 or more with at most 9 decimals, such as "0.0312"; found "${text}"`);
  return null;
}
