/**
 * Tables: numbers are right-aligned, a click on a heading sorts, and long tables are cut until all rows are requested.
 */
import { countText } from '../../report/words/format.ts';
import { type Attributes, button, type Child, h } from './element.ts';

export interface TableColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Child;
  /** The sort key; without it the column cannot be sorted. */
  readonly by?: (row: Row) => number | string;
  readonly isNumber?: boolean;
  /** Whether the column is only shown after `All columns` is pressed. */
  readonly isExtra?: boolean;
}

export interface TableOptions<Row> {
  /** For screen readers, and above the table where `isTitled`. */
  readonly caption: string;
  readonly isTitled?: boolean;
  /** Rows shown at first; default 12. */
  readonly most?: number;
  readonly rowClass?: (row: Row) => string;
  /** The last row with totals, one text for each column. */
  readonly totals?: readonly string[];
}

export function tableOf<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { caption, isTitled = false, most = 12, rowClass, totals }: TableOptions<Row>,
): HTMLElement {
  let shown = rows.length <= most + 3 ? rows.length : most;
  let order: { readonly column: TableColumn<Row>; readonly isDown: boolean } | null = null;
  const body = h('tbody');
  const heads = columns.map((column) => headOf(column, () => sortBy(column)));
  const more = button('', () => {
    shown = rows.length;
    fill();
  });
  const isWide = columns.some(({ isExtra }) => isExtra === true);
  const wider = button('All columns', () => {
    const isOpen = table.classList.toggle('has-all');
    wider.textContent = isOpen ? 'Fewer columns' : 'All columns';
  });
  const foot = h('p', { class: 'more' }, more, isWide ? wider : null);
  function sortBy(column: TableColumn<Row>): void {
    const isDown = order?.column === column ? !order.isDown : column.isNumber === true;
    order = { column, isDown };
    heads.forEach((head, i) => {
      head.setAttribute('aria-sort', columns[i] !== column ? 'none' : isDown ? 'descending' : 'ascending');
    });
    fill();
  }
  function fill(): void {
    const sorted = order === null ? rows : sortedBy(rows, order);
    body.replaceChildren(...sorted.slice(0, shown).map((row) => rowOf(columns, row, rowClass?.(row))));
    more.hidden = shown >= rows.length;
    foot.hidden = more.hidden && !isWide;
    more.textContent = `Show all ${countText(rows.length)}`;
  }
  const table = h(
    'table',
    { class: widthOf(columns) },
    h('caption', { class: isTitled ? '' : 'unseen' }, caption),
    h('thead', {}, h('tr', {}, ...heads)),
    body,
    totals === undefined
      ? null
      : h('tfoot', {}, h('tr', {}, ...totals.map((text, i) => h('td', cellOf(columns[i]), text)))),
  );
  fill();
  return h(
    'div',
    { class: 'table' },
    h('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-label': caption }, table),
    foot,
  );
}

function headOf<Row>(column: TableColumn<Row>, sort: () => void): HTMLElement {
  const style = styleOf(column);
  if (column.by === undefined) return h('th', { scope: 'col', class: style }, column.head);
  return h('th', { scope: 'col', class: style, 'aria-sort': 'none' }, button(column.head, sort, { class: 'sort' }));
}

function rowOf<Row>(columns: readonly TableColumn<Row>[], row: Row, style: string | undefined): HTMLElement {
  return h(
    'tr',
    style === undefined || style === '' ? {} : { class: style },
    ...columns.map((column, i) =>
      i === 0
        ? h('th', { scope: 'row', class: styleOf(column) }, column.cell(row))
        : h('td', cellOf(column), column.cell(row)),
    ),
  );
}

/** On narrow screens each cell shows the heading of its column. */
function cellOf<Row>(column: TableColumn<Row> | undefined): Attributes {
  return { class: styleOf(column), 'data-head': column?.head };
}

function styleOf<Row>(column: TableColumn<Row> | undefined): string | undefined {
  const styles = [...(column?.isNumber === true ? ['number'] : []), ...(column?.isExtra === true ? ['extra'] : [])];
  return styles.length === 0 ? undefined : styles.join(' ');
}

/** On a phone, rows of four or more columns become cards; on paper, rows of nine or more. */
function widthOf<Row>(columns: readonly TableColumn<Row>[]): string | undefined {
  const count = columns.filter(({ isExtra }) => isExtra !== true).length;
  if (count > 8) return 'wide widest';
  return count > 5 ? 'wide' : count > 3 ? 'wide few' : undefined;
}

function sortedBy<Row>(
  rows: readonly Row[],
  { column, isDown }: { readonly column: TableColumn<Row>; readonly isDown: boolean },
): Row[] {
  const { by = () => 0 } = column;
  const sign = isDown ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [one, other] = [by(a), by(b)];
    return one === other ? 0 : one < other ? -sign : sign;
  });
}
