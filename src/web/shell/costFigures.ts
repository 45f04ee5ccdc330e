/**
 * The cost of each month and of each team, as small figures of the first screen.
 */
import { instantFromIso } from '../../engine/time.ts';
import { amount } from '../../report/bill/costs.ts';
import { dayText } from '../../report/picture/timeMarks.ts';
import { bridge } from '../tables/bridge.ts';
import { type Child, h } from '../view/element.ts';
import { moneyOf } from '../view/money.ts';
import type { Site } from '../view/site.ts';
import { viewLink } from '../view/viewLink.ts';

/** Months or teams shown one by one. */
const few = 6;

/** What a month costs at the pace of the run, each month of it, and each team if resources are tagged. */
export function costFigures(site: Site): HTMLElement {
  const { bill, costs } = site.data;
  const partial = new Set(bill.invoices.flatMap((one) => (one.partial ? [one.period] : [])));
  const months = costs.months.map(({ month, cost }) => ({
    name: `${monthText(month)}${partial.has(month) ? ' (partial)' : ''}`,
    cost,
  }));
  const pace = { name: '30 days at this pace', cost: costs.perMonth };
  const after = [
    bridge(bill),
    'Before credits, tax and rounding. ',
    viewLink(site, { tab: 'costs' }, 'underlined', 'All costs'),
  ];
  return h(
    'div',
    { class: 'cost-figures' },
    figures(`Cost per month, ${costs.currency}`, [pace, ...months], after, 0),
    teams(site),
  );
}

interface CostFigure {
  readonly name: string;
  /** A decimal. */
  readonly cost: string;
}

/** @param hidden number of parts that the data do not have one by one */
function figures(title: string, all: readonly CostFigure[], after: readonly Child[], hidden: number): HTMLElement {
  const left = Math.max(0, all.length - few) + hidden;
  return h(
    'section',
    { class: 'block' },
    h('h3', {}, title),
    h(
      'dl',
      { class: 'cost-list' },
      ...all.slice(0, few).map(({ name, cost }) => h('div', {}, h('dt', {}, name), h('dd', {}, moneyOf(amount(cost))))),
    ),
    h('div', { class: 'note' }, left > 0 ? `${left} more. ` : '', ...after),
  );
}

/** `Nov 2026` of `2026-11`; another text as it is. */
function monthText(period: string): string {
  const at = instantFromIso(`${period}-01T00:00:00Z`);
  return typeof at === 'number' ? dayText(at).split(' ').slice(2).join(' ') : period;
}

/** null if the costs have only one part. */
function teams(site: Site): HTMLElement | null {
  const { by, parts, leftOut } = site.data.costs.split;
  if (parts.length + leftOut < 2) return null;
  const all = parts.map(({ name, cost }) => ({ name: name === '' ? '(untagged)' : name, cost }));
  const pivot = `${by === 'gvc' ? by : `tag:${by}`},meter`;
  const link = viewLink(site, { tab: 'costs', pivot }, 'underlined', 'Pivot table');
  return figures(`Cost per ${by}, ${site.data.costs.currency}`, all, [link], leftOut);
}
