/**
 * The tab Journal: the journal entries on the page, with a text filter.
 */
import { countText } from '../../report/words/format.ts';
import { entryTypeText } from '../stories/datum.ts';
import { entryList } from '../stories/entryList.ts';
import { button, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { isAbout } from '../view/subject.ts';
import { visibleRange, zoomBar } from '../view/zoomKeys.ts';

export function journalPart(site: Site): Node {
  if (site.data.entries.length === 0) return nothingKept(site);
  return listPart(site);
}

/** Explains how to get entries if no journal was stored. */
function nothingKept({ data }: Site): HTMLElement {
  return h(
    'div',
    {},
    h('p', {}, `The run wrote ${countText(data.summary.journalEntries)} journal entries. None of them were stored.`),
    h('p', {}, 'To see what happened and why, run the scenario again with ', h('code', {}, '--journal all'), '.'),
  );
}

/** Counts the entries that are not on the page, by type. */
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
  const { entryIndex, navigation, data } = site;
  const place = h('div');
  const words = h('output', { class: 'note' });
  let most = 100;
  const fill = (): void => {
    const { from, until } = visibleRange(site);
    const wanted = box.value.trim().toLowerCase().split(/\s+/);
    const found = entryIndex.entries.filter(({ at, type, subject, rules, assumptions }) => {
      if (at < from || at > until || !isAbout(subject, navigation.view.of)) return false;
      const text =
        `${type} ${entryTypeText(type)} ${subject} ${rules.join(' ')} ${assumptions.join(' ')}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    words.textContent = `${countText(found.length)} of ${countText(entryIndex.entries.length)} entries on this page${navigation.view.of === null ? '' : `, about ${navigation.view.of}`}; the run wrote ${countText(data.summary.journalEntries)} in total`;
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
  navigation.watch(({ tab }) => {
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
