/**
 * The bill: the reserved amounts, their cost and who pays. A pure fold over the ledger's cells and the price book.
 */

import { type Instant, isoFromInstant, shortIsoFromInstant } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import { grainOf } from '../../platform/metering/cellOrder.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import { chargedMeters, unmeasured } from '../../platform/metering/charged.ts';
import { formatDecimal, zero } from '../../platform/metering/decimal.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import { consumedFromBase, meterKinds } from '../../platform/metering/meters.ts';
import type { Metering } from '../../platform/metering/policy.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import { type Horizon, type RatingInput, rate } from '../../platform/metering/rating.ts';
import { type MeterSeries, type Tags, tagsText } from '../../platform/metering/series.ts';
import type { SpanEvents } from '../../platform/metering/trail.ts';
import { type Assumptions, assumptionNames, writtenValue } from '../../rules/assumptions.ts';
import type { Finding } from '../../rules/finding.ts';
import { meters } from '../../rules/meterNames.ts';
import type { Bill, MeterTotal, NamedRow, UsageRow } from './billDocument.ts';
import { invoicesOf } from './billInvoices.ts';
import { seriesFields } from './seriesFields.ts';

export interface BillInput {
  readonly cells: readonly LedgerCell[];
  readonly book: PriceBook;
  readonly assumptions: Assumptions;
  readonly horizon: Horizon;
  /** One usage row per series and billing period if absent; no finer than the ledger. */
  readonly rowsPer?: Grain;
  /** The ledger's `spanEvents()`, where it keeps them. */
  readonly eventsOf?: (series: MeterSeries, from: Instant, until: Instant) => readonly SpanEvents[];
}

/**
 * The bill of a run (BILL-1, BILL-2, BILL-3, BILL-4, `billing.chargedMeters`, `billing.byok`, `billing.period`).
 *
 * If a price is missing or ambiguous, the findings list an error. The bill is complete except for the affected rows,
 * whose prices are null.
 */
export function billOf(input: BillInput): { readonly bill: Bill; readonly findings: Finding[] } {
  const { book, cells, assumptions, horizon, rowsPer = 'month', eventsOf } = input;
  const period = assumptions['billing.period'];
  const charged = chargedMeters(assumptions['billing.chargedMeters'], book);
  const rated = rate(ratingOf(input, rowsPer));
  const shared = sharedParts(period === 'utcMonth' ? rowsPer : finerThanMonth(rowsPer));
  const rows = rated.rows.map((row, index): NamedRow => ({ ...row, id: `u${index + 1}` }));
  const bill: Bill = {
    schema: 'svcsim/bill/1',
    book: { name: book.name, hash: book.hash, notice: book.notice },
    currency: book.currency,
    assumptions: billingAssumptions(assumptions),
    horizon: { start: shortIsoFromInstant(horizon.start), end: shortIsoFromInstant(horizon.end) },
    metering: meteringOf(book),
    grain: grainOf(cells),
    meters: charged,
    totals: totalsOf(rows),
    usage: rows.map((row) => usageRow(row, shared, eventsOf)),
    invoices: invoicesOf(rows, book, horizon, period),
  };
  return { bill, findings: [...rated.findings, ...unmeasured(charged, book, assumptions)] };
}

/** What many rows have alike, and share. */
interface SharedParts {
  /** How the stretch of a row is called. */
  periodOf(at: Instant): string;
  /** In the order of their keys. */
  tagsOf(tags: Tags): Tags;
}

function sharedParts(rowsPer: Grain): SharedParts {
  const length = { month: 7, day: 10, hour: 13 }[rowsPer];
  const periods = new Map<Instant, string>();
  const sorted = new Map<Tags, Tags>();
  return {
    periodOf: (at) => knownIn(periods, at, () => isoFromInstant(at).slice(0, length)),
    tagsOf: (tags) => knownIn(sorted, tags, () => JSON.parse(tagsText(tags)) as Tags),
  };
}

function knownIn<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** A period that is no month is called by the day on which it starts. */
function finerThanMonth(rowsPer: Grain): Grain {
  return rowsPer === 'month' ? 'day' : rowsPer;
}

/** What the rows of a bill are rated from, at the given grain. */
export function ratingOf(
  { book, cells, assumptions, horizon }: Pick<BillInput, 'book' | 'cells' | 'assumptions' | 'horizon'>,
  rowsPer: Grain,
): RatingInput {
  const charged = chargedMeters(assumptions['billing.chargedMeters'], book);
  const { 'billing.byok': byok, 'billing.period': period } = assumptions;
  return { book, cells, charged, byok, period, horizon, rowsPer };
}

/** A book's metering with the meters in their fixed order, whatever their order in the book. */
export function meteringOf({ metering: { policy, perMeter } }: PriceBook): Metering {
  const own = meters.flatMap((meter) => (perMeter[meter] === undefined ? [] : [[meter, perMeter[meter]] as const]));
  return { policy, perMeter: Object.fromEntries(own) };
}

function billingAssumptions(assumptions: Assumptions): { readonly [name: string]: Value } {
  const names = assumptionNames.filter((name) => name.startsWith('billing.')).sort();
  return Object.fromEntries(names.map((name) => [name, writtenValue(name, assumptions)]));
}

function totalsOf(rows: readonly NamedRow[]): MeterTotal[] {
  return meters.flatMap((meter) => {
    const own = rows.filter((row) => row.series.meter === meter);
    if (own.length === 0) return [];
    const base = sum(own);
    const surplus = sum(own.filter((row) => row.surplus));
    const { baseUnit, consumedUnit } = meterKinds[meter];
    return {
      meter,
      quantity: formatDecimal(consumedFromBase(meter, base)),
      unit: consumedUnit,
      surplus: formatDecimal(consumedFromBase(meter, surplus)),
      base: base.toString(),
      baseUnit,
    };
  });
}

function sum(rows: readonly NamedRow[]): bigint {
  return rows.reduce((total, row) => total + row.base, 0n);
}

function usageRow(row: NamedRow, { periodOf, tagsOf }: SharedParts, eventsOf: BillInput['eventsOf']): UsageRow {
  const { series, charge, consumed, surplus } = row;
  return {
    id: row.id,
    ...seriesFields(series),
    performanceClass: series.performanceClass,
    meter: series.meter,
    period: periodOf(row.stretchAt),
    quantity: formatDecimal(consumed),
    unit: meterKinds[series.meter].consumedUnit,
    surplus: formatDecimal(surplus ? consumed : zero),
    pricingQuantity: charge === null ? null : formatDecimal(charge.quantity),
    pricingUnit: charge === null ? null : charge.sku.unit,
    skuPriceId: charge === null ? null : charge.price.id,
    listCost: charge === null ? null : formatDecimal(charge.listCost),
    cost: charge === null ? null : formatDecimal(charge.cost),
    tags: tagsOf(series.tags),
    ...(eventsOf === undefined ? {} : { events: eventsOf(series, row.from, row.until) }),
  };
}
