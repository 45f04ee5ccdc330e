/**
 * What is painted upon a chart's lines: what happened, and where the run ends.
 */
import uPlot from 'uplot';
import type { PageChart, PageEntry } from '../../report/page/pageData.ts';
import { isTrouble } from './datum.ts';
import type { Site } from './site.ts';

/** The entries that a chart marks: snapshots, which come by the clock, are for its lane alone. */
export function marksOf({ story }: Site, { marks }: PageChart): PageEntry[] {
  return story.known(marks).filter(({ type }) => !type.startsWith('snapshot.'));
}

/** Above the lines: a triangle for what happened, a cross for what went wrong. */
export function drawMarks(u: uPlot, marks: readonly PageEntry[]): void {
  const { ctx } = u;
  const { left, top, width } = u.bbox;
  const size = 4 * uPlot.pxRatio;
  ctx.save();
  ctx.setLineDash([]);
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  for (const { at, type } of marks) {
    const x = u.valToPos(at, 'x', true);
    if (x < left - 1 || x > left + width + 1) continue;
    const y = top - size;
    ctx.beginPath();
    if (isTrouble(type)) {
      ctx.strokeStyle = css('--bad');
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y + size);
      ctx.moveTo(x + size, y - size);
      ctx.lineTo(x - size, y + size);
      ctx.stroke();
    } else {
      ctx.fillStyle = css('--ink-soft');
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y - size);
      ctx.lineTo(x, y + size);
      ctx.fill();
    }
  }
  ctx.restore();
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
