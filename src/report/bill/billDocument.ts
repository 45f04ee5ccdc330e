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
  /** The charged meters, with or without usage. */
  readonly meters: readonly Meter[];
  /** One for each meter with usage, in the order of the meters. */
  readonly totals: readonly MeterTotal[];
  readonly usage: readonly UsageRow[];
  readonly invoices: readonly Invoice[];
  /** Absent if only reserved amounts are known. */
  readonly unitCosts?: readonly UnitCosts[];
  /** Only on request. */
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
  /** A replica's ordinal; absent if rows are not split by replica. */
  readonly replicaIndex?: number;
  /** The zone of its location that the replica is in: `a`, `b`, `c`... */
  readonly zone?: string;
  readonly performanceClass: string | null;
  readonly meter: Meter;
  /** `2027-05`, `2027-05-03` or `2027-05-03T14`; for a whole period that is not a month, the day on which it starts. */
  readonly period: string;
  readonly quantity: string;
  readonly unit: ConsumedUnit;
  /** The part of `quantity` that the metering policy added: all or nothing. */
  readonly surplus: string;
  readonly pricingQuantity: string | null;
  readonly pricingUnit: PricingUnit | null;
  readonly skuPriceId: string | null;
  readonly listCost: string | null;
  readonly cost: string | null;
  readonly tags: Tags;
  /** Absent if no journal numbers were kept: there is no journal, or it was full long before the end. */
  readonly events?: readonly SpanEvents[];
}

/** A rated row with its name on invoices. */
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
  /** Usage first, then credits, taxes, and rounding if there is any. */
  readonly lines: readonly InvoiceLine[];
  readonly usageTotal: string;
  readonly credits: string;
  readonly tax: string;
  /** The difference that rounding to the smallest coin makes, positive or negative. */
  readonly rounding: string;
  readonly payable: string;
}

export type InvoiceLine = UsageLine | CreditLine | TaxLine | AdjustmentLine;

/** A credit of the book, as far as this invoice uses it. */
export interface CreditLine {
  readonly kind: 'credit';
  /** Id of the credit in the book. */
  readonly id: string;
  /** Below 0. */
  readonly cost: string;
  /** The balance of the credit before this invoice and after it. */
  readonly balance: { readonly before: string; readonly after: string };
}

/** A tax on the amount that credits leave. */
export interface TaxLine {
  readonly kind: 'tax';
  readonly id: string;
  /** `0.2` for twenty hundredths. */
  readonly rate: string;
  readonly cost: string;
  /** The amount that the rate applies to. */
  readonly base: string;
}

/** The difference that rounding to the smallest coin makes, positive or negative. */
export interface AdjustmentLine {
  readonly kind: 'adjustment';
  readonly cost: string;
  /** The exact total before rounding. */
  readonly exact: string;
  readonly rounding: 'half-up' | 'half-even';
  /** Digits after the point of the smallest coin. */
  readonly digits: number;
}

/** Usage at one price and tier; time that the metering policy added has its own line. */
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
  /** The units in the tier, and the usage that is counted together; absent if the price has no tiers. */
  readonly bounds?: { readonly above: string; readonly upTo: string | null; readonly scope: TierScope };
  readonly cost: string;
  /** Of the usage total, 0 to 1, to nine decimals. */
  readonly share: string;
  /** Ids of usage rows. */
  readonly rows: readonly string[];
}

/** The extrapolation of one invoice's usage alone: credits, taxes and tiers of a longer time would differ. */
export interface Extrapolation {
  readonly invoice: string;
  readonly period: string;
  /** The part of the billing period that lies in the run. */
  readonly simulatedMs: Duration;
  /** Of the UTC month, or 30 days where billing periods are none (`billing.period`). */
  readonly monthMs: Duration;
  readonly usageTotal: string;
  /** `usageTotal * monthMs / simulatedMs`, to nine decimals, half up. */
  readonly extrapolatedUsage: string;
}

/**
 * Unit costs of a workload or a volume set in all its locations, or of the whole org: the cost of its usage divided by
 * its output, to nine decimals, half up; null if there is nothing to divide by. For the org, the cost of all things of
 * a kind is divided by their total output: a million requests cost what the workloads with requests cost.
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
  /** Answered requests of demands, whatever the status of the answer; null: the resource has no demand. */
  readonly requests: string | null;
  /** null: it is not a cron workload. */
  readonly successfulExecutions: number | null;
  /** Capacity held, by months of their real lengths, to nine decimals; null: it is not a volume set. */
  readonly storedGBMonths: string | null;
  /** Billed seconds of replicas; null: it has executions instead of replicas, or is a volume set. */
  readonly replicaSeconds: string | null;
}
