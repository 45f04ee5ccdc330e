/**
 * The bill as a tree: org, gvc, resource, location, container or volume, meter, period.
 */

import { grouped } from '../../engine/grouped.ts';
import { compare, type Decimal } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { costOfRows, type RowDimension, valueIn, type Where } from '../view/dimension.ts';

const levels: readonly RowDimension[] = ['org', 'gvc', 'resource', 'location', 'part', 'meter', 'period'];

export interface BillNode {
  /** The dimension values of the node, one for each level from the top. */
  readonly where: Where;
  readonly label: string;
  readonly cost: Decimal;
  readonly rows: readonly UsageRow[];
  /** Whether it is on the last level. */
  readonly isLeaf: boolean;
}

/**
 * The children of a node, the most expensive first, periods in order of time. Their costs add up to the node exactly.
 *
 * @param where the dimension values of the node; empty: the root
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
