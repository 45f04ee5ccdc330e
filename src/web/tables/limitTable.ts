/**
 * The table of limits, each with how near the run came to it.
 */
import type { Capacity } from '../../report/capacity/capacity.ts';
import type { LimitReport } from '../../report/capacity/capacityLimits.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';
import { ruleLink } from '../stories/entryList.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { dateText, titled } from './capacityCells.ts';

/** What holds something back when it is reached, the nearest first; then what is at its limit as a matter of course. */
export function limits(site: Site): Child {
  const { capacity } = site.data;
  const isCourse = new Set(capacity.limits.filter((limit) => isMatterOfCourse(limit, capacity)));
  const shareOf = ({ peak, bound }: LimitReport): number => (Number(bound) === 0 ? 0 : Number(peak) / Number(bound));
  return titled<LimitReport>(
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
      { head: 'Peak at', cell: ({ at }) => dateText(at) },
    ],
    [...capacity.limits].sort((a, b) => Number(isCourse.has(a)) - Number(isCourse.has(b)) || shareOf(b) - shareOf(a)),
  );
}

/**
 * Settings that nothing moves in a run, histories and schedules that are always full, and counts of replicas that are
 * as few as they are many.
 */
export function isMatterOfCourse(
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

/** A bar with its number beside it; full ones are hatched. */
function gauge(share: number, isCourse: boolean): HTMLElement {
  const bar = h('span', { class: `gauge-bar${share >= 1 && !isCourse ? ' is-full' : ''}` });
  bar.style.width = `${Math.min(100, 100 * share)}%`;
  return h(
    'span',
    { class: 'gauge' },
    h('span', { class: 'gauge-box', 'aria-hidden': 'true' }, bar),
    `${shortNumber(100 * share, 0)} %`,
  );
}
