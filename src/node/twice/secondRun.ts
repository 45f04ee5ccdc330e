/**
 * Runs a scenario a second time in the same process, and compares it with the first run.
 *
 * The second run differs in all that must not matter: it starts from a scenario that is parsed anew, it finds whatever
 * the first run left in modules, it advances in other slices, a fork of it is run ahead half-way, and clock, time zone
 * and `Math.random` are others.
 */
import { setImmediate } from 'node:timers/promises';
import { Run, type RunOptions } from '../../experiment/run.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { type ParseOptions, parseScenario } from '../../scenario/parse.ts';
import { JournalComparison, type JournalDifference, type JournalRecord } from './journalRecord.ts';
import { changeSurroundings } from './otherSurroundings.ts';

/** Two runs of one scenario, compared. */
export type TwiceResult =
  | {
      readonly same: true;
      /** Journal entries of each run; all are the same, with causes and reasons. */
      readonly entries: number;
      readonly fingerprint: string;
    }
  | {
      readonly same: false;
      /** What differs first: a journal entry; where the journals are the same, a line of the bill or the end state. */
      readonly what: 'journal' | 'bill' | 'state';
      /** Number of the journal entry, or of the line of the bill, from 1; null for the state. */
      readonly number: number | null;
      /** A line each; null: that run has none there. For the state, a digest of it. */
      readonly first: string | null;
      readonly second: string | null;
    };

/** The first run, ended, and its journal. */
export interface FirstRun {
  readonly run: Run;
  readonly record: JournalRecord;
  /** What it was parsed from. */
  readonly text: string;
  readonly options: ParseOptions;
}

/** Events between two looks at the progress and at Ctrl-C; no divisor of the first run's slices. */
const sliceEvents = 17_389;

/**
 * Runs the scenario again to the end, or until an entry differs.
 *
 * @param runOptions those of the first run, without its sink
 * @param onSlice is called between slices, with the share of virtual time that is done; it may throw to end the run
 */
export async function comparedWithSecond(
  { run: before, record, text, options }: FirstRun,
  runOptions: Omit<RunOptions, 'sink' | 'bundles'>,
  onSlice: (share: number) => void,
): Promise<TwiceResult> {
  record.end();
  const comparison = new JournalComparison(record);
  const restore = changeSurroundings();
  try {
    const { scenario } = parseScenario(text, options);
    if (scenario === null) throw new Error('the scenario has errors when it is parsed a second time');
    const { start, end } = scenario;
    const run = new Run(scenario, { ...runOptions, sink: (entry) => comparison.listen(entry) });
    let isForked = false;
    while (comparison.difference === null && run.advance(sliceEvents) === 'more') {
      const share = (run.now - start) / (end - start);
      if (!isForked && share >= 0.5) {
        isForked = true;
        run.fork().advance(sliceEvents);
      }
      onSlice(share);
      await setImmediate();
    }
    const difference = comparison.end();
    return difference === null ? endsCompared(before, run) : differentJournal(difference);
  } finally {
    restore();
  }
}

function differentJournal({ entry, first, second }: JournalDifference): TwiceResult {
  return { same: false, what: 'journal', number: entry, first, second };
}

/** With the same journals, bill and state can still differ: a reading that changed nothing, an amount, a stream. */
function endsCompared(before: Run, after: Run): TwiceResult {
  const [ours, theirs] = [before, after].map((run) => jsonText(run.bill().bill).split('\n'));
  const line = ours?.findIndex((one, index) => one !== theirs?.[index]) ?? -1;
  if (line >= 0 || ours?.length !== theirs?.length) {
    const index = line >= 0 ? line : (ours?.length ?? 0);
    const [first = null, second = null] = [ours?.[index], theirs?.[index]];
    return { same: false, what: 'bill', number: index + 1, first, second };
  }
  const [first, second] = [before.sim.digest(), after.sim.digest()];
  if (first !== second) return { same: false, what: 'state', number: null, first, second };
  const { journal } = after.sim;
  return { same: true, entries: journal.seq, fingerprint: journal.fingerprint() };
}
