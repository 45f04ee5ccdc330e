/**
 * Costs an hour at each instant: from the spans of the ledger and the prices of the bill, so that a line rises at the
 * instant at which a replica is reserved, and not at the full hour before.
 */

import { grouped } from '../../engine/grouped.ts';
import { hour, type Instant, monthStart, nextMonthStart } from '../../engine/time.ts';
import type { HeldSeries } from '../../platform/metering/ledger.ts';
import { consumedPerPricingUnit, meterKinds } from '../../platform/metering/meters.ts';
import { type MeterSeries, seriesText } from '../../platform/metering/series.ts';
import type { Bill, UsageLine, UsageRow } from '../bill/billDocument.ts';
import type { TimeFrame } from '../picture/columns.ts';
import type { PageLine } from '../picture/picture.ts';
import { PictureBudget } from '../picture/room.ts';
import { ThinnedLine } from '../picture/thinnedLine.ts';
import { type CostStep, stepOf } from './costSteps.ts';

/** A series with more spans is drawn as the mean of each step: its line would be a comb. Executions make one sooner. */
const spansMax = 2_000;
const executionsMax = 100;

/** Rates are whole numbers of so many parts of a unit of currency, so that sums do not depend on their order. */
const partsPerUnit = 1e9;

/** Changes of a rate: by how many parts of currency an hour it changes at each instant. */
export interface CostRate {
  readonly changes: ReadonlyMap<Instant, number>;
  /** Whether a part of it is a mean over each step: counts, surplus, and series with too many spans. */
  readonly isMean: boolean;
}

/** The rates of one series. */
export interface SeriesRate extends CostRate {
  /** One of its charged rows. */
  readonly row: UsageRow;
}

/**
 * One for each series that is charged, in the order of the bill's rows.
 *
 * @param bill with rows of steps as fine as there are
 */
export function seriesRates(bill: Bill, held: readonly HeldSeries[], run: TimeFrame): readonly SeriesRate[] {
  const spans = new Map(held.map((one) => [seriesText(one.series), one]));
  const lines = linesByRow(bill);
  const charged = bill.usage.filter(({ cost }) => cost !== null);
  return [...grouped(charged, (row) => seriesText(row as unknown as MeterSeries))].flatMap(([key, rows]) => {
    const [row] = rows;
    return row === undefined ? [] : [{ row, ...rateOf(rows, spans.get(key), { lines, run }) }];
  });
}

/** The sum of several rates as a line. */
export function rateLine(name: string, rates: readonly CostRate[], run: TimeFrame): (columns: number) => PageLine {
  let line: ThinnedLine | null = null;
  return (columns) => {
    line ??= thinnedRate(rates, run);
    return line.shown(name, columns);
  };
}

function thinnedRate(rates: readonly CostRate[], run: TimeFrame): ThinnedLine {
  const sum = new Map<Instant, number>();
  for (const { changes } of rates) for (const [at, by] of changes) if (by !== 0) sum.set(at, (sum.get(at) ?? 0) + by);
  const line = new ThinnedLine(run, new PictureBudget(), 'steps');
  let rate = 0;
  for (const at of Float64Array.from(sum.keys()).sort()) {
    rate += sum.get(at) ?? 0;
    if (at < run.end) line.set(at, rate / partsPerUnit);
  }
  return line;
}

interface Pricing {
  readonly lines: ReadonlyMap<string, UsageLine>;
  readonly run: TimeFrame;
}

/** Parts of currency an hour for one base unit that is held, from an instant on. */
interface PricedStep extends CostStep {
  readonly rate: number;
}

function rateOf(rows: readonly UsageRow[], held: HeldSeries | undefined, { lines, run }: Pricing): CostRate {
  const changes = new Map<Instant, number>();
  const add = (from: Instant, until: Instant, rate: number): void => {
    const whole = Math.round(rate);
    changes.set(from, (changes.get(from) ?? 0) + whole);
    changes.set(until, (changes.get(until) ?? 0) - whole);
  };
  const most = rows[0]?.workloadType === 'cron' ? executionsMax : spansMax;
  const isHeld = held !== undefined && held.count > 0 && held.count <= most;
  const exact = isHeld ? rows.filter(({ surplus }) => Number(surplus) === 0) : [];
  const prices = pricedSteps(exact, lines);
  for (const { from, until, amount } of isHeld ? held.spans() : [])
    for (const step of prices) {
      const [begin, end] = [Math.max(from, step.from, run.start), Math.min(until, step.until, run.end)];
      if (end > begin) add(begin, end, amount * step.rate);
    }
  const means = isHeld ? rows.filter(({ surplus }) => Number(surplus) !== 0) : rows;
  for (const { period, cost } of means) {
    const step = stepOf(period);
    const [begin, end] = [Math.max(step.from, run.start), Math.min(step.until, run.end)];
    if (end > begin) add(begin, end, (Number(cost) * partsPerUnit * hour) / (end - begin));
  }
  return { changes, isMean: means.length > 0 };
}

/** Steps of equal price are one, in order. */
function pricedSteps(rows: readonly UsageRow[], lines: ReadonlyMap<string, UsageLine>): readonly PricedStep[] {
  const steps: PricedStep[] = [];
  const periods = [...grouped(rows, ({ period }) => period)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [period, own] of periods) {
    const step = stepOf(period);
    const rate = ratePerBase(own, lines, step.from);
    const last = steps.at(-1);
    if (last !== undefined && last.until === step.from && last.rate === rate)
      steps[steps.length - 1] = { ...last, until: step.until };
    else steps.push({ ...step, rate });
  }
  return steps;
}

/**
 * What one base unit costs an hour. Rows of one price have the price of their invoice line; tiers, and prices that
 * change within a step, the mean of the step.
 *
 *   0.04 USD per Core-Hour: a millicore costs 0.00004 USD an hour, which are 40,000 parts
 */
function ratePerBase(rows: readonly UsageRow[], lines: ReadonlyMap<string, UsageLine>, at: Instant): number {
  const [row] = rows;
  if (row === undefined) return 0;
  const basePerConsumedHour = Number(meterKinds[row.meter].basePerConsumed) / hour;
  const own = new Set(rows.map(({ id }) => lines.get(id)?.contractedPrice));
  const line = lines.get(row.id);
  if (own.size === 1 && line !== undefined) {
    const month = monthStart(at);
    const consumed = Number(consumedPerPricingUnit(line.unit, nextMonthStart(month) - month));
    return (partsPerUnit * Number(line.contractedPrice)) / consumed / basePerConsumedHour;
  }
  const cost = rows.reduce((sum, one) => sum + Number(one.cost), 0);
  const quantity = rows.reduce((sum, one) => sum + Number(one.quantity), 0);
  return quantity === 0 ? 0 : Number(((partsPerUnit * cost) / quantity / basePerConsumedHour).toPrecision(6));
}

function linesByRow({ invoices }: Bill): ReadonlyMap<string, UsageLine> {
  const lines = new Map<string, UsageLine>();
  for (const invoice of invoices)
    for (const line of invoice.lines) if (line.kind === 'usage') for (const id of line.rows) lines.set(id, line);
  return lines;
}
