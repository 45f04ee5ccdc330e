/** `svcsim explain`: explains a bill row, an invoice line, an invoice or a journal entry. */

import { hour, instantFromIso } from '../../engine/time.ts';
import type { Bill, UsageRow } from '../../report/bill/billDocument.ts';
import { type RowPeriod, stretchOf } from '../../report/bill/rowStretch.ts';
import type { Explanation } from '../../report/explain/explanation.ts';
import { explanationText } from '../../report/explain/explanationText.ts';
import { formulaOf, lineOfRow } from '../../report/explain/formula.ts';
import { RowTrail } from '../../report/explain/rowSpans.ts';
import { wordsOf } from '../../report/explain/words.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { nearest } from '../../rules/units.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import type { ExplainFlags } from '../flags.ts';
import { JournalReading } from '../reported/journalReading.ts';
import { readBillOf } from '../reported/reportedBill.ts';
import { journalNameOf, openReportedJournal } from '../reported/reportedJournal.ts';
import { instead, readRun } from '../reported/reportedRun.ts';
import { lookInto } from '../reported/reportSource.ts';
import { say } from '../say.ts';

export async function explain(source: string, flags: ExplainFlags): Promise<number> {
  const { of, hour: within, json } = flags;
  const asked = of.replace(/^#/, '');
  if (within !== undefined && !/^u\d+$/.test(asked)) throw usage('--hour applies only to a usage row, such as --of u1');
  return await lookInto(source, flags, async (folder) => {
    const found = await explanationOf(asked, readBillOf(folder), folder, within);
    say(process.stdout, json === true ? jsonText(found) : `${explanationText(found, canvasOf(process.stdout))}\n`);
    return exitCode.ok;
  });
}

async function explanationOf(of: string, bill: Bill, folder: string, within: string | undefined): Promise<Explanation> {
  const head = { schema: 'svcsim/explanation/1', of, currency: bill.currency } as const;
  if (/^u\d+$/.test(of)) return await rowExplanation(of, bill, folder, within);
  if (/^\d+$/.test(of)) return await entryExplanation(Number(of), bill, folder);
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

async function rowExplanation(
  of: string,
  bill: Bill,
  folder: string,
  hourText: string | undefined,
): Promise<Explanation> {
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
  if (row.events === undefined || journalNameOf(run) === null) {
    const untold = `${folder} does not record which journal entries this row comes from. ${instead}`;
    return { ...known, untold, spans: [], quantity: '0.0', unexplained: row.quantity, sharedWith: [], ...noReasons };
  }
  const trail = new RowTrail(row, bill);
  const needed = trail.needed();
  const journal = new JournalReading(await openReportedJournal(folder, run), (_, seq) => needed.has(seq));
  const { entries, missing } = journal.withChains(needed);
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

async function entryExplanation(seq: number, bill: Bill, folder: string): Promise<Explanation> {
  const run = readRun(folder);
  const journal = new JournalReading(await openReportedJournal(folder, run), (_, one) => one === seq);
  const { first, count } = journal.links.ledTo(seq, ledToMax);
  const { entries, missing } = journal.withChains([seq, ...first]);
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

function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}
