/**
 * The tab Journal: the journal entries on the page, with a text filter.
 */
import { countText } from '../../report/words/format.ts';
import { entryTypeText, fieldsOf } from '../stories/datum.ts';
import { entryList, noEntries } from '../stories/entryList.ts';
import { button, h } from '../view/element.ts';
import { EntryFilter } from '../view/entryFilter.ts';
import { targetOf } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { isAbout } from '../view/subject.ts';
import { visibleRange, zoomBar } from '../view/zoomKeys.ts';

export function journalPart(site: Site): Node {
  if (site.data.entries.length === 0) return nothingKept(site);
  return listPart(site);
}

/** Explains how to get entries if there are none: no journal was kept, or it was full too soon. */
function nothingKept({ data }: Site): HTMLElement {
  return h(
    'div',
    {},
    h('p', {}, `The run had ${countText(data.summary.journalEntries)} journal entries. None of them are on this page.`),
    h('p', {}, `${noEntries} to see what happened and why.`),
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
    h('summary', {}, `${countText(all)} more entries are in the journal file, not on this page`),
    h('p', {}, `${kinds.join(', ')}.`),
  );
}

function listPart(site: Site): HTMLElement {
  const { entryIndex, navigation, data } = site;
  const place = h('div');
  const words = h('output', { class: 'note' });
  const filter = new EntryFilter((entry) => [entryTypeText(entry.type), ...fieldsOf(entry).flat()].join(' '));
  // On a phone a hundred entries are a dozen screens.
  let most = matchMedia('(max-width: 700px)').matches ? 25 : 100;
  let opened: string | null = null;
  const fill = (): void => {
    const { from, until } = visibleRange(site);
    const wanted = box.value
      .trim()
      .split(/\s+/)
      .filter((word) => word !== '');
    const found = entryIndex.entries.filter(
      (entry) =>
        entry.at >= from &&
        entry.at <= until &&
        isAbout(entry.subject, navigation.view.of) &&
        filter.fits(entry, wanted),
    );
    const target = entryOpened(navigation.view.open);
    const index = target === null ? -1 : found.findIndex(({ seq }) => seq === target);
    most = Math.max(most, index + 1);
    words.textContent = `${countText(found.length)} of ${countText(entryIndex.entries.length)} entries on this page${navigation.view.of === null ? '' : `, about ${navigation.view.of}`}; the run wrote ${countText(data.summary.journalEntries)} in total`;
    place.replaceChildren(
      found.length > 0 ? entryList(site, found, { most, inWords: false }) : nothingFound(site, box.value.trim()),
    );
    if (found.length > most) {
      place.append(
        button('Show more', () => {
          most *= 4;
          fill();
        }),
      );
    }
    const item = index < 0 ? null : place.querySelector(`[data-seq="${target}"]`);
    item?.classList.add('is-open');
    // The list has a place on the page only after this.
    if (navigation.view.open !== opened) requestAnimationFrame(() => item?.scrollIntoView({ block: 'center' }));
    opened = navigation.view.open;
  };
  const box = h('input', {
    type: 'search',
    class: 'filter',
    placeholder: 'Filter: expansion refused, web/7, #31',
    'aria-label': 'Filter journal entries by words',
    on: { input: fill },
  });
  navigation.watch(({ tab }) => {
    if (tab === 'journal') fill();
    else opened = null;
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

/** Says what excludes all entries, and offers to lift it. */
function nothingFound({ navigation }: Site, wanted: string): HTMLElement {
  const { of, zoom } = navigation.view;
  const bounds = [
    ...(wanted === '' ? [] : [`with “${wanted}”`]),
    ...(of === null ? [] : [`about ${of}`]),
    ...(zoom === null ? [] : ['in the zoomed period']),
  ];
  const isLimited = of !== null || zoom !== null;
  return h(
    'p',
    { class: 'nothing' },
    `No entry ${bounds.join(' ')}.`,
    isLimited
      ? [' ', button('Search the whole run', () => navigation.go({ of: null, zoom: null }), { class: 'link' })]
      : '',
  );
}

/** The number of the entry that the side panel shows; null: it shows none. */
function entryOpened(open: string | null): number | null {
  const target = open === null ? null : targetOf(open);
  return target?.kind === 'entry' ? target.seq : null;
}
