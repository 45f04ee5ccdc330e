/**
 * Where the bars and points of a lane lie on a screen.
 */
import type { PageBar, PageLane, PagePoint } from '../../report/page/pageData.ts';
import type { Stretch } from './view.ts';

/** In pixels, from the left of the lane and the top of its first row. */
export interface LaidBar {
  readonly index: number;
  readonly bar: PageBar;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LaidPoint {
  readonly index: number;
  readonly point: PagePoint;
  readonly x: number;
  readonly y: number;
}

export interface LaidLane {
  readonly bars: readonly LaidBar[];
  readonly points: readonly LaidPoint[];
  readonly height: number;
  readonly rowHeight: number;
  /** So many rows of bars. */
  readonly rows: number;
}

/** Nothing is thinner, or it could not be hit. */
const leastWidth = 2;
const pointsHeight = 22;

/**
 * Bars by their rows, with points in a row of their own below; what lies outside the stretch is left out. Of bars of one state that fall upon one another within a pixel the
 * first stands for all.
 */
export function laidOut(
  { bars, points }: Pick<PageLane, 'bars' | 'points'>,
  stretch: Stretch,
  width: number,
): LaidLane {
  const rows = bars.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const rowHeight = rows <= 6 ? 20 : rows <= 14 ? 12 : rows <= 40 ? 6 : Math.max(2, Math.floor(240 / rows));
  const gap = rowHeight >= 12 ? 3 : 1;
  const xOf = (at: number): number => ((at - stretch.from) / (stretch.until - stretch.from)) * width;
  const reached = new Map<string, number>();
  const laid = bars.flatMap((bar, index): LaidBar[] => {
    if (bar.until < stretch.from || bar.from >= stretch.until) return [];
    const x = Math.max(0, xOf(bar.from));
    const end = Math.min(width, Math.max(xOf(bar.until), x + leastWidth));
    const key = `${bar.row} ${bar.state}`;
    if (end <= (reached.get(key) ?? -1)) return [];
    reached.set(key, Math.ceil(end));
    return [{ index, bar, x, y: bar.row * rowHeight, width: Math.max(leastWidth, end - x), height: rowHeight - gap }];
  });
  const top = rows * rowHeight;
  const last = new Map<string, number>();
  const laidPoints = points.flatMap((point, index): LaidPoint[] => {
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
