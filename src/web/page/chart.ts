/**
 * A chart over time: drawn by uPlot, zoomed together with all others, read with the keyboard, with its table.
 */
import uPlot from 'uplot';
import { instantText, shortNumber } from '../../report/format.ts';
import type { PageChart, PageEntry } from '../../report/page/pageData.ts';
import { type Aligned, aligned } from './aligned.ts';
import { isTrouble, typeText } from './datum.ts';
import { h, s } from './element.ts';
import { opener } from './entryList.ts';
import { figureOf, say, whenNear } from './figure.ts';
import { type LineStyle, lineStyle } from './lineStyle.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { tableOf } from './table.ts';
import { ticksIn, tickText } from './timeAxis.ts';
import { within } from './zoom.ts';
import { stretchNow, wholeNow, zoomByKey } from './zoomKeys.ts';

/** Left of every picture, so that times lie below one another. */
export const gutter = 56;
/** Right of it, for half a word of the last mark. */
export const margin = 22;
const height = 170;
/** Distances of marks on an axis of counts. */
const wholes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

export function chartFigure(site: Site, chart: PageChart): HTMLElement {
  const styles = chart.lines.map(({ name }, i) => lineStyle(name, i, chart.lines.length));
  const values = chart.lines.map(() => h('b', { class: 'value' }));
  const legend = chart.lines.map(({ name }, i) =>
    h('span', { class: 'key' }, sample(styles[i] ?? lineStyle(name, i, 1)), name, ' ', values[i] ?? null),
  );
  const data = alignedInRun(site, chart);
  const label = `${chart.title}. ${describe(chart)} Arrow keys move along it, Enter tells of the instant, plus and minus zoom.`;
  const plot = h('div', { class: 'plot', tabindex: 0, role: 'img', 'aria-label': label });
  whenNear(plot, () => draw({ site, chart, data, styles, values, plot }));
  const thinned = chart.lines.some(({ isThinned }) => isThinned)
    ? 'Thinned: the least and the greatest value of each column of time.'
    : '';
  return figureOf({
    title: chart.title,
    unit: chart.unit,
    legend,
    plot,
    table: () => chartTable(site, chart, data),
    note: [chart.note, thinned].filter((one) => one !== '').join(' '),
  });
}

/** All instants of all lines, and the ends of the run, up to which a count holds. */
function alignedInRun({ run }: Site, { lines }: PageChart): Aligned {
  const ends = { at: [run.from, run.until], value: [null, null], draw: 'steps' } as const;
  const all = aligned([...lines, ends]);
  return { at: all.at, values: all.values.slice(0, -1) };
}

/** Least, greatest and last of each line, for those who do not see it. */
function describe({ lines, unit }: PageChart): string {
  const said = lines.map(({ name, value }) => {
    const known = value.filter((one) => one !== null);
    if (known.length === 0) return `${name}: no values`;
    const least = known.reduce((a, b) => Math.min(a, b));
    const greatest = known.reduce((a, b) => Math.max(a, b));
    return `${name} from ${shortNumber(least, 2)} to ${shortNumber(greatest, 2)}, at last ${shortNumber(known.at(-1) ?? 0, 2)}`;
  });
  return `In ${unit}: ${said.join('; ')}.`;
}

function sample({ color, dash, width }: LineStyle): SVGElement {
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

interface Plot {
  readonly site: Site;
  readonly chart: PageChart;
  readonly data: Aligned;
  readonly styles: readonly LineStyle[];
  readonly values: readonly HTMLElement[];
  readonly plot: HTMLElement;
}

function draw(about: Plot): void {
  const { site, data, plot } = about;
  const { looking } = site;
  const u = new uPlot(optionsOf(about), [data.at, ...data.values] as unknown as uPlot.AlignedData, plot);
  // A screen reader has the label and the table; the parts say nothing.
  u.root.setAttribute('aria-hidden', 'true');
  new ResizeObserver(() => {
    if (plot.clientWidth > 0 && plot.clientWidth !== u.width) u.setSize({ width: plot.clientWidth, height });
  }).observe(plot);
  looking.watch(() => {
    const { from, until } = stretchNow(site);
    if (u.scales['x']?.min !== from || u.scales['x']?.max !== until) u.setScale('x', { min: from, max: until });
  });
  addEventListener('theme', () => u.redraw(false));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => u.redraw(false));
  listenTo(about, u);
}

