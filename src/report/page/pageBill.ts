/**
 * The bill for the page: by day if the page's limits allow it, and limited in rows.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Entry } from '../../engine/journal.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { SpanEvents } from '../../platform/metering/trail.ts';
import type { Bill, Invoice, UsageRow } from '../bill/billDocument.ts';
import type { PageBill } from './pageData.ts';

/** Limits for the parts of the bill. */
export interface BillRoom {
  readonly rowsMax: number;
  /** Spans that each row links to its entries; a quarter of it for cron workloads, which have very many. */
  readonly spansMax: number;
}

export interface FittedBill {
  readonly bill: PageBill;
  /** Number of rows left out, and of rows that lost some of their spans. */
  readonly rowsLeftOut: number;
  readonly rowsCut: number;
}

/** A bill of which the most expensive resources are asked for, ever fewer of them: they are put in order once. */
export class RankedBill {
  readonly bill: Bill;
  /** The rows of each resource, the most expensive one first; null: not asked for yet. */
  private ranked: readonly (readonly UsageRow[])[] | null = null;

  constructor(bill: Bill) {
    this.bill = bill;
  }

  /**
   * The rows of the most expensive resources, in the order of the bill: of each all or none, so that its cost is whole.
   *
   * @param most rows of all together; those of the most expensive resource may be more
   */
  dearest(most: number): readonly UsageRow[] {
    const { usage } = this.bill;
    if (usage.length <= most) return usage;
    this.ranked ??= [...grouped(usage, ({ gvc, resource }) => `${gvc}/${resource}`).values()]
      .map((rows) => ({ rows, cost: rows.reduce((sum, { cost }) => sum + Number(cost ?? 0), 0) }))
      .sort((a, b) => b.cost - a.cost)
      .map(({ rows }) => rows);
    const kept = new Set<UsageRow>();
    for (const rows of this.ranked) {
      if (kept.size > 0 && kept.size + rows.length > most) break;
      for (const row of rows) kept.add(row);
    }
    return usage.filter((row) => kept.has(row));
  }
}

/** Keeps the most expensive resources, each row with its most relevant spans; invoices refer to rows that are kept. */
export function pageBill(
  ranked: RankedBill,
  rowsPer: PageBill['rowsPer'],
  room: BillRoom,
  known: ReadonlyMap<number, Entry>,
): FittedBill {
  const { book, currency, totals, usage, invoices } = ranked.bill;
  const { rowsMax, spansMax } = room;
  const kept = ranked.dearest(rowsMax);
  const ids = new Set(kept.map(({ id }) => id));
  let rowsCut = 0;
  const rows = kept.map((row): UsageRow => {
    const most = row.workloadType === 'cron' ? Math.ceil(spansMax / 4) : spansMax;
    if (row.events === undefined || row.events.length <= most) return row;
    rowsCut += 1;
    return { ...row, events: mostTelling(row.events, row.period, most, known) };
  });
  const isWhole = kept.length === usage.length;
  const bill: PageBill = {
    book,
    currency,
    totals,
    rowsPer,
    usage: rows,
    invoices: isWhole ? invoices : invoices.map((invoice) => withRows(invoice, ids)),
  };
  return { bill, rowsLeftOut: usage.length - kept.length, rowsCut };
}

/** Spans that began or ended within the period are preferred to those that lasted through it. */
function mostTelling(
  events: readonly SpanEvents[],
  period: string,
  most: number,
  known: ReadonlyMap<number, Entry>,
): readonly SpanEvents[] {
  const isWithin = (seq: number | null): boolean => {
    const entry = seq === null ? undefined : known.get(seq);
    return entry !== undefined && isoFromInstant(entry.at).startsWith(period);
  };
  const telling = events.filter(([open, close]) => isWithin(open) || isWithin(close));
  const kept = new Set([...telling, ...events].slice(0, most));
  return events.filter((span) => kept.has(span));
}

function withRows(invoice: Invoice, ids: ReadonlySet<string>): Invoice {
  const lines = invoice.lines.map((line) =>
    line.kind === 'usage' ? { ...line, rows: line.rows.filter((row) => ids.has(row)) } : line,
  );
  return { ...invoice, lines };
}
