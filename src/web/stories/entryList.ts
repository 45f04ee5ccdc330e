/**
 * Lists of journal entries: type, time, subject, data, and the rules that decided.
 */

import type { PageEntry } from '../../report/picture/picture.ts';
import { countText, exactInstantText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { viewLink } from '../view/viewLink.ts';
import { withCode } from '../view/withCode.ts';
import { briefText, entryTypeText, isTrouble } from './datum.ts';

/** What to do where a page has no entries at all: the beginning of a sentence. */
export const noEntries =
  'No journal of the whole run was stored. Run with --journal all, and with a larger --journal-limit if it was reached,';

/** A link that opens a target in the side panel. */
export function opener(site: Site, open: string, label: Child, style = 'opener'): HTMLElement {
  return viewLink(site, { open }, style, label);
}

interface EntryListOptions {
  /** Maximum number of entries; default 40. */
  readonly most?: number;
  /** Whether to show the sentence of each rule where it first appears; default true. */
  readonly inWords?: boolean;
  /** Whether to list the causes under each entry; default false. */
  readonly hasCauses?: boolean;
}

/** A list of entries, each with a link to its details. */
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
      { class: `entry${trouble}`, 'data-seq': entry.seq },
      h(
        'div',
        { class: 'entry-head' },
        entryLink(site, entry),
        h('time', {}, `#${entry.seq} · ${exactInstantText(entry.at)}`),
      ),
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

/** The rules and assumptions that decided, with their sentence where they first appear. */
function becauseOf(site: Site, { rules, assumptions }: PageEntry, said: Set<string> | null): Child {
  const ids = [...rules, ...assumptions];
  if (ids.length === 0) return null;
  const items = ids.map((id) => {
    const statement = site.data.rules[id]?.statement;
    const isFresh = said !== null && !said.has(id) && statement !== undefined;
    said?.add(id);
    return h('span', { class: 'because-one' }, ruleLink(site, id), isFresh ? [' ', withCode(statement)] : '');
  });
  return h('div', { class: 'because' }, ...items);
}

/** The chain of causes of an entry, the direct cause first; at most four. */
function causesOf(site: Site, entry: PageEntry, said: Set<string> | null): Child {
  const causes = site.entryIndex.causesOf(entry).slice(0, 4);
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
        `, ${exactInstantText(cause.at)}`,
        h('div', { class: 'entry-brief' }, sentenceOf(site, cause)),
        becauseOf(site, cause, said),
      ),
    ),
  );
}

function entryLink(site: Site, entry: PageEntry): HTMLElement {
  const sign = isTrouble(entry.type) ? '✗ ' : '';
  return opener(site, targetText({ kind: 'entry', seq: entry.seq }), `${sign}${entryTypeText(entry.type)}`);
}

export function ruleLink(site: Site, id: string): HTMLElement {
  return opener(site, targetText({ kind: 'rule', id }), id, 'rule');
}
