/**
 * Panel content about a count of a table: the entries that it counts, each askable.
 */
import { countText } from '../../report/words/format.ts';
import { h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { entryTypeText } from './datum.ts';
import type { PanelContent } from './facts.ts';
import { askList } from './mattered.ts';
import { briefWhyBlocks } from './whyBlocks.ts';

/** Most entries that are listed. */
const listedMost = 40;

/** null: the page has none of them. */
export function typePanel(site: Site, type: string, of: string): PanelContent | null {
  const all = site.entryIndex.ofType(type, of);
  const [first] = all;
  if (first === undefined) return null;
  const left = all.length - listedMost;
  return {
    kind: shortName(of, site.gvcs),
    title: `${entryTypeText(type)}: ${countText(all.length)} on this page`,
    body: [
      ...briefWhyBlocks(site, first, 'The first time'),
      ...(all.length === 1
        ? []
        : [
            h('h3', {}, 'All of them'),
            askList(
              site,
              all.slice(0, listedMost).map((one) => [one]),
            ),
          ]),
      left <= 0 ? null : h('p', { class: 'note' }, `… and ${countText(left)} more.`),
    ],
  };
}
