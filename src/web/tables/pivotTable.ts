/**
 * The pivot table of costs, with two selectable dimensions.
 */

import { compare, type Decimal, zero } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { opener } from '../stories/entryList.ts';
import { dimensionsOf, dimensionText, type RowDimension, whereText } from '../view/dimension.ts';
import { type Child, h } from '../view/element.ts';
import { decimalsBeside, moneyOf } from '../view/money.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { kindOf, shortName } from '../view/subject.ts';
import { pivotOf } from './pivot.ts';

/** Maximum columns and rows of a readable table. */
const columnsMost = 40;
const rowsMost = 60;

export function pivotTable(site: Site, rows: readonly UsageRow[]): HTMLElement {
  const { navigation } = site;
  const dimensions = dimensionsOf(rows);
  const [down, across] = ['Rows', 'Columns'].map((label) => {
    const select = h(
      'select',
      {},
      ...dimensions.map((dimension) => h('option', { value: dimension }, dimensionText(dimension))),
    );
    return { label: h('label', {}, `${label} `, select), select };
  });
  const place = h('div');
  const choose = (): void => navigation.replace({ pivot: `${down?.select.value},${across?.select.value}` });
  let shown = '';
  navigation.watch(({ pivot }) => {
    const [one, other] = (pivot ?? 'resource,meter')
      .split(',')
      .map((name) => dimensions.find((dimension) => dimension === name));
    const key = `${one},${other}`;
    if (key === shown || down === undefined || across === undefined) return;
    shown = key;
    down.select.value = one ?? 'resource';
    across.select.value = other ?? 'meter';
    place.replaceChildren(grid(site, rows, one ?? 'resource', other ?? 'meter'));
  }, site.gone);
  for (const one of [down, across]) one?.select.addEventListener('change', choose);
  return h(
    'div',
    { class: 'pivot' },
    h('p', { class: 'controls' }, down?.label ?? null, ' ', across?.label ?? null),
    place,
  );
}

function grid(site: Site, usage: readonly UsageRow[], down: RowDimension, across: RowDimension): HTMLElement {
  const { columns, rows, total } = pivotOf(usage, down, across);
  const shown = columns.slice(0, columnsMost);
  const money = (value: Decimal): HTMLElement => moneyOf(value, decimalsBeside(total));
  const most = rows
    .flatMap(({ cells }) => cells)
    .reduce<Decimal>((a, b) => (b !== null && compare(b, a) > 0 ? b : a), zero);
  const labels = [...columns, ...rows].map(({ label }) => label);
  const isAlone = (label: string): boolean =>
    labels.every((other) => other === label || shortName(other, site.gvcs) !== shortName(label, site.gvcs));
  const name = (dimension: RowDimension, label: string): string =>
    dimension !== 'resource' ? label : `${shortName(label, site.gvcs)}${isAlone(label) ? '' : ` (${kindOf(label)})`}`;
  const cell = (value: Decimal | null, row: string, column: string): Child => {
    if (value === null) return '';
    const where = whereText([
      [down, row],
      [across, column],
    ]);
    return opener(site, targetText({ kind: 'usage', where }), money(value));
  };
  const left = [
    columns.length > columnsMost ? `${columns.length - columnsMost} columns` : '',
    rows.length > rowsMost ? `${rows.length - rowsMost} rows` : '',
  ].filter((part) => part !== '');
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': 'Pivot table of costs' },
      h(
        'table',
        { class: 'grid-table' },
        h('caption', { class: 'unseen' }, `Costs by ${dimensionText(down)} and ${dimensionText(across)}`),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...[dimensionText(down), 'Total', ...shown.map(({ label }) => name(across, label))].map((head, i) =>
              h('th', { scope: 'col', class: i === 0 ? undefined : 'number' }, head),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          ...rows
            .slice(0, rowsMost)
            .map((row) =>
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, name(down, row.label)),
                h('td', { class: 'number sum' }, money(row.total)),
                ...shown.map(({ label }, i) =>
                  h(
                    'td',
                    { class: `number ${shade(row.cells[i] ?? null, most)}` },
                    cell(row.cells[i] ?? null, row.label, label),
                  ),
                ),
              ),
            ),
        ),
        h(
          'tfoot',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, 'Total'),
            h('td', { class: 'number' }, money(total)),
            ...shown.map((column) => h('td', { class: 'number' }, money(column.total))),
          ),
        ),
      ),
    ),
    left.length === 0
      ? null
      : h(
          'p',
          { class: 'note' },
          `${left.join(' and ')} with smaller or later amounts are not shown; the totals include them.`,
        ),
  );
}

/** The shade of a cell, in five steps, by its share of the largest cell. */
function shade(value: Decimal | null, most: Decimal): string {
  if (value === null || most.coefficient === 0n) return '';
  const scale = Math.max(value.scale, most.scale);
  const whole = (one: Decimal): bigint => one.coefficient * 10n ** BigInt(scale - one.scale);
  return `shade-${Math.min(4, Math.max(0, Number((whole(value) * 5n) / whole(most))))}`;
}
