/**
 * A lane: what happened to one thing, as bars and signs along the time of the run.
 */
import { durationText, instantText } from '../../report/format.ts';
import type { PageLane } from '../../report/page/pageData.ts';
import { gutter, margin } from './chart.ts';
import { type Child, h, s } from './element.ts';
import { opener } from './entryList.ts';
import { figureOf, say, whenNear } from './figure.ts';
import { type LaidLane, laidOut } from './laneLayout.ts';
import { barStyle, pointShape, signOf } from './laneStyle.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { tableOf } from './table.ts';
import { ticksIn, tickText } from './timeAxis.ts';
import { within } from './zoom.ts';
import { stretchNow, zoomByKey } from './zoomKeys.ts';

const axisHeight = 20;

export function laneFigure(site: Site, lane: PageLane): HTMLElement {
  const label = `${lane.title}: ${lane.bars.length} bars and ${lane.points.length} signs. Arrow keys go from one to the next, Enter tells of it, plus and minus zoom.`;
  const plot = h('div', { class: 'plot lane', tabindex: 0, role: 'img', 'aria-label': label });
  whenNear(plot, () => new LanePlot(site, lane, plot));
  const note = lane.leftOut === 0 ? '' : `${lane.leftOut} more were too many to show.`;
  return figureOf({
    title: lane.title,
    unit: '',
    legend: legendOf(lane),
    plot,
    table: () => laneTable(site, lane),
    note,
  });
}

function legendOf({ bars, points }: PageLane): Child {
  const states = [...new Set(bars.map(({ state }) => state))].slice(0, 6);
  const signs = [...new Set(points.map(({ state }) => state))].slice(0, 6);
  return [
    ...states.map((state) =>
      h(
        'span',
        { class: 'key' },
        s(
          'svg',
          { width: 16, height: 10, 'aria-hidden': 'true' },
          ...barShape({ x: 0.5, y: 0.5, width: 15, height: 9 }, state),
        ),
        state,
      ),
    ),
    ...signs.map((state) =>
      h(
        'span',
        { class: 'key' },
        s('svg', { width: 12, height: 12, 'aria-hidden': 'true' }, pointShape(state, 6, 6)),
        state,
      ),
    ),
  ];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A plain bar, and the hatching of its state upon it. */
function barShape({ x, y, width, height }: Box, state: string): SVGElement[] {
  const { style, hatch } = barStyle(state);
  const box = { x, y, width, height, rx: Math.min(2, height / 3) };
  return [
    s('rect', { ...box, class: `bar ${style}` }),
    ...(hatch === null ? [] : [s('rect', { ...box, fill: `url(#${hatch})` })]),
  ];
}

/** What may be chosen with the keys: bars and points in the order of time. */
interface Item {
  readonly at: number;
  readonly label: string;
  readonly open: string;
  readonly shape: SVGElement;
}

class LanePlot {
  private readonly site: Site;
  private readonly lane: PageLane;
  private readonly plot: HTMLElement;
  private items: readonly Item[] = [];
  private chosen = -1;

  constructor(site: Site, lane: PageLane, plot: HTMLElement) {
    this.site = site;
    this.lane = lane;
    this.plot = plot;
    site.looking.watch(() => this.draw());
    let width = plot.clientWidth;
    new ResizeObserver(() => {
      if (plot.clientWidth === width) return;
      width = plot.clientWidth;
      this.draw();
    }).observe(plot);
    plot.addEventListener('keydown', (event) => this.press(event));
    dragToZoom(site, plot);
  }

  private draw(): void {
    const { site, lane, plot } = this;
    if (plot.clientWidth === 0) return;
    const stretch = stretchNow(site);
    const width = Math.max(60, plot.clientWidth - gutter - margin);
    const laid = laidOut(lane, stretch, width);
    const items = this.itemsOf(laid);
    const ticks = ticksIn(stretch, Math.max(2, Math.floor(width / 90)));
    const xOf = (at: number): number => ((at - stretch.from) / (stretch.until - stretch.from)) * width;
    const axis = ticks.flatMap((at) => [
      s('line', { class: 'grid', x1: xOf(at), x2: xOf(at), y1: 0, y2: laid.height + 4 }),
      s('text', { class: 'tick', x: xOf(at), y: laid.height + 16, 'text-anchor': 'middle' }, tickText(at)),
    ]);
    plot.replaceChildren(
      s(
        'svg',
        { width: plot.clientWidth, height: laid.height + axisHeight + 2, 'aria-hidden': 'true' },
        s('g', { transform: `translate(${gutter} 2)` }, ...axis, ...items.map(({ shape }) => shape)),
        s('g', { transform: 'translate(0 2)' }, ...rowNames(laid)),
      ),
    );
    this.items = items;
    this.choose(Math.min(this.chosen, items.length - 1));
  }

  private itemsOf({ bars, points }: LaidLane): Item[] {
    const { site, lane } = this;
    const made = [
      ...bars.map(({ index, bar, ...box }): Item => {
        const label = `${bar.label}, ${bar.state}, ${instantText(bar.from)}, ${durationText(bar.until - bar.from)}`;
        const room = box.width > 7 * bar.label.length + 6 && box.height >= 12;
        const words = room
          ? s('text', { class: 'bar-label', x: box.x + 5, y: box.y + box.height / 2 + 4 }, bar.label)
          : null;
        const shape = s('g', { class: 'item' }, s('title', {}, label), ...barShape(box, bar.state), words);
        return { at: bar.from, label, open: openedText({ kind: 'bar', index, lane: lane.id }), shape };
      }),
      ...points.map(({ index, point, x, y }): Item => {
        const label = `${point.label}, ${point.state}, ${instantText(point.at)}`;
        const target = s('rect', { x: x - 8, y: y - 11, width: 16, height: 22, class: 'target' });
        const shape = s('g', { class: 'item' }, s('title', {}, label), target, pointShape(point.state, x, y));
        return { at: point.at, label, open: openedText({ kind: 'point', index, lane: lane.id }), shape };
      }),
    ];
    for (const { shape, open } of made) shape.addEventListener('click', () => site.looking.go({ open }));
    return made.sort((a, b) => a.at - b.at);
  }

  private press(event: KeyboardEvent): void {
    const { key } = event;
    if (zoomByKey(this.site, key)) return;
    if (key === 'Enter') {
      const item = this.items[this.chosen];
      if (item !== undefined) this.site.looking.go({ open: item.open });
    } else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      this.choose(Math.max(0, Math.min(this.items.length - 1, this.chosen + (key === 'ArrowRight' ? 1 : -1))));
      say(this.items[this.chosen]?.label ?? 'Nothing here');
    } else return;
    event.preventDefault();
  }

  private choose(index: number): void {
    this.items[this.chosen]?.shape.classList.remove('is-chosen');
    this.chosen = index;
    this.items[index]?.shape.classList.add('is-chosen');
  }
}

