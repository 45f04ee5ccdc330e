/**
 * A price book, ready for use: entries, prices, SKUs and their matches.
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
  /** In the order in which they are used: by `from`, then by id. */
  readonly credits: readonly Credit[];
  /** In the order of their ids. */
  readonly tax: readonly Tax[];
  /** SHA-256 of the document, in hex; the order of its keys does not matter. */
  readonly hash: string;
}

/** The price of one meter for the series that `match` selects. */
export interface Sku {
  /** `cpu.reserved-cpu` if the book's entry names several meters, `mem` if it names one. */
  readonly id: string;
  readonly meter: Meter;
  readonly match: Match;
  readonly unit: PricingUnit;
  /** The units of which series are counted together to find their tier. */
  readonly tierScope: TierScope;
  /** Rising, without overlap. */
  readonly prices: readonly PriceEntry[];
  /** Index in the document's `skus`. */
  readonly index: number;
}

export type TierScope = 'org' | 'gvc' | 'resource';

/** The price of a stretch of time: one, or several tiers by quantity. */
export interface PriceEntry {
  readonly from: Instant;
  /** Excluded; null: no end. */
  readonly until: Instant | null;
  /** Their bounds rise; the last has none. */
  readonly tiers: readonly [Price, ...Price[]];
}

export interface Price {
  /** `cpu.reserved-cpu/2027-01-01T00:00:00Z/t0`. */
  readonly id: string;
  /** The upper bound of the tier, in units of a billing period; the next tier begins after it. null: no bound. */
  readonly upTo: Decimal | null;
  readonly list: Decimal;
  /** The price that is charged. */
  readonly contracted: Decimal;
}

/** The properties that a series needs for a SKU to price it; empty: any series. */
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
