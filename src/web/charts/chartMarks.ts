/**
 * Markers on a chart: journal entries, and the end of the run.
 */
import uPlot from 'uplot';
import type { Instant } from '../../engine/time.ts';
import type { PageChart, PageData } from '../../report/page/pageData.ts';
import type { Site } from '../view/site.ts';
import { isFilled, type Marker, markerFor } from './laneStyle.ts';

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

/** Shades the time after the end of the run, where only trends are drawn, and draws a line at the end. */
export function drawAfter(u: uPlot, end: number): void {
  const x = u.valToPos(end, 'x', true);
  const { ctx } = u;
  const { left, top, width, height } = u.bbox;
  if (x >= left + width - 1 || x < left) return;
  ctx.save();
  ctx.fillStyle = css('--sunk');
  ctx.fillRect(x, top, left + width - x, height);
  ctx.strokeStyle = css('--line-strong');
  ctx.lineWidth = uPlot.pxRatio;
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, top + height);
  ctx.stroke();
  ctx.fillStyle = css('--ink-soft');
  ctx.font = `${11 * uPlot.pxRatio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  const room = (left + width - x) / uPlot.pxRatio;
  if (room > 84) ctx.fillText('after the run', x + 6 * uPlot.pxRatio, top + 14 * uPlot.pxRatio);
  ctx.restore();
}

export function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
