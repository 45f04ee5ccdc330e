/**
 * The table of limits, each with the peak value of the run.
 */
import { instantFromIso } from '../../engine/time.ts';
import type { Capacity } from '../../report/capacity/capacity.ts';
import type { LimitReport } from '../../report/capacity/capacityLimits.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';
import { opener, ruleLink } from '../stories/entryList.ts';
import { type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { dateText, titledTable } from './capacityCells.ts';

/** Limits in order of utilisation, the highest first; limits that are always reached come last. */
export function limits(site: Site): Child {
  const { capacity } = site.data;
  const isCourse = new Set(capacity.limits.filter((limit) => isAlwaysAtLimit(limit, capacity)));
  const shareOf = ({ peak, bound }: LimitReport): number => (Number(bound) === 0 ? 0 : Number(peak) / Number(bound));
  return titledTable<LimitReport>(
    'Limits',
    [
      { head: 'Limit', by: ({ limit }) => limit, cell: ({ limit, rule }) => [`${limit} `, ruleLink(site, rule)] },
      {
        head: 'Resource',
        by: ({ target }) => target,
        cell: ({ target, location }) => `${target}${location === '' ? '' : ` in ${location}`}`,
      },
      { head: 'Peak, % of limit', by: shareOf, cell: (row) => gauge(shareOf(row), isCourse.has(row)) },
      { head: 'Peak', isNumber: true, cell: ({ peak, unit }) => amountText(peak, unit) },
      { head: 'Limit value', isNumber: true, cell: ({ bound, unit }) => amountText(bound, unit) },
      { head: 'Peak at', cell: (row) => peakLink(site, row) },
    ],
    [...capacity.limits].sort((a, b) => Number(isCourse.has(a)) - Number(isCourse.has(b)) || shareOf(b) - shareOf(a)),
  );
}

/** When a limit was nearest: a link to that instant in a chart of the resource, with what decided before it. */
function peakLink(site: Site, { at: iso, target, location }: LimitReport): Child {
  const at = iso === null ? null : instantFromIso(iso);
  const chart = site.data.charts.find(
    ({ kind, subject }) =>
      kind !== 'cost' && (`${subject}/`.startsWith(`${target}@${location}/`) || subject === target),
  );
  if (typeof at !== 'number' || chart === undefined) return dateText(iso);
  return opener(site, targetText({ kind: 'moment', at, chart: chart.id }), dateText(iso));
}

/**
 * Whether a limit says nothing about load: settings that a run does not change, histories and schedules that are always
 * full, and replica counts with equal minScale and maxScale.
 */
export function isAlwaysAtLimit(
  { rule, at, target, location, limit, bound }: LimitReport,
  { workloads }: Pick<Capacity, 'workloads'>,
): boolean {
  if (at === null || rule === 'CRON-7' || rule === 'SNAP-3') return true;
  if (limit !== 'scale') return false;
  const own = workloads.find((one) => `${one.gvc}/workload/${one.name}` === target && one.location === location);
  return own?.saturation.every((one) => one.limit !== 'maxScale' || one.value !== Number(bound)) ?? false;
}

function amountText(text: string, unit: string): string {
  if (unit === 'ms') return durationText(Number(text));
  return `${shortNumber(Number(text), 2)}${unit === 'count' ? '' : ` ${unit}`}`;
}

/** A bar with its percentage; a full one is highlighted, and what is always full has none. */
function gauge(share: number, isCourse: boolean): Child {
  const words = `${shortNumber(100 * share, 0)} %`;
  if (isCourse) return words;
  const bar = h('span', { class: `gauge-bar${share >= 1 ? ' is-full' : ''}` });
  bar.style.width = `${Math.min(100, 100 * share)}%`;
  return h('span', { class: 'gauge' }, h('span', { class: 'gauge-box', 'aria-hidden': 'true' }, bar), words);
}
