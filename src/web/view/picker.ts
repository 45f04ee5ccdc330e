/**
 * The choice of one resource: a list of buttons with a filter box.
 */
import { button, h } from './element.ts';
import type { Site } from './site.ts';
import { kindOf, shortName } from './subject.ts';

/** Up to this many choices need no filter box. */
const few = 8;

/** A button for each subject and one for all; the current choice is highlighted. */
export function picker(site: Site, subjects: readonly string[], all: string): HTMLElement {
  const { navigation } = site;
  const choices = [null, ...subjects].map((of) => {
    const words = of === null ? all : shortName(of, site.gvcs);
    const link = button(
      [words, of === null ? '' : h('small', {}, ` ${kindOf(of)}`)],
      () => navigation.go({ of, open: null }),
      { class: 'choice' },
    );
    return { of, words: `${words} ${of ?? ''}`.toLowerCase(), link };
  });
  const own = button('', () => undefined, { class: 'choice' });
  const list = h('div', { class: 'choices' }, ...choices.map(({ link }) => link), own);
  navigation.watch((view) => {
    for (const { of, link } of choices) link.setAttribute('aria-pressed', String(of === view.of));
    own.hidden = choices.some(({ of }) => of === view.of);
    own.setAttribute('aria-pressed', String(!own.hidden));
    own.textContent = shortName(view.of ?? '', site.gvcs);
    // Not before it is a part of the page.
    requestAnimationFrame(() => bringIntoView(list, choices.find(({ of }) => of === view.of)?.link ?? own));
  }, site.gone);
  const none = h('p', { class: 'note', role: 'status' });
  const box = h('input', {
    type: 'search',
    class: 'filter',
    placeholder: `Filter ${subjects.length}`,
    'aria-label': 'Filter workloads and volume sets',
    on: {
      input: () => {
        const wanted = box.value.trim().toLowerCase();
        for (const { words, link, of } of choices) link.hidden = of !== null && !words.includes(wanted);
        const isFound = choices.some(({ of, link }) => of !== null && !link.hidden);
        none.textContent = isFound
          ? ''
          : `Nothing here has “${box.value.trim()}” in its name. Clear the filter to see all ${subjects.length}.`;
      },
    },
  });
  return h(
    'div',
    { class: 'picker', role: 'group', 'aria-label': 'Workload or volume set to show' },
    subjects.length > few ? box : null,
    subjects.length > few ? none : null,
    list,
  );
}

/** Scrolls only the list, until the choice is in its middle. */
function bringIntoView(list: HTMLElement, choice: HTMLElement): void {
  const [own, all] = [choice.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollBy({
    left: own.left + own.width / 2 - all.left - all.width / 2,
    top: own.top + own.height / 2 - all.top - all.height / 2,
  });
}
