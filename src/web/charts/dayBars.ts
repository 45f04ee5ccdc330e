/**
 * Daily costs as bars, on the time axis that all pictures share; days with a large change are marked.
 */

import { day } from '../../engine/time.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { dayText, ticksIn, tickText } from '../../report/picture/timeMarks.ts';
import { marksUpTo, markText } from '../../report/picture/valueMarks.ts';
import { changeText, rowsAbout, smallMoney } from '../stories/costPanels.ts';
import { opener } from '../stories/entryList.ts';
import { gutter, margin } from '../view/axisRoom.ts';
import { type CostDay, costDays } from '../view/days.ts';
import { dragToZoom } from '../view/dragToZoom.ts';
import { announce, h, s } from '../view/element.ts';
import { targetOf, targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { tableOf } from '../view/table.ts';
import { visibleRange, zoomByKey } from '../view/zoomKeys.ts';
import { figureOf, onceNearScreen } from './figure.ts';

const height = 130;
const top = 14;

/** null if the bill has no days, or fewer than three. */
export function dayFigure(site: Site, of: string | null, title: string): HTMLElement | null {
  const days = costDays(rowsAbout(site, of), site.run);
  if (days.length < 3) return null;
  const jumps = days.filter(({ isJump }) => isJump).length;
  const label = `${title}: ${days.length} days, ${jumps === 0 ? 'no jumps' : jumps === 1 ? '1 jump' : `${jumps} jumps`}. Arrow keys select a day, Enter opens its causes, plus and minus zoom.`;
  const plot = h('div', { class: 'plot lane', tabindex: 0, role: 'img', 'aria-label': label });
  const open = (one: CostDay): void => site.navigation.go({ of, open: targetText({ kind: 'day', at: one.at }) });
  onceNearScreen(plot, site.gone, () => follow(site, plot, days, open));
  const hatched = s('rect', { width: 16, height: 10, class: 'day-bar' });
  const legend = [
    jumps === 0
      ? null
      : h('span', { class: 'key' }, h('b', { class: 'jump-sign' }, '▲▼'), 'jump: large change from the day before'),
    days.some(({ isPartial }) => isPartial)
      ? h('span', { class: 'key' }, s('svg', { width: 16, height: 10 }, hatched, hatch(16, 10)), 'partial day')
      : null,
  ];
  return figureOf({
    title,
    unit: `${site.data.bill.currency} per day`,
    legend,
    plot,
    table: () => dayTable(site, days),
  });
}

/** The days with a jump, each a link to its details; null if there are none. */
export function jumpList(site: Site, of: string | null): HTMLElement | null {
  const jumps = costDays(rowsAbout(site, of), site.run).filter(({ isJump }) => isJump);
  if (jumps.length === 0) return null;
  return h(
    'ul',
    { class: 'jumps' },
    ...jumps.map((one) =>
      h(
        'li',
        {},
        opener(site, targetText({ kind: 'day', at: one.at }), [
          h('b', {}, dayText(one.at)),
          ' ',
          one.change === null ? '' : changeText(site, one.change),
        ]),
      ),
    ),
  );
}

function follow(site: Site, plot: HTMLElement, days: readonly CostDay[], open: (one: CostDay) => void): void {
  let chosen = -1;
  const redraw = (): void => {
    if (plot.clientWidth > 0) plot.replaceChildren(picture(site, plot.clientWidth, days, { open, chosen }));
  };
  site.navigation.watch(redraw, site.gone);
  new ResizeObserver(redraw).observe(plot);
  addEventListener('paper', redraw, { signal: site.gone });
  dragToZoom(site, plot);
  plot.addEventListener('keydown', (event) => {
    if (zoomByKey(site, event.key)) return;
    const one = days[chosen];
    if (event.key === 'Enter' && one !== undefined) open(one);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      chosen = Math.max(0, Math.min(days.length - 1, chosen + (event.key === 'ArrowRight' ? 1 : -1)));
      announce(sentence(site, days[chosen]));
      redraw();
    } else return;
    event.preventDefault();
  });
}

function sentence(site: Site, one: CostDay | undefined): string {
  if (one === undefined) return '';
  const change = one.change === null ? '' : `, ${changeText(site, one.change)}${one.isJump ? ', a jump' : ''}`;
  return `${dayText(one.at)}: ${smallMoney(one.cost)} ${site.data.bill.currency}${one.isPartial ? ' (partial day)' : ''}${change}`;
}

interface Press {
  readonly open: (one: CostDay) => void;
  readonly chosen: number;
}

