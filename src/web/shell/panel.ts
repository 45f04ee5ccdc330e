/**
 * The panel at the side: the story of whatever was pressed.
 */

import type { PanelStory } from '../stories/facts.ts';
import {
  barStory,
  dayStory,
  entryStory,
  expectationStory,
  findingStory,
  momentStory,
  pointStory,
  ruleStory,
  usageStory,
} from '../stories/stories.ts';
import { button, h } from '../view/element.ts';
import { openedOf } from '../view/opened.ts';
import type { Site } from '../view/site.ts';
import type { View } from '../view/view.ts';

/** Closed by its button or Escape; the focus then goes back to where it came from. */
export function sidePanel(site: Site): HTMLElement {
  const { looking } = site;
  const title = h('h2', { tabindex: -1, id: 'panel-title' });
  const kind = h('p', { class: 'panel-kind' });
  const body = h('div', { class: 'panel-body' });
  const close = (): void => looking.go({ open: null });
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
    if (event.key === 'Escape' && looking.view.open !== null) close();
  });
  looking.watch((view) => {
    const key = view.open === null ? null : `${view.open} ${view.of ?? ''}`;
    if (key === shown) return;
    const told = view.open === null ? null : toldOf(site, view.open, view);
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

function toldOf(site: Site, open: string, view: View): PanelStory {
  const opened = openedOf(open);
  const nothing: PanelStory = {
    kind: 'Details',
    title: 'Not found',
    body: ['This link points to something that this report does not contain.'],
  };
  switch (opened?.kind) {
    case 'entry':
      return entryStory(site, opened.seq) ?? nothing;
    case 'finding':
      return findingStory(site, opened.index) ?? nothing;
    case 'expectation':
      return expectationStory(site, opened.index) ?? nothing;
    case 'day':
      return dayStory(site, opened.at, view.of);
    case 'moment':
      return momentStory(site, opened.at, opened.chart) ?? nothing;
    case 'bar':
      return barStory(site, opened.index, opened.lane) ?? nothing;
    case 'point':
      return pointStory(site, opened.index, opened.lane) ?? nothing;
    case 'usage':
      return usageStory(site, opened.where);
    case 'rule':
      return ruleStory(site, opened.id) ?? nothing;
    case undefined:
      return nothing;
  }
}
