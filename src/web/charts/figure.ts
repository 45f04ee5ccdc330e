/**
 * The frame of every picture: title, legend, plot, note, and a table of the same data.
 */
import { button, type Child, h } from '../view/element.ts';

export interface FigureParts {
  readonly title: string;
  /** `requests/s`, `GB`; empty: none. */
  readonly unit: string;
  readonly legend: Child;
  readonly plot: HTMLElement;
  /** Creates the table each time it is opened, for the visible period. */
  readonly table: () => Node;
  readonly note?: string;
}

export function figureOf({ title, unit, legend, plot, table, note = '' }: FigureParts): HTMLElement {
  const behind = h('div', { class: 'behind', hidden: true });
  const toggle = button(
    'Table',
    () => {
      behind.hidden = !behind.hidden;
      toggle.setAttribute('aria-expanded', String(!behind.hidden));
      behind.replaceChildren(...(behind.hidden ? [] : [table()]));
    },
    { class: 'quiet', 'aria-expanded': 'false', 'aria-label': `Table of ${title}` },
  );
  return h(
    'figure',
    { class: 'figure' },
    h(
      'figcaption',
      {},
      h('h3', {}, title),
      unit === '' ? null : h('span', { class: 'unit' }, unit),
      h('span', { class: 'legend' }, legend),
      toggle,
    ),
    plot,
    note === '' ? null : h('p', { class: 'note' }, note),
    behind,
  );
}

/**
 * Calls `make` once, when an element comes near the visible area or is printed, so that pictures out of sight do not
 * delay the page.
 */
export function onceNearScreen(element: Element, gone: AbortSignal, make: () => void): void {
  let isMade = false;
  const once = (): void => {
    if (isMade) return;
    isMade = true;
    watcher.disconnect();
    make();
  };
  const watcher = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && once(), {
    rootMargin: '300px',
  });
  watcher.observe(element);
  addEventListener('paper', once, { signal: gone });
  gone.addEventListener('abort', () => watcher.disconnect());
}
