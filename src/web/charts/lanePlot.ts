/**
 * The plot of a lane: bars and markers, selected with the pointer or the keyboard.
 */

import type { PageBar, PageLane } from '../../report/picture/picture.ts';
import { ticksIn, tickText } from '../../report/picture/timeMarks.ts';
import { durationText } from '../../report/words/format.ts';
import { barText } from '../stories/ending.ts';
import { gutter, margin } from '../view/axisRoom.ts';
import { dragToZoom } from '../view/dragToZoom.ts';
import { announce, s } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { eventText } from '../view/timeText.ts';
import { visibleRange, zoomByKey } from '../view/zoomKeys.ts';
import { cursorOverlay } from './cursorOverlay.ts';
import { type BarLayout, type LaneLayout, laneLayout } from './laneLayout.ts';
import { phaseShapes, phaseText } from './lanePhases.ts';
import { barShape, barStyle, pointShape } from './laneStyle.ts';

const axisHeight = 20;

/** A bar or point that the keyboard can select, in order of time. */
interface Item {
  readonly at: number;
  readonly label: string;
  readonly open: string;
  readonly shape: SVGElement;
}

export class LanePlot {
  private readonly site: Site;
  private readonly lane: PageLane;
  private readonly plot: HTMLElement;
  private items: readonly Item[] = [];
  private chosen = -1;
  private drawn: SVGElement | null = null;

  constructor(site: Site, lane: PageLane, plot: HTMLElement) {
    this.site = site;
    this.lane = lane;
    this.plot = plot;
    site.navigation.watch(() => this.draw(), site.gone);
    let width = plot.clientWidth;
    new ResizeObserver(() => {
      if (plot.clientWidth === width) return;
      width = plot.clientWidth;
      this.draw();
    }).observe(plot);
    addEventListener('paper', () => this.draw(), { signal: site.gone });
    plot.addEventListener('keydown', (event) => this.press(event));
    dragToZoom(site, plot);
    cursorOverlay(site, plot);
  }

  private draw(): void {
    const { site, lane, plot } = this;
    if (plot.clientWidth === 0) return;
    const stretch = visibleRange(site);
    const width = Math.max(60, plot.clientWidth - gutter - margin);
    const laid = laneLayout(lane, stretch, width);
    const items = this.itemsOf(laid, width);
    const ticks = ticksIn(stretch, Math.max(2, Math.floor(width / 90)));
    const xOf = (at: number): number => ((at - stretch.from) / (stretch.until - stretch.from)) * width;
    const axis = ticks.flatMap((at) => [
      s('line', { class: 'grid', x1: xOf(at), x2: xOf(at), y1: 0, y2: laid.height + 4 }),
      s('text', { class: 'tick', x: xOf(at), y: laid.height + 16, 'text-anchor': 'middle' }, tickText(at)),
    ]);
    const drawn = s(
      'svg',
      { width: plot.clientWidth, height: laid.height + axisHeight + 2, 'aria-hidden': 'true' },
      s('g', { transform: `translate(${gutter} 2)` }, ...axis, ...items.map(({ shape }) => shape)),
      ...rowNames(laid),
    );
    if (this.drawn === null) plot.prepend(drawn);
    else this.drawn.replaceWith(drawn);
    this.drawn = drawn;
    this.items = items;
    this.choose(Math.min(this.chosen, items.length - 1));
  }

