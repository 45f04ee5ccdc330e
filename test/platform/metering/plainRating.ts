/**
 * Rating as it is defined, cell by cell: what the rater must come to, which works on longer spans.
 */

import { day, hour } from '../../../src/engine/time.ts';
import {
  type Decimal,
  formatDecimal,
  minus,
  plus,
  ratioToNine,
  times,
  zero,
} from '../../../src/platform/metering/decimal.ts';
import type { LedgerCell } from '../../../src/platform/metering/ledger.ts';
import {
  consumedFromBase,
  consumedPerPricingUnit,
  isExactUnit,
  meterKinds,
} from '../../../src/platform/metering/meters.ts';
import { type Period, periodAt } from '../../../src/platform/metering/period.ts';
import { entryAt, skusFor } from '../../../src/platform/metering/priceMatch.ts';
import type { PriceEntry, Sku } from '../../../src/platform/metering/prices.ts';
import type { RatedRow } from '../../../src/platform/metering/ratedRow.ts';
import type { RatingInput } from '../../../src/platform/metering/rating.ts';
import { compareSeries, compareUntagged } from '../../../src/platform/metering/series.ts';

/** A row as text: what two raters must agree on. */
export interface PlainRow {
  readonly key: string;
  readonly tier: number | null;
  readonly from: number;
  readonly until: number;
  readonly base: string;
  readonly consumed: string;
  readonly quantity: string | null;
  readonly listCost: string | null;
  readonly cost: string | null;
}

/** One cell with all that its place in its series and the book say of it. */
interface Rated {
  readonly cell: LedgerCell;
  readonly period: Period;
  readonly sku: Sku | null;
  readonly entry: PriceEntry | null;
  readonly quantity: Decimal;
  /** What the series had consumed before, and how much of that was priced. */
  readonly before: { readonly base: bigint; readonly quantity: Decimal };
}

/** A cell's usage in one tier. */
interface Part {
  readonly rated: Rated;
  readonly tier: number;
  readonly base: bigint;
  readonly quantity: Decimal;
  readonly consumed: Decimal;
}

export function plainRows(input: RatingInput): PlainRow[] {
  const inOrder = [...input.cells].sort(
    (a, b) =>
      compareUntagged(a.series, b.series) ||
      Number(a.surplus) - Number(b.surplus) ||
      a.from - b.from ||
      compareSeries(a.series, b.series),
  );
  const measured = measuredCells(inOrder, input);
  const parts = [...measured].sort((a, b) => a.cell.from - b.cell.from).flatMap(tiered());
  const rows = new Map<string, Part[]>();
  // Rows come in the order of their first cells, tiers of one after each other.
  for (const { cell, period, entry } of measured) {
    const own = parts.filter(({ rated }) => rowKey(rated, input) === rowKey({ cell, period, entry }, input));
    for (const tier of [...new Set(own.map((part) => part.tier))].sort((a, b) => a - b)) {
      const key = `${rowKey({ cell, period, entry }, input)} t${tier}`;
      if (!rows.has(key))
        rows.set(
          key,
          own.filter((part) => part.tier === tier),
        );
    }
  }
  return [...rows].map(([key, own]) => rowOf(key, own));
}

/** Cumulative rounding, restarted with each series, surplus and period. */
function measuredCells(cells: readonly LedgerCell[], { book, horizon, period: kind }: RatingInput): Rated[] {
  let base = 0n;
  let last: Rated | null = null;
  return cells.map((cell) => {
    const period = periodAt(kind, horizon, cell.from);
    const isOn =
      last !== null &&
      compareUntagged(last.cell.series, cell.series) === 0 &&
      last.cell.surplus === cell.surplus &&
      last.period.start === period.start;
    if (!isOn) base = 0n;
    const sku = skusFor(book, cell.series)[0] ?? null;
    const before = { base, quantity: priced(base, sku, period) };
    base += cell.amount;
    const entry = sku === null ? null : entryOver(sku, cell, horizon);
    last = { cell, period, sku, entry, quantity: minus(priced(base, sku, period), before.quantity), before };
    return last;
  });
}

function entryOver(sku: Sku, cell: LedgerCell, horizon: RatingInput['horizon']): PriceEntry | null {
  const entry = entryAt(sku, Math.max(cell.from, horizon.start));
  const until = Math.min(cell.until, horizon.end);
  return entry === null || (entry.until !== null && entry.until < until) ? null : entry;
}

function priced(base: bigint, sku: Sku | null, period: Period): Decimal {
  if (sku === null) return zero;
  if (isExactUnit(sku.unit)) return consumedFromBase(sku.meter, base);
  return ratioToNine(base, meterKinds[sku.meter].basePerConsumed * perUnit(sku, period));
}

