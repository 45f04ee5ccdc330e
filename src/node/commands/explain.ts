/** `svcsim explain`: explains a bill row, an invoice line, an invoice or a journal entry. */

import { hour, instantFromIso } from '../../engine/time.ts';
import type { Bill, UsageRow } from '../../report/bill/billDocument.ts';
import { type RowPeriod, stretchOf } from '../../report/bill/rowStretch.ts';
import type { ExplainedEntry, Explanation } from '../../report/explain/explanation.ts';
import { explanationText } from '../../report/explain/explanationText.ts';
import { formulaOf, lineOfRow } from '../../report/explain/formula.ts';
import { isStop, Links, linkOf, readJournalLine } from '../../report/explain/journalLines.ts';
import { RowTrail } from '../../report/explain/rowSpans.ts';
import { wordsOf } from '../../report/explain/words.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { nearest } from '../../rules/units.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import type { ExplainFlags } from '../flags.ts';
import { linesOf } from '../lines.ts';
import { say } from '../say.ts';
import { readBillOf } from './reportedBill.ts';
import { instead, journalOf, readRun } from './reportedRun.ts';
import { lookInto } from './reportSource.ts';

export async function explain(source: string, flags: ExplainFlags): Promise<number> {
  const { of, hour: within, json } = flags;
  const asked = of.replace(/^#/, '');
  if (within !== undefined && !/^u\d+$/.test(asked)) throw usage('--hour applies only to a usage row, such as --of u1');
  return await lookInto(source, flags, (folder) => {
    const found = explanationOf(asked, readBillOf(folder), folder, within);
    say(process.stdout, json === true ? jsonText(found) : `${explanationText(found, canvasOf(process.stdout))}\n`);
    return exitCode.ok;
  });
}

function explanationOf(of: string, bill: Bill, folder: string, within: string | undefined): Explanation {
  const head = { schema: 'svcsim/explanation/1', of, currency: bill.currency } as const;
  if (/^u\d+$/.test(of)) return rowExplanation(of, bill, folder, within);
  if (/^\d+$/.test(of)) return entryExplanation(Number(of), bill, folder);
  const invoice = bill.invoices.find(({ id }) => of === id || of.startsWith(`${id}/`));
  if (invoice === undefined) throw unknown(of, bill, folder);
  if (invoice.id === of) return { ...head, kind: 'invoice', invoice };
  const line = invoice.lines[Number(of.slice(invoice.id.length + 1)) - 1];
  if (line === undefined) {
    throw usage(
      `${invoice.id} has no line '${of.slice(invoice.id.length + 1)}': lines are 1 to ${invoice.lines.length}`,
    );
  }
  const ids = new Set(line.kind === 'usage' ? line.rows : []);
  const rows = bill.usage.filter(({ id }) => ids.has(id));
  return { ...head, kind: 'line', invoice: invoice.id, line, rows };
}

function unknown(of: string, { invoices }: Bill, folder: string): Stop {
  const ids = invoices.map(({ id }) => id);
  const near = nearest(of, ids);
  const hint = near === null ? '' : ` Did you mean '${near}'?`;
  const there = ids.length === 0 ? '' : `, an invoice (${ids.slice(0, 4).join(', ')}), a line of one (${ids[0]}/1)`;
  return usage(
    `--of '${of}' does not exist in ${folder}: give a usage row of its bill (u1)${there}, or the number of a journal entry (1).${hint}`,
  );
}

function rowExplanation(of: string, bill: Bill, folder: string, hourText: string | undefined): Explanation {
  const row = bill.usage.find(({ id }) => id === of);
  if (row === undefined) {
    const last = bill.usage.length;
    throw usage(
      `the bill of ${folder} has no row '${of}': ${last === 0 ? 'it has no rows' : `rows are u1 to u${last}`}`,
    );
  }
  const run = readRun(folder);
  const within = hourText === undefined ? null : hourOf(hourText, row, bill);
  const placed = lineOfRow(row, bill);
  const known = {
    schema: 'svcsim/explanation/1',
    of,
    currency: bill.currency,
    kind: 'row',
    row,
    formula: formulaOf(row, bill, placed),
    line: placed === null ? null : `${placed.invoice.id}/${placed.number}`,
    within,
  } as const;
  if (row.events === undefined || !run.files.has('journal.ndjson')) {
    const untold = `${folder} does not record which journal entries this row comes from. ${instead}`;
    return { ...known, untold, spans: [], quantity: '0.0', unexplained: row.quantity, sharedWith: [], ...noReasons };
  }
  const trail = new RowTrail(row, bill);
  const journal = new JournalReading(journalOf(folder, run), trail.needed());
  const { entries, missing } = journal.withChains();
  return {
    ...known,
    untold: null,
    ...trail.spans(new Map(entries.map((entry) => [entry.seq, entry])), within),
    entries,
    rules: wordsOf(entries, run.written),
    missing,
  };
}

const noReasons = { entries: [], rules: {}, missing: [] };

/** Most effects of an entry that are listed. */
const ledToMax = 100;

function entryExplanation(seq: number, bill: Bill, folder: string): Explanation {
  const run = readRun(folder);
  const journal = new JournalReading(journalOf(folder, run), new Set([seq]));
  const { first, count } = journal.links.ledTo(seq, ledToMax);
  const { entries, missing } = journal.withChains(first);
  const entry = entries.find((one) => one.seq === seq);
  if (entry === undefined) {
    const why = seq >= 1 && seq <= run.journalEntries ? 'was not kept in its journal' : 'does not exist';
    throw usage(`entry ${seq} of ${folder} ${why}: the run had entries 1 to ${run.journalEntries}`);
  }
  const rows = bill.usage.filter(({ events = [] }) => events.some((pair) => pair.includes(seq))).map(({ id }) => id);
  return {
    schema: 'svcsim/explanation/1',
    of: String(seq),
    currency: bill.currency,
    kind: 'entry',
    entry,
    ledTo: first,
    ledToCount: count,
    rows,
    entries,
    rules: wordsOf(entries, run.written),
    missing,
  };
}

/** Reads `2026-11-14T03`, or a complete instant within that hour. */
function hourOf(text: string, row: UsageRow, bill: Bill): RowPeriod {
  const at = instantFromIso(/^\d{4}-\d{2}-\d{2}T\d{2}$/.test(text) ? `${text}:00:00Z` : text);
  if (typeof at !== 'number') throw usage(`--hour takes a UTC hour such as 2026-11-14T03; found '${text}'`);
  const from = at - (at % hour);
  const whole = stretchOf(row, bill);
  if (from + hour <= whole.from || from >= whole.until) {
    throw usage(`--hour must be within the period of ${row.id}, ${row.period}; found ${text}`);
  }
  return { from: Math.max(from, whole.from), until: Math.min(from + hour, whole.until) };
}

/** Reads a journal for a few entries: the causes of all entries, and these few completely. */
class JournalReading {
  readonly links = new Links();
  readonly #path: string;
  readonly #kept = new Map<number, PageEntry>();
  readonly #needed: ReadonlySet<number>;

  constructor(path: string, needed: ReadonlySet<number>) {
    this.#path = path;
    this.#needed = needed;
    this.#keep(needed, true);
  }

  /** The needed entries and `beside`, with all their causes, in order; and the numbers that the journal lacks. */
  withChains(beside: readonly number[] = []): {
    readonly entries: readonly ExplainedEntry[];
    readonly missing: readonly number[];
  } {
    const wanted = new Set([...this.#needed, ...beside].flatMap((seq) => [seq, ...this.links.chainOf(seq)]));
    const others = new Set([...wanted].filter((seq) => !this.#kept.has(seq) && this.links.has(seq)));
    if (others.size > 0) this.#keep(others, false);
    const entries = [...this.#kept.values()].sort((a, b) => a.seq - b.seq);
    return {
      entries: entries.map((entry) => ({ ...entry, chain: this.links.chainOf(entry.seq) })),
      missing: [...wanted].filter((seq) => !this.#kept.has(seq)).sort((a, b) => a - b),
    };
  }

  #keep(wanted: ReadonlySet<number>, isFirst: boolean): void {
    let number = 0;
    for (const line of linesOf(this.#path)) {
      number += 1;
      if (isStop(line)) break;
      const link = linkOf(line);
      if (link === null) throw usage(`${this.#path}:${number} is not a journal entry`);
      if (isFirst) this.links.add(link);
      if (!wanted.has(link.seq)) continue;
      const entry = readJournalLine(line);
      if (entry === null) throw usage(`${this.#path}:${number} is not a journal entry`);
      this.#kept.set(link.seq, entry);
    }
  }
}

function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}
