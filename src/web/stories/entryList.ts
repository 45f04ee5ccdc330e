/**
 * Journal entries as one reads them: when, what, to whom, and the rules that decided, in words.
 */

import type { PageEntry } from '../../report/picture/picture.ts';
import { countText, instantText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';
import { openedText } from '../view/opened.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { viewLink } from '../view/viewLink.ts';
import { worded } from '../view/words.ts';
import { briefText, entryTypeText, isTrouble } from './datum.ts';

/** A link that opens something in the panel. */
export function opener(site: Site, open: string, label: Child, style = 'opener'): HTMLElement {
  return viewLink(site, { open }, style, label);
}

interface EntryListOptions {
  /** At most so many; default 40. */
  readonly most?: number;
  /** Rules in words, where they come first; else their names alone. Default true. */
  readonly inWords?: boolean;
  /** Under each entry what led to it. Default false. */
  readonly hasCauses?: boolean;
}

/** A list of entries, each a link to its own story. */
export function entryList(
  site: Site,
  entries: readonly PageEntry[],
  { most = 40, inWords = true, hasCauses = false }: EntryListOptions = {},
): HTMLElement {
  const said = new Set<string>();
  const items = entries.slice(0, most).map((entry) => {
    const trouble = isTrouble(entry.type) ? ' trouble' : '';
    return h(
      'li',
      { class: `entry${trouble}` },
      h('div', { class: 'entry-head' }, entryLink(site, entry), h('time', {}, instantText(entry.at))),
      h('div', { class: 'entry-brief' }, sentenceOf(site, entry)),
      becauseOf(site, entry, inWords ? said : null),
      hasCauses ? causesOf(site, entry, inWords ? said : null) : null,
    );
  });
  const left = entries.length - most;
  return h(
    'div',
    {},
    h('ol', { class: 'entries' }, ...items),
    left <= 0 ? null : h('p', { class: 'note' }, `… and ${countText(left)} more.`),
  );
}

function sentenceOf(site: Site, entry: PageEntry): string {
  return [shortName(entry.subject, site.gvcs), briefText(entry)].filter((part) => part !== '').join(': ');
}

/** What decided, each rule in words where it is said first. */
function becauseOf(site: Site, { rules, assumptions }: PageEntry, said: Set<string> | null): Child {
  const ids = [...rules, ...assumptions];
  if (ids.length === 0) return null;
  const items = ids.map((id) => {
    const statement = site.data.rules[id]?.statement;
    const isFresh = said !== null && !said.has(id) && statement !== undefined;
    said?.add(id);
    return h('span', { class: 'because-one' }, ruleLink(site, id), isFresh ? [' ', worded(statement)] : '');
  });
  return h('div', { class: 'because' }, ...items);
}

/** The chain that led to an entry, the nearest first. */
function causesOf(site: Site, entry: PageEntry, said: Set<string> | null): Child {
  const causes = site.story.causesOf(entry).slice(0, 4);
  if (causes.length === 0) return null;
  return h(
    'ol',
    { class: 'causes' },
    ...causes.map((cause) =>
      h(
        'li',
        {},
        '← ',
        entryLink(site, cause),
        `, ${instantText(cause.at)}`,
        h('div', { class: 'entry-brief' }, sentenceOf(site, cause)),
        becauseOf(site, cause, said),
      ),
    ),
  );
}

function entryLink(site: Site, entry: PageEntry): HTMLElement {
  const sign = isTrouble(entry.type) ? '✗ ' : '';
  return opener(site, openedText({ kind: 'entry', seq: entry.seq }), `${sign}${entryTypeText(entry.type)}`);
}

export function ruleLink(site: Site, id: string): HTMLElement {
  return opener(site, openedText({ kind: 'rule', id }), id, 'rule');
}
