/**
 * Daily costs, and the days on which they changed strongly.
 */

import { day, type Instant, instantFromIso } from '../../engine/time.ts';
import { type Decimal, formatDecimal, minus, plus, zero } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';
import { costOfRows, type RowDimension, valueIn } from './dimension.ts';
import type { TimeRange } from './view.ts';

export interface CostDay {
  /** Its start. */
  readonly at: Instant;
  readonly cost: Decimal;
  /** Whether the run started or ended during the day, so that it cannot be compared with others. */
  readonly isPartial: boolean;
  /** Difference from the day before; null if one of the two days is partial. */
  readonly change: Decimal | null;
  /** Whether the change is exceptionally large. */
  readonly isJump: boolean;
}

/** The maximum number of days marked as jumps. */
const jumpsMost = 5;

/**
 * Every day of the run with its cost; empty if the rows are monthly.
 *
 * A change is a jump if it is at least 5 % of the most expensive day and three times the median change.
 */
export function costDays(rows: readonly UsageRow[], run: TimeRange): CostDay[] {
  const byDay = new Map<Instant, Decimal>();
  for (const { period, cost } of rows) {
    const at = dayOf(period);
    if (at === null) return [];
    byDay.set(at, plus(byDay.get(at) ?? zero, cost === null ? zero : amount(cost)));
  }
  const days: Omit<CostDay, 'isJump'>[] = [];
  for (let at = Math.floor(run.from / day) * day; at < run.until; at += day) {
    const isPartial = at < run.from || at + day > run.until;
    const cost = byDay.get(at) ?? zero;
    const before = days.at(-1);
    const isComparable = before !== undefined && !before.isPartial && !isPartial;
    days.push({ at, cost, isPartial, change: isComparable ? minus(cost, before.cost) : null });
  }
  const least = leastJump(days);
  const jumps = new Set(
    days
      .filter(({ change }) => change !== null && sizeOf(change) >= least)
      .sort((a, b) => sizeOf(b.change) - sizeOf(a.change))
      .slice(0, jumpsMost)
      .map(({ at }) => at),
  );
  return days.map((one) => ({ ...one, isJump: jumps.has(one.at) }));
}

/** The start of the day of `2026-11-14` or `2026-11-14T03`; null for a month. */
function dayOf(period: string): Instant | null {
  const at = period.length < 10 ? 'invalid' : instantFromIso(`${period.slice(0, 10)}T00:00:00Z`);
  return typeof at === 'number' ? at : null;
}

function leastJump(days: readonly Omit<CostDay, 'isJump'>[]): number {
  const sizes = days.flatMap(({ change }) => (change === null ? [] : [sizeOf(change)])).sort((a, b) => a - b);
  const median = sizes[sizes.length >> 1] ?? 0;
  const dearest = Math.max(0, ...days.map(({ cost }) => Number(formatDecimal(cost))));
  return Math.max(3 * median, 0.05 * dearest, Number.MIN_VALUE);
}

function sizeOf(change: Decimal | null): number {
  return change === null ? 0 : Math.abs(Number(formatDecimal(change)));
}

export interface Shift {
  readonly label: string;
  /** The item's rows of the day before, and of the day itself. */
  readonly rows: { readonly before: readonly UsageRow[]; readonly after: readonly UsageRow[] };
  readonly before: Decimal;
  readonly after: Decimal;
  readonly change: Decimal;
}

const partsOfShift: readonly RowDimension[] = ['resource', 'location', 'part', 'meter'];

/**
 * Each item of the bill whose cost differs from the day before, the largest change first. The changes add up to the
 * difference between the two days.
 */
export function shiftsOf(rows: readonly UsageRow[], at: Instant): Shift[] {
  const parts = new Map<string, { before: UsageRow[]; after: UsageRow[] }>();
  for (const row of rows) {
    const own = dayOf(row.period);
    if (row.cost === null || (own !== at && own !== at - day)) continue;
    const label = partsOfShift.map((dimension) => valueIn(row, dimension)).join(' · ');
    const part = parts.get(label) ?? { before: [], after: [] };
    (own === at ? part.after : part.before).push(row);
    parts.set(label, part);
  }
  return [...parts]
    .map(([label, own]) => {
      const [before, after] = [costOfRows(own.before), costOfRows(own.after)];
      return { label, rows: own, before, after, change: minus(after, before) };
    })
    .filter(({ change }) => change.coefficient !== 0n)
    .sort((a, b) => sizeOf(b.change) - sizeOf(a.change) || (a.label < b.label ? -1 : 1));
}
