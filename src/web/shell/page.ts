/**
 * The whole page: a fixed head, one section for each tab, and the side panel.
 */

import type { PageData } from '../../report/page/pageData.ts';
import { h } from '../view/element.ts';
import { EntryIndex } from '../view/entryIndex.ts';
import { navigationByUrl } from '../view/navigation.ts';
import type { PagePart, Site } from '../view/site.ts';
import { capacityPart } from './capacityPart.ts';
import { costsPart } from './costsPart.ts';
import { pageHead } from './head.ts';
import { journalPart } from './journalPart.ts';
import { overviewPart } from './overviewPart.ts';
import { sidePanel } from './panel.ts';
import { patterns } from './patterns.ts';
import { followMachine, paint } from './theme.ts';
import { timePart } from './timePart.ts';

const parts: readonly PagePart[] = [
  { tab: 'overview', title: 'Overview', make: overviewPart },
  { tab: 'time', title: 'Timeline', make: timePart },
  { tab: 'costs', title: 'Costs', make: costsPart },
  { tab: 'capacity', title: 'Capacity', make: capacityPart },
  { tab: 'journal', title: 'Journal', make: journalPart },
];

/** Draws the page into the document's body and keeps it in sync with the URL. */
export function showPage(data: PageData): void {
  const site: Site = {
    data,
    entryIndex: new EntryIndex(data.entries),
    navigation: navigationByUrl(),
    run: { from: data.start, until: Math.max(data.end, data.start + 1) },
    gvcs: new Set(data.bill.usage.map(({ gvc }) => gvc)).size,
    gone: new AbortController().signal,
  };
  const sections = parts.map((part) => {
    const section = h('section', { class: `part part-${part.tab}`, 'aria-label': part.title, tabindex: -1 });
    let isMade = false;
    const make = (): void => {
      if (!isMade) section.append(h('h2', { class: 'part-title' }, part.title), part.make(site));
      isMade = true;
    };
    return { ...part, section, make };
  });
  const panel = sidePanel(site);
  const head = pageHead(site, parts);
  // What sticks below it begins at its lower edge.
  new ResizeObserver(() => document.documentElement.style.setProperty('--head', `${head.offsetHeight}px`)).observe(
    head,
  );
  followMachine();
  document.title = `${data.name}: report`;
  document.body.prepend(
    patterns(),
    head,
    h('div', { class: 'below' }, h('main', {}, ...sections.map(({ section }) => section)), panel),
  );
  site.navigation.watch(({ tab }) => {
    document.body.dataset['tab'] = tab;
    for (const one of sections) {
      if (one.tab === tab) one.make();
      one.section.classList.toggle('is-away', one.tab !== tab);
    }
  }, site.gone);
  // The print shows all parts except the journal, in the light theme and at paper width. Folds are opened and
  // pictures drawn before printing.
  addEventListener('beforeprint', () => {
    paint('light');
    document.body.classList.add('on-paper');
    for (const one of sections) if (one.tab !== 'journal') one.make();
    dispatchEvent(new Event('unfold'));
    dispatchEvent(new Event('paper'));
  });
  addEventListener('afterprint', () => {
    document.body.classList.remove('on-paper');
    paint();
  });
}
