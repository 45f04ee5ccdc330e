/**
 * Pivots: the cost of usage by one or two of its dimensions. Sums of exact decimals, so each total equals that of the
 * usage.
 */

import { type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import { meters } from '../../rules/meterNames.ts';
import type { UsageRow } from './billDocument.ts';
import { amount } from './costs.ts';

/**
 * Time steps, the levels of the drill-down from the org to a replica, and the other fields of usage; beside them
 * `tag:KEY`.
 */
export const dimensions = [
  'month',
  'day',
  'hour',
  'org',
  'gvc',
  'resource',
  'location',
  'container',
  'replica',
  'type',
  'provider',
  'meter',
  'class',
] as const;

export type PivotDimension = (typeof dimensions)[number] | `tag:${string}`;

/** A row or a column of a pivot. */
export interface PivotKey {
  /** null: rows that have none, such as volumes no container. */
  readonly key: string | null;
  /** As it is shown. */
  readonly label: string;
  readonly total: string;
}

/** `svcsim bill --by location,meter --json`. Amounts are exact decimals as text. */
export interface Pivot {
  readonly schema: 'svcsim/pivot/1';
  readonly currency: string;
  readonly by: readonly string[];
  readonly rows: readonly (PivotKey & {
    /** In the order of the columns; null: there is no such usage. */
    readonly cells: readonly (string | null)[];
  })[];
  /** One, with all that there is, where rows are told apart by one dimension. */
  readonly columns: readonly PivotKey[];
  /** The usage total of all invoices. */
  readonly total: string;
}

/**
 * The cost of usage rows by one dimension or two. Keys are in the order of time, of numbers, of the meters, else of
 * texts; rows without a key come last. `(untagged)` always exists for a tag, however much it holds. Usage that is not
 * charged costs nothing.
 *
 * @param usage as fine as the finest time step among the dimensions (`stepOf`)
 */
export function pivotOf(usage: readonly UsageRow[], by: readonly PivotDimension[], currency: string): Pivot {
  const [rowsBy, columnsBy] = by;
  const rows = new Axis(rowsBy ?? null);
  const columns = new Axis(columnsBy ?? null);
  const cells = new Map<string, Decimal>();
  for (const row of usage) {
    const cost = row.cost === null ? zero : amount(row.cost);
    const cell = `${rows.add(row, cost)} ${columns.add(row, cost)}`;
    cells.set(cell, plus(cells.get(cell) ?? zero, cost));
  }
  const columnKeys = columns.sorted();
  return {
    schema: 'svcsim/pivot/1',
    currency,
    by,
    rows: rows.sorted().map(({ index, ...key }) => ({
      ...key,
      cells: columnKeys.map((column) => {
        const cell = cells.get(`${index} ${column.index}`);
        return cell === undefined ? null : formatDecimal(cell);
      }),
    })),
    columns: columnKeys.map(({ index: _, ...key }) => key),
    total: formatDecimal(rows.total),
  };
}

/** The rows or the columns, each with what it costs in all. */
class Axis {
  total: Decimal = zero;
  private readonly dimension: PivotDimension | null;
  /** In the order in which they first come. */
  private readonly keys: Map<string | null, { readonly index: number; total: Decimal }> = new Map();

  /** @param dimension null: there is one, with everything */
  constructor(dimension: PivotDimension | null) {
    this.dimension = dimension;
    if (dimension === null || isTag(dimension)) this.known(null);
  }

  /** @returns the number of the row or column that a usage row falls into */
  add(row: UsageRow, cost: Decimal): number {
    const known = this.known(this.dimension === null ? null : keyOf(row, this.dimension));
    known.total = plus(known.total, cost);
    this.total = plus(this.total, cost);
    return known.index;
  }

  sorted(): (PivotKey & { readonly index: number })[] {
    const { dimension } = this;
    return [...this.keys]
      .sort(([a], [b]) => compareKeys(a, b, dimension))
      .map(([key, { index, total }]) => ({ index, key, label: labelOf(key, dimension), total: formatDecimal(total) }));
  }

  private known(key: string | null): { readonly index: number; total: Decimal } {
    let known = this.keys.get(key);
    if (known === undefined) {
      known = { index: this.keys.size, total: zero };
      this.keys.set(key, known);
    }
    return known;
  }
}

function isTag(dimension: PivotDimension): dimension is `tag:${string}` {
  return dimension.startsWith('tag:');
}

/** Where a usage row falls: its own names, those of things in a gvc with it. */
function keyOf(row: UsageRow, dimension: PivotDimension): string | null {
  if (isTag(dimension)) {
    const key = dimension.slice('tag:'.length);
    return Object.hasOwn(row.tags, key) ? (row.tags[key] ?? null) : null;
  }
  switch (dimension) {
    case 'month':
      return row.period.slice(0, 'yyyy-mm'.length);
    case 'day':
      return row.period.slice(0, 'yyyy-mm-dd'.length);
    case 'hour':
      return row.period;
    case 'resource':
      return `${row.gvc}/${row.resource}`;
    case 'container':
      return row.volumeIndex === null ? row.container : `volume ${row.volumeIndex}`;
    case 'replica':
      return row.replicaIndex === undefined ? null : String(row.replicaIndex);
    case 'type':
      return row.workloadType;
    case 'class':
      return row.performanceClass;
    default:
      return row[dimension];
  }
}

const meterNames: readonly string[] = meters;

function compareKeys(a: string | null, b: string | null, dimension: PivotDimension | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  if (dimension === 'meter') return meterNames.indexOf(a) - meterNames.indexOf(b);
  const [x, y] = [a, b].map((key) => Number(numbered[dimension ?? '']?.exec(key)?.[1] ?? Number.NaN));
  return Number(x) - Number(y) || (a < b ? -1 : 1);
}

/** Keys that go by their number: 10 after 9. */
const numbered: { readonly [dimension: string]: RegExp } = { replica: /^(\d+)$/, container: /^volume (\d+)$/ };

function labelOf(key: string | null, dimension: PivotDimension | null): string {
  if (dimension === null) return 'cost';
  if (key === null) return isTag(dimension) ? '(untagged)' : '(none)';
  return key === '' ? '""' : key;
}
