/**
 * The assumptions that affected the run, and the notices about what the page omits.
 */
import { countText } from '../../report/words/format.ts';
import { ruleLink } from '../stories/entryList.ts';
import { h } from '../view/element.ts';
import type { Site } from '../view/site.ts';

/** Each assumption that was used, changed ones first, and the notices of the page. */
export function trust(site: Site): HTMLElement {
  const { assumptions } = site.data.summary;
  const changed = new Set<string>(assumptions.changed.map(({ name }) => name));
  const sorted = [...assumptions.exercised].sort(
    (a, b) => Number(changed.has(b.name)) - Number(changed.has(a.name)) || b.count - a.count,
  );
  return h(
    'div',
    {},
    h(
      'details',
      { class: 'trust' },
      h(
        'summary',
        {},
        `${sorted.length === 1 ? '1 assumption' : `${sorted.length} assumptions`} affected this run (the platform's specification leaves these points open)`,
      ),
      h(
        'ul',
        { class: 'assumptions' },
        ...sorted.map(({ name, count }) =>
          h(
            'li',
            { title: site.data.rules[name]?.statement ?? '' },
            ruleLink(site, name),
            ` = ${site.data.rules[name]?.value ?? '?'}, used ${countText(count)}×${changed.has(name) ? ', changed from the default' : ''}`,
          ),
        ),
      ),
    ),
    site.data.notices.length === 0
      ? null
      : h('ul', { class: 'note' }, ...site.data.notices.map((notice) => h('li', {}, notice))),
  );
}
