/** `svcsim reprice`: computes the bill of a finished run with other prices. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { chargedMeters } from '../../platform/metering/charged.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import { billCsv } from '../../report/bill/billCsv.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { ledgerLines } from '../../report/bill/ledgerLines.ts';
import type { Recorded } from '../../report/bill/replay.ts';
import { isLedgerOf, isMeteredAlike, type Repriced, repriced } from '../../report/bill/reprice.ts';
import { fileOf } from '../../report/render/files.ts';
import { repricedSummary } from '../../report/verdict/repricedSummary.ts';
import type { ReportFile } from '../../report/verdict/summary.ts';
import type { KnownRun } from '../../report/verdict/summaryReading.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { resolveAssumptions } from '../../rules/resolveAssumptions.ts';
import { bookProblems, type PlacedBook } from '../../scenario/read/prices.ts';
import { exitCode, Stop } from '../exit.ts';
import type { RepriceFlags } from '../flags.ts';
import { ReportFolder } from '../folder.ts';
import { readText } from '../inputs.ts';
import { journalNames } from '../journal/journalFormat.ts';
import { chunksOf } from '../lines.ts';
import { showProblems } from '../problems.ts';
import { readBillOf, readCellsOf, readFocusGrainOf } from '../reported/reportedBill.ts';
import { journalNameOf } from '../reported/reportedJournal.ts';
import { blamed, readRun } from '../reported/reportedRun.ts';
import { writeFocus } from './focusFile.ts';
import { readBook } from './priceBook.ts';
import { replayJournal } from './replayedLedger.ts';
import { showRepriced } from './repriceText.ts';

const repricedFiles = [
  'bill.csv',
  'bill.json',
  'focus.csv',
  ...Object.values(journalNames),
  'ledger.ndjson',
  'summary.json',
];

export async function reprice(folder: string, flags: RepriceFlags): Promise<number> {
  const run = readRun(folder);
  const old = readBillOf(folder);
  const out = outOf(folder, flags);
  const placed = readBook(flags.prices, { of: old });
  if (placed === null) return exitCode.invalid;
  try {
    refuseUnheld(folder, old, placed.book, flags);
    const recorded = await recordedOf(folder, run, old, placed.book, flags);
    const found = repriced(old, recorded, placed.book);
    if (showFindings(found, placed, flags)) return exitCode.invalid;
    await write({ folder, out, run, old, recorded, found, book: placed.book });
    showRepriced({ folder, out, old, bill: found.bill }, flags);
    return exitCode.ok;
  } catch (error) {
    throw blamed(error, folder);
  }
}

/** The output folder, by default next to the source; never the folder of a run, whose other files would not fit. */
function outOf(folder: string, { out }: RepriceFlags): string {
  const whole = resolve(folder);
  const path = out ?? join(dirname(folder), `${basename(whole)}.repriced`);
  const isReport = existsSync(join(path, 'summary.json'));
  if (resolve(path) !== whole && (!isReport || readRun(path).schema === 'svcsim/repriced/1')) return path;
  throw new Stop(
    exitCode.usage,
    `${path} contains the report of a run, and reprice does not overwrite it; choose another folder with --out`,
  );
}

/** Refuses a book that charges an optional meter which the run did not record. */
function refuseUnheld(folder: string, old: Bill, book: PriceBook, { prices }: RepriceFlags): void {
  const { assumptions } = resolveAssumptions(old.assumptions, 'measured');
  const charged = chargedMeters(assumptions['billing.chargedMeters'], book);
  const unheld = charged.filter((meter) => !old.meters.includes(meter));
  if (unheld.length === 0) return;
  throw new Stop(
    exitCode.usage,
    `${prices ?? 'the built-in book'} charges ${unheld.join(', ')}, which the run of ${folder} did not record; run the scenario again with --set prices=FILE`,
  );
}

/** The ledger of the run; with another metering policy, a ledger recomputed from the journal. */
async function recordedOf(
  folder: string,
  run: KnownRun,
  old: Bill,
  book: PriceBook,
  flags: RepriceFlags,
): Promise<Pick<Recorded, 'cells'> & Partial<Recorded>> {
  const cells = readCellsOf(folder);
  if (!isLedgerOf(old, cells)) {
    throw new Stop(
      exitCode.usage,
      `ledger.ndjson and bill.json of ${folder} come from different runs; run the scenario again`,
    );
  }
  if (isMeteredAlike(old, book)) return { cells };
  return await replayJournal({ folder, run, old, book, prices: flags.prices ?? 'the built-in book' });
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

interface Made {
  readonly folder: string;
  readonly out: string;
  readonly run: KnownRun;
  readonly old: Bill;
  readonly recorded: Pick<Recorded, 'cells'>;
  readonly found: Repriced;
  readonly book: PriceBook;
}

/** Writes the folder with its own ledger and journal, so that bill, explain and reprice can read it. */
async function write({ folder, out, run, old, recorded: { cells }, found, book }: Made): Promise<void> {
  const { bill } = found;
  const { seed, scenarioHash } = run;
  const made = new ReportFolder(out, repricedFiles);
  try {
    const files: ReportFile[] = [];
    const input = { ...found, cells, book, invoices: bill.invoices, seed, scenarioHash };
    const focus = await writeFocus(made, input, readFocusGrainOf(folder), async () => {
      await setImmediate();
    });
    if (focus !== null) files.push(focus.file);
    const name = journalNameOf(run);
    const journal = name === null ? [] : [copied(folder, name, made)];
    const ledger = made.stream('ledger.ndjson');
    for (const line of ledgerLines(cells)) ledger.write(`${line}\n`);
    for (const [name, text] of [
      ['bill.csv', billCsv(bill)],
      ['bill.json', jsonText(bill)],
    ] as const) {
      made.write(name, text);
      files.push(fileOf(name, Buffer.from(text), sha256));
    }
    made.write('summary.json', jsonText(repricedSummary(run, old, bill, [...files, ...journal, ledger.close()])));
    made.finish();
  } finally {
    made.discard();
  }
}

function copied(folder: string, name: string, made: ReportFolder): ReportFile {
  const file = made.bytes(name);
  for (const chunk of chunksOf(join(folder, name))) file.write(chunk);
  return file.close();
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
