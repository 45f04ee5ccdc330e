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

/** Texts of pages and of their parts: most parts stay the same while a page is made to fit, and are long. */
const texts = new WeakMap<object, string>();

/** The data as JSON that `pageDataFrom` can read. */
export function pageText(data: PageData): string {
  return once(data, () => {
    const parts = Object.entries(data).filter(([, value]) => value !== undefined);
    return `{${parts.map(([name, value]) => `"${name}":${partText(data, name, value)}`).join(',')}}`;
  });
}

function partText({ bill, charts, lanes, entries }: PageData, name: string, value: unknown): string {
  switch (name) {
    case 'bill':
      return once(bill, () => JSON.stringify({ ...bill, usage: packedUsage(bill.usage) }));
    case 'charts':
      return once(charts, () => JSON.stringify(charts.map((chart) => withInstants(chart, differences))));
    case 'lanes':
      return JSON.stringify(lanes.map(packedLane));
    case 'entries':
      return JSON.stringify(packedEntries(entries));
    default:
      return typeof value === 'object' && value !== null
        ? once(value, () => JSON.stringify(value))
        : JSON.stringify(value);
  }
}

function once(of: object, make: () => string): string {
  const text = texts.get(of) ?? make();
  texts.set(of, text);
  return text;
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
