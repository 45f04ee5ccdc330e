/**
 * Building blocks of panel content: facts by name, entries under a heading, and rules with their sentences.
 */
import type { PageEntry } from '../../report/picture/picture.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { withCode } from '../view/withCode.ts';
import { entryList, ruleLink } from './entryList.ts';

/** The rules and assumptions that decided, with their sentences. */
export function whyOf(site: Site, { rules, assumptions }: Pick<PageEntry, 'rules' | 'assumptions'>): HTMLElement {
  const ids = [...rules, ...assumptions];
  if (ids.length === 0) return h('p', { class: 'note' }, 'No rule was involved: the entry records an event.');
  return h(
    'ul',
    { class: 'why' },
    ...ids.map((id) => h('li', {}, ruleLink(site, id), ' ', withCode(ruleWords(site, id)))),
  );
}

function ruleWords({ data }: Site, id: string): string {
  const rule = data.rules[id];
  if (rule === undefined) return '';
  return rule.value === null ? rule.statement : `(assumed: ${rule.value}) ${rule.statement}`;
}

/** Names and values, one pair on each line. */
export function factsOf(fields: readonly (readonly [string, Child])[]): HTMLElement | null {
  if (fields.length === 0) return null;
  return h('dl', { class: 'facts' }, ...fields.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]));
}

/** Entries under a heading; empty if there are none. */
export function listed(site: Site, title: string, entries: readonly PageEntry[]): Child[] {
  return entries.length === 0 ? [] : [h('h3', {}, title), entryList(site, entries)];
}

/** The content of the side panel: kind and title above, blocks below. */
export interface PanelContent {
  readonly kind: string;
  readonly title: string;
  readonly body: readonly Child[];
}
