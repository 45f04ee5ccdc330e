/**
 * The cost breakdown: a tree in a table, from the org down to days, with links to journal entries.
 */

import { type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { partText } from '../../report/words/format.ts';
import { opener } from '../stories/entryList.ts';
import { costOfRows, dimensionText, type Where, whereText } from '../view/dimension.ts';
import { button, h } from '../view/element.ts';
import { decimalsBeside, moneyOf } from '../view/money.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { type BillNode, below } from './billTree.ts';

export function billTable(site: Site, rows: readonly UsageRow[]): HTMLElement {
  const total = costOfRows(rows);
  const body = h('tbody', {}, ...opening(site, below(rows, []), total));
  return h(
    'div',
    { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': 'Cost breakdown' },
    h(
      'table',
      { class: 'tree' },
      h(
        'caption',
        { class: 'unseen' },
        'Cost breakdown by org, gvc, resource, location, container or volume, meter and day',
      ),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...['Item', `Cost, ${site.data.bill.currency}`, 'Share', 'Level', 'Journal'].map((head, i) =>
            h('th', { scope: 'col', class: i === 1 || i === 2 ? 'number' : i === 3 ? 'level' : undefined }, head),
          ),
        ),
      ),
      body,
    ),
  );
}

/** Rows for nodes; a level with only one node opens at once, because there is nothing to choose. */
function opening(site: Site, nodes: readonly BillNode[], total: Decimal): HTMLElement[] {
  return nodes.flatMap((node) => {
    const row = treeRow(site, node, total);
    if (nodes.length > 1 || node.isLeaf || node.where.length > 3) return [row.element];
    const children = opening(site, below(node.rows, node.where), total);
    row.has(children);
    return [row.element, ...children];
  });
}

interface TreeRow {
  readonly element: HTMLElement;
  /** Sets the rows below it, which are already open. */
  has(children: HTMLElement[]): void;
}

const closers = new WeakMap<HTMLElement, () => void>();

function treeRow(site: Site, node: BillNode, total: Decimal): TreeRow {
  const { where, label, cost, isLeaf } = node;
  const level = where.at(-1)?.[0] ?? 'org';
  const name = level === 'resource' ? shortName(label, site.gvcs) : label;
  let children: HTMLElement[] | null = null;
  const toggle = isLeaf
    ? h('span', { class: 'leaf' }, name)
    : button(name, () => (children === null ? open() : close()), { class: 'twist', 'aria-expanded': 'false' });
  const element = h(
    'tr',
    {},
    h('th', { scope: 'row', class: `depth-${where.length}` }, toggle),
    h('td', { class: 'number' }, moneyOf(cost, decimalsBeside(total))),
    h('td', { class: 'number soft' }, partText(Number(formatDecimal(cost)), Number(formatDecimal(total)))),
    h('td', { class: 'level soft' }, dimensionText(level)),
    h('td', {}, opener(site, targetText({ kind: 'usage', where: whereText(fullWhere(node)) }), 'entries')),
  );
  const mark = (): void => toggle.setAttribute('aria-expanded', String(children !== null));
  function open(): void {
    children = opening(site, below(node.rows, where), total);
    element.after(...children);
    mark();
  }
  function close(): void {
    for (const child of children ?? []) {
      closers.get(child)?.();
      child.remove();
    }
    children = null;
    mark();
  }
  closers.set(element, close);
  return {
    element,
    has: (rows) => {
      children = rows;
      mark();
    },
  };
}

/** The dimension values that select the rows of a node in the whole bill. */
function fullWhere({ where }: BillNode): Where {
  return where;
}
