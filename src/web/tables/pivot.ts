/**
 * The pivot table of the bill: costs by two dimensions.
 */

import { grouped } from '../../engine/grouped.ts';
import { compare, type Decimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { costOfRows, type RowDimension, valueIn } from '../view/dimension.ts';

export interface PivotView {
  readonly columns: readonly PivotLine[];
  readonly rows: readonly (PivotLine & {
    /** One for each column; null: no usage at all. */ readonly cells: readonly (Decimal | null)[];
  })[];
  readonly total: Decimal;
}

interface PivotLine {
  readonly label: string;
  readonly total: Decimal;
}

/**
 * Costs by two dimensions. They are exact, so every total is the sum of its line. Periods are in order of time, all
 * other values by cost, the highest first.
 */
export function pivotOf(usage: readonly UsageRow[], down: RowDimension, across: RowDimension): PivotView {
  const columns = linesOf(usage, across);
  const rows = linesOf(usage, down).map(({ label, total, own }) => {
    const cells = new Map(
      [...grouped(own, (row) => valueIn(row, across))].map(([value, of]) => [value, costOfRows(of)]),
    );
    return { label, total, cells: columns.map((column) => cells.get(column.label) ?? null) };
  });
  return {
    columns: columns.map(({ label, total }) => ({ label, total })),
    rows,
    total: rows.reduce((sum, { total }) => plus(sum, total), zero),
  };
}

function linesOf(
  usage: readonly UsageRow[],
  dimension: RowDimension,
): (PivotLine & { readonly own: readonly UsageRow[] })[] {
  const lines = [...grouped(usage, (row) => valueIn(row, dimension))].map(([label, own]) => ({
    label,
    own,
    total: costOfRows(own),
  }));
  const byLabel = (a: PivotLine, b: PivotLine): number => (a.label < b.label ? -1 : 1);
  if (dimension === 'period') return lines.sort(byLabel);
  return lines.sort((a, b) => compare(b.total, a.total) || byLabel(a, b));
}
