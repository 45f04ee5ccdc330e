/**
 * Two futures beside each other: what differs, then each picture of one run beside the same picture of the other.
 */
import { timePart } from '../../web/shell/timePart.ts';
import { button, h } from '../../web/view/element.ts';
import type { Site } from '../../web/view/site.ts';
import type { BranchedRun, RanScenario } from '../protocol.ts';
import { siteOf } from './runSite.ts';
import type { ShownRun, TimePaneParts } from './shownRun.ts';

/** Both runs, and where they are shown. */
export interface FuturePairParts extends Pick<TimePaneParts, 'keep'>, Pick<BranchedRun, 'text' | 'differences'> {
  readonly shown: ShownRun;
  readonly site: Site;
  readonly room: HTMLElement;
  readonly changed: RanScenario;
}

/** Both futures with one zoom and one cursor, and what differs above them. */
export function showFutures({ room, shown, site, keep, changed, differences, text }: FuturePairParts): void {
  const end = new AbortController();
  site.gone.addEventListener('abort', () => end.abort());
  const close = (): void => {
    end.abort();
    both.remove();
  };
  room.querySelector('.futures')?.remove();
  const own = (data: RanScenario, title: string): HTMLElement => {
    const one = siteOf(data, shown.navigation, end.signal, shown.cursor);
    return h('div', { class: 'future', 'data-title': title }, h('h3', { class: 'unseen' }, title), timePart(one));
  };
  const [before, after] = [own(shown.ran, 'As it is'), own(changed, 'With the change')] as const;
  const isWorse = differences.some(({ tone }) => tone === 'worse');
  const keepIt = (): void => {
    close();
    keep(text);
  };
  const both = h(
    'section',
    { class: 'futures', 'aria-label': 'Two futures' },
    h('h2', {}, isWorse ? 'Two futures: the change makes something worse' : 'Two futures'),
    h('ul', { class: 'sentences' }, ...differences.map((one) => h('li', { class: one.tone }, one.text))),
    h(
      'div',
      { class: 'form-line' },
      button('Keep the change', keepIt, { class: isWorse ? 'secondary' : 'primary' }),
      button('Close', close, { class: 'secondary' }),
    ),
    h('div', { class: 'future-pair' }, before, after),
  );
  room.prepend(both);
  room.scrollTop = 0;
  const watcher = new MutationObserver(() => pair(before, after));
  for (const one of [before, after])
    for (const pictures of one.querySelectorAll('.pictures')) watcher.observe(pictures, { childList: true });
  end.signal.addEventListener('abort', () => watcher.disconnect());
  pair(before, after);
}

/**
 * Orders the pictures of both runs so that those of one subject follow each other. The grid has them side by side where
 * there is room, else below each other.
 */
function pair(before: HTMLElement, after: HTMLElement): void {
  const places = new Map<string, number>();
  eachPicture(before, (key, picture) => {
    const place = 4 * (places.size + 1);
    places.set(key, place);
    picture.style.order = String(place);
  });
  let last = 0;
  eachPicture(after, (key, picture) => {
    const known = places.get(key);
    last = known ?? last;
    // Behind the same picture of the other run; one that the other run lacks, behind the picture before it.
    picture.style.order = String(last + (known === undefined ? 2 : 1));
  });
}

/** @param visit gets the group and the title of each picture; a title that comes again is numbered */
function eachPicture(future: HTMLElement, visit: (key: string, picture: HTMLElement) => void): void {
  const seen = new Map<string, number>();
  let group = '';
  for (const picture of future.querySelectorAll<HTMLElement>('.pictures > *')) {
    const name = picture.matches('details') ? '' : (picture.querySelector('h3, a') ?? picture).textContent;
    if (picture.matches('.group')) group = name;
    const key = `${group}|${name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    picture.dataset['future'] = future.dataset['title'] ?? '';
    visit(`${key}|${count}`, picture);
  }
}
