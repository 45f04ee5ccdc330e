/**
 * A price book as it is used: entries, prices, SKUs and what each matches.
 */

import type { Instant } from '../../engine/time.ts';
import type { Meter } from '../../rules/meterNames.ts';
import type { Credit, Tax } from './credit.ts';
import type { Decimal } from './decimal.ts';
import type { PricingUnit } from './meters.ts';
import type { Metering } from './policy.ts';
import type { MeterSeries } from './series.ts';

export interface PriceBook {
  readonly name: string;
  /** Printed beside every total. */
  readonly notice: string | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly issuer: string;
  readonly invoice: { readonly rounding: 'half-up' | 'half-even' | 'none'; readonly dueDays: number };
  readonly metering: Metering;
  readonly skus: readonly Sku[];
  /** In the order in which they are used up: by `from`, then by id. */
  readonly credits: readonly Credit[];
  /** In the order of their ids. */
  readonly tax: readonly Tax[];
  /** SHA-256 of the document, in hex; the order of its keys does not count. */
  readonly hash: string;
}

/** One meter's price for what `match` picks out. */
export interface Sku {
  /** `cpu.reserved-cpu` where the book's entry names several meters, `mem` where it names one. */
  readonly id: string;
  readonly meter: Meter;
  readonly match: Match;
  readonly unit: PricingUnit;
  /** Whose units are counted together to find their tier. */
  readonly tierScope: TierScope;
  /** Rising, without overlap. */
  readonly prices: readonly PriceEntry[];
  /** Index in the document's `skus`. */
  readonly index: number;
}

export type TierScope = 'org' | 'gvc' | 'resource';

/** What holds for a while: one price, or several by quantity. */
export interface PriceEntry {
  readonly from: Instant;
  /** Excluded; null: for good. */
  readonly until: Instant | null;
  /** Their bounds rise; the last has none. */
  readonly tiers: readonly [Price, ...Price[]];
}

export interface Price {
  /** `cpu.reserved-cpu/2027-01-01T00:00:00Z/t0`. */
  readonly id: string;
  /** How many units of a billing period come up to here; the next tier begins after it. null: all that are left. */
  readonly upTo: Decimal | null;
  readonly list: Decimal;
  /** What is charged. */
  readonly contracted: Decimal;
}

/** What a series must be for a SKU to price it; empty: any. */
export type Match = { readonly [key in (typeof matchKeys)[number]]?: string };

export const matchKeys = [
  'locationType',
  'provider',
  'location',
  'workloadType',
  'performanceClass',
  'org',
  'gvc',
  'container',
] as const satisfies readonly (keyof MeterSeries)[];
