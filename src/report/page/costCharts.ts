/**
 * The page's pictures of cost over time: of the run, and of each workload and volume set.
 */
import { day, hour, type Instant, instantFromCivil, monthStart, nextMonthStart } from '../../engine/time.ts';
import { grouped } from '../../platform/grouped.ts';
import { type Decimal, formatDecimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { Bill, UsageRow } from '../bill.ts';
import { amount } from '../costs.ts';
import type { ChartDraft, LineDraft } from './draft.ts';

/** How long one step of the picture is. */
export type CostGrain = 'hour' | 'day' | 'month';

/** So many lines a chart has at most; what costs less is one line together. */
const linesMax = 7;

/**
 * Costs of equal steps of the calendar, exact sums shown as numbers.
 *
 * @param bill with a row for each of these steps
 * @param marksOf numbers of the entries that changed what a resource reserves
 */
export function costCharts(
  bill: Bill,
  grain: CostGrain,
  end: Instant,
  marksOf: (resource: string) => readonly number[],
): ChartDraft[] {
  const charged = bill.usage.filter(({ cost }) => cost !== null);
  if (charged.length === 0) return [];
  const byResource = [...grouped(charged, ({ gvc, resource }) => `${gvc}/${resource}`)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const of = { unit: `${bill.currency} per ${grain}`, note: noteOf(grain, end) };
  const whole: ChartDraft = {
    id: 'cost/',
    kind: 'cost',
    subject: '',
    title: 'Cost of everything',
    ...of,
    lines: linesOf(charged, end, ({ gvc, resource }) => `${gvc}/${resource}`),
    marks: [],
    weight: Number.POSITIVE_INFINITY,
  };
  const each = byResource.map(
    ([subject, rows]): ChartDraft => ({
      id: `cost/${subject}`,
      kind: 'cost',
      subject,
      title: `Cost of ${subject.replace(/\/(workload|volumeset)\//, '/')}`,
      ...of,
      lines: linesOf(rows, end, ({ meter }) => meter),
      marks: marksOf(subject),
      weight: Number(formatDecimal(sumOf(rows))),
    }),
  );
  return [whole, ...each];
}

function noteOf(grain: CostGrain, end: Instant): string {
  const begun = grain === 'month' ? monthStart(end) : end - (end % (grain === 'day' ? day : hour));
  return end > begun ? `the last ${grain} is not whole` : '';
}

/** All together, and each part by itself where there are several. */
function linesOf(rows: readonly UsageRow[], end: Instant, partOf: (row: UsageRow) => string): LineDraft[] {
  const parts = [...grouped(rows, partOf)].sort(([a, one], [b, other]) => {
    const [less, more] = [Number(formatDecimal(sumOf(one))), Number(formatDecimal(sumOf(other)))];
    return more - less || (a < b ? -1 : 1);
  });
  const all = line('total', rows, end);
  if (parts.length < 2) return [all];
  const few = parts.length <= linesMax ? parts : parts.slice(0, linesMax - 1);
  const rest = parts.slice(few.length).flatMap(([, own]) => own);
  return [
    all,
    ...few.map(([name, own]) => line(name, own, end)),
    ...(rest.length === 0 ? [] : [line('all others', rest, end)]),
  ];
}

/** Step by step; a step without any row costs nothing. */
function line(name: string, rows: readonly UsageRow[], end: Instant): LineDraft {
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
      const from = startOf(period);
      if (next !== null && next < from) add(next, 0);
      add(from, Number(Number(formatDecimal(sums.get(period) ?? zero)).toPrecision(12)));
      next = endOf(from, period);
    }
    if (next !== null && next < end) add(next, 0);
    return { name, draw: 'steps', at, value, isThinned: false };
  };
}

function sumOf(rows: readonly UsageRow[]): Decimal {
  return rows.reduce((sum, { cost }) => plus(sum, amount(cost ?? '0')), zero);
}

/** Of `2027-05`, `2027-05-03` or `2027-05-03T14`. */
function startOf(period: string): Instant {
  const [year = 0, month = 1, dayOfMonth = 1, hours = 0] = period.split(/[-T]/).map(Number);
  return instantFromCivil(year, month, dayOfMonth, hours * hour);
}

function endOf(from: Instant, period: string): Instant {
  return period.length === 7 ? nextMonthStart(from) : from + (period.length === 10 ? day : hour);
}
