/**
 * The frame of every picture: a title, a legend, the picture, and the table behind it.
 */
import { button, type Child, h } from '../view/element.ts';

export interface Drawing {
  readonly title: string;
  /** `requests/s`, `GB`; empty: none. */
  readonly unit: string;
  readonly legend: Child;
  readonly plot: HTMLElement;
  /** Made anew when it is asked for: it shows what the picture shows. */
  readonly table: () => Node;
  readonly note?: string;
}

export function figureOf({ title, unit, legend, plot, table, note = '' }: Drawing): HTMLElement {
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
 * Calls once, when an element comes near the screen, or is printed: what is drawn for nobody would only delay the rest.
 */
export function whenNear(element: Element, gone: AbortSignal, make: () => void): void {
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
