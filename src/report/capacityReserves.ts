/**
 * The capacity report's figures of one reserve of a workload: what is reserved, what is used of it, what is left and what that costs.
 */
import type { Occupancy } from '../engine/occupancy.ts';
import { type Decimal, formatDecimal } from '../platform/metering/decimal.ts';
import { consumedFromBase } from '../platform/metering/meters.ts';
import { decimalText, partOf, shareText } from './numbers.ts';
import type { AtOnce, Use } from './use.ts';

/** A reserve, and its use where the scenario tells that. `reserved`, `used` and `waste` are amounts times time over the run, in `unit`. */
export interface ReserveReport {
  readonly unit: 'Core-Seconds' | 'GiB-Seconds';
  readonly reserved: string;
  /** Of the reserve; null where it has no price. */
  readonly cost: string | null;
  /** What is reserved at once for 95 hundredths of the time at most: millicores or bytes. */
  readonly reservedP95: string;
  readonly used: string | null;
  /** Millicores or bytes in use at once, all replicas together, weighted by time; null where requests came one by one, whose use is known in sum. */
  readonly utilisation: { readonly [statistic in keyof AtOnce]: string } | null;
  /** The p99 of that. */
  readonly usedP99: string | null;
  readonly limit: 'reserve';
  /** (p99 of the reserve less p99 of the use) / p99 of the reserve. */
  readonly headroom: string | null;
  /** used / reserved */
  readonly efficiency: string | null;
  /**
   * Reserved and not used, at each instant; `over`: used beyond the reserve, not set off against it. So reserved + over = used + quantity. `overCost`: what
   * that much of the reserve would cost; it is not billed.
   */
  readonly waste: {
    readonly quantity: string;
    readonly over: string;
    readonly cost: string | null;
    readonly overCost: string | null;
  } | null;
}

/** @param cost of the reserve; null where it has no price */
export function reserveReport(
  meter: 'reserved-cpu' | 'reserved-memory',
  cost: Decimal | null,
  course: Occupancy,
  use: Use | null,
): ReserveReport {
  const base = course.area;
  const unit = meter === 'reserved-cpu' ? 'Core-Seconds' : 'GiB-Seconds';
  const quantity = (of: bigint): string => formatDecimal(consumedFromBase(meter, of));
  const reserved = quantity(base);
  const costText = cost === null ? null : formatDecimal(cost);
  const reservedP95 = decimalText(course.percentile(95) ?? 0);
  if (use === null) {
    const unknown = { used: null, utilisation: null, usedP99: null, limit: 'reserve' } as const;
    return { unit, reserved, cost: costText, reservedP95, ...unknown, headroom: null, efficiency: null, waste: null };
  }
  const unused = unusedOf(base, use);
  const reservedP99 = course.percentile(99) ?? 0;
  const { atOnce } = use;
  const costOf = (part: bigint): string | null => (cost === null ? null : formatDecimal(partOf(cost, part, base)));
  return {
    unit,
    reserved,
    cost: costText,
    reservedP95,
    used: quantity(use.base),
    utilisation: atOnce === null ? null : utilisationOf(atOnce),
    usedP99: atOnce === null ? null : decimalText(atOnce.p99),
    limit: 'reserve',
    headroom: atOnce === null ? null : headroomOf(atOnce.p99, reservedP99),
    efficiency: shareText(use.base, base),
    waste: { quantity: quantity(unused), over: quantity(use.over), cost: costOf(unused), overCost: costOf(use.over) },
  };
}

/** Of a limit, what the 99th hundredth of the time leaves; null where there is no limit. Below 0 where it is passed. */
export function headroomOf(p99: number, limit: number): string | null {
  return limit === 0 ? null : decimalText((limit - p99) / limit);
}

/** Sums of amounts that were rounded may pass what is reserved by a little. */
function unusedOf(base: bigint, { base: used, over }: Use): bigint {
  const unused = base - (used - over);
  return unused > 0n ? unused : 0n;
}

function utilisationOf({ mean, p50, p95, p99, peak }: AtOnce): NonNullable<ReserveReport['utilisation']> {
  return {
    mean: decimalText(mean),
    p50: decimalText(p50),
    p95: decimalText(p95),
    p99: decimalText(p99),
    peak: decimalText(peak),
  };
}
