/**
 * A chart over time, drawn with uPlot: it zooms together with all others, supports the keyboard, and has a table.
 */
import type { PageChart } from '../../report/page/pageData.ts';
import { h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { type Aligned, aligned } from './aligned.ts';
import { chartLegend } from './chartLegend.ts';
import { draw } from './chartPlot.ts';
import { chartTable } from './chartTable.ts';
import { decisionList } from './decisionList.ts';
import { figureOf, freshNotes, onceNearScreen, type PictureOptions } from './figure.ts';
import { stylesOf } from './lineStyle.ts';
import { numberText } from './valueAxis.ts';

/** The chart as a figure; `options` fit it to its place. */
export function chartFigure(site: Site, chart: PageChart, options: PictureOptions = {}): HTMLElement {
  const { title = chart.title, said } = options;
  const styles = stylesOf(chart.lines.map(({ name }) => name));
  const legend = chartLegend(site, chart, styles);
  const data = alignedInRun(site, chart);
  const label = `${chart.title}. ${describe(chart)} Arrow keys move the crosshair, Enter opens the details of that time, plus and minus zoom.`;
  const plot = h('div', { class: 'plot', tabindex: 0, role: 'img', 'aria-label': label });
  onceNearScreen(plot, site.gone, () => draw({ site, chart, data, styles, legend, plot }));
  const thinned = chart.lines.some(({ isThinned }) => isThinned)
    ? 'Downsampled to the min and max of each interval: zoom in to see the intervals.'
    : '';
  return figureOf({
    title,
    fullTitle: chart.title,
    unit: chart.unit,
    legend: legend.keys,
    plot,
    table: () => chartTable(site, chart, data),
    note: freshNotes([chart.note, thinned], said),
    actions: decisionList(site, chart),
  });
}

/** All instants of all lines, and the start and end of the run, so that the last step reaches the end. */
function alignedInRun({ run }: Site, { lines }: PageChart): Aligned {
  const ends = { at: [run.from, run.until], value: [null, null], draw: 'steps' } as const;
  const all = aligned([...lines, ends]);
  return { at: all.at, values: all.values.slice(0, -1) };
}

/** The min, max and last value of each line, for screen readers. */
function describe({ lines, unit }: PageChart): string {
  const said = lines.map(({ name, value }) => {
    const known = value.filter((one) => one !== null);
    if (known.length === 0) return `${name}: no values`;
    const least = known.reduce((a, b) => Math.min(a, b));
    const greatest = known.reduce((a, b) => Math.max(a, b));
    return `${name} min ${numberText(least)}, max ${numberText(greatest)}, last ${numberText(known.at(-1))}`;
  });
  return `In ${unit}: ${said.join('; ')}.`;
}
