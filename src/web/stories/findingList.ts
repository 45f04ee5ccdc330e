/**
 * The list of expectations, the failed ones first, and the signs of severities.
 */

import { block } from '../view/block.ts';
import { type Child, h } from '../view/element.ts';
import { outcomeOf } from '../view/outcome.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { viewLink } from '../view/viewLink.ts';
import { opener } from './entryList.ts';

/** A symbol for each severity: colour is never the only sign. */
export const severitySigns = { error: '✗', warning: '!', good: '✓', info: '·' } as const;

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
