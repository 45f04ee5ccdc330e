/**
 * The choice of one thing among many: a list of links with a box that filters it.
 */
import { button, h } from './element.ts';
import type { Site } from './site.ts';
import { kindOf, shortName } from './subject.ts';

/** Fewer need no box. */
const few = 8;

/** Links for subjects, and one for all; the one that the view is of is marked. */
export function picker(site: Site, subjects: readonly string[], all: string): HTMLElement {
  const { looking } = site;
  const choices = [null, ...subjects].map((of) => {
    const words = of === null ? all : shortName(of, site.gvcs);
    const link = button(
      [words, of === null ? '' : h('small', {}, ` ${kindOf(of)}`)],
      () => looking.go({ of, open: null }),
      { class: 'choice' },
    );
    return { of, words: `${words} ${of ?? ''}`.toLowerCase(), link };
  });
  const own = button('', () => undefined, { class: 'choice' });
  const list = h('div', { class: 'choices' }, ...choices.map(({ link }) => link), own);
  looking.watch((view) => {
    for (const { of, link } of choices) link.setAttribute('aria-pressed', String(of === view.of));
    own.hidden = choices.some(({ of }) => of === view.of);
    own.setAttribute('aria-pressed', String(!own.hidden));
    own.textContent = shortName(view.of ?? '', site.gvcs);
    // Not before it is a part of the page.
    requestAnimationFrame(() => bringIntoView(list, choices.find(({ of }) => of === view.of)?.link ?? own));
  }, site.gone);
  const box = h('input', {
    type: 'search',
    class: 'filter',
    placeholder: `Filter ${subjects.length}`,
    'aria-label': 'Filter workloads and volume sets',
    on: {
      input: () => {
        const wanted = box.value.trim().toLowerCase();
        for (const { words, link, of } of choices) link.hidden = of !== null && !words.includes(wanted);
      },
    },
  });
  return h(
    'div',
    { class: 'picker', role: 'group', 'aria-label': 'Workload or volume set to show' },
    subjects.length > few ? box : null,
    list,
  );
}

/** Scrolls the list and nothing else, so that a choice stands in its middle. */
function bringIntoView(list: HTMLElement, choice: HTMLElement): void {
  const [own, all] = [choice.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy({
    left: own.left + own.width / 2 - all.left - all.width / 2,
    top: own.top + own.height / 2 - all.top - all.height / 2,
  });
}
