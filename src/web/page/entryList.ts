/**
 * Journal entries as one reads them: when, what, to whom, and the rules that decided, in words.
 */
import { countText, instantText } from '../../report/format.ts';
import type { PageEntry } from '../../report/page/pageData.ts';
import { briefText, isTrouble, typeText } from './datum.ts';
import { type Child, h } from './element.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { shortName } from './subject.ts';

/** A link that opens something in the panel. */
export function opener({ looking }: Site, open: string, label: Child, style = 'opener'): HTMLElement {
  return h(
    'a',
    {
      class: style,
      href: looking.link({ open }),
      on: {
        click: (event) => {
          // The view may be another one than when the link was made.
          event.preventDefault();
          looking.go({ open });
        },
      },
    },
    label,
  );
}

interface EntryListOptions {
  /** At most so many; default 40. */
  readonly most?: number;
  /** Rules in words beside each entry; else their names alone. Default true. */
  readonly inWords?: boolean;
  /** Which one is looked at. */
  readonly current?: number;
}

/** A list of entries, each a link to its own story. */
export function entryList(
  site: Site,
  entries: readonly PageEntry[],
  { most = 40, inWords = true, current }: EntryListOptions = {},
): HTMLElement {
  const said = new Set<string>();
  const items = entries.slice(0, most).map((entry) => {
    const because = [...entry.rules, ...entry.assumptions];
    // A rule is put in words where it comes first; below, its name is enough.
    const fresh = because.filter((id) => inWords && !said.has(id) && site.data.rules[id] !== undefined);
    for (const id of fresh) said.add(id);
    return h(
      'li',
      {
        class: `entry${isTrouble(entry.type) ? ' trouble' : ''}`,
        ...(entry.seq === current ? { 'aria-current': 'true' } : {}),
      },
      h('div', { class: 'entry-head' }, entryLink(site, entry), h('time', {}, instantText(entry.at))),
      h(
        'div',
        { class: 'entry-brief' },
        [shortName(entry.subject, site.gvcs), briefText(entry)].filter((part) => part !== '').join(': '),
      ),
      because.length === 0
        ? null
        : h(
            'div',
            { class: 'because' },
            ...because.map((id) =>
              h(
                'span',
                { class: 'because-one' },
                ruleLink(site, id),
                fresh.includes(id) ? ` ${site.data.rules[id]?.statement ?? ''}` : '',
              ),
            ),
          ),
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

export function entryLink(site: Site, entry: PageEntry): HTMLElement {
  const sign = isTrouble(entry.type) ? '✗ ' : '';
  return opener(site, openedText({ kind: 'entry', seq: entry.seq }), `${sign}${typeText(entry.type)}`);
}

export function ruleLink(site: Site, id: string): HTMLElement {
  return opener(site, openedText({ kind: 'rule', id }), id, 'rule');
}
