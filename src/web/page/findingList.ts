/**
 * Lists of what to look at: findings, the worst first, and expectations, the broken ones first.
 */

import { block } from './block.ts';
import { button, type Child, h } from './element.ts';
import { opener } from './entryList.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { shortName } from './subject.ts';

/** By how bad it is, so that colour says nothing alone. */
export const signs = { error: '✗', warning: '!', info: '·' } as const;

/** The three worst, the rest at a press. */
export function findings(site: Site): HTMLElement {
  const all = site.data.summary.findings;
  if (all.length === 0) return block('To look at', h('p', { class: 'note' }, 'Nothing stood out.'));
  const list = h('ul', { class: 'findings' });
  const fill = (most: number): void =>
    list.replaceChildren(
      ...all
        .slice(0, most)
        .map(({ severity, subject, message }, index) =>
          h(
            'li',
            { class: severity },
            h('span', { class: 'sign', role: 'img', 'aria-label': severity }, signs[severity]),
            opener(site, openedText({ kind: 'finding', index }), [
              h('b', {}, subject === '' ? '' : `${shortName(subject, site.gvcs)} `),
              message,
            ]),
          ),
        ),
    );
  fill(3);
  const more = button(`Show all ${all.length}`, () => {
    fill(all.length);
    more.hidden = true;
  });
  more.hidden = all.length <= 3;
  return block('To look at', list, h('p', { class: 'more' }, more));
}

/** Broken ones first. */
export function expectations(site: Site): Child {
  const all = site.data.summary.expectations.map((one, index) => ({ ...one, index }));
  if (all.length === 0) return null;
  const sorted = [...all.filter(({ pass }) => !pass), ...all.filter(({ pass }) => pass)];
  const items = sorted
    .slice(0, 8)
    .map(({ message, pass, index }) =>
      h(
        'li',
        { class: pass ? 'info' : 'error' },
        h('span', { class: 'sign', role: 'img', 'aria-label': pass ? 'held' : 'broken' }, pass ? '✓' : '✗'),
        opener(site, openedText({ kind: 'expectation', index }), message),
      ),
    );
  const left = sorted.length - 8;
  return block(
    'Expectations',
    h('ul', { class: 'findings' }, ...items),
    left <= 0 ? null : h('p', { class: 'note' }, `… and ${left} more in the part Capacity.`),
  );
}
