/** `svcsim reprice`: the bill of a run that is over, at other prices. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { PriceBook } from '../platform/metering/pricebook.ts';
import type { Bill } from '../report/bill.ts';
import { billCsv } from '../report/billCsv.ts';
import { amount } from '../report/costs.ts';
import { moneyText } from '../report/format.ts';
import { jsonText } from '../report/jsonText.ts';
import { left, right } from '../report/placedTable.ts';
import {
  isLedgerOf,
  isMeteredAlike,
  type PayableChange,
  payableChanges,
  type Repriced,
  repriced,
} from '../report/reprice.ts';
import { tableLines } from '../report/table.ts';
import { bookProblems, type PlacedBook } from '../scenario/prices.ts';
import { columnsOf } from './columns.ts';
import { exitCode, Stop } from './exit.ts';
import type { RepriceFlags } from './flags.ts';
import { writeFocus } from './focusFile.ts';
import { ReportFolder } from './folder.ts';
import { readText } from './inputs.ts';
import { paintFor } from './paint.ts';
import { readBook } from './priceBook.ts';
import { showProblems } from './problems.ts';
import { readBillOf, readCellsOf, readFocusGrainOf } from './reportedBill.ts';
import { readRun } from './reportedRun.ts';

const repricedFiles = ['bill.csv', 'bill.json', 'focus.csv'];

export async function reprice(folder: string, flags: RepriceFlags): Promise<number> {
  const old = readBillOf(folder);
  const { seed, scenarioHash } = readRun(folder);
  const out = outOf(folder, flags);
  const placed = readBook(flags.prices, { of: old });
  if (placed === null) return exitCode.invalid;
  const { book } = placed;
  refuseOtherMetering(old, book, folder, flags);
  const cells = readCellsOf(folder);
  if (!isLedgerOf(old, cells)) {
    throw new Stop(
      exitCode.usage,
      `ledger.ndjson and bill.json of ${folder} are not of one run: run the scenario again`,
    );
  }
  const found = repriced(old, cells, book);
  if (showFindings(found, placed, flags)) return exitCode.invalid;
  const made = new ReportFolder(out, repricedFiles);
  try {
    const input = { ...found, cells, book, invoices: found.bill.invoices, seed, scenarioHash };
    await writeFocus(made, input, readFocusGrainOf(folder), async () => {
      await setImmediate();
    });
    made.write('bill.json', jsonText(found.bill));
    made.write('bill.csv', billCsv(found.bill));
    made.finish();
  } finally {
    made.discard();
  }
  tell(folder, out, old, found.bill, flags);
  return exitCode.ok;
}

/** Beside the report that it is made from; never over the report of a run, whose other files would no longer fit. */
function outOf(folder: string, { out }: RepriceFlags): string {
  const whole = resolve(folder);
  const path = out ?? join(dirname(folder), `${basename(whole)}.repriced`);
  if (resolve(path) !== whole && !existsSync(join(path, 'summary.json'))) return path;
  throw new Stop(
    exitCode.usage,
    `${path} holds the report of a run, which stays as it is; choose another folder with --out`,
  );
}

function refuseOtherMetering(old: Bill, book: PriceBook, folder: string, { prices }: RepriceFlags): void {
  if (isMeteredAlike(old, book)) return;
  throw new Stop(
    exitCode.usage,
    `${prices ?? 'the built-in book'} counts the lengths of runs in another way (metering) than the book of ${folder}, whose ledger holds what was counted and not the runs; run the scenario again with --set prices=FILE`,
  );
}

/** @returns whether the book lacks something that the run needs */
function showFindings({ findings }: Repriced, { places }: PlacedBook, { prices }: RepriceFlags): boolean {
  const problems = bookProblems({ pricePlaces: places, files: [prices ?? 'the built-in book'] }, findings);
  showProblems({ problems, texts: textsOf(prices) }, process.stderr);
  return findings.some(({ severity }) => severity === 'error');
}

function textsOf(file: string | undefined): ReadonlyMap<string, string> {
  return new Map(file === undefined ? [] : [[file, readText(file)]]);
}

function tell(folder: string, out: string, old: Bill, bill: Bill, { json, quiet }: RepriceFlags): void {
  const invoices = payableChanges(old, bill);
  if (json === true) {
    const books = { before: old.book, after: bill.book };
    const currencies = { before: old.currency, after: bill.currency };
    process.stdout.write(jsonText({ schema: 'svcsim/reprice/1', folder, out, books, currencies, invoices }));
  } else if (quiet !== true) process.stdout.write(`${changeLines(invoices, old, bill).join('\n')}\nReports: ${out}\n`);
}

function changeLines(changes: readonly PayableChange[], old: Bill, bill: Bill): string[] {
  const canvas = { width: columnsOf(process.stdout) ?? 100, paint: paintFor(process.stdout), table: tableLines };
  const money = (text: string | null, currency: string): string =>
    text === null ? '-' : `${moneyText(amount(text))} ${currency}`;
  const rows = changes.map(({ invoice, before, after, difference }) => [
    invoice,
    money(before, old.currency),
    money(after, bill.currency),
    money(difference, bill.currency),
  ]);
  const lines = canvas.table(
    [left('invoice'), right(old.book.name), right(bill.book.name), right('difference')],
    rows,
    canvas,
  );
  const notice = bill.book.notice ?? `Price book: ${bill.book.name}`;
  return [...(rows.length === 0 ? ['nothing was charged'] : lines), canvas.paint.dim(notice)];
}
