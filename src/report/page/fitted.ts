/**
 * Fits charts and lanes into the limits of a page.
 */

import type { PageLane } from '../picture/picture.ts';
import { countText } from '../words/format.ts';
import type { ChartDraft } from './draft.ts';
import type { LaneDraft } from './drafts.ts';
import type { PageChart } from './pageData.ts';
import type { PageLimits } from './pageLimits.ts';

/**
 * As many charts as the limits allow, in their order, all with the same number of columns; `notices` name what is
 * missing.
 */
export function chartsWithin(
  drafts: readonly ChartDraft[],
  { chartsMax, pointsMax, columnsMax }: Pick<PageLimits, 'chartsMax' | 'pointsMax' | 'columnsMax'>,
): { readonly charts: readonly PageChart[]; readonly notices: readonly string[] } {
  const kept = heaviest(drafts, chartsMax);
  let columns = columnsMax;
  let charts = chartsIn(kept, columns);
  while (columns > 16 && pointsOf(charts) > pointsMax) {
    columns /= 2;
    charts = chartsIn(kept, columns);
  }
  const lines = charts.flatMap((chart) => chart.lines);
  const thinned = lines.filter(({ isThinned }) => isThinned).length;
  const notices = [
    ...(kept.length === drafts.length
      ? []
      : [
          `${countText(kept.length)} of ${countText(drafts.length)} charts are shown: those of the most expensive resources.`,
        ]),
    ...(thinned === 0
      ? []
      : [
          `${countText(thinned)} of ${countText(lines.length)} chart lines are downsampled: the time is divided into ${countText(columns)} equal intervals, and each interval shows its min and max.`,
        ]),
  ];
  return { charts, notices };
}

/** As many lanes as the limits allow, in their order; empty lanes are left out. */
export function lanesWithin(
  drafts: readonly LaneDraft[],
  { lanesMax, itemsMax, hasPhases }: Pick<PageLimits, 'lanesMax' | 'itemsMax' | 'hasPhases'>,
): { readonly lanes: readonly PageLane[]; readonly notices: readonly string[] } {
  const filled = drafts.filter(({ shown }) => shown(1) !== null);
  const kept = heaviest(filled, lanesMax);
  let most = 512;
  let lanes = lanesIn(kept, most);
  while (most > 1 && itemsOf(lanes) > itemsMax) {
    most /= 2;
    lanes = lanesIn(kept, most);
  }
  const leftOut = lanes.reduce((sum, lane) => sum + lane.leftOut, 0);
  const notices = [
    ...(kept.length === filled.length
      ? []
      : [
          `${countText(kept.length)} of ${countText(filled.length)} lanes are shown: those of the most expensive resources.`,
        ]),
    ...(leftOut === 0
      ? []
      : [`${countText(leftOut)} overlapping markers hidden: of several close together, only the first is shown.`]),
  ];
  const isCut = !hasPhases && lanes.some(({ bars }) => bars.some(({ phases }) => phases !== undefined));
  return {
    lanes: isCut ? lanes.map(withoutPhases) : lanes,
    notices: isCut ? [...notices, 'Phases of replicas are hidden: the page has no room for them.'] : notices,
  };
}

function withoutPhases(lane: PageLane): PageLane {
  return { ...lane, bars: lane.bars.map(({ phases: _, ...bar }) => bar) };
}

/** The items with the largest weights, in their original order. */
function heaviest<T extends { readonly weight: number }>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const order = all.map((one, index) => ({ one, index }));
  order.sort((a, b) => (a.one.weight === b.one.weight ? a.index - b.index : b.one.weight - a.one.weight));
  const kept = new Set(order.slice(0, most).map(({ one }) => one));
  return all.filter((one) => kept.has(one));
}

function chartsIn(drafts: readonly ChartDraft[], columns: number): PageChart[] {
  return drafts.map(({ weight: _, lines, ...chart }) => ({ ...chart, lines: lines.map((line) => line(columns)) }));
}

function pointsOf(charts: readonly PageChart[]): number {
  return charts.reduce((sum, { lines }) => sum + lines.reduce((points, { at }) => points + at.length, 0), 0);
}

function lanesIn(drafts: readonly LaneDraft[], most: number): PageLane[] {
  return drafts.flatMap(({ shown }) => shown(most) ?? []);
}

function itemsOf(lanes: readonly PageLane[]): number {
  return lanes.reduce((sum, { bars, points }) => sum + bars.length + points.length, 0);
}
