/** Recomputes the ledger of a finished run from its journal, for another metering policy. */
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { type Recorded, Replay } from '../../report/bill/replay.ts';
import { horizonOf } from '../../report/bill/reprice.ts';
import { readEntry } from '../../report/logs/readEntry.ts';
import type { KnownRun } from '../../report/verdict/summaryReading.ts';
import { resolveAssumptions } from '../../rules/resolveAssumptions.ts';
import { exitCode, Stop } from '../exit.ts';
import { openReportedJournal } from '../reported/reportedJournal.ts';

interface Asked {
  readonly folder: string;
  readonly run: KnownRun;
  readonly old: Bill;
  readonly book: PriceBook;
  /** Name of the price book in messages. */
  readonly prices: string;
}

/** Throws a `Stop` if the journal lacks entries of the run, or has an invalid line. */
export async function replayJournal({ folder, run, old, book, prices }: Asked): Promise<Recorded> {
  const journal = await openReportedJournal(folder, run);
  const { path } = journal;
  const { assumptions } = resolveAssumptions(old.assumptions, 'measured');
  const org = old.usage[0]?.org ?? '';
  const replicas = old.usage.some(({ replicaIndex }) => replicaIndex !== undefined);
  const replay = new Replay({ org, horizon: horizonOf(old), assumptions, book, replicas });
  let count = 0;
  for (const line of journal.lines()) {
    const entry = readEntry(line);
    if (entry === null) throw new Stop(exitCode.usage, `${path}:${count + 1} is not a journal entry`);
    count += 1;
    if ('stopped' in entry || entry.seq !== count) throw incomplete(path, count - 1, run, prices);
    replay.listen(entry);
  }
  if (count < run.journalEntries) throw incomplete(path, count, run, prices);
  return replay.close();
}

function incomplete(path: string, count: number, { journalEntries }: KnownRun, prices: string): Stop {
  return new Stop(
    exitCode.usage,
    `${prices} has another metering policy, so the ledger must be recomputed from all ${journalEntries} journal entries of the run; ${path} is incomplete after entry ${count}. Run the scenario again with --journal all and a larger --journal-limit, or with --set prices=FILE.`,
  );
}
