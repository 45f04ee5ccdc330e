/**
 * The cost charts of the page: of the run, and of each workload and volume set.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Instant } from '../../engine/time.ts';
import { type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { HeldSeries } from '../../platform/metering/ledger.ts';
import type { Bill, UsageRow } from '../bill/billDocument.ts';
import { amount } from '../bill/costs.ts';
import type { TimeFrame } from '../picture/columns.ts';
import { durationText } from '../words/format.ts';
import { type CostRate, rateLine, seriesRates } from './costRates.ts';
import { type CostGrain, isPartlyIn, stepAt, stepOf } from './costSteps.ts';
import type { ChartDraft, LineDraft } from './draft.ts';

/** Maximum lines of a chart; the cheapest ones are combined in one line. */
const linesMax = 7;

/** What cost charts are made of. */
export interface CostSources {
  /** With a row for each step. */
  readonly bill: Bill;
  readonly grain: CostGrain;
  /** The period that was simulated. */
  readonly run: TimeFrame;
  /** The spans of the ledger; null: it kept none. */
  readonly held: readonly HeldSeries[] | null;
  /** Numbers of the entries that changed the reservations of a resource. */
  readonly marksOf: (resource: string) => readonly number[];
}

/**
 * The costs an hour at each instant, if the ledger kept its spans. Otherwise the costs of each hour, day or month of
 * the calendar: a step that is only partly in the run is extrapolated to a full one, so that a line falls only if costs
 * fall.
 */
export function costCharts({ bill, grain, run, held, marksOf }: CostSources): ChartDraft[] {
  const charged = bill.usage.filter(({ cost }) => cost !== null);
  if (charged.length === 0) return [];
  const byResource = [...grouped(charged, ({ gvc, resource }) => `${gvc}/${resource}`)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const rates = held === null ? null : new Map(seriesRates(bill, held, run).map(({ row, ...rate }) => [row, rate]));
  const isMean = [...(rates?.values() ?? [])].some((rate) => rate.isMean);
  const of =
    rates === null
      ? { unit: `${bill.currency} per ${grain}`, note: noteOf(grain, run) }
      : { unit: `${bill.currency} per hour`, note: isMean ? meanNote(grain) : '' };
  const by = rates === null ? ` by ${grain}` : '';
  const linesOf = (rows: readonly UsageRow[], partOf: (row: UsageRow) => string): LineDraft[] =>
    splitLines(rows, partOf, (name, own) =>
      rates === null ? line(name, own, run) : rateLine(name, ratesAmong(own, rates), run),
    );
  const whole: ChartDraft = {
    id: 'cost/',
    kind: 'cost',
    subject: '',
    title: `Total cost${by}`,
    ...of,
    lines: linesOf(charged, ({ gvc, resource }) => nameOf(`${gvc}/${resource}`)),
    marks: [],
    weight: Number.POSITIVE_INFINITY,
  };
  const each = byResource.map(
    ([subject, rows]): ChartDraft => ({
      id: `cost/${subject}`,
      kind: 'cost',
      subject,
      title: `Cost of ${nameOf(subject)}${by}`,
      ...of,
      lines: linesOf(rows, ({ meter }) => meter),
      marks: marksOf(subject),
      weight: Number(formatDecimal(sumOf(rows))),
    }),
  );
  return [whole, ...each];
}

/** Each series is found by one of its rows. */
function ratesAmong(rows: readonly UsageRow[], rates: ReadonlyMap<UsageRow, CostRate>): readonly CostRate[] {
  return rows.flatMap((row) => rates.get(row) ?? []);
}

function meanNote(grain: CostGrain): string {
  return `The cost an hour at each instant. Counted amounts, and series with very many executions, are the mean of each ${grain}.`;
}

function nameOf(subject: string): string {
  return subject.replace(/\/(workload|volumeset)\//, '/');
}

/** That steps are extrapolated, and which: `The last day is 4m long: extrapolated to a full day.`; '' if none is. */
function noteOf(grain: CostGrain, { start, end }: TimeFrame): string {
  const first = stepAt(grain, start);
  const last = stepAt(grain, end - 1);
  const part = (name: string, from: Instant, until: Instant): string =>
    `${name} ${grain} is ${durationText(until - from)} long`;
  if (first.from === last.from) {
    return isPartlyIn(first, { start, end })
      ? `The run is ${durationText(end - start)} long: extrapolated to a full ${grain}.`
      : '';
  }
  const parts = [
    ...(start > first.from ? [part('first', start, first.until)] : []),
    ...(end < last.until ? [part('last', last.from, end)] : []),
  ];
  if (parts.length === 0) return '';
  const whole = parts.length === 1 ? `a full ${grain}` : `full ${grain}s`;
  return `The ${parts.join(', the ')}: extrapolated to ${whole}.`;
}

/** One line for the total, and one for each part if there are several. */
function splitLines(
  rows: readonly UsageRow[],
  partOf: (row: UsageRow) => string,
  line: (name: string, rows: readonly UsageRow[]) => LineDraft,
): LineDraft[] {
  const parts = [...grouped(rows, partOf)].sort(([a, one], [b, other]) => {
    const [less, more] = [Number(formatDecimal(sumOf(one))), Number(formatDecimal(sumOf(other)))];
    return more - less || (a < b ? -1 : 1);
  });
  const all = line('total', rows);
  if (parts.length < 2) return [all];
  const few = parts.length <= linesMax ? parts : parts.slice(0, linesMax - 1);
  const rest = parts.slice(few.length);
  const others = rest.flatMap(([, own]) => own);
  return [
    all,
    ...few.map(([name, own]) => line(name, own)),
    ...(rest.length === 0 ? [] : [line(`${rest.length} others`, others)]),
  ];
}

/** The cost of each step; a step without rows costs 0. */
function line(name: string, rows: readonly UsageRow[], run: TimeFrame): LineDraft {
  return () => {
    const sums = new Map<string, Decimal>();
    for (const { period, cost } of rows) sums.set(period, plus(sums.get(period) ?? zero, amount(cost ?? '0')));
    const at: Instant[] = [];
    const value: number[] = [];
    const add = (instant: Instant, cost: number): void => {
      if (value.at(-1) === cost || (value.length === 0 && cost === 0)) return;
      at.push(instant);
      value.push(cost);
    };
    let next: Instant | null = null;
    for (const period of [...sums.keys()].sort()) {
      const step = stepOf(period);
      if (next !== null && next < step.from) add(next, 0);
      const held = Math.min(step.until, run.end) - Math.max(step.from, run.start);
      const pace = isPartlyIn(step, run) && held > 0 ? (step.until - step.from) / held : 1;
      const cost = Number(formatDecimal(sums.get(period) ?? zero)) * pace;
      add(Math.max(step.from, run.start), Number(cost.toPrecision(pace === 1 ? 12 : 6)));
      next = step.until;
    }
    if (next !== null && next < run.end) add(next, 0);
    return { name, draw: 'steps', at, value, isThinned: false };
  };
}

function sumOf(rows: readonly UsageRow[]): Decimal {
  return rows.reduce((sum, { cost }) => plus(sum, amount(cost ?? '0')), zero);
}
