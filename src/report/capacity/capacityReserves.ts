/**
 * The capacity report's figures of one reserve of a workload: what is reserved, used and left, and its cost.
 */
import type { Occupancy } from '../../engine/occupancy.ts';
import { type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import { consumedFromBase } from '../../platform/metering/meters.ts';
import type { Statistics } from '../load/replicaUse.ts';
import { decimalText, partOf, shareText } from '../words/numbers.ts';
import type { ResourceUse } from './use.ts';

/** Statistics over time, as decimals. */
export type StatisticsReport = { readonly [statistic in keyof Statistics]: string };

/**
 * A reserve, and its use if the scenario states it. `reserved`, `used` and `waste` are amounts times time over the run,
 * in `unit`.
 */
export interface ReserveReport {
  readonly unit: 'Core-Seconds' | 'GiB-Seconds';
  readonly reserved: string;
  /** Cost of the reserve; null if it has no price. */
  readonly cost: string | null;
  /** The p95 of what is reserved at once: millicores or bytes. */
  readonly reservedP95: string;
  readonly used: string | null;
  /**
   * Millicores or bytes in use at once, all replicas together, weighted by time; null for single requests, whose use is
   * known only in sum.
   */
  readonly utilisation: StatisticsReport | null;
  /** The p99 of `utilisation`. */
  readonly usedP99: string | null;
  /**
   * The use of a replica or execution as a share of its own reserve at each instant while it is ready or runs: 1 is all
   * of it. Weighted by time and replica; null as above, and if nothing was used.
   */
  readonly ofReserve: StatisticsReport | null;
  readonly limit: 'reserve';
  /** 1 less the p99 of `ofReserve`: below 0 if more is used than reserved. */
  readonly headroom: string | null;
  /** used / reserved */
  readonly efficiency: string | null;
  /**
   * Reserved and not used, at each instant; `over`: used beyond the reserve, not set off against it. So reserved + over
   * = used + quantity. `overCost`: the cost of as much reserve; it is not billed.
   */
  readonly waste: {
    readonly quantity: string;
    readonly over: string;
    readonly cost: string | null;
    readonly overCost: string | null;
  } | null;
}

/**
 * The figures of one reserve.
 *
 * @param cost of the reserve; null if it has no price
 */
export function reserveReport(
  meter: 'reserved-cpu' | 'reserved-memory',
  cost: Decimal | null,
  course: Occupancy,
  use: ResourceUse | null,
): ReserveReport {
  const base = course.area;
  const unit = meter === 'reserved-cpu' ? 'Core-Seconds' : 'GiB-Seconds';
  const quantity = (of: bigint): string => formatDecimal(consumedFromBase(meter, of));
  const reserved = quantity(base);
  const costText = cost === null ? null : formatDecimal(cost);
  const reservedP95 = decimalText(course.percentile(95) ?? 0);
  if (use === null) {
    const unknown = { used: null, utilisation: null, usedP99: null, ofReserve: null, limit: 'reserve' } as const;
    return { unit, reserved, cost: costText, reservedP95, ...unknown, headroom: null, efficiency: null, waste: null };
  }
  const unused = unusedOf(base, use);
  const { atOnce, ofReserve } = use;
  const costOf = (part: bigint): string | null => (cost === null ? null : formatDecimal(partOf(cost, part, base)));
  return {
    unit,
    reserved,
    cost: costText,
    reservedP95,
    used: quantity(use.base),
    utilisation: atOnce === null ? null : statisticsReport(atOnce),
    usedP99: atOnce === null ? null : decimalText(atOnce.p99),
    ofReserve: ofReserve === null ? null : statisticsReport(ofReserve),
    limit: 'reserve',
    headroom: ofReserve === null ? null : decimalText(1 - ofReserve.p99),
    efficiency: shareText(use.base, base),
    waste: { quantity: quantity(unused), over: quantity(use.over), cost: costOf(unused), overCost: costOf(use.over) },
  };
}

/** Sums of amounts that were rounded may pass what is reserved by a little. */
function unusedOf(base: bigint, { base: used, over }: ResourceUse): bigint {
  const unused = base - (used - over);
  return unused > 0n ? unused : 0n;
}

export function statisticsReport({ mean, p50, p95, p99, peak }: Statistics): StatisticsReport {
  return {
    mean: decimalText(mean),
    p50: decimalText(p50),
    p95: decimalText(p95),
    p99: decimalText(p99),
    peak: decimalText(peak),
  };
}
