/**
 * The part of the page that shows the run over time: charts and lanes of all, or of one thing.
 */
import type { PageChart, PageLane } from '../../report/page/pageData.ts';
import { chartFigure } from './chart.ts';
import { button, h } from './element.ts';
import { laneFigure } from './lane.ts';
import { picker } from './picker.ts';
import type { Site } from './site.ts';
import { isAbout, resourceOf } from './subject.ts';
import { zoomBar } from './zoomKeys.ts';

/** So many pictures at first; each costs time to draw. */
const atFirst = 24;

export function timePart(site: Site): Node {
  const { data, looking } = site;
  const subjects = [...new Set([...data.charts, ...data.lanes].map(({ subject }) => resourceOf(subject)))].filter(
    (one) => one !== '',
  );
  const pictures = h('div', { class: 'pictures' });
  let shown: string | null | undefined;
  let last = new AbortController();
  looking.watch(({ of }) => {
    if (of === shown) return;
    shown = of;
    last.abort();
    last = new AbortController();
    fill({ ...site, gone: last.signal }, pictures, of, atFirst);
  }, site.gone);
  return h(
    'div',
    {},
    h('div', { class: 'bar-sticky' }, zoomBar(site)),
    subjects.length > 1 ? picker(site, subjects.sort(), 'Everything') : null,
    pictures,
    data.notices.length === 0 ? null : h('ul', { class: 'note' }, ...data.notices.map((notice) => h('li', {}, notice))),
  );
}

type Picture = { readonly chart: PageChart } | { readonly lane: PageLane };

function fill(site: Site, pictures: HTMLElement, of: string | null, most: number): void {
  const own = ordered(site, of).filter((one) => {
    const { subject } = 'chart' in one ? one.chart : one.lane;
    return of === null || subject === '' || isAbout(subject, of);
  });
  const shown = own
    .slice(0, most)
    .map((one) => ('chart' in one ? chartFigure(site, one.chart) : laneFigure(site, one.lane)));
  pictures.replaceChildren(...shown);
  if (own.length === 0) pictures.append(h('p', { class: 'note' }, 'Nothing of this run is drawn over time.'));
  const left = own.length - most;
  if (left > 0)
    pictures.append(
      button(`Show ${Math.min(left, 48)} more of ${left}`, () => fill(site, pictures, of, most + 48), {
        class: 'more-pictures',
      }),
    );
}

/** What is about one thing stands together: charts, then lanes, then its cost. The run as a whole comes first, but last where one thing is looked at. */
function ordered({ data }: Site, of: string | null): Picture[] {
  const whole = of === null ? '' : '\uffff';
  const all: Picture[] = [...data.charts.map((chart) => ({ chart })), ...data.lanes.map((lane) => ({ lane }))];
  const keyOf = (one: Picture): string => {
    const { subject, kind } = 'chart' in one ? one.chart : one.lane;
    if (subject === '') return whole;
    return `${resourceOf(subject)} ${kind === 'cost' ? '\uffff' : (subject.split('@')[1] ?? '')}`;
  };
  return all
    .map((picture, index) => ({ picture, index, key: keyOf(picture) }))
    .sort((a, b) => (a.key === b.key ? a.index - b.index : a.key < b.key ? -1 : 1))
    .map(({ picture }) => picture);
}
