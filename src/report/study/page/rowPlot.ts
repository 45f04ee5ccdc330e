/**
 * A picture of rows on one axis: each row has its name, its marks, and in words what they show.
 *
 * Places are percentages, so that the picture fits any width without a script.
 */
import { element, type Markup, type MarkupChild } from './markup.ts';
import { anchorOf, type PlotAxis } from './plotAxis.ts';

export interface PlotRow {
  readonly name: MarkupChild;
  readonly marks: readonly PlotMark[];
  /** The same in words. */
  readonly text: MarkupChild;
}

export type PlotMark =
  /** An interval of the mean. */
  | { readonly kind: 'interval'; readonly low: number; readonly high: number }
  /** The runs that were seen, from the least to the greatest: no interval. */
  | { readonly kind: 'seen'; readonly low: number; readonly high: number }
  | { readonly kind: 'mean' | 'median'; readonly at: number }
  | { readonly kind: 'bar'; readonly from: number; readonly until: number; readonly look: BarLook };

/** More or less of something, or the whole of it. */
export type BarLook = 'more' | 'less' | 'whole';

/** Rows with a common axis below them. The line at 0 is drawn if the axis has it. */
export function rowPlot(axis: PlotAxis, rows: readonly PlotRow[]): Markup {
  return element(
    'ul',
    { class: 'rows' },
    rows.map(({ name, marks, text }) =>
      element(
        'li',
        {},
        element('span', { class: 'row-name' }, name),
        // The room is as high as its row, however many lines the name has; marks are around its middle.
        element(
          'span',
          { class: 'row-room' },
          element(
            'svg',
            { class: 'row-plot', width: '100%', height: '100%', 'aria-hidden': 'true' },
            axis.marks.map(({ at }) => upright(axis.placeOf(at), at === 0 ? 'zero' : 'grid')),
            element(
              'svg',
              { y: '50%', width: '100%', overflow: 'visible' },
              marks.map((mark) => markOf(mark, axis)),
            ),
          ),
        ),
        element('span', { class: 'row-text' }, text),
      ),
    ),
    element(
      'li',
      { class: 'row-axis', 'aria-hidden': 'true' },
      element('span', { class: 'row-room' }, axisLabels(axis)),
    ),
  );
}

function upright(place: number, className: string): Markup {
  return element('line', { class: className, x1: percent(place), x2: percent(place), y1: 0, y2: '100%' });
}

function markOf(mark: PlotMark, axis: PlotAxis): Markup {
  switch (mark.kind) {
    case 'interval':
      return span('interval', axis.placeOf(mark.low), axis.placeOf(mark.high), 6);
    case 'seen':
      return span('seen', axis.placeOf(mark.low), axis.placeOf(mark.high), 4);
    case 'mean':
      return element('circle', { class: 'mean', cx: percent(axis.placeOf(mark.at)), cy: 0, r: 4.5 });
    case 'median':
      return element(
        'svg',
        { x: percent(axis.placeOf(mark.at)), y: 0, overflow: 'visible' },
        element('path', { class: 'median', d: 'M0-5L5 0L0 5L-5 0Z' }),
      );
    case 'bar': {
      const [from, until] = [axis.placeOf(mark.from), axis.placeOf(mark.until)].sort((a, b) => a - b);
      if (from === undefined || until === undefined) throw new Error('a bar has two ends');
      // A bar of no length is still seen.
      return element('rect', {
        class: `bar ${mark.look}`,
        x: percent(from),
        width: percent(Math.max(0.3, until - from)),
        y: -7,
        height: 14,
      });
    }
  }
}

/** A line between two places with an end stroke at both. */
function span(className: string, from: number, until: number, size: number): Markup {
  const end = (place: number): Markup =>
    element('line', {
      x1: percent(place),
      x2: percent(place),
      y1: -size,
      y2: size,
    });
  return element(
    'g',
    { class: className },
    element('line', { class: 'length', x1: percent(from), x2: percent(until), y1: 0, y2: 0 }),
    end(from),
    end(until),
  );
}

function axisLabels(axis: PlotAxis): Markup {
  return element(
    'svg',
    { class: 'row-plot', width: '100%', height: '100%' },
    axis.marks.map(({ at, text }) => {
      const place = axis.placeOf(at);
      return element('text', { class: 'tick', x: percent(place), y: 13, 'text-anchor': anchorOf(place) }, text);
    }),
  );
}

function percent(place: number): string {
  return `${Math.round(100 * place) / 100}%`;
}
