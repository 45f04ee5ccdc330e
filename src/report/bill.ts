/**
 * The bill: what was reserved, what it costs, who pays. A pure fold over the ledger's cells and the price book.
 */
import type { Value } from '../engine/journal.ts';
import type { Instant } from '../engine/time.ts';
import { isoFromInstant, shortIsoFromInstant } from '../engine/time.ts';
import type { Finding } from '../platform/finding.ts';
import { grainOf } from '../platform/metering/cellOrder.ts';
import type { Grain } from '../platform/metering/cells.ts';
import { chargedMeters, unmeasured } from '../platform/metering/charged.ts';
import { formatDecimal, zero } from '../platform/metering/decimal.ts';
import type { Cell } from '../platform/metering/ledger.ts';
import type { BaseUnit, ConsumedUnit, Meter, PricingUnit } from '../platform/metering/meters.ts';
import { consumedFromBase, meterKinds, meters } from '../platform/metering/meters.ts';
import type { Metering } from '../platform/metering/policy.ts';
import type { PriceBook } from '../platform/metering/pricebook.ts';
import type { RatedRow } from '../platform/metering/ratedRow.ts';
import type { Horizon } from '../platform/metering/rating.ts';
import { rate } from '../platform/metering/rating.ts';
import type { Series, Tags } from '../platform/metering/series.ts';
import { tagsText } from '../platform/metering/series.ts';
import type { SpanEvents } from '../platform/metering/trail.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import { assumptionNames, writtenValue } from '../platform/rules/assumptions.ts';
import type { Invoice } from './billInvoices.ts';
import { invoicesOf } from './billInvoices.ts';
import type { Extrapolation } from './extrapolation.ts';
import { seriesFields } from './seriesFields.ts';
import type { UnitCosts } from './unitCosts.ts';

/** `bill.json`. Quantities, prices and amounts are exact decimals as text. */
export interface Bill {
  readonly schema: 'svcsim/bill/1';
  readonly book: { readonly name: string; readonly hash: string; readonly notice: string | null };
  readonly currency: string;
  /** Every `billing.*` assumption with its value. */
  readonly assumptions: { readonly [name: string]: Value };
  readonly horizon: { readonly start: string; readonly end: string };
  /** How the book counts the lengths of runs, in ms. */
  readonly metering: Metering;
  /** How fine the ledger is. */
  readonly grain: Grain;
  /** Those that are charged, whether anything was used of them or not. */
  readonly meters: readonly Meter[];
  /** One for each meter with usage, in the order of the meters. */
  readonly totals: readonly MeterTotal[];
  readonly usage: readonly UsageRow[];
  readonly invoices: readonly Invoice[];
  /** Absent where nothing is known but what was reserved. */
  readonly unitCosts?: readonly UnitCosts[];
  /** Only where it was asked for. */
  readonly extrapolated?: readonly Extrapolation[];
}

export interface MeterTotal {
  readonly meter: Meter;
  /** Surplus included. */
  readonly quantity: string;
  readonly unit: ConsumedUnit;
  readonly surplus: string;
  readonly base: string;
  readonly baseUnit: BaseUnit;
}

/** Usage of one series in one period at one price. Its four prices are null where the meter is not charged. */
export interface UsageRow {
  readonly id: string;
  readonly org: string;
  readonly gvc: string;
  readonly resource: string;
  readonly workloadType: string | null;
  readonly location: string;
  readonly provider: string;
  readonly locationType: 'hosted' | 'byok';
  readonly container: string | null;
  readonly volumeIndex: number | null;
  /** A replica's ordinal; absent where rows are not told apart by it. */
  readonly replicaIndex?: number;
  /** The zone of its location that the replica is in: `a`, `b`, `c`... */
  readonly zone?: string;
  readonly performanceClass: string | null;
  readonly meter: Meter;
  /** `2027-05`, `2027-05-03` or `2027-05-03T14`; for a whole period that is no month, the day on which it starts. */
  readonly period: string;
  readonly quantity: string;
  readonly unit: ConsumedUnit;
  /** How much of `quantity` the metering policy added: all or nothing. */
  readonly surplus: string;
  readonly pricingQuantity: string | null;
  readonly pricingUnit: PricingUnit | null;
  readonly skuPriceId: string | null;
  readonly listCost: string | null;
  readonly cost: string | null;
  readonly tags: Tags;
  /** Absent where no journal numbers were kept. */
  readonly events?: readonly SpanEvents[];
}

export interface BillInput {
  readonly cells: readonly Cell[];
  readonly book: PriceBook;
  readonly assumptions: Assumptions;
  readonly horizon: Horizon;
  /** One usage row per series and billing period if absent; no finer than the ledger. */
  readonly rowsPer?: Grain;
  /** The ledger's `spanEvents()`, where it keeps them. */
  readonly eventsOf?: (series: Series, from: Instant, until: Instant) => readonly SpanEvents[];
}

/** A rated row with the name that invoices call it by. */
export interface NamedRow extends RatedRow {
  readonly id: string;
}

/**
 * The bill of a run (BILL-1, BILL-2, BILL-3, BILL-4, `billing.chargedMeters`, `billing.byok`, `billing.period`).
 *
 * A price that is missing or ambiguous is an error among the findings; the bill is complete but for the rows concerned, which have null prices.
 */
export function billOf(input: BillInput): { readonly bill: Bill; readonly findings: Finding[] } {
  const { book, cells, assumptions, horizon, rowsPer = 'month', eventsOf } = input;
  const period = assumptions['billing.period'];
  const charged = chargedMeters(assumptions['billing.chargedMeters'], book);
  const rated = ratedBy(input, rowsPer);
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

/** The rows of a bill, as fine as one likes. */
export function ratedBy(
  { book, cells, assumptions, horizon }: Pick<BillInput, 'book' | 'cells' | 'assumptions' | 'horizon'>,
  rowsPer: Grain,
): ReturnType<typeof rate> {
  const charged = chargedMeters(assumptions['billing.chargedMeters'], book);
  const { 'billing.byok': byok, 'billing.period': period } = assumptions;
  return rate({ book, cells, charged, byok, period, horizon, rowsPer });
}

/** A book's metering with the meters in their order, in whatever order the book has them. */
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
