/**
 * The legend of a chart: the name of each line, and its value at the crosshair, or its min and max in the visible
 * period.
 */

import type { PageChart } from '../../report/page/pageData.ts';
import type { PageLine } from '../../report/picture/picture.ts';
import { shortNumber } from '../../report/words/format.ts';
import { button, type Child, h, s } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { momentText } from '../view/timeText.ts';
import { visibleRange } from '../view/zoomKeys.ts';
import { extentOf, lineAt } from './aligned.ts';
import type { LineStyle } from './lineStyle.ts';
import { numberText } from './valueAxis.ts';

export interface ChartLegend {
  readonly keys: Child;
  /** Whether the reader shows the line, by its place in the chart. */
  readonly isShown: (index: number) => boolean;
  /** Calls the listener whenever the reader shows or hides a line. */
  readonly onToggle: (listener: () => void) => void;
  /** Shows the values at an instant; null: there is no crosshair. */
  readonly show: (at: number | null) => void;
}

export function chartLegend(site: Site, { lines }: PageChart, styles: readonly LineStyle[]): ChartLegend {
  const when = h('span', { class: 'key when' });
  const values = lines.map(() => h('b', { class: 'value' }));
  const hidden = new Set<number>();
  const listeners: (() => void)[] = [];
  const keys = lines.map(({ name }, i) => {
    const content = [sample(styles[i]), name, ' ', values[i] ?? null];
    if (lines.length === 1) return h('span', { class: 'key' }, ...content);
    const toggle = button(
      content,
      () => {
        if (!hidden.delete(i)) hidden.add(i);
        toggle.setAttribute('aria-pressed', String(!hidden.has(i)));
        for (const listener of listeners) listener();
      },
      { class: 'key toggle', 'aria-pressed': 'true', title: `Show or hide ${name}` },
    );
    return toggle;
  });
  const room = lines.map(digitsOf);
  const show = (at: number | null): void => {
    when.textContent = at === null ? 'min – max' : momentText(at, visibleRange(site));
    lines.forEach((line, i) => {
      const value = values[i];
      if (value === undefined) return;
      value.textContent = textOf(line, at);
      // The width stays the same with a crosshair; otherwise the chart would move under the pointer.
      if (at === null) value.style.minWidth = `${Math.max(room[i] ?? 0, value.textContent.length)}ch`;
    });
  };
  const textOf = (line: PageLine, at: number | null): string => {
    if (at !== null) return numberText(lineAt(line, at));
    const [least, greatest] = (extentOf(line, visibleRange(site)) ?? []).map(numberText);
    return least === greatest ? (least ?? numberText(null)) : `${least} – ${greatest}`;
  };
  site.navigation.watch(() => show(null), site.gone);
  return {
    keys: [when, ...keys],
    isShown: (index) => !hidden.has(index),
    onToggle: (listener) => listeners.push(listener),
    show,
  };
}

/** Approximately the maximum number of characters of its values. */
function digitsOf({ value, draw }: PageLine): number {
  const known = value.filter((one) => one !== null);
  const greatest = known.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const whole = shortNumber(Math.floor(greatest), 0).length;
  return draw === 'steps' && known.every(Number.isInteger) ? whole : Math.max(5, whole + 3);
}

function sample(style: LineStyle | undefined): SVGElement | null {
  if (style === undefined) return null;
  const { color, dash, width } = style;
  const line = s('line', {
    x1: 0,
    y1: 4,
    x2: 22,
    y2: 4,
    'stroke-width': width,
    'stroke-dasharray': dash.join(' '),
    class: `stroke${color}`,
  });
  return s('svg', { width: 22, height: 8, 'aria-hidden': 'true' }, line);
}
