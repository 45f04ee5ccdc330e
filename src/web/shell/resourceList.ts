/**
 * The cost of each workload and volume set, the most expensive first.
 */

import { grouped } from '../../engine/grouped.ts';
import { compare, formatDecimal } from '../../platform/metering/decimal.ts';
import { partText } from '../../report/words/format.ts';
import { isBillWhole, rowsAbout, smallMoney } from '../stories/costPanels.ts';
import { block } from '../view/block.ts';
import { costOfRows } from '../view/dimension.ts';
import { button, h } from '../view/element.ts';
import { moneyOf } from '../view/money.ts';
import type { Site } from '../view/site.ts';
import { kindOf, shortName } from '../view/subject.ts';
import { viewLink } from '../view/viewLink.ts';

/** The cost of each workload and volume set, each a link to its tab Costs. */
export function resources(site: Site): HTMLElement {
  const { data, navigation } = site;
  const all = [...grouped(data.bill.usage, ({ gvc, resource }) => `${gvc}/${resource}`)]
    .map(([of, rows]) => ({ of, cost: costOfRows(rows) }))
    .sort((a, b) => compare(b.cost, a.cost) || (a.of < b.of ? -1 : 1));
  if (all.length === 0) return block('Cost by resource', h('p', { class: 'note' }, 'No usage was billed.'));
  const numberOf = (index: number): number => Number(formatDecimal(all[index]?.cost ?? { coefficient: 0n, scale: 0 }));
  const total = Number(data.costs.total);
  const most = numberOf(0) || 1;
  const items = all.slice(0, 8).map(({ of, cost }, index) => {
    const part = h('span', { class: 'part-bar' });
    part.style.width = `${(100 * numberOf(index)) / most}%`;
    const link = viewLink(
      site,
      { tab: 'costs', of, open: null },
      'resource',
      h('span', {}, shortName(of, site.gvcs), h('small', {}, ` ${kindOf(of)}${volumesText(site, of)}`)),
      h('span', { class: 'number' }, moneyOf(cost, total < 10 ? 4 : 2)),
      h('span', { class: 'number soft' }, partText(numberOf(index), total)),
      h('span', { class: 'part-line', 'aria-hidden': 'true' }, part),
    );
    return h('li', {}, link);
  });
  const left = all.length - 8;
  return block(
    `Cost by resource, ${data.bill.currency}`,
    h('ul', { class: 'resources' }, ...items),
    left <= 0
      ? null
      : h(
          'p',
          { class: 'more' },
          button(isBillWhole(site) ? `Show all ${all.length}` : `Show the ${all.length} most expensive`, () =>
            navigation.go({ tab: 'costs', open: null }),
          ),
        ),
  );
}

/**
 * The cost of a workload including the volume sets that it mounts: `, 259.81 with data`; empty if it mounts none.
 */
function volumesText(site: Site, of: string): string {
  const sets = site.data.mounts[of] ?? [];
  if (sets.length === 0) return '';
  const together = costOfRows([of, ...sets].flatMap((one) => rowsAbout(site, one)));
  const names = sets.map((one) => shortName(one, site.gvcs));
  return `, ${smallMoney(together)} with ${names.length > 2 ? `${names.length} volume sets` : names.join(' and ')}`;
}