function perUnit({ unit }: Sku, { monthLength }: Period): bigint {
  return consumedPerPricingUnit(unit, monthLength);
}

/** Counts cells on, one after the other, and cuts each where a tier ends. */
function tiered(): (rated: Rated) => Part[] {
  const counters = new Map<string, Decimal>();
  return (rated) => {
    const { cell, period, sku, entry, quantity, before } = rated;
    const { meter, org, gvc, resource } = cell.series;
    const whole = { rated, tier: 0, base: cell.amount, quantity, consumed: consumedFromBase(meter, cell.amount) };
    if (sku === null || entry === null) return [whole];
    const owner = { org: [org], gvc: [org, gvc], resource: [org, gvc, resource] }[sku.tierScope];
    const key = JSON.stringify([sku.id, period.start, owner]);
    const counted = counters.get(key) ?? zero;
    counters.set(key, plus(counted, quantity));
    const parts: Part[] = [];
    let taken = { base: 0n, quantity: zero, consumed: zero };
    for (const [tier, { upTo }] of entry.tiers.entries()) {
      const room = upTo === null ? null : minus(upTo, plus(counted, taken.quantity));
      if (room !== null && room.coefficient <= 0n) continue;
      const left = minus(quantity, taken.quantity);
      const isRest = room === null || minus(left, room).coefficient <= 0n;
      const upToHere = isRest ? quantity : plus(taken.quantity, room);
      const soFar = isRest ? null : times(plus(before.quantity, upToHere), wholeOf(perUnit(sku, period)));
      const consumed = soFar === null ? whole.consumed : minus(soFar, consumedFromBase(meter, before.base));
      const base = isRest ? cell.amount : floor(times(consumed, wholeOf(meterKinds[meter].basePerConsumed)));
      parts.push({
        rated,
        tier,
        base: base - taken.base,
        quantity: minus(upToHere, taken.quantity),
        consumed: minus(consumed, taken.consumed),
      });
      if (isRest) break;
      taken = { base, quantity: upToHere, consumed };
    }
    return parts;
  };
}

function wholeOf(value: bigint): Decimal {
  return { coefficient: value, scale: 0 };
}

function floor({ coefficient, scale }: Decimal): bigint {
  return coefficient / BigInt(`1${'0'.repeat(scale)}`);
}

type Kind = Pick<Rated, 'cell' | 'period' | 'entry'>;

function rowKey({ cell, period, entry }: Kind, { rowsPer }: Pick<RatingInput, 'rowsPer'>): string {
  const length = rowsPer === 'day' ? day : hour;
  const stretchAt = rowsPer === 'month' ? period.start : Math.floor(cell.from / length) * length;
  return keyOf({ series: cell.series, periodAt: period.start, stretchAt, surplus: cell.surplus }, entry?.from ?? null);
}

function keyOf(
  { series, periodAt: period, stretchAt, surplus }: Pick<RatedRow, 'series' | 'periodAt' | 'stretchAt' | 'surplus'>,
  priceFrom: number | null,
): string {
  return JSON.stringify([series, period, stretchAt, surplus, priceFrom]);
}

function rowOf(key: string, own: readonly Part[]): PlainRow {
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) throw new Error('a row of nothing');
  const sum = (of: 'quantity' | 'consumed'): Decimal => own.reduce((total, part) => plus(total, part[of]), zero);
  const price = first.rated.entry?.tiers[first.tier] ?? null;
  return {
    key,
    tier: price === null ? null : first.tier,
    from: first.rated.cell.from,
    until: last.rated.cell.until,
    base: own.reduce((total, { base }) => total + base, 0n).toString(),
    consumed: formatDecimal(sum('consumed')),
    quantity: price === null ? null : formatDecimal(sum('quantity')),
    listCost: price === null ? null : formatDecimal(times(price.list, sum('quantity'))),
    cost: price === null ? null : formatDecimal(times(price.contracted, sum('quantity'))),
  };
}

/** What the rater itself came to, in the same words. */
export function plainly({ charge, base, consumed, from, until, ...row }: RatedRow): PlainRow {
  const entry = charge?.sku.prices.find(({ tiers }) => tiers.includes(charge.price));
  return {
    key: `${keyOf(row, entry?.from ?? null)} t${charge?.tier ?? 0}`,
    tier: charge?.tier ?? null,
    from,
    until,
    base: base.toString(),
    consumed: formatDecimal(consumed),
    quantity: charge === null ? null : formatDecimal(charge.quantity),
    listCost: charge === null ? null : formatDecimal(charge.listCost),
    cost: charge === null ? null : formatDecimal(charge.cost),
  };
}
