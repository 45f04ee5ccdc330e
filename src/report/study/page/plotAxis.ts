/**
 * An axis of a picture: round ticks around all values, their labels, and where a value lies.
 */
import { day, hour, type Instant, minute, second } from '../../../engine/time.ts';
import { ticksIn, tickText } from '../../picture/timeMarks.ts';
import { marksBetween, markText } from '../../picture/valueMarks.ts';
import { unitOf } from '../valueText.ts';

export interface PlotAxis {
  /** The unit of its labels, such as `USD` or `hours`; empty: a count. */
  readonly unit: string;
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  /** In hundredths of its length from its low end, with two decimals. */
  readonly placeOf: (value: number) => number;
}

/** The axis of a measure, or of its differences. */
export interface AxisQuestion {
  readonly measure: string;
  readonly currency: string;
  /** All that has to fit. */
  readonly values: readonly number[];
  /** About so many ticks beside the first; default: 4. */
  readonly most?: number;
  readonly isDifference?: boolean;
}

const durations = [
  [day, 'days'],
  [hour, 'hours'],
  [minute, 'minutes'],
  [second, 'seconds'],
] as const;

const million = 1_000_000;

/**
 * The axis of a measure: percentages in percent, differences of percentages in points, durations and large numbers in a
 * unit that makes their labels short.
 */
export function measureAxis({ measure, currency, values, most = 4, isDifference = false }: AxisQuestion): PlotAxis {
  switch (unitOf(measure)) {
    case 'money':
      return plotAxis(values, { unit: currency, most });
    case 'percent':
      return plotAxis(values, { unit: isDifference ? 'percentage points' : '%', most });
    case 'GB':
      return plotAxis(values, { unit: 'GB', most });
    case 'count': {
      const isLarge = values.some((value) => Math.abs(value) >= 2 * million);
      return isLarge ? plotAxis(values, { unit: 'million', most, per: million }) : plotAxis(values, { unit: '', most });
    }
    case 'duration': {
      const greatest = Math.max(0, ...values.map((value) => Math.abs(value)));
      const [per, unit] = durations.find(([size]) => greatest >= 2 * size) ?? [1, 'ms'];
      return plotAxis(values, { unit, most, per });
    }
  }
}

/**
 * An axis around values.
 *
 * @param per so much of a value is one unit of the labels; default: 1
 */
export function plotAxis(
  values: readonly number[],
  { unit, most = 4, per = 1 }: { readonly unit: string; readonly most?: number; readonly per?: number },
): PlotAxis {
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const marks = marksBetween(low / per, high / per, most);
  const [first = 0, second = 1] = marks;
  const last = marks.at(-1) ?? 1;
  return {
    unit,
    marks: marks.map((mark) => ({ at: mark * per, text: markText(mark, second - first) })),
    placeOf: (value) => Math.round((10_000 * (value / per - first)) / (last - first)) / 100,
  };
}

/** An axis of time from the first instant to the last, with ticks at round times (UTC). */
export function timeAxis(instants: readonly Instant[], most = 5): PlotAxis {
  const [from, until] = [Math.min(...instants), Math.max(...instants)];
  // A single instant is in the middle.
  const span = until > from ? { from, until } : { from: from - hour, until: until + hour };
  return {
    unit: '',
    marks: ticksIn(span, most).map((at) => ({ at, text: tickText(at) })),
    placeOf: (at) => Math.round((10_000 * (at - span.from)) / (span.until - span.from)) / 100,
  };
}

/** How a label near an end of an axis stays inside the picture. */
export function anchorOf(place: number): 'start' | 'middle' | 'end' {
  if (place < 4) return 'start';
  return place > 96 ? 'end' : 'middle';
}
