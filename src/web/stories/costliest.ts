/**
 * The parts of a cost that make up most of it, each a link to its usage.
 */
import { grouped } from '../../engine/grouped.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { costOfRows, whereText } from '../view/dimension.ts';
import { type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { tableOf } from '../view/table.ts';
import { rowsAbout, smallMoney } from './costPanels.ts';
import { opener } from './entryList.ts';

const partsMost = 6;

/** The costliest parts of a resource, or of everything. @param of null: everything */
export function costliestBlocks(site: Site, of: string | null): Child[] {
  const parts = [...grouped(rowsAbout(site, of), ({ gvc, resource, meter }) => `${gvc}/${resource} ${meter}`).values()]
    .map((rows) => ({ first: rows[0], cost: costOfRows(rows) }))
    .sort((a, b) => Number(formatDecimal(b.cost)) - Number(formatDecimal(a.cost)))
    .slice(0, partsMost);
  if (parts.length === 0) return [];
  return [
    h('h3', {}, 'What makes up most of it'),
    tableOf(
      [
        {
          head: 'Part',
          cell: ({ first: { gvc, resource, meter } }) => {
            const where = whereText([
              ['resource', `${gvc}/${resource}`],
              ['meter', meter],
            ]);
            return opener(site, targetText({ kind: 'usage', where }), `${gvc}/${resource}: ${meter}`);
          },
        },
        { head: `Cost, ${site.data.bill.currency}`, isNumber: true, cell: ({ cost }) => smallMoney(cost) },
      ],
      parts,
      { caption: 'The costliest parts, each with the entries that started and ended its usage', most: partsMost },
    ),
  ];
}
