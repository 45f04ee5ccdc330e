/**
 * The figures of cost on the first screen: a month, and each team.
 */

import { grouped } from '../../engine/grouped.ts';
import { compare, type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { Bill, UsageRow } from '../bill/billDocument.ts';
import { amount } from '../bill/costs.ts';
import type { TimeFrame } from '../picture/columns.ts';
import { perMonth } from '../words/perMonth.ts';
import type { PageCosts } from './pageCosts.ts';

/** Maximum parts of the split; the others are summed up. */
const partsMax = 12;

/** The tag that splits the costs wherever a resource has it. */
const teamTag = 'team';

/** @param bill with rows of any grain @param run the simulated time, longer than 0 */
export function costFigures({ currency, usage }: Bill, run: TimeFrame): PageCosts {
  const charged = usage.filter(({ cost }) => cost !== null);
  const length = run.end - run.start;
  const total = sumOf(charged);
  const by = splitOf(charged);
  const nameOf = (row: UsageRow): string => (by === null ? row.gvc : (row.tags[by] ?? ''));
  const parts = [...grouped(charged, nameOf)]
    .map(([name, rows]) => ({ name, cost: sumOf(rows) }))
    .sort((a, b) => compare(b.cost, a.cost) || (a.name < b.name ? -1 : 1));
  const shown = parts.length <= partsMax ? parts : parts.slice(0, partsMax - 1);
  const rest = parts.slice(shown.length);
  return {
    currency,
    total: formatDecimal(total),
    perMonth: formatDecimal(length > 0 ? perMonth(total, length) : zero),
    months: [...grouped(charged, ({ period }) => period.slice(0, 7))]
      .map(([month, rows]) => ({ month, cost: formatDecimal(sumOf(rows)) }))
      .sort((a, b) => (a.month < b.month ? -1 : 1)),
    split: {
      by: by ?? 'gvc',
      parts: shown.map(({ name, cost }) => ({
        name,
        cost: formatDecimal(cost),
        perMonth: formatDecimal(length > 0 ? perMonth(cost, length) : zero),
      })),
      leftOut: rest.length,
      leftOutCost: formatDecimal(rest.reduce((sum, { cost }) => plus(sum, cost), zero)),
    },
  };
}

/**
 * The tag to split by: `team`, else the one with the most cost, the first by name of equal ones; null: none is used.
 */
function splitOf(rows: readonly UsageRow[]): string | null {
  const sums = new Map<string, Decimal>();
  for (const { tags, cost } of rows)
    for (const tag of Object.keys(tags)) sums.set(tag, plus(sums.get(tag) ?? zero, amount(cost ?? '0')));
  if (sums.has(teamTag)) return teamTag;
  const [first] = [...sums].sort(([a, one], [b, other]) => compare(other, one) || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}

function sumOf(rows: readonly UsageRow[]): Decimal {
  return rows.reduce((sum, { cost }) => plus(sum, amount(cost ?? '0')), zero);
}
