/**
 * The lists of findings, the most severe first, and of expectations, the failed ones first.
 */

import { block } from '../view/block.ts';
import { button, type Child, h } from '../view/element.ts';
import { outcomeOf } from '../view/outcome.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { viewLink } from '../view/viewLink.ts';
import { opener } from './entryList.ts';

/** A symbol for each severity: colour is never the only sign. */
export const severitySigns = { error: '✗', warning: '!', info: '·' } as const;

/** The first three findings; a button shows the rest. */
export function findings(site: Site): HTMLElement {
  const all = site.data.summary.findings;
  if (all.length === 0) return block('Findings', h('p', { class: 'note' }, 'No findings.'));
  const list = h('ul', { class: 'findings' });
  const fill = (most: number): void =>
    list.replaceChildren(
      ...all
        .slice(0, most)
        .map(({ severity, subject, message }, index) =>
          h(
            'li',
            { class: severity },
            h('span', { class: 'sign', role: 'img', 'aria-label': severity }, severitySigns[severity]),
            opener(site, targetText({ kind: 'finding', index }), [
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
  return block('Findings', list, h('p', { class: 'more' }, more));
}

/** The style of each outcome. */
const classes = { passed: 'info', failed: 'error', 'not decided': 'warning' } as const;

export function expectations(site: Site): Child {
  const all = site.data.summary.expectations.map((one, index) => ({ ...one, index }));
  if (all.length === 0) return null;
  const sorted = all.sort((a, b) => outcomeOf(a).order - outcomeOf(b).order);
  const items = sorted.slice(0, 8).map((one) => {
    const { sign, word } = outcomeOf(one);
    return h(
      'li',
      { class: classes[word] },
      h('span', { class: 'sign', role: 'img', 'aria-label': word }, sign),
      opener(site, targetText({ kind: 'expectation', index: one.index }), one.message),
    );
  });
  const left = sorted.length - 8;
  return block(
    'Expectations',
    h('ul', { class: 'findings' }, ...items),
    left <= 0
      ? null
      : h('p', { class: 'more' }, viewLink(site, { tab: 'capacity', open: null }, '', `Show all ${sorted.length}`)),
  );
}
