/**
 * Markers on a chart: journal entries, and the end of the run.
 */
import uPlot from 'uplot';
import type { Instant } from '../../engine/time.ts';
import type { PageChart, PageData } from '../../report/page/pageData.ts';
import type { PageLine } from '../../report/picture/picture.ts';
import type { Site } from '../view/site.ts';
import type { TimeRange } from '../view/view.ts';
import { extentOf } from './aligned.ts';
import { isFilled, type Marker, markerFor } from './laneStyle.ts';
import { numberText } from './valueAxis.ts';

/** A journal entry marked on a chart, with the marker that lanes use for it. */
export interface Mark {
  readonly at: Instant;
  readonly seq: number;
  readonly marker: Marker;
}

/**
 * The marks of a chart, with the same markers as in the lanes. Snapshots are marked only in lanes.
 */
export function marksOf({ data, entryIndex }: Site, { marks }: PageChart): Mark[] {
  const states = statesOf(data);
  return entryIndex
    .known(marks)
    .filter(({ type }) => !type.startsWith('snapshot.'))
    .map(({ at, seq, type }) => ({ at, seq, marker: markerFor(states.get(seq) ?? type) }));
}

const statesKnown = new WeakMap<PageData, ReadonlyMap<number, string>>();

/** The state that lanes use for each entry, by the number of the entry. */
function statesOf(data: PageData): ReadonlyMap<number, string> {
  const known = statesKnown.get(data);
  if (known !== undefined) return known;
  const points = data.lanes.flatMap((lane) => lane.points);
  const states = new Map(points.flatMap(({ entry, state }) => (entry === null ? [] : [[entry, state] as const])));
  statesKnown.set(data, states);
  return states;
}

/** Draws the marks above the plot. */
export function drawMarks(u: uPlot, marks: readonly Mark[]): void {
  const { ctx } = u;
  const { left, top, width } = u.bbox;
  const scale = uPlot.pxRatio;
  for (const { at, marker } of marks) {
    const x = u.valToPos(at, 'x', true);
    if (x < left - 1 || x > left + width + 1) continue;
    const path = new Path2D(marker.d);
    ctx.save();
    ctx.translate(x, top - 5 * scale);
    ctx.scale(scale, scale);
    ctx.setLineDash([]);
    ctx.lineWidth = 1.5;
    const color = css(/bad/.test(marker.style) ? '--bad' : /accent/.test(marker.style) ? '--accent' : '--ink-soft');
    if (isFilled(marker)) {
      ctx.fillStyle = color;
      ctx.fill(path);
    } else {
      ctx.strokeStyle = color;
      ctx.stroke(path);
    }
    ctx.restore();
  }
}

/** Shades the time in which a location was lost, and names it. */
export function drawOutages(u: uPlot, { lanes }: PageData): void {
  const { left, width } = u.bbox;
  const xOf = (at: number): number => Math.max(left, Math.min(left + width, u.valToPos(at, 'x', true)));
  for (const { bars } of lanes.filter(({ kind }) => kind === 'faults'))
    for (const { from, until, state, label } of bars)
      if (state === 'locationOutage')
        shade(u, xOf(from), xOf(until), { fill: '--bad-wash', words: `${label.split(':')[0]} lost` });
}

/** Shades the time after the end of the run, where only trends are drawn, and draws a line at the end. */
export function drawAfter(u: uPlot, end: number): void {
  const x = u.valToPos(end, 'x', true);
  const { ctx } = u;
  const { left, top, width, height } = u.bbox;
  if (x >= left + width - 1 || x < left) return;
  shade(u, x, left + width, { fill: '--sunk', words: 'after the run' });
  ctx.save();
  ctx.strokeStyle = css('--line-strong');
  ctx.lineWidth = uPlot.pxRatio;
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, top + height);
  ctx.stroke();
  ctx.restore();
}

interface Shade {
  /** A variable of the style sheet. */
  readonly fill: string;
  readonly words: string;
}

/** A shaded period from one x to another, named if there is room. */
function shade({ ctx, bbox: { top, height } }: uPlot, from: number, until: number, { fill, words }: Shade): void {
  const scale = uPlot.pxRatio;
  ctx.save();
  ctx.fillStyle = css(fill);
  ctx.fillRect(from, top, until - from, height);
  write(ctx, 'left');
  if (until - from > ctx.measureText(words).width + 12 * scale) ctx.fillText(words, from + 6 * scale, top + height / 2);
  ctx.restore();
}

function write(ctx: CanvasRenderingContext2D, align: CanvasTextAlign): void {
  ctx.fillStyle = css('--ink-soft');
  ctx.font = `${11 * uPlot.pxRatio}px system-ui, sans-serif`;
  ctx.textAlign = align;
}

/** Writes the greatest visible value of a line with a scale of its own, which has no axis: `210 requests/s`. */
export function drawPeak(u: uPlot, line: PageLine, range: TimeRange): void {
  const peak = extentOf(line, range)?.[1] ?? 0;
  if (peak <= 0) return;
  const { ctx } = u;
  const { left, top, width } = u.bbox;
  const at = line.at.find((one, i) => one >= range.from && one <= range.until && line.value[i] === peak) ?? range.from;
  const words = `traffic up to ${numberText(peak)} requests/s`;
  ctx.save();
  write(ctx, 'center');
  const half = ctx.measureText(words).width / 2 + 4;
  const x = Math.max(left + half, Math.min(left + width - half, u.valToPos(at, 'x', true)));
  ctx.strokeStyle = css('--paper');
  ctx.lineWidth = 3 * uPlot.pxRatio;
  const y = Math.max(top, u.valToPos(peak, 'own', true)) + 15 * uPlot.pxRatio;
  ctx.strokeText(words, x, y);
  ctx.fillText(words, x, y);
  ctx.restore();
}

export function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
