/**
 * Reads the entries of a price book: one SKU per meter, with its prices in time.
 */

import { shortIsoFromInstant } from '../../engine/time.ts';
import { type Meter, meters } from '../../rules/meterNames.ts';
import { nearest } from '../../rules/units.ts';
import { compare, type Decimal, formatDecimal, isZero, zero } from './decimal.ts';
import { isMeter, meterKinds, type PricingUnit } from './meters.ts';
import type { SkuParts } from './pricebookParts.ts';
import type { PriceDocument } from './pricebookShape.ts';
import { isSameMatch, matchOf } from './priceMatch.ts';
import type { Notes } from './priceNotes.ts';
import type { Price, PriceEntry, Sku } from './prices.ts';
import { readDecimal, readHour } from './priceValues.ts';

type Path = readonly (string | number)[];

/** A price before its SKU's name is known. */
type NamelessPrice = Omit<Price, 'id'>;

interface NamelessEntry extends Omit<PriceEntry, 'tiers'> {
  readonly tiers: readonly NamelessPrice[];
}

/** Reads every valid SKU; others give findings. */
export function readSkus(documents: readonly (SkuParts | null)[], notes: Notes): Sku[] {
  const skus: Sku[] = [];
  documents.forEach((document, index) => {
    if (document === null) return;
    const path = ['skus', index];
    const entries = readEntries(document.prices, [...path, 'prices'], notes);
    const { tierScope = 'org' } = document;
    if (
      document.tierScope !== undefined &&
      document.prices.every((price) => price !== null && price.tiers === undefined)
    )
      notes.warning([...path, 'tierScope'], 'no price here has tiers, so tierScope has no effect', true);
    document.meters.forEach((meter, place) => {
      const meterPath = [...path, 'meters', place];
      if (!isMeter(meter)) {
        const near = nearest(meter, meters);
        const guess = near === null ? '' : ` (did you mean ${near}?)`;
        notes.error(meterPath, `expected one of ${meters.join(', ')}; found ${meter}${guess}`);
        return;
      }
      const unit = unitOf(meter, document.unit);
      if (unit === null) {
        const fitting = meterKinds[meter].pricingUnits.join(' or ');
        notes.error([...path, 'unit'], `${meter} is priced in ${fitting}; found ${document.unit}`);
        return;
      }
      const id = document.meters.length === 1 ? document.id : `${document.id}.${meter}`;
      const prices = entries.flatMap((entry) => named(entry, id));
      const sku: Sku = { id, meter, match: matchOf(document.match), unit, tierScope, prices, index };
      for (const other of skus) noteClash(other, sku, meterPath, notes);
      skus.push(sku);
    });
  });
  return skus;
}

/** An entry whose prices have ids; none if no price could be read. */
function named({ from, until, tiers }: NamelessEntry, sku: string): PriceEntry[] {
  const [first, ...more] = tiers.map((price, tier) => ({
    id: `${sku}/${shortIsoFromInstant(from)}/t${tier}`,
    ...price,
  }));
  return first === undefined ? [] : [{ from, until, tiers: [first, ...more] }];
}

function noteClash(other: Sku, sku: Sku, path: Path, notes: Notes): void {
  if (other.id === sku.id) notes.error(path, `there are two SKUs ${sku.id}`);
  else if (other.meter === sku.meter && isSameMatch(other.match, sku.match)) {
    notes.error(path, `tie: ${other.id} and ${sku.id} match the same usage of ${sku.meter}`);
  }
}

function unitOf(meter: Meter, text: string): PricingUnit | null {
  return meterKinds[meter].pricingUnits.find((unit) => unit === text) ?? null;
}

/** Entries in order of time; an entry without `until` applies until the next one. */
function readEntries(documents: readonly (PriceDocument | null)[], path: Path, notes: Notes): NamelessEntry[] {
  const entries: NamelessEntry[] = [];
  documents.forEach((document, index) => {
    if (document === null) return;
    const at = [...path, index];
    const tiers = readTiers(document, at, notes);
    const from = readHour(document.from, [...at, 'from'], notes);
    const until = document.until === undefined ? null : readHour(document.until, [...at, 'until'], notes);
    if (from === null) return;
    if (until !== null && until <= from) notes.error([...at, 'until'], `expected an instant after ${document.from}`);
    const before = entries.at(-1);
    if (before !== undefined) {
      if (from <= before.from)
        notes.error(
          [...at, 'from'],
          `expected prices in order of time; ${document.from} is not after the previous one`,
        );
      else if (before.until !== null && before.until > from) {
        notes.error(
          [...at, 'from'],
          `overlap: two prices apply from ${document.from} until ${shortIsoFromInstant(before.until)}`,
        );
      }
      entries[entries.length - 1] = { ...before, until: before.until ?? from };
    }
    entries.push({ from, until, tiers });
  });
  return entries;
}

/** One list price, or one for each tier. */
function readTiers(document: PriceDocument, path: Path, notes: Notes): NamelessPrice[] {
  const { tiers, list, contracted } = document;
  if (tiers === undefined) {
    if (list !== undefined) return [{ upTo: null, ...readPrice({ list, contracted }, path, notes) }];
    notes.error(path, 'expected a list price, or tiers; write "0" for a free meter');
    return [];
  }
  for (const key of ['list', 'contracted'] as const) {
    if (document[key] !== undefined)
      notes.error([...path, key], `each tier has its own ${key}: leave this one out`, true);
  }
  let below = zero;
  return tiers.map((tier, index) => {
    const at = [...path, 'tiers', index];
    const upTo = readBound(tier.upTo, { below, isLast: index === tiers.length - 1 }, at, notes);
    below = upTo ?? below;
    return { upTo, ...readPrice(tier, at, notes) };
  });
}

/** The upper bound of a tier; null for the last. */
function readBound(
  text: string | undefined,
  { below, isLast }: { readonly below: Decimal; readonly isLast: boolean },
  tierPath: Path,
  notes: Notes,
): Decimal | null {
  const path = [...tierPath, 'upTo'];
  if (text === undefined) {
    if (!isLast) notes.error(tierPath, 'expected upTo, such as "50": only the last tier has no upTo');
    return null;
  }
  if (isLast) {
    notes.error(path, 'the last tier has no upper bound: leave upTo out', true);
    return null;
  }
  const bound = readDecimal(text, path, 'a bound above 0', '50', notes);
  if (bound !== null && compare(bound, below) <= 0)
    notes.error(
      path,
      isZero(below)
        ? `expected a bound above 0; found "${text}"`
        : `expected a bound above ${formatDecimal(below)}, that of the tier before; found "${text}"`,
    );
  return bound;
}

function readPrice(
  given: { readonly list: string; readonly contracted?: string | undefined },
  path: Path,
  notes: Notes,
): Pick<Price, 'list' | 'contracted'> {
  const read = (text: string, key: string): Decimal | null =>
    readDecimal(text, [...path, key], 'a price of 0 or more', '0.0312', notes);
  const list = read(given.list, 'list') ?? zero;
  const contracted = given.contracted === undefined ? list : (read(given.contracted, 'contracted') ?? list);
  if (compare(contracted, list) > 0)
    notes.warning([...path, 'contracted'], `contracted ${given.contracted} is above list ${given.list}`);
  return { list, contracted };
}
