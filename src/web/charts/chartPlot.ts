/**
 * The plot of a chart, drawn with uPlot: it zooms together with all others and reacts to pointer and keyboard.
 */

import uPlot from 'uplot';
import { second } from '../../engine/time.ts';
import type { PageChart } from '../../report/page/pageData.ts';
import { ticksIn, tickText } from '../../report/picture/timeMarks.ts';
import { markText } from '../../report/picture/valueMarks.ts';
import { gutter, margin } from '../view/axisRoom.ts';
import { announce } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { eventText } from '../view/timeText.ts';
import type { TimeRange } from '../view/view.ts';
import { within } from '../view/zoom.ts';
import { fullRange, visibleRange, zoomByKey } from '../view/zoomKeys.ts';
import { type Aligned, extentOf, lineAt } from './aligned.ts';
import type { ChartLegend } from './chartLegend.ts';
import { css, drawAfter, drawMarks, drawOutages, drawPeak, marksOf } from './chartMarks.ts';
import { cursorOverlay } from './cursorOverlay.ts';
import { hasOwnScale, type LineStyle, plain } from './lineStyle.ts';
import { numberText } from './valueAxis.ts';

const height = 170;
/** Tick distances on an axis of counts. */
const wholes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

interface Plot {
  readonly site: Site;
  readonly chart: PageChart;
  readonly data: Aligned;
  readonly styles: readonly LineStyle[];
  readonly legend: ChartLegend;
  readonly plot: HTMLElement;
}

export function draw(about: Plot): void {
  const { site, data, plot } = about;
  const { navigation } = site;
  const u = new uPlot(optionsOf(about), [data.at, ...data.values] as unknown as uPlot.AlignedData, plot);
  // Screen readers use the label and the table; the parts of the plot are hidden from them.
  u.root.setAttribute('aria-hidden', 'true');
  const fit = (): void => {
    if (plot.clientWidth > 0 && plot.clientWidth !== u.width) u.setSize({ width: plot.clientWidth, height });
  };
  new ResizeObserver(fit).observe(plot);
  addEventListener('paper', fit, { signal: site.gone });
  navigation.watch(() => {
    const { from, until } = visibleRange(site);
    if (u.scales['x']?.min !== from || u.scales['x']?.max !== until) u.setScale('x', { min: from, max: until });
  }, site.gone);
  cursorOverlay(site, plot);
  about.legend.onToggle(() => {
    about.chart.lines.forEach((_, i) => {
      const show = about.legend.isShown(i);
      if (u.series[i + 1]?.show !== show) u.setSeries(i + 1, { show });
    });
  });
  addEventListener('theme', () => u.redraw(false), { signal: site.gone });
  site.gone.addEventListener('abort', () => u.destroy());
  listenTo(about, u);
}

function listenTo({ site, chart, data, plot }: Plot, u: uPlot): void {
  const marks = marksOf(site, chart);
  let pressed = 0;
  // Of the whole plot: markers are above the part of it that uPlot listens to.
  plot.addEventListener('mousedown', ({ clientX }) => {
    pressed = clientX;
  });
  plot.addEventListener('click', ({ clientX }) => {
    const { left, width } = u.over.getBoundingClientRect();
    const x = clientX - left;
    if (Math.abs(clientX - pressed) > 3 || x < -8 || x > width + 8) return;
    const near = nearest(marks, ({ at }) => Math.abs(u.valToPos(at, 'x') - x));
    if (near !== null && Math.abs(u.valToPos(near.at, 'x') - x) < 8)
      site.navigation.go({ open: targetText({ kind: 'entry', seq: near.seq }) });
    else openAt(Math.floor(u.posToVal(x, 'x') / second) * second);
  });
  plot.addEventListener('keydown', (event) => {
    if (zoomByKey(site, event.key)) return;
    if (event.key === 'Enter') openAt(instantAt(u) ?? visibleRange(site).from);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step(event.key === 'ArrowRight' ? 1 : -1);
    else return;
    event.preventDefault();
  });
  function openAt(at: number): void {
    site.navigation.go({ open: targetText({ kind: 'moment', at, chart: chart.id }) });
  }
  /** Moves the crosshair to the next change that is at least six pixels away, so that each key press is visible. */
  function step(by: 1 | -1): void {
    const { from, until } = visibleRange(site);
    const here = instantAt(u) ?? (by > 0 ? from - 1 : until);
    const isFar = (at: number): boolean =>
      at >= from && at <= until && (at - here) * by > 0 && Math.abs(u.valToPos(at, 'x') - u.valToPos(here, 'x')) >= 6;
    const at = (by > 0 ? data.at.find(isFar) : data.at.findLast(isFar)) ?? (by > 0 ? until : from);
    u.setCursor({ left: u.valToPos(at, 'x'), top: 20 });
    const said = chart.lines.map((line) => `${line.name} ${numberText(lineAt(line, at))}`);
    announce(`${eventText(at, site.run)}: ${said.join(', ')}`);
  }
}

