/**
 * The picture of a chart: drawn by uPlot, zoomed with all others, pressed and read with the keyboard.
 */
import uPlot from 'uplot';
import { second } from '../../engine/time.ts';
import { instantText, shortNumber } from '../../report/format.ts';
import type { PageChart } from '../../report/page/pageData.ts';
import { type Aligned, lineAt } from './aligned.ts';
import { gutter, margin } from './axisRoom.ts';
import { css, drawEnd, drawMarks, marksOf } from './chartMarks.ts';
import { say } from './figure.ts';
import { type LineStyle, lineStyle } from './lineStyle.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { ticksIn, tickText } from './timeAxis.ts';
import { within } from './zoom.ts';
import { stretchNow, wholeNow, zoomByKey } from './zoomKeys.ts';

const height = 170;
/** Distances of marks on an axis of counts. */
const wholes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

interface Plot {
  readonly site: Site;
  readonly chart: PageChart;
  readonly data: Aligned;
  readonly styles: readonly LineStyle[];
  readonly values: readonly HTMLElement[];
  readonly plot: HTMLElement;
}

export function draw(about: Plot): void {
  const { site, data, plot } = about;
  const { looking } = site;
  const u = new uPlot(optionsOf(about), [data.at, ...data.values] as unknown as uPlot.AlignedData, plot);
  // A screen reader has the label and the table; the parts say nothing.
  u.root.setAttribute('aria-hidden', 'true');
  const fit = (): void => {
    if (plot.clientWidth > 0 && plot.clientWidth !== u.width) u.setSize({ width: plot.clientWidth, height });
  };
  new ResizeObserver(fit).observe(plot);
  addEventListener('paper', fit, { signal: site.gone });
  looking.watch(() => {
    const { from, until } = stretchNow(site);
    if (u.scales['x']?.min !== from || u.scales['x']?.max !== until) u.setScale('x', { min: from, max: until });
  }, site.gone);
  const repaint = (): void => u.redraw(false);
  addEventListener('theme', repaint, { signal: site.gone });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint, { signal: site.gone });
  site.gone.addEventListener('abort', () => u.destroy());
  listenTo(about, u);
}

function listenTo({ site, chart, data, plot }: Plot, u: uPlot): void {
  const marks = marksOf(site, chart);
  let pressed = 0;
  u.over.addEventListener('mousedown', ({ clientX }) => {
    pressed = clientX;
  });
  u.over.addEventListener('click', ({ clientX }) => {
    if (Math.abs(clientX - pressed) > 3) return;
    const x = clientX - u.over.getBoundingClientRect().left;
    const near = nearest(marks, ({ at }) => Math.abs(u.valToPos(at, 'x') - x));
    if (near !== null && Math.abs(u.valToPos(near.at, 'x') - x) < 8)
      site.looking.go({ open: openedText({ kind: 'entry', seq: near.seq }) });
    else openAt(Math.round(u.posToVal(x, 'x') / second) * second);
  });
  plot.addEventListener('keydown', (event) => {
    if (zoomByKey(site, event.key)) return;
    if (event.key === 'Enter') openAt(atCursor());
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step(event.key === 'ArrowRight' ? 1 : -1);
    else return;
    event.preventDefault();
  });
  function openAt(at: number): void {
    site.looking.go({ open: openedText({ kind: 'moment', at, chart: chart.id }) });
  }
  function atCursor(): number {
    return data.at[u.cursor.idx ?? 0] ?? site.run.from;
  }
  /** To the next instant that is some pixels on: a press that is not seen to do anything is none. */
  function step(by: 1 | -1): void {
    const { from, until } = stretchNow(site);
    const here = Math.max(0, u.valToPos(Math.min(until, Math.max(from, atCursor())), 'x'));
    let i = u.cursor.idx ?? (by > 0 ? -1 : data.at.length);
    do i += by;
    while (data.at[i] !== undefined && Math.abs(u.valToPos(data.at[i] ?? 0, 'x') - here) < 6);
    const at = data.at[Math.min(data.at.length - 1, Math.max(0, i))] ?? from;
    u.setCursor({ left: u.valToPos(at, 'x'), top: 20 });
    const said = chart.lines.map(({ name }, line) => `${name} ${numberText(data.values[line]?.[u.cursor.idx ?? 0])}`);
    say(`${instantText(at)}: ${said.join(', ')}`);
  }
}

function nearest<T>(items: readonly T[], distance: (item: T) => number): T | null {
  return items.reduce<T | null>((best, item) => (best === null || distance(item) < distance(best) ? item : best), null);
}

export function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : shortNumber(value, 2);
}

function optionsOf(about: Plot): uPlot.Options {
  const { site, chart, data, styles, values, plot } = about;
  const grid = { stroke: () => css('--line'), width: 1 };
  const axis = {
    stroke: () => css('--ink-soft'),
    font: '11px system-ui, sans-serif',
    grid,
    ticks: { ...grid, size: 4 },
  };
  const steps = uPlot.paths.stepped?.({ align: 1 });
  const isCounted = chart.kind === 'replicas';
  const showValues = (index: number | null): void => {
    values.forEach((element, line) => {
      const course = chart.lines[line];
      const atEnd = course === undefined ? null : lineAt(course, site.run.until);
      element.textContent = numberText(index === null ? atEnd : data.values[line]?.[index]);
    });
  };
  return {
    width: Math.max(120, plot.clientWidth),
    height,
    ms: 1,
    legend: { show: false },
    padding: [10, margin, 0, 0],
    scales: {
      x: { time: false, range: () => rangeNow(site) },
      y: { range: (_, least, greatest) => rangeOf(chart.unit, least, greatest) },
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
        values: (_, splits) => splits.map((value) => shortNumber(value, 3)),
      },
    ],
    series: [
      {},
      ...chart.lines.map(({ name, draw }, i): uPlot.Series => {
        const { color, dash, width, isFilled } = styles[i] ?? lineStyle(name, i, 1);
        return {
          label: name,
          stroke: () => css(color),
          width,
          dash: [...dash],
          points: { show: false },
          ...(isFilled ? { fill: () => css('--fill') } : {}),
          ...(draw === 'steps' && steps !== undefined ? { paths: steps } : {}),
        };
      }),
    ],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: 4 },
      // The crosshair is shared; what is selected comes back by way of the view.
      sync: { key: 'run', filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' } },
      points: { size: 6 },
    },
    hooks: {
      ready: [() => showValues(null)],
      setCursor: [(u) => showValues(u.cursor.left === undefined || u.cursor.left < 0 ? null : (u.cursor.idx ?? null))],
      setSelect: [
        (u) => {
          if (u.select.width < 4) return;
          const from = u.posToVal(u.select.left, 'x');
          const until = u.posToVal(u.select.left + u.select.width, 'x');
          u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          site.looking.go({ zoom: within(wholeNow(site), { from, until }) });
        },
      ],
      draw: [(u) => drawMarks(u, marksOf(site, chart)), (u) => drawEnd(u, site.run.until)],
    },
  };
}

function rangeNow(site: Site): [number, number] {
  const { from, until } = stretchNow(site);
  return [from, until];
}

/** From 0 where nothing is below it; a percentage up to 100 at least, if it comes near. */
function rangeOf(unit: string, least: number | null, greatest: number | null): [number, number] {
  const top = Math.max(greatest ?? 0, unit === '%' && (greatest ?? 0) > 50 ? 100 : 0);
  return [Math.min(0, least ?? 0), top <= 0 ? 1 : top * 1.06];
}