function listenTo({ site, chart, data, plot }: Plot, u: uPlot): void {
  const marks = site.story.known(chart.marks);
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
    else openAt(Math.round(u.posToVal(x, 'x')));
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

function numberText(value: number | null | undefined): string {
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
      element.textContent = numberText(data.values[line]?.[index ?? data.at.length - 1]);
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
      draw: [(u) => drawMarks(u, site.story.known(chart.marks)), (u) => drawEnd(u, site.run.until)],
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

/** Above the lines: a triangle for what happened, a cross for what went wrong. */
function drawMarks(u: uPlot, marks: readonly PageEntry[]): void {
  const { ctx } = u;
  const { left, top, width } = u.bbox;
  const size = 4 * uPlot.pxRatio;
  ctx.save();
  ctx.lineWidth = 1.5 * uPlot.pxRatio;
  for (const { at, type } of marks) {
    const x = u.valToPos(at, 'x', true);
    if (x < left - 1 || x > left + width + 1) continue;
    const y = top - size;
    ctx.beginPath();
    if (isTrouble(type)) {
      ctx.strokeStyle = css('--bad');
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y + size);
      ctx.moveTo(x + size, y - size);
      ctx.lineTo(x - size, y + size);
      ctx.stroke();
    } else {
      ctx.fillStyle = css('--ink-soft');
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y - size);
      ctx.lineTo(x, y + size);
      ctx.fill();
    }
  }
  ctx.restore();
}

/** Where the run ends and only what may come is drawn. */
function drawEnd(u: uPlot, end: number): void {
  const x = u.valToPos(end, 'x', true);
  const { left, top, width, height: tall } = u.bbox;
  if (x >= left + width - 1 || x < left) return;
  u.ctx.save();
  u.ctx.fillStyle = css('--fill');
  u.ctx.fillRect(x, top, left + width - x, tall);
  u.ctx.fillStyle = css('--ink-soft');
  u.ctx.font = `${11 * uPlot.pxRatio}px system-ui, sans-serif`;
  u.ctx.fillText('after the run', x + 6 * uPlot.pxRatio, top + 14 * uPlot.pxRatio);
  u.ctx.restore();
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function chartTable(site: Site, chart: PageChart, data: Aligned): HTMLElement {
  const { from, until } = stretchNow(site);
  const rows = data.at.flatMap((at, index) => (at < from || at > until ? [] : [{ at, index }]));
  const marks = new Map(site.story.known(chart.marks).map((entry) => [entry.at, entry]));
  return tableOf(
    [
      {
        head: 'Time (UTC)',
        by: ({ at }) => at,
        cell: ({ at }) => opener(site, openedText({ kind: 'moment', at, chart: chart.id }), instantText(at)),
      },
      ...chart.lines.map(({ name }, line) => ({
        head: name,
        isNumber: true,
        by: ({ index }: { readonly index: number }) => data.values[line]?.[index] ?? Number.NEGATIVE_INFINITY,
        cell: ({ index }: { readonly index: number }) => numberText(data.values[line]?.[index]),
      })),
      {
        head: 'What happened',
        cell: ({ at }) => {
          const entry = marks.get(at);
          return entry === undefined
            ? ''
            : opener(site, openedText({ kind: 'entry', seq: entry.seq }), typeText(entry.type));
        },
      },
    ],
    rows,
    { caption: `${chart.title}, ${chart.unit}`, most: 12 },
  );
}
