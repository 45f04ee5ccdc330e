/**
 * Converts a page's data to compact text, and back: values that rows share are written once, so that more rows fit.
 */
import type { UsageRow } from '../bill/billDocument.ts';
import { type PackedEntries, packedEntries, unpackedEntries } from '../fold/page/packedEntries.ts';
import type { PageLine } from '../picture/picture.ts';
import { type PackedLane, packedLane, unpackedLane } from './packedLanes.ts';
import type { PageChart, PageData } from './pageData.ts';

/** The values of a row that differ within its series; all others are in `series`. */
type PackedRow = readonly [
  series: number,
  id: string,
  period: string,
  quantity: string,
  surplus: string,
  pricingQuantity: string | null,
  listCost: string | null,
  /** `=`: as `listCost`. */
  cost: string | null,
  events?: UsageRow['events'],
];

type Series = Omit<
  UsageRow,
  'id' | 'period' | 'quantity' | 'surplus' | 'pricingQuantity' | 'listCost' | 'cost' | 'events'
>;

interface PackedUsage {
  readonly series: readonly Series[];
  readonly rows: readonly PackedRow[];
}

/** It is asked for to see whether it fits, and again for the page. */
const texts = new WeakMap<PageData, string>();

/** The data as JSON that `pageDataFrom` can read. */
export function pageText(data: PageData): string {
  const text = texts.get(data) ?? textOf(data);
  texts.set(data, text);
  return text;
}

function textOf(data: PageData): string {
  const usage = packedUsage(data.bill.usage);
  const charts = data.charts.map((chart) => withInstants(chart, differences));
  const lanes = data.lanes.map(packedLane);
  return JSON.stringify({
    ...data,
    bill: { ...data.bill, usage },
    charts,
    lanes,
    entries: packedEntries(data.entries),
  });
}

/** The original data, from the text of `pageText`. */
export function pageDataFrom(text: string): PageData {
  const packed = JSON.parse(text) as PageData;
  const usage = unpackedUsage(packed.bill.usage as unknown as PackedUsage);
  const charts = packed.charts.map((chart) => withInstants(chart, sums));
  const entries = unpackedEntries(packed.entries as unknown as PackedEntries);
  const lanes = (packed.lanes as unknown as readonly PackedLane[]).map(unpackedLane);
  return { ...packed, bill: { ...packed.bill, usage }, charts, lanes, entries };
}

function packedUsage(usage: readonly UsageRow[]): PackedUsage {
  const known = new Map<string, number>();
  const series: Series[] = [];
  const rows = usage.map((row): PackedRow => {
    const { id, period, quantity, surplus, pricingQuantity, listCost, cost, events, ...rest } = row;
    const key = JSON.stringify(rest);
    let index = known.get(key);
    if (index === undefined) {
      index = series.push(rest) - 1;
      known.set(key, index);
    }
    const same = cost === listCost && cost !== null ? '=' : cost;
    const own = [index, id, period, quantity, surplus, pricingQuantity, listCost, same] as const;
    return events === undefined ? own : [...own, events];
  });
  return { series, rows };
}

function unpackedUsage({ series, rows }: PackedUsage): UsageRow[] {
  return rows.map(([index, id, period, quantity, surplus, pricingQuantity, listCost, cost, events]) => {
    const rest = series[index];
    if (rest === undefined) throw new Error(`row ${id} is of a series that is not there`);
    const own = { id, period, quantity, surplus, pricingQuantity, listCost, cost: cost === '=' ? listCost : cost };
    return { ...rest, ...own, ...(events === undefined ? {} : { events }) };
  });
}

function withInstants(chart: PageChart, change: (at: PageLine['at']) => PageLine['at']): PageChart {
  return { ...chart, lines: chart.lines.map((line) => ({ ...line, at: change(line.at) })) };
}

/** The first value, then the difference of each value from the one before. */
function differences(all: readonly number[]): number[] {
  return all.map((value, index) => value - (index === 0 ? 0 : (all[index - 1] ?? 0)));
}

function sums(all: readonly number[]): number[] {
  let sum = 0;
  return all.map((value) => {
    sum += value;
    return sum;
  });
}