/** Numbers of rows, where there is room for them. */
function rowNames({ rows, rowHeight }: LaidLane): SVGElement[] {
  if (rows < 2 || rowHeight < 12) return [];
  return Array.from({ length: rows }, (_, row) =>
    s(
      'text',
      { class: 'tick', x: gutter - 8, y: row * rowHeight + rowHeight / 2 + 3, 'text-anchor': 'end' },
      String(row),
    ),
  );
}

/** A stretch that is drawn over with the pointer is zoomed to. */
export function dragToZoom(site: Site, plot: HTMLElement): void {
  let from: number | null = null;
  const veil = h('div', { class: 'veil', hidden: true });
  const xOf = (event: PointerEvent): number => event.clientX - plot.getBoundingClientRect().left;
  plot.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch' && event.button === 0) from = xOf(event);
  });
  addEventListener('pointermove', (event) => {
    if (from === null || Math.abs(xOf(event) - from) < 5) return;
    plot.append(veil);
    veil.hidden = false;
    veil.style.left = `${Math.min(from, xOf(event))}px`;
    veil.style.width = `${Math.abs(xOf(event) - from)}px`;
  });
  addEventListener('pointerup', (event) => {
    const start = from;
    from = null;
    veil.remove();
    if (start === null || Math.abs(xOf(event) - start) < 5) return;
    const stretch = stretchNow(site);
    const width = plot.clientWidth - gutter - margin;
    const at = (x: number): number => stretch.from + ((x - gutter) / width) * (stretch.until - stretch.from);
    const [a, b] = [at(start), at(xOf(event))].sort((one, other) => one - other);
    site.looking.go({ zoom: within(stretch, { from: a ?? 0, until: b ?? 0 }) ?? site.looking.view.zoom });
  });
}

function laneTable(site: Site, lane: PageLane): HTMLElement {
  const { from, until } = stretchNow(site);
  const rows = [
    ...lane.bars.map((bar, index) => ({
      ...bar,
      open: openedText({ kind: 'bar', index, lane: lane.id }),
      lasts: durationText(bar.until - bar.from),
    })),
    ...lane.points.map(({ at, ...point }, index) => ({
      ...point,
      from: at,
      until: at,
      row: -1,
      open: openedText({ kind: 'point', index, lane: lane.id }),
      lasts: '',
    })),
  ].filter((one) => one.until >= from && one.from < until);
  return tableOf(
    [
      { head: 'Time (UTC)', by: (one) => one.from, cell: (one) => opener(site, one.open, instantText(one.from)) },
      { head: 'What', by: (one) => one.label, cell: (one) => one.label },
      { head: 'State', by: (one) => one.state, cell: (one) => `${signOf(one.state)}${one.state}` },
      { head: 'Row', isNumber: true, by: (one) => one.row, cell: (one) => (one.row < 0 ? '' : String(one.row)) },
      { head: 'Lasts', isNumber: true, by: (one) => one.until - one.from, cell: (one) => one.lasts },
    ],
    rows.sort((a, b) => a.from - b.from),
    { caption: lane.title },
  );
}
