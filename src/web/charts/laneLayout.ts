/**
 * The positions of the bars and points of a lane on the screen.
 */
import type { PageBar, PageLane, PagePoint } from '../../report/picture/picture.ts';
import type { TimeRange } from '../view/view.ts';
import { isBad } from './laneStyle.ts';

/** In pixels, from the left of the lane and the top of its first row. */
export interface BarLayout {
  readonly index: number;
  readonly bar: PageBar;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The parts that are drawn, from the bottom up: the bar itself, or one part for each state. */
  readonly parts: readonly PartLayout[];
}

export interface PartLayout {
  readonly state: string;
  readonly y: number;
  readonly height: number;
}

export interface PointLayout {
  readonly index: number;
  readonly point: PagePoint;
  readonly x: number;
  readonly y: number;
}

export interface LaneLayout {
  readonly bars: readonly BarLayout[];
  readonly points: readonly PointLayout[];
  readonly height: number;
  readonly rowHeight: number;
  /** Number of rows of bars. */
  readonly rows: number;
}

/** Minimum width of a bar, so that a pointer can hit it. */
const leastWidth = 2;
const pointsHeight = 22;
/** Height of bars that summarise many. */
const bundleHeight = 44;

/**
 * Lays out the bars in their rows and the points in a row below; items outside the visible range are left out. Of
 * several bars of one state within one pixel, and of several points of one state, only the first is drawn. The height
 * of a bar that summarises many shows their number; its problem states are at the bottom, with a minimum height.
 */
export function laneLayout(
  { bars, points }: Pick<PageLane, 'bars' | 'points'>,
  stretch: TimeRange,
  width: number,
): LaneLayout {
  const rows = bars.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const isBundled = bars.some(({ parts }) => parts !== undefined);
  const rowHeight = isBundled ? bundleHeight : rows <= 6 ? 22 : rows <= 16 ? 18 : 14;
  const gap = rowHeight >= 12 ? 3 : 1;
  const xOf = (at: number): number => ((at - stretch.from) / (stretch.until - stretch.from)) * width;
  const greatest = bars.reduce((most, bar) => Math.max(most, amountOf(bar)), 0);
  const reached = new Map<string, number>();
  const laid = bars.flatMap((bar, index): BarLayout[] => {
    if (bar.until < stretch.from || bar.from >= stretch.until) return [];
    const x = Math.max(0, xOf(bar.from));
    const end = Math.min(width, Math.max(xOf(bar.until), x + leastWidth));
    const key = `${bar.row} ${bar.state}`;
    if (end <= (reached.get(key) ?? -1)) return [];
    reached.set(key, Math.ceil(end));
    const box = { y: bar.row * rowHeight, height: rowHeight - gap };
    const thin = isBundled && end - x > 4 ? 1 : 0;
    return [{ index, bar, x, ...box, width: Math.max(leastWidth, end - x - thin), parts: partsOf(bar, box, greatest) }];
  });
  const top = rows * rowHeight;
  const last = new Map<string, number>();
  const laidPoints = points.flatMap((point, index): PointLayout[] => {
    if (point.at < stretch.from || point.at >= stretch.until) return [];
    const x = xOf(point.at);
    if (x - (last.get(point.state) ?? -Infinity) < 1) return [];
    last.set(point.state, x);
    return [{ index, point, x, y: top + pointsHeight / 2 }];
  });
  return {
    bars: laid,
    points: laidPoints,
    height: top + (points.length > 0 ? pointsHeight : 0),
    rowHeight,
    rows,
  };
}

function amountOf({ parts = [] }: PageBar): number {
  return parts.reduce((sum, [, amount]) => sum + amount, 0);
}

function partsOf(bar: PageBar, { y, height }: Omit<PartLayout, 'state'>, greatest: number): PartLayout[] {
  const { parts } = bar;
  if (parts === undefined) return [{ state: bar.state, y, height }];
  const order = [...parts].sort(([a], [b]) => Number(isBad(b)) - Number(isBad(a)));
  let bottom = y + height;
  return order.map(([state, amount]) => {
    const own = Math.max(leastWidth, (height * amount) / greatest);
    bottom -= own;
    return { state, y: bottom, height: own };
  });
}
