/**
 * What is painted upon a chart's lines: what happened, and where the run ends.
 */
import uPlot from 'uplot';
import type { Instant } from '../../engine/time.ts';
import type { PageChart, PageData } from '../../report/page/pageData.ts';
import type { Site } from '../view/site.ts';
import { isFilled, pointSign, type Sign } from './laneStyle.ts';

/** Something that happened, and how the lanes draw it. */
export interface Mark {
  readonly at: Instant;
  readonly seq: number;
  readonly sign: Sign;
}

/**
 * What a chart marks: the same signs as in the lanes. Snapshots, which come by the clock, are for their lanes alone.
 */
export function marksOf({ data, story }: Site, { marks }: PageChart): Mark[] {
  const states = statesOf(data);
  return story
    .known(marks)
    .filter(({ type }) => !type.startsWith('snapshot.'))
    .map(({ at, seq, type }) => ({ at, seq, sign: pointSign(states.get(seq) ?? type) }));
}

const statesKnown = new WeakMap<PageData, ReadonlyMap<number, string>>();

/** How lanes call what an entry tells, by its number. */
function statesOf(data: PageData): ReadonlyMap<number, string> {
  const known = statesKnown.get(data);
  if (known !== undefined) return known;
  const points = data.lanes.flatMap((lane) => lane.points);
  const states = new Map(points.flatMap(({ entry, state }) => (entry === null ? [] : [[entry, state] as const])));
  statesKnown.set(data, states);
  return states;
}

/** Above the lines. */
export function drawMarks(u: uPlot, marks: readonly Mark[]): void {
  const { ctx } = u;
  const { left, top, width } = u.bbox;
  const scale = uPlot.pxRatio;
  for (const { at, sign } of marks) {
    const x = u.valToPos(at, 'x', true);
    if (x < left - 1 || x > left + width + 1) continue;
    const path = new Path2D(sign.d);
    ctx.save();
    ctx.translate(x, top - 5 * scale);
    ctx.scale(scale, scale);
    ctx.setLineDash([]);
    ctx.lineWidth = 1.5;
    const color = css(/bad/.test(sign.style) ? '--bad' : /accent/.test(sign.style) ? '--accent' : '--ink-soft');
    if (isFilled(sign)) {
      ctx.fillStyle = color;
      ctx.fill(path);
    } else {
      ctx.strokeStyle = color;
      ctx.stroke(path);
    }
    ctx.restore();
  }
}

/** Behind the lines, where the run has ended and only what may come is drawn: another ground, and a line between. */
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
