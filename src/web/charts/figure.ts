/**
 * The frame of every picture: title, legend, plot, note, and a table of the same data.
 */
import { button, type Child, h } from '../view/element.ts';

/** How a picture is shown in its place. */
export interface PictureOptions {
  /** The visible title, where the place already names the resource; default: the title of the picture. */
  readonly title?: string;
  /** Notes that were already said in this part of the page: they are not said again, and a new one is added. */
  readonly said?: Set<string>;
}

export interface FigureParts {
  readonly title: string;
  /** The title with the name of the resource, for screen readers; default: `title`. */
  readonly fullTitle?: string;
  /** `requests/s`, `GB`; empty: none. */
  readonly unit: string;
  readonly legend: Child;
  readonly plot: HTMLElement;
  /** Creates the table each time it is opened, for the visible period. */
  readonly table: () => Node;
  readonly note?: string;
  /** Buttons below the plot. */
  readonly actions?: Child;
}

/** The notes that were not said before, as one text. */
export function freshNotes(notes: readonly string[], said: Set<string> = new Set()): string {
  const fresh = notes.filter((note) => note !== '' && !said.has(note));
  for (const note of fresh) said.add(note);
  return fresh.join(' ');
}

export function figureOf(parts: FigureParts): HTMLElement {
  const { title, fullTitle = title, unit, legend, plot, table, note = '', actions = null } = parts;
  const behind = h('div', { class: 'behind', hidden: true });
  const toggle = button(
    'Table',
    () => {
      behind.hidden = !behind.hidden;
      toggle.setAttribute('aria-expanded', String(!behind.hidden));
      behind.replaceChildren(...(behind.hidden ? [] : [table()]));
    },
    { class: 'quiet', 'aria-expanded': 'false', 'aria-label': `Table of ${fullTitle}` },
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
    actions,
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
