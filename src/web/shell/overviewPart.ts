/**
 * The tab Overview: the sentences that answer and the picture of one, then costs, expectations and volumes, and at the
 * end what is needed to repeat the run.
 */
import { costOverTime } from '../charts/costOverTime.ts';
import { answerBlock } from '../stories/answerList.ts';
import { expectations } from '../stories/findingList.ts';
import { dateText } from '../tables/capacityCells.ts';
import { losses } from '../tables/lossTable.ts';
import { volumes } from '../tables/volumeList.ts';
import { h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { advice } from './adviceList.ts';
import { costFigures } from './costFigures.ts';
import { payableText, verdictBadge } from './head.ts';
import { reproduce } from './reproduce.ts';
import { resources } from './resourceList.ts';

export function overviewPart(site: Site): Node {
  const { data } = site;
  return h(
    'div',
    {},
    data.description === '' ? null : h('p', { class: 'description' }, data.description),
    result(site),
    answerBlock(site),
    h(
      'div',
      { class: 'columns' },
      h('div', {}, expectations(site), volumes(site)),
      h('div', {}, costFigures(site), resources(site)),
    ),
    advice(site),
    losses(site),
    costOverTime(site, null, 'all resources'),
    reproduce(site),
  );
}

/** The verdict, what it rests on, and the cost, in one line. */
function result(site: Site): HTMLElement {
  const { interrupted, plannedEnd } = site.data.summary;
  const partial = site.data.bill.invoices.some((one) => one.partial);
  return h(
    'div',
    { class: 'result' },
    h('span', { class: 'big' }, verdictBadge(site)),
    h('span', { class: 'result-held' }, heldText(site)),
    h('strong', { class: 'big result-cost' }, payableText(site)),
    partial ? h('span', { class: 'note' }, 'partial month') : null,
    interrupted ? h('p', { class: 'note' }, `Planned end: ${dateText(plannedEnd)}.`) : null,
  );
}

/** `10 of 13 expectations passed so far, 3 not decided`; empty if all passed, as the badge says it. */
function heldText({ data }: Site): string {
  const { expectations: all, interrupted } = data.summary;
  if (all.length === 0) return 'The scenario has no expectations.';
  const open = all.filter(({ decided }) => !decided).length;
  const held = all.filter(({ pass, decided }) => pass && decided).length;
  if (held === all.length && !interrupted) return '';
  return `${held} of ${all.length} expectations passed${interrupted ? ' so far' : ''}${open > 0 ? `, ${open} not decided` : ''}`;
}