function picture(site: Site, full: number, days: readonly CostDay[], { open, chosen }: Press): SVGElement {
  const stretch = visibleRange(site);
  const opened = targetOf(site.navigation.view.open ?? '');
  const openDay = opened?.kind === 'day' ? opened.at : null;
  const width = Math.max(60, full - gutter - margin);
  const xOf = (at: number): number => ((at - stretch.from) / (stretch.until - stretch.from)) * width;
  const dearest = Math.max(...days.map(({ cost }) => numberOf(cost)), 1e-9);
  const marks = marksUpTo(dearest, 3);
  const highest = marks.at(-1) ?? dearest;
  const yOf = (value: number): number => top + (height - top) * (1 - value / highest);
  const bars = days.flatMap((one, index) => {
    const from = Math.max(0, xOf(Math.max(one.at, site.run.from)));
    const until = Math.min(width, xOf(Math.min(one.at + day, site.run.until)));
    if (until <= from) return [];
    const y = yOf(numberOf(one.cost));
    const gap = until - from > 6 ? 2 : 0;
    const wide = Math.max(1, until - from - gap);
    const bar = s(
      'g',
      { class: `item${index === chosen ? ' is-chosen' : ''}${one.at === openDay ? ' is-open' : ''}` },
      s('title', {}, sentence(site, one)),
      s('rect', { class: 'target', x: from, y: 0, width: wide, height }),
      s('rect', {
        class: `day-bar${one.isJump ? ' jump' : ''}`,
        x: from,
        y,
        width: wide,
        height: Math.max(0, height - y),
      }),
      one.isPartial ? hatch(wide, Math.max(0, height - y), from, y) : null,
      one.isJump
        ? s(
            'text',
            { class: 'jump-sign', x: from + wide / 2, y: y - 3, 'text-anchor': 'middle' },
            (one.change?.coefficient ?? 0n) > 0n ? '▲' : '▼',
          )
        : null,
    );
    bar.addEventListener('click', () => open(one));
    return [bar];
  });
  const middle = (at: number): number =>
    (Math.max(0, xOf(Math.max(at, site.run.from))) + Math.min(width, xOf(Math.min(at + day, site.run.until)))) / 2;
  const ends = [days[0], days.at(-1)].flatMap((one) => {
    const isSeen = one !== undefined && one.at < stretch.until && one.at + day > stretch.from;
    return isSeen ? [{ at: one.at, x: middle(one.at) }] : [];
  });
  const ticks = [
    ...ends,
    ...ticksIn(stretch, Math.max(2, Math.floor(width / 90)))
      .map((at) => ({ at, x: at % day === 0 ? middle(at) : xOf(at) }))
      .filter(({ x }) => ends.every((one) => Math.abs(one.x - x) > 50)),
  ];
  return s(
    'svg',
    { width: full, height: height + 22, 'aria-hidden': 'true' },
    ...marks.map((value) =>
      s(
        'g',
        {},
        s('line', { class: 'grid', x1: gutter, x2: full - margin, y1: yOf(value), y2: yOf(value) }),
        s(
          'text',
          { class: 'tick', x: gutter - 6, y: yOf(value) + 4, 'text-anchor': 'end' },
          markText(value, marks[1] ?? 1),
        ),
      ),
    ),
    ...ticks.map(({ at, x }) =>
      s('text', { class: 'tick', x: gutter + x, y: height + 16, 'text-anchor': 'middle' }, tickText(at)),
    ),
    s('g', { transform: `translate(${gutter} 0)` }, ...bars),
  );
}

function hatch(width: number, height: number, x = 0, y = 0): SVGElement {
  return s('rect', { fill: 'url(#hatch-1)', x, y, width, height });
}

function numberOf(cost: CostDay['cost']): number {
  return Number(formatDecimal(cost));
}

function dayTable(site: Site, days: readonly CostDay[]): HTMLElement {
  return tableOf(
    [
      { head: 'Day', by: ({ at }) => at, cell: ({ at }) => opener(site, targetText({ kind: 'day', at }), dayText(at)) },
      { head: 'Cost', isNumber: true, by: ({ cost }) => numberOf(cost), cell: ({ cost }) => smallMoney(cost) },
      {
        head: 'Change',
        isNumber: true,
        by: ({ change }) => (change === null ? 0 : numberOf(change)),
        cell: ({ change }) => (change === null ? '' : changeText(site, change)),
      },
      { head: 'Note', cell: ({ isJump, isPartial }) => (isJump ? 'jump' : isPartial ? 'partial day' : '') },
    ],
    days,
    { caption: `Daily cost in ${site.data.bill.currency}`, most: 31 },
  );
}
