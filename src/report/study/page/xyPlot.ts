/**
 * A picture of points over two axes, with lines and bands behind them.
 *
 * Places are percentages, so that the picture fits any width without a script.
 */
import { element, type Markup } from './markup.ts';
import { anchorOf, type PlotAxis } from './plotAxis.ts';

export interface XyPoint {
  readonly x: number;
  readonly y: number;
  /** A range of `y`, drawn as a line. */
  readonly low?: number;
  readonly high?: number;
  /** Shapes tell points apart without colour. */
  readonly shape: PointShape;
  /** A number or a letter beside it; default: none. */
  readonly label?: string;
  /** What it is, in words: shown when the pointer rests on it. */
  readonly title: string;
}

export type PointShape = 'full' | 'open' | 'square' | 'cross';

export interface XyPicture {
  /** What it shows, for those who do not see it; the numbers are in a table. */
  readonly label: string;
  readonly x: PlotAxis;
  readonly y: PlotAxis;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly points: readonly XyPoint[];
  /** Lines from point to point, in the order of `at`. */
  readonly lines?: readonly { readonly look: 'course' | 'edge'; readonly at: readonly XyPlace[] }[];
  /** Values at which a line goes straight across. */
  readonly levels?: readonly { readonly y: number; readonly text: string }[];
  /** Stretches of `x` that are shaded from top to bottom. */
  readonly stretches?: readonly { readonly from: number; readonly until: number }[];
  /** An area between two courses of `y`. */
  readonly band?: readonly { readonly x: number; readonly low: number; readonly high: number }[];
}

interface XyPlace {
  readonly x: number;
  readonly y: number;
}

const height = 260;

const shapes: { readonly [shape in PointShape]: string } = {
  full: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z',
  open: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z',
  square: 'M-4-4H4V4H-4Z',
  cross: 'M-4.5-4.5L4.5 4.5M-4.5 4.5L4.5-4.5',
};

/** The picture with its axes and their titles. */
export function xyPlot(picture: XyPicture): Markup {
  const { label, x, y, xTitle, yTitle } = picture;
  return element(
    'div',
    { class: 'xy', role: 'img', 'aria-label': label },
    element('p', { class: 'axis-title' }, yTitle),
    element(
      'svg',
      { class: 'xy-side', width: 64, height: height + 10, 'aria-hidden': 'true' },
      y.marks.map(({ at, text }) => {
        const place = height - (y.placeOf(at) / 100) * height;
        return element('text', { class: 'tick', x: 58, y: Math.max(9, round(place) + 4), 'text-anchor': 'end' }, text);
      }),
    ),
    element('div', { class: 'xy-main' }, plotOf(picture), axisLabels(x), element('p', { class: 'axis-title' }, xTitle)),
  );
}

function plotOf({ x, y, points, lines = [], levels = [], stretches = [], band = [] }: XyPicture): Markup {
  const [left, top] = [
    (value: number) => `${x.placeOf(value)}%`,
    (value: number) => `${round(100 - y.placeOf(value))}%`,
  ];
  return element(
    'svg',
    { class: 'xy-plot', width: '100%', height, 'aria-hidden': 'true' },
    stretches.map(({ from, until }) =>
      element('rect', {
        class: 'stretch',
        x: left(from),
        width: `${round(x.placeOf(until) - x.placeOf(from))}%`,
        y: 0,
        height: '100%',
      }),
    ),
    y.marks.map(({ at }) => element('line', { class: 'grid', x1: 0, x2: '100%', y1: top(at), y2: top(at) })),
    x.marks.map(({ at }) => element('line', { class: 'grid', x1: left(at), x2: left(at), y1: 0, y2: '100%' })),
    band.length < 2 ? null : bandOf(x, y, band),
    levels.map((level) => [
      element('line', { class: 'level', x1: 0, x2: '100%', y1: top(level.y), y2: top(level.y) }),
      element('text', { class: 'tick', x: '99%', y: top(level.y), dy: -4, 'text-anchor': 'end' }, level.text),
    ]),
    lines.map(({ look, at }) =>
      at.slice(1).map((to, index) => {
        const from = at[index] ?? to;
        return element('line', { class: look, x1: left(from.x), y1: top(from.y), x2: left(to.x), y2: top(to.y) });
      }),
    ),
    points.map(({ low, high, ...one }) =>
      low === undefined || high === undefined
        ? null
        : element('line', { class: 'whisker', x1: left(one.x), x2: left(one.x), y1: top(low), y2: top(high) }),
    ),
    points.map((one) =>
      element(
        'svg',
        { x: left(one.x), y: top(one.y), overflow: 'visible' },
        element('title', {}, one.title),
        element('path', { class: `point ${one.shape}`, d: shapes[one.shape] }),
        one.label === undefined
          ? null
          : element(
              'text',
              x.placeOf(one.x) > 90
                ? { class: 'point-label', x: -8, y: -6, 'text-anchor': 'end' }
                : { class: 'point-label', x: 8, y: -6 },
              one.label,
            ),
      ),
    ),
  );
}

/** An area, in a picture of its own whose units are hundredths of the whole. */
function bandOf(x: PlotAxis, y: PlotAxis, band: NonNullable<XyPicture['band']>): Markup {
  const at = (place: number, value: number): string => `${x.placeOf(place)} ${round(100 - y.placeOf(value))}`;
  const upper = band.map((one) => at(one.x, one.high));
  const lower = [...band].reverse().map((one) => at(one.x, one.low));
  return element(
    'svg',
    { x: 0, y: 0, width: '100%', height: '100%', viewBox: '0 0 100 100', preserveAspectRatio: 'none' },
    element('path', { class: 'band', d: `M${[...upper, ...lower].join('L')}Z` }),
  );
}

function axisLabels(x: PlotAxis): Markup {
  return element(
    'svg',
    { class: 'xy-plot', width: '100%', height: 18, 'aria-hidden': 'true' },
    x.marks.map(({ at, text }) => {
      const place = x.placeOf(at);
      return element('text', { class: 'tick', x: `${place}%`, y: 15, 'text-anchor': anchorOf(place) }, text);
    }),
  );
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
