/**
 * The tab Overview: result, findings, expectations, costs, volumes, and the assumptions behind them.
 */
import type { PageBill } from '../../report/page/pageData.ts';
import { inputTexts } from '../../report/verdict/inputText.ts';
import { parameterTexts, seedText } from '../../report/verdict/parameterText.ts';
import { countText } from '../../report/words/format.ts';
import { costOverTime } from '../charts/costOverTime.ts';
import { expectations, findings } from '../stories/findingList.ts';
import { bridge } from '../tables/bridge.ts';
import { dateText } from '../tables/capacityCells.ts';
import { losses } from '../tables/lossTable.ts';
import { volumes } from '../tables/volumeList.ts';
import { h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { advice } from './adviceList.ts';
import { payableText, verdictBadge } from './head.ts';
import { resources } from './resourceList.ts';
import { trust } from './trust.ts';

export function overviewPart(site: Site): Node {
  const { data } = site;
  return h(
    'div',
    {},
    data.description === '' ? null : h('p', { class: 'description' }, data.description),
    h('div', { class: 'figures' }, verdictFigure(site), costFigure(site), runFigure(site)),
    h(
      'div',
      { class: 'columns' },
      h('div', {}, findings(site), expectations(site)),
      h('div', {}, resources(site), volumes(site)),
    ),
    advice(site),
    losses(site),
    costOverTime(site, null, 'all resources'),
    trust(site),
  );
}

function verdictFigure(site: Site): HTMLElement {
  const { changes, interrupted, plannedEnd } = site.data.summary;
  return h(
    'div',
    { class: 'figure-big' },
    h('div', { class: 'big' }, verdictBadge(site)),
    h('p', {}, heldText(site)),
    interrupted ? h('p', { class: 'note' }, `Planned end: ${dateText(plannedEnd)}.`) : null,
    ...changes.map((change) => h('p', { class: 'note' }, `Changed: ${change}`)),
    ...parameterTexts(site.data.summary).map((one) => h('p', { class: 'note' }, `Parameter: ${one}`)),
    ...inputTexts(site.data.summary).map(([heading, text]) => h('p', { class: 'note' }, `${heading}: ${text}`)),
  );
}

/** `10 of 13 expectations passed so far, 3 not decided` */
function heldText({ data }: Site): string {
  const { expectations: all, interrupted } = data.summary;
  if (all.length === 0) return 'The scenario has no expectations.';
  const open = all.filter(({ decided }) => !decided).length;
  const held = all.filter(({ pass, decided }) => pass && decided).length;
  return `${held} of ${all.length} expectations passed${interrupted ? ' so far' : ''}${open > 0 ? `, ${open} not decided` : ''}`;
}

function costFigure(site: Site): HTMLElement {
  const { invoices, book } = site.data.bill;
  return h(
    'div',
    { class: 'figure-big' },
    h('div', { class: 'big' }, payableText(site)),
    h('p', {}, invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`, partialText(invoices)),
    bridge(site.data.bill),
    h('p', { class: 'note' }, book.notice ?? `Price book: ${book.name}`),
  );
}

function partialText(invoices: PageBill['invoices']): string {
  if (!invoices.some(({ partial }) => partial)) return '';
  return invoices.length === 1 ? ' (partial month)' : ' (with partial months)';
}

/** The seed and fingerprint that identify the run, and how many assumptions affected it. */
function runFigure({ data }: Site): HTMLElement {
  const { fingerprint, assumptions, journalEntries } = data.summary;
  const changed = assumptions.changed.length;
  return h(
    'dl',
    { class: 'figure-big facts' },
    h('dt', {}, 'seed'),
    h('dd', {}, seedText(data.summary)),
    h('dt', {}, 'fingerprint'),
    h('dd', { class: 'code' }, fingerprint),
    h('dt', {}, 'assumptions'),
    h('dd', {}, `${assumptions.exercised.length} used, ${changed === 0 ? 'none' : changed} changed`),
    h('dt', {}, 'journal entries'),
    h('dd', {}, countText(journalEntries)),
  );
}
