/**
 * The side panel: details of the item that the reader selected.
 */

import type { PanelContent } from '../stories/facts.ts';
import {
  barPanel,
  dayPanel,
  entryPanel,
  expectationPanel,
  findingPanel,
  momentPanel,
  pointPanel,
  rulePanel,
  typePanel,
  usagePanel,
  volumePanel,
} from '../stories/panels.ts';
import { button, h } from '../view/element.ts';
import { targetOf } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import type { View } from '../view/view.ts';

/** The panel. Its button and Escape close it; the focus then returns to the element that opened it. */
export function sidePanel(site: Site): HTMLElement {
  const { navigation } = site;
  const title = h('h2', { tabindex: -1, id: 'panel-title' });
  const kind = h('p', { class: 'panel-kind' });
  const body = h('div', { class: 'panel-body' });
  const close = (): void => navigation.go({ open: null });
  const panel = h(
    'aside',
    { class: 'panel', 'aria-labelledby': 'panel-title', hidden: true },
    h('div', { class: 'panel-head' }, kind, button('✕', close, { class: 'quiet', 'aria-label': 'Close details' })),
    title,
    body,
  );
  let shown: string | null = null;
  let cameFrom: HTMLElement | null = null;
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && navigation.view.open !== null) close();
  });
  navigation.watch((view) => {
    const key = view.open === null ? null : `${view.open} ${view.of ?? ''}`;
    if (key === shown) return;
    const told = view.open === null ? null : contentOf(site, view.open, view);
    if (shown === null && document.activeElement instanceof HTMLElement) cameFrom = document.activeElement;
    shown = key;
    panel.hidden = told === null;
    document.body.classList.toggle('has-panel', told !== null);
    if (told === null) {
      if (panel.contains(document.activeElement) || document.activeElement === document.body) cameFrom?.focus();
      return;
    }
    kind.textContent = told.kind;
    title.textContent = told.title;
    body.replaceChildren();
    for (const child of told.body) if (child !== null) body.append(h('div', { class: 'panel-block' }, child));
    panel.scrollTop = 0;
    title.focus({ preventScroll: true });
  }, site.gone);
  return panel;
}

function contentOf(site: Site, open: string, view: View): PanelContent {
  const opened = targetOf(open);
  const nothing: PanelContent = {
    kind: 'Details',
    title: 'Not found',
    body: ['This link points to something that this report does not contain.'],
  };
  switch (opened?.kind) {
    case 'entry':
      return entryPanel(site, opened.seq) ?? nothing;
    case 'finding':
      return findingPanel(site, opened.index) ?? nothing;
    case 'expectation':
      return expectationPanel(site, opened.index) ?? nothing;
    case 'day':
      return dayPanel(site, opened.at, view.of);
    case 'moment':
      return momentPanel(site, opened.at, opened.chart) ?? nothing;
    case 'bar':
      return barPanel(site, opened.index, opened.lane) ?? nothing;
    case 'point':
      return pointPanel(site, opened.index, opened.lane) ?? nothing;
    case 'usage':
      return usagePanel(site, opened.where);
    case 'rule':
      return rulePanel(site, opened.id) ?? nothing;
    case 'volume':
      return volumePanel(site, opened.of) ?? nothing;
    case 'type':
      return typePanel(site, opened.type, opened.of) ?? nothing;
    case undefined:
      return nothing;
  }
}
