/**
 * The cost charts of the page: of the run, and of each workload and volume set.
 */

import { grouped } from '../../engine/grouped.ts';
import { day, hour, type Instant, instantFromCivil, monthStart, nextMonthStart } from '../../engine/time.ts';
import { type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { Bill, UsageRow } from '../bill/billDocument.ts';
import { amount } from '../bill/costs.ts';
import type { TimeFrame } from '../picture/columns.ts';
import { durationText } from '../words/format.ts';
import type { ChartDraft, LineDraft } from './draft.ts';

/** The length of one step of a cost chart. */
export type CostGrain = 'hour' | 'day' | 'month';

/** Maximum lines of a chart; the cheapest ones are combined in one line. */
const linesMax = 7;

/**
 * The costs of each hour, day or month of the calendar. A step that is only partly in the run is extrapolated to a full
 * one, so that a line falls only if costs fall.
 *
 * @param bill with a row for each of these steps
 * @param run the period that was simulated
 * @param marksOf numbers of the entries that changed the reservations of a resource
 */
export function costCharts(
  bill: Bill,
  grain: CostGrain,
  run: TimeFrame,
  marksOf: (resource: string) => readonly number[],
): ChartDraft[] {
  const charged = bill.usage.filter(({ cost }) => cost !== null);
  if (charged.length === 0) return [];
  const byResource = [...grouped(charged, ({ gvc, resource }) => `${gvc}/${resource}`)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const of = { unit: `${bill.currency} per ${grain}`, note: noteOf(grain, run) };
  const whole: ChartDraft = {
    id: 'cost/',
    kind: 'cost',
    subject: '',
    title: 'Total cost',
    ...of,
    lines: linesOf(charged, run, ({ gvc, resource }) => nameOf(`${gvc}/${resource}`)),
    marks: [],
    weight: Number.POSITIVE_INFINITY,
  };
  const each = byResource.map(
    ([subject, rows]): ChartDraft => ({
      id: `cost/${subject}`,
      kind: 'cost',
      subject,
      title: `Cost of ${nameOf(subject)}`,
      ...of,
      lines: linesOf(rows, run, ({ meter }) => meter),
      marks: marksOf(subject),
      weight: Number(formatDecimal(sumOf(rows))),
    }),
  );
  return [whole, ...each];
}

function nameOf(subject: string): string {
  return subject.replace(/\/(workload|volumeset)\//, '/');
}

/** Which steps are extrapolated: `The last day is 4m long: extrapolated to a full day.` */
function noteOf(grain: CostGrain, { start, end }: TimeFrame): string {
  const first = stepAt(grain, start);
  const last = stepAt(grain, end - 1);
  const part = (name: string, from: Instant, until: Instant): string =>
    `${name} ${grain} is ${durationText(until - from)} long`;
  if (first.from === last.from) {
    return isPart(first, { start, end })
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
function linesOf(rows: readonly UsageRow[], run: TimeFrame, partOf: (row: UsageRow) => string): LineDraft[] {
  const parts = [...grouped(rows, partOf)].sort(([a, one], [b, other]) => {
    const [less, more] = [Number(formatDecimal(sumOf(one))), Number(formatDecimal(sumOf(other)))];
    return more - less || (a < b ? -1 : 1);
  });
  const all = line('total', rows, run);
  if (parts.length < 2) return [all];
  const few = parts.length <= linesMax ? parts : parts.slice(0, linesMax - 1);
  const rest = parts.slice(few.length);
  const others = rest.flatMap(([, own]) => own);
  return [
    all,
    ...few.map(([name, own]) => line(name, own, run)),
    ...(rest.length === 0 ? [] : [line(`${rest.length} others`, others, run)]),
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
      const pace = isPart(step, run) && held > 0 ? (step.until - step.from) / held : 1;
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

interface Step {
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
}

/** Of `2027-05`, `2027-05-03` or `2027-05-03T14`. */
function stepOf(period: string): Step {
  const [year = 0, month = 1, dayOfMonth = 1, hours = 0] = period.split(/[-T]/).map(Number);
  const grain = period.length === 7 ? 'month' : period.length === 10 ? 'day' : 'hour';
  return stepAt(grain, instantFromCivil(year, month, dayOfMonth, hours * hour));
}

function stepAt(grain: CostGrain, at: Instant): Step {
  if (grain === 'month') return { from: monthStart(at), until: nextMonthStart(at) };
  const length = grain === 'day' ? day : hour;
  const from = Math.floor(at / length) * length;
  return { from, until: from + length };
}

/** Whether the step is only partly in the run. */
function isPart({ from, until }: Step, { start, end }: TimeFrame): boolean {
  return start > from || end < until;
}
