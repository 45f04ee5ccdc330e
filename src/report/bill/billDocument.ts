/**
 * The bill as a document: usage rows, invoices with their lines, extrapolation and unit costs (`bill.json`).
 */

import type { Duration } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import type { BaseUnit, ConsumedUnit, PricingUnit } from '../../platform/metering/meters.ts';
import type { Metering } from '../../platform/metering/policy.ts';
import type { TierScope } from '../../platform/metering/prices.ts';
import type { RatedRow } from '../../platform/metering/ratedRow.ts';
import type { Tags } from '../../platform/metering/series.ts';
import type { SpanEvents } from '../../platform/metering/trail.ts';
import type { Meter } from '../../rules/meterNames.ts';

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

/** A rated row with the name that invoices call it by. */
export interface NamedRow extends RatedRow {
  readonly id: string;
}

export interface Invoice {
  /** `INV-birch-2027-05` */
  readonly id: string;
  readonly org: string;
  readonly period: string;
  /** The period is not fully simulated. */
  readonly partial: boolean;
  /** Usage first, then credits, taxes, and the rounding where there is any. */
  readonly lines: readonly InvoiceLine[];
  readonly usageTotal: string;
  readonly credits: string;
  readonly tax: string;
  /** What rounding to the smallest coin adds, or takes away. */
  readonly rounding: string;
  readonly payable: string;
}

export type InvoiceLine = UsageLine | CreditLine | TaxLine | AdjustmentLine;

/** A credit that the book grants, as far as it is used up here. */
export interface CreditLine {
  readonly kind: 'credit';
  /** Of the credit in the book. */
  readonly id: string;
  /** Below 0. */
  readonly cost: string;
  /** What the credit holds before this invoice and after it. */
  readonly balance: { readonly before: string; readonly after: string };
}

/** A tax on what credits have left. */
export interface TaxLine {
  readonly kind: 'tax';
  readonly id: string;
  /** `0.2` for twenty hundredths. */
  readonly rate: string;
  readonly cost: string;
  /** What the rate is of. */
  readonly base: string;
}

/** What rounding to the smallest coin adds, or takes away. */
export interface AdjustmentLine {
  readonly kind: 'adjustment';
  readonly cost: string;
  /** The total before it, exact. */
  readonly exact: string;
  readonly rounding: 'half-up' | 'half-even';
  /** Digits after the point of the smallest coin. */
  readonly digits: number;
}

/** Usage at one price and tier; time that the metering policy added has a line of its own. */
export interface UsageLine {
  readonly kind: 'usage';
  readonly meter: Meter;
  readonly skuPriceId: string;
  readonly surplus: boolean;
  readonly quantity: string;
  readonly unit: PricingUnit;
  readonly listPrice: string;
  readonly contractedPrice: string;
  readonly tier: number;
  /** Which units are in the tier, and whose are counted together; absent where the price has no tiers. */
  readonly bounds?: { readonly above: string; readonly upTo: string | null; readonly scope: TierScope };
  readonly cost: string;
  /** Of the usage total, 0 to 1, to nine decimals. */
  readonly share: string;
  /** Ids of usage rows. */
  readonly rows: readonly string[];
}

/** Of one invoice. Its usage alone: credits and taxes are not those of a longer time, nor are tiers. */
export interface Extrapolation {
  readonly invoice: string;
  readonly period: string;
  /** As much of the billing period as lies in the run. */
  readonly simulatedMs: Duration;
  /** Of the UTC month, or 30 days where billing periods are none (`billing.period`). */
  readonly monthMs: Duration;
  readonly usageTotal: string;
  /** `usageTotal * monthMs / simulatedMs`, to nine decimals, half up. */
  readonly extrapolatedUsage: string;
}

/**
 * Of a workload or a volume set in all its locations, or of the whole org: the cost of its usage by what came of it, to
 * nine decimals, half up; null where there is nothing to divide by. Of the org, what such things cost by what came of
 * them all: a million requests cost what the workloads cost that are asked.
 */
export interface UnitCosts {
  /** null, like the resource: the whole org. */
  readonly gvc: string | null;
  readonly resource: string | null;
  readonly cost: string;
  readonly perMillionRequests: string | null;
  readonly perSuccessfulExecution: string | null;
  readonly perStoredGBMonth: string | null;
  readonly perReplicaHour: string | null;
  /** Those of demands that have their answer, whatever it says; null: nobody demands any. */
  readonly requests: string | null;
  /** null: it is no cron workload. */
  readonly successfulExecutions: number | null;
  /** Capacity held, by months of their real lengths, to nine decimals; null: it is no volume set. */
  readonly storedGBMonths: string | null;
  /** As long as they are billed; null: it has executions in the place of replicas, or is a volume set. */
  readonly replicaSeconds: string | null;
}
