/**
 * The table of limits, each with how near the run came to it.
 */
import type { LimitReport } from '../../report/capacityLimits.ts';
import { durationText, shortNumber } from '../../report/format.ts';
import { dateText, titled } from './capacityCells.ts';
import { type Child, h } from './element.ts';
import { ruleLink } from './entryList.ts';
import type { Site } from './site.ts';

/** The nearest to its limit first. */
export function limits(site: Site): Child {
  const shareOf = ({ peak, bound }: LimitReport): number => (Number(bound) === 0 ? 0 : Number(peak) / Number(bound));
  return titled<LimitReport>(
    'Limits',
    [
      { head: 'Limit', by: ({ limit }) => limit, cell: ({ limit, rule }) => [`${limit} `, ruleLink(site, rule)] },
      {
        head: 'Of',
        by: ({ target }) => target,
        cell: ({ target, location }) => `${target}${location === '' ? '' : ` in ${location}`}`,
      },
      { head: 'How near', by: shareOf, cell: (row) => gauge(shareOf(row)) },
      { head: 'Peak', isNumber: true, cell: ({ peak, unit }) => amountText(peak, unit) },
      { head: 'Limit is', isNumber: true, cell: ({ bound, unit }) => amountText(bound, unit) },
      { head: 'When', cell: ({ at }) => dateText(at) },
    ],
    [...site.data.capacity.limits].sort((a, b) => shareOf(b) - shareOf(a)),
  );
}

function amountText(text: string, unit: string): string {
  if (unit === 'ms') return durationText(Number(text));
  return `${shortNumber(Number(text), 2)}${unit === 'count' ? '' : ` ${unit}`}`;
}

/** A bar with its number beside it; full ones are hatched. */
function gauge(share: number): HTMLElement {
  const bar = h('span', { class: `gauge-bar${share >= 1 ? ' is-full' : ''}` });
  bar.style.width = `${Math.min(100, 100 * share)}%`;
  return h(
    'span',
    { class: 'gauge' },
    h('span', { class: 'gauge-box', 'aria-hidden': 'true' }, bar),
    `${shortNumber(100 * share, 0)} %`,
  );
}
