/**
 * Tables of a study's page.
 */
import { element, type Markup, type MarkupChild } from './markup.ts';

/** A column: its title, and whether it holds numbers, which are aligned to the right. */
export interface PageColumn {
  readonly head: string;
  readonly isNumber?: boolean;
}

/** A table in a frame that scrolls on a narrow screen. The first cell of a row names it. */
export function pageTable(
  caption: string,
  columns: readonly PageColumn[],
  rows: readonly (readonly MarkupChild[])[],
): Markup {
  const classOf = (index: number): string | undefined => (columns[index]?.isNumber === true ? 'number' : undefined);
  return element(
    'div',
    // A reader without a mouse scrolls it with the arrow keys.
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', { class: 'unseen' }, caption),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map(({ head }, index) => element('th', { scope: 'col', class: classOf(index) }, head)),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map((row) =>
          element(
            'tr',
            {},
            row.map((cell, index) =>
              index === 0
                ? element('th', { scope: 'row', class: classOf(index) ?? (isShort(cell) ? 'short' : undefined) }, cell)
                : element('td', { class: classOf(index) }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A name that needs no second line. */
function isShort(cell: MarkupChild): boolean {
  return typeof cell === 'string' && cell.length <= 24;
}

/** A part of the page under a heading; null if it has nothing to show. */
export function section(title: string, ...children: readonly MarkupChild[]): Markup | null {
  if (children.every(isNothing)) return null;
  return element('section', {}, element('h2', {}, title), ...children);
}

function isNothing(child: MarkupChild): boolean {
  return child === null || (Array.isArray(child) && child.every(isNothing));
}
