/**
 * Performs one run for its reports: on one thread, or in independent parts on several.
 */
import { setImmediate } from 'node:timers/promises';
import type { Bundle, Entry } from '../engine/journal.ts';
import type { Instant } from '../engine/time.ts';
import { forgetsWhereFull } from '../experiment/forgetting.ts';
import type { PartOptions } from '../experiment/parts/partRun.ts';
import { Run } from '../experiment/run.ts';
import { Chronicle } from '../report/fold/chronicle.ts';
import { countLoads, countMarks } from '../report/fold/loadCount.ts';
import { PageChronicle } from '../report/fold/page/pageChronicle.ts';
import type { FinishedRun, ReportExtras } from '../report/report.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { fitted } from './columns.ts';
import type { Interrupt } from './interrupt.ts';
import type { JournalFile } from './journal/journalFile.ts';
import { sizeOf } from './memory.ts';
import { slice } from './parts/partHere.ts';
import { partsFor, runOnThreads } from './parts/threadedRun.ts';
import type { ProgressBar } from './progress.ts';
import { say } from './say.ts';
import { setYoungRoom, youngRoomFor } from './youngRoom.ts';

/** What needs every entry of a run in one place. */
export interface EntryListener {
  listen(entry: Entry): void;
}

export interface RunAsked {
  readonly options: Omit<PartOptions, 'isNumbered' | 'isReported'>;
  /** null: none is kept. */
  readonly journal: JournalFile | null;
  readonly listeners: readonly EntryListener[];
  /** Whether no listener needs executions one by one: where no journal does, they may come in bundles. */
  readonly takesBundles: boolean;
  /** null: as many threads as the run is worth. */
  readonly threads: number | null;
  readonly isQuiet: boolean;
}

/** A run at its end, or where it was interrupted. */
export interface PerformedRun {
  readonly run: FinishedRun;
  /** The same, if it was performed on this thread. */
  readonly here: Run | null;
  readonly chronicle: Chronicle;
  /** Its loads, if they are known already. */
  readonly load: Pick<ReportExtras, 'load'>;
  readonly isWhole: boolean;
}

export async function performRun(
  scenario: Scenario,
  asked: RunAsked,
  progress: ProgressBar,
  interrupt: Interrupt,
): Promise<PerformedRun> {
  const { options, journal, listeners, threads } = asked;
  const parts = listeners.length === 0 ? partsFor(scenario, threads) : [scenario];
  if ((threads ?? 1) > parts.length && !asked.isQuiet)
    say(process.stderr, `${fitted(fewerThreadsText(scenario.name, parts.length, listeners.length), process.stderr)}\n`);
  const onStretch = (now: Instant, events: number): boolean => {
    progress.update((now - scenario.start) / (scenario.end - scenario.start), events);
    return !interrupt.isRequested;
  };
  if (parts.length === 1) return performHere(scenario, asked, onStretch);
  const { run, isWhole, reported } = await runOnThreads(
    scenario,
    parts,
    { ...options, isNumbered: journal !== null, isReported: true },
    { onLine: (entry) => journal?.take(entry, entry.line), filledAt: () => journal?.filledAt ?? null, onStretch },
  );
  if (reported === null) throw new Error('a run in parts has no report');
  return { run, here: null, chronicle: reported.chronicle, load: { load: reported.load }, isWhole };
}

async function performHere(
  scenario: Scenario,
  { options, journal, listeners, takesBundles }: RunAsked,
  onSlice: (now: Instant, events: number) => boolean,
): Promise<PerformedRun> {
  const page = new PageChronicle(scenario, journal !== null);
  const chronicle = new Chronicle(scenario, page);
  const bundles = (bundle: Bundle): void => chronicle.listenBundle(bundle);
  const run = new Run(scenario, {
    ...options,
    isAsked: false,
    ...(journal === null && takesBundles && chronicle.takesBundles ? { bundles } : {}),
    sink: (entry) => {
      chronicle.listen(entry);
      journal?.listen(entry);
      for (const listener of listeners) listener.listen(entry);
    },
  });
  setYoungRoom(youngRoomFor(sizeOf(scenario).bytes, true));
  const forgets = forgetsWhereFull(scenario, options.isLiteral);
  const onEachSlice = (now: Instant, events: number): boolean => {
    if (takesBundles && page.isNumbered && forgets(journal?.filledAt ?? null)) {
      page.forgetEntries();
      run.forgetEntries(bundles);
    }
    return onSlice(now, events);
  };
  return { run, here: run, chronicle, load: {}, isWhole: await advance(run, chronicle, onEachSlice) };
}

/** Runs to the end in slices; false where an interrupt came first. */
async function advance(
  run: Run,
  chronicle: Chronicle,
  onSlice: (now: Instant, events: number) => boolean,
): Promise<boolean> {
  const { scenario, sim } = run;
  for (const mark of [...countMarks(scenario), scenario.end]) {
    for (let isThere = false; !isThere; ) {
      isThere = run.advance(slice, mark) === 'done';
      await setImmediate();
      const goesOn = onSlice(run.now, sim.events + sim.passed);
      if (isThere && mark === scenario.end) return true;
      if (!goesOn) {
        run.settle();
        return false;
      }
    }
    countLoads(chronicle, sim.world, run.now);
  }
  return true;
}

/** Why a run takes fewer threads than were asked for. */
function fewerThreadsText(name: string, count: number, listeners: number): string {
  if (listeners > 0)
    return `${name} runs on one thread: --verify, --twice and --allocate need all journal entries in one place`;
  const all = count === 1 ? 'one thread: all its workloads' : `${count} threads: the other workloads`;
  return `${name} runs on ${all} may affect each other, or a report needs them together`;
}