/** The instant of the crosshair, the same on all charts; null if there is none. */
function instantAt(u: uPlot): number | null {
  const { left } = u.cursor;
  return left === undefined || left < 0 ? null : Math.round(u.posToVal(left, 'x'));
}

function nearest<T>(items: readonly T[], distance: (item: T) => number): T | null {
  return items.reduce<T | null>((best, item) => (best === null || distance(item) < distance(best) ? item : best), null);
}

function optionsOf(about: Plot): uPlot.Options {
  const { site, chart, styles, plot } = about;
  const grid = { stroke: () => css('--line'), width: 1 };
  const axis = {
    stroke: () => css('--ink-soft'),
    font: '11px system-ui, sans-serif',
    grid,
    ticks: { ...grid, size: 4 },
  };
  const steps = uPlot.paths.stepped?.({ align: 1 });
  const isCounted = chart.kind === 'replicas';
  return {
    width: Math.max(120, plot.clientWidth),
    height,
    ms: 1,
    legend: { show: false },
    padding: [10, margin, 0, 0],
    scales: {
      x: { time: false, range: () => rangeNow(site) },
      y: { range: () => rangeOf(linesOn(about, false), visibleRange(site)) },
      own: { range: () => rangeOf(linesOn(about, true), visibleRange(site)) },
    },
    axes: [
      {
        ...axis,
        size: 26,
        splits: (u, _, min, max) => ticksIn({ from: min, until: max }, Math.max(2, Math.floor(u.width / 90))),
        values: (_, splits) => splits.map(tickText),
      },
      {
        ...axis,
        size: gutter,
        gap: 4,
        ...(isCounted ? { incrs: wholes } : {}),
        values: (_, splits, _axis, _space, step) => splits.map((value) => markText(value, step)),
      },
    ],
    series: [
      {},
      ...chart.lines.map(({ name, draw }, i): uPlot.Series => {
        const { color, dash, width, isFilled } = styles[i] ?? plain;
        return {
          label: name,
          scale: hasOwnScale(name) ? 'own' : 'y',
          stroke: () => css(color),
          width,
          dash: [...dash],
          show: about.legend.isShown(i),
          points: { show: false },
          ...(isFilled === false ? {} : { fill: () => css(isFilled === 'soft' ? '--line' : '--fill') }),
          ...(draw === 'steps' && steps !== undefined ? { paths: steps } : {}),
        };
      }),
    ],
    bands: bandsOf(chart),
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: 4 },
      // The crosshair is shared; what is selected comes back by way of the view.
      sync: { key: 'run', filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' } },
      // The points would be drawn at the nearest change instead of the crosshair.
      points: { show: false },
    },
    hooks: {
      setCursor: [(u) => about.legend.show(instantAt(u))],
      setSelect: [
        (u) => {
          if (u.select.width < 4) return;
          const from = u.posToVal(u.select.left, 'x');
          const until = u.posToVal(u.select.left + u.select.width, 'x');
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          site.navigation.go({ zoom: within(fullRange(site), { from, until }) });
        },
      ],
      drawClear: [(u) => drawOutages(u, site.data), (u) => drawAfter(u, site.run.until)],
      draw: [
        (u) => drawMarks(u, marksOf(site, chart)),
        (u) => {
          for (const line of linesOn(about, true).lines) drawPeak(u, line, visibleRange(site));
        },
      ],
    },
  };
}

/** The area of a tolerance, between its bounds. */
function bandsOf({ lines }: PageChart): uPlot.Band[] {
  const [upper, lower] = ['upper', 'lower'].map((bound) => lines.findIndex(({ name }) => name === bound) + 1);
  return upper && lower ? [{ series: [upper, lower], fill: () => css('--fill') }] : [];
}

function rangeNow(site: Site): [number, number] {
  const { from, until } = visibleRange(site);
  return [from, until];
}

/** The chart with the lines that the reader shows, of one of the two scales. */
function linesOn({ chart, legend }: Plot, isOwn: boolean): PageChart {
  return { ...chart, lines: chart.lines.filter(({ name }, i) => legend.isShown(i) && hasOwnScale(name) === isOwn) };
}

/** The value range: it includes 0, and for percentages above 50 it reaches at least 100. */
function rangeOf({ unit, lines }: PageChart, stretch: TimeRange): [number, number] {
  const extents = lines.flatMap((line) => extentOf(line, stretch) ?? []);
  const greatest = extents.reduce((a, b) => Math.max(a, b), 0);
  const top = unit === '%' && greatest > 50 ? Math.max(100, greatest) : greatest;
  return [extents.reduce((a, b) => Math.min(a, b), 0), top <= 0 ? 1 : top * 1.06];
}
