/**
 * The part of the page that lists journal entries, filtered by words.
 */
import { countText } from '../../report/words/format.ts';
import { entryTypeText } from '../stories/datum.ts';
import { entryList } from '../stories/entryList.ts';
import { button, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { isAbout } from '../view/subject.ts';
import { stretchNow, zoomBar } from '../view/zoomKeys.ts';

export function journalPart(site: Site): Node {
  if (site.data.entries.length === 0) return nothingKept(site);
  return listPart(site);
}

/** How to have entries, where none are on the page. */
function nothingKept({ data }: Site): HTMLElement {
  return h(
    'div',
    {},
    h('p', {}, `The run wrote ${countText(data.summary.journalEntries)} journal entries. None of them were stored.`),
    h('p', {}, 'To see what happened and why, run the scenario again with ', h('code', {}, '--journal all'), '.'),
  );
}

/** Of what is not on the page, how many of which type. */
function leftOut({ data }: Site): HTMLElement | null {
  if (data.entriesLeftOut.length === 0) return null;
  const all = data.entriesLeftOut.reduce((sum, [, count]) => sum + count, 0);
  const kinds = data.entriesLeftOut.map(([type, count]) => `${countText(count)} ${entryTypeText(type).toLowerCase()}`);
  return h(
    'details',
    { class: 'note' },
    h('summary', {}, `${countText(all)} more entries are in journal.ndjson, not on this page`),
    h('p', {}, `${kinds.join(', ')}.`),
  );
}

function listPart(site: Site): HTMLElement {
  const { story, looking, data } = site;
  const place = h('div');
  const words = h('output', { class: 'note' });
  let most = 100;
  const fill = (): void => {
    const { from, until } = stretchNow(site);
    const wanted = box.value.trim().toLowerCase().split(/\s+/);
    const found = story.entries.filter(({ at, type, subject, rules, assumptions }) => {
      if (at < from || at > until || !isAbout(subject, looking.view.of)) return false;
      const text =
        `${type} ${entryTypeText(type)} ${subject} ${rules.join(' ')} ${assumptions.join(' ')}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    words.textContent = `${countText(found.length)} of ${countText(story.entries.length)} entries on this page${looking.view.of === null ? '' : `, about ${looking.view.of}`}; the run wrote ${countText(data.summary.journalEntries)} in total`;
    place.replaceChildren(entryList(site, found, { most, inWords: false }));
    if (found.length > most) {
      place.append(
        button('Show more', () => {
          most *= 4;
          fill();
        }),
      );
    }
  };
  const box = h('input', {
    type: 'search',
    class: 'filter',
    placeholder: 'Filter: expansion refused data',
    'aria-label': 'Filter journal entries by words',
    on: { input: fill },
  });
  looking.watch(({ tab }) => {
    if (tab === 'journal') fill();
  }, site.gone);
  return h(
    'div',
    {},
    h('div', { class: 'bar-sticky' }, zoomBar(site)),
    h('p', { class: 'controls' }, box, ' ', words),
    leftOut(site),
    place,
  );
}
