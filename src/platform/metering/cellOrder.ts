/**
 * Orders of the ledger's cells, and their grain. Series are ranked once, so a million cells are sorted by numbers.
 */
import { day, hour } from '../../engine/time.ts';
import type { Grain } from './cells.ts';
import type { LedgerCell } from './ledger.ts';
import { compareSeries, compareUntagged, type MeterSeries } from './series.ts';

interface Ranks {
  /** By series with its tags. */
  readonly tagged: number;
  /** Equal for series that differ only in replica and tags. */
  readonly untagged: number;
}

/** By series (ignoring replicas and tags), surplus, time, replicas, tags: the order in which quantities are rounded. */
export function inRatingOrder(cells: readonly LedgerCell[]): LedgerCell[] {
  return sorted(cells, (a, b, x, y) => {
    return x.untagged - y.untagged || Number(a.surplus) - Number(b.surplus) || a.from - b.from || x.tagged - y.tagged;
  });
}

/** By series with its tags, time, surplus: the order of a ledger's file. */
export function inKeyOrder(cells: readonly LedgerCell[]): LedgerCell[] {
  return sorted(cells, (a, b, x, y) => x.tagged - y.tagged || a.from - b.from || Number(a.surplus) - Number(b.surplus));
}

/** The grain of cells, by the longest of them; `hour` if there are none. */
export function grainOf(cells: readonly LedgerCell[]): Grain {
  const longest = cells.reduce((length, cell) => Math.max(length, cell.until - cell.from), 0);
  if (longest > day) return 'month';
  return longest > hour ? 'day' : 'hour';
}

function sorted(
  cells: readonly LedgerCell[],
  compare: (a: LedgerCell, b: LedgerCell, x: Ranks, y: Ranks) => number,
): LedgerCell[] {
  const ranks = ranksOf(cells);
  const rankOf = (cell: LedgerCell): Ranks => ranks.get(cell.series) ?? { tagged: 0, untagged: 0 };
  return [...cells].sort((a, b) => compare(a, b, rankOf(a), rankOf(b)));
}

function ranksOf(cells: readonly LedgerCell[]): ReadonlyMap<MeterSeries, Ranks> {
  const all = [...new Set(cells.map((cell) => cell.series))].sort(compareSeries);
  const ranks = new Map<MeterSeries, Ranks>();
  let last: { readonly series: MeterSeries; readonly ranks: Ranks } | null = null;
  for (const series of all) {
    const tagged: number = last === null ? 0 : last.ranks.tagged + (compareSeries(last.series, series) === 0 ? 0 : 1);
    const untagged: number =
      last === null ? 0 : last.ranks.untagged + (compareUntagged(last.series, series) === 0 ? 0 : 1);
    ranks.set(series, { tagged, untagged });
    last = { series, ranks: { tagged, untagged } };
  }
  return ranks;
}