  /** @param wide width of the lane in pixels */
  private itemsOf({ bars, points, rowHeight }: LaneLayout, wide: number): Item[] {
    const { site, lane } = this;
    const named = namesOfRows(bars);
    const made = [
      ...bars.map((laid, i): Item => {
        const { index, bar, x, width, parts } = laid;
        const label = `${barText(site, bar)}, ${eventText(bar.from, site.run)}, ${durationText(bar.until - bar.from)}${phaseText(bar, durationText)}`;
        const phases = phaseShapes(laid, visibleRange(site), wide);
        const next = bars.slice(i + 1).find(({ y }) => y === laid.y);
        const shapes = parts.flatMap(({ state, ...part }) =>
          barShape({ x, width, ...part }, barStyle(state, lane.kind)),
        );
        const end = next?.x ?? wide;
        const short = shortTexts(bar, named.has(bar.row));
        const texts = rowHeight < 18 ? short : [barText(site, bar), bar.label, ...short];
        const words = texts.reduce<SVGElement | null>((found, text) => found ?? wordsOf(laid, end, text), null);
        const shape = s('g', { class: 'item' }, s('title', {}, label), ...shapes, ...phases, words);
        return { at: bar.from, label, open: targetText({ kind: 'bar', index, lane: lane.id }), shape };
      }),
      ...points.map(({ index, point, x, y }): Item => {
        const label = `${point.label}, ${point.state}, ${eventText(point.at, site.run)}`;
        const target = s('rect', { x: x - 8, y: y - 11, width: 16, height: 22, class: 'target' });
        const shape = s('g', { class: 'item' }, s('title', {}, label), target, pointShape(point.state, x, y));
        return { at: point.at, label, open: targetText({ kind: 'point', index, lane: lane.id }), shape };
      }),
    ];
    for (const { shape, open } of made) shape.addEventListener('click', () => site.navigation.go({ open }));
    return made.sort((a, b) => a.at - b.at);
  }

  private press(event: KeyboardEvent): void {
    const { key } = event;
    if (zoomByKey(this.site, key)) return;
    if (key === 'Enter') {
      const item = this.items[this.chosen];
      if (item !== undefined) this.site.navigation.go({ open: item.open });
    } else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      this.choose(Math.max(0, Math.min(this.items.length - 1, this.chosen + (key === 'ArrowRight' ? 1 : -1))));
      announce(this.items[this.chosen]?.label ?? 'No bars or markers in this period');
    } else return;
    event.preventDefault();
  }

  private choose(index: number): void {
    this.items[this.chosen]?.shape.classList.remove('is-chosen');
    this.chosen = index;
    this.items[index]?.shape.classList.add('is-chosen');
  }
}

/** The replica of a bar: `3`; null if the bar is about something else. */
function nameOfBar({ name = '' }: PageBar): string | null {
  return /^replica (\S+)$/.exec(name)?.[1] ?? null;
}

/** Its replica, unless its row names it, and its version: `3 v2`; the first that fits. */
function shortTexts(bar: PageBar, isNamed: boolean): string[] {
  const name = isNamed ? '' : (nameOfBar(bar) ?? '');
  return [`${name} ${bar.state.replace(/^version /, 'v')}`.trim(), name];
}

/** The name of each row beside it, if all visible bars of the row are of one replica. */
function rowNames({ bars, rowHeight }: LaneLayout): SVGElement[] {
  return [...namesOfRows(bars)].map(([row, name]) =>
    s('text', { class: 'tick', x: gutter - 8, y: (row + 0.5) * rowHeight + 5, 'text-anchor': 'end' }, name),
  );
}

function namesOfRows(bars: LaneLayout['bars']): ReadonlyMap<number, string> {
  const all = new Map<number, Set<string | null>>();
  for (const { bar } of bars) all.set(bar.row, (all.get(bar.row) ?? new Set()).add(nameOfBar(bar)));
  return new Map(
    [...all].flatMap(([row, [name = null, ...others]]) => (name === null || others.length > 0 ? [] : [[row, name]])),
  );
}

/** A label of a bar: inside it, or beside it if the bar is too narrow and there is room; null if neither fits. */
function wordsOf({ bar, x, y, width, height }: BarLayout, next: number, label: string): SVGElement | null {
  const needed = 6.5 * label.length + 8;
  if (height < 10 || label === '') return null;
  const isBeside = bar.parts === undefined && next - x - width > needed;
  const from = width > needed ? x + 5 : isBeside ? x + width + 5 : null;
  return from === null ? null : s('text', { class: 'bar-label', x: from, y: y + height / 2 + 4 }, label);
}
