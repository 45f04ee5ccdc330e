/**
 * The bill taken apart, level by level: org, gvc, resource, location, container or volume, day.
 */

import { grouped } from '../../engine/grouped.ts';
import { compare, type Decimal } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { costOfRows, type RowDimension, valueIn, type Where } from '../view/dimension.ts';

const levels: readonly RowDimension[] = ['org', 'gvc', 'resource', 'location', 'part', 'meter', 'period'];

export interface BillNode {
  /** The values that lead here, one for each level from the top. */
  readonly where: Where;
  readonly label: string;
  readonly cost: Decimal;
  readonly rows: readonly UsageRow[];
  /** Nothing is below the last level. */
  readonly isLeaf: boolean;
}

/**
 * What is below a node, the dearest first and periods in order of time; their costs add up to that of the node exactly.
 *
 * @param where the node's way from the top; empty: the top
 */
export function below(rows: readonly UsageRow[], where: Where): BillNode[] {
  const level = levels[where.length];
  if (level === undefined) return [];
  const groups = [...grouped(rows, (row) => valueIn(row, level))].map(
    ([value, own]): BillNode => ({
      where: [...where, [level, value]],
      label: value,
      cost: costOfRows(own),
      rows: own,
      isLeaf: where.length + 1 === levels.length,
    }),
  );
  const byLabel = (a: BillNode, b: BillNode): number => (a.label < b.label ? -1 : 1);
  return level === 'period' ? groups.sort(byLabel) : groups.sort((a, b) => compare(b.cost, a.cost) || byLabel(a, b));
}
