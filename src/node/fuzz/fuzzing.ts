/**
 * Performs trials in threads until there were enough, or time is up, and makes what is broken smaller.
 *
 * Trials have numbers, and those that are reported are always all from 0 to a number: what threads do at the same time
 * changes neither the trials nor their counts.
 */
import type { BrokenCheck } from '../../testing/fuzz/fuzzChecks.ts';
import { FuzzTally } from '../../testing/fuzz/fuzzDocument.ts';
import type { TrialReport } from '../../testing/fuzz/performTrial.ts';
import { type FuzzTrial, trialAt } from '../../testing/fuzz/trials.ts';
import type { FuzzThreads } from './fuzzThreads.ts';

/** What is asked for. */
export interface FuzzQuestion {
  readonly seed: string;
  readonly chosen: readonly string[] | null;
  readonly width: number;
  /** Number of trials; infinite if only time ends them. */
  readonly runs: number;
  /** Whether the first failure ends the search. */
  readonly isBail: boolean;
  /** Whether time is up, or somebody interrupted. */
  readonly isOver: () => boolean;
  /** Whether somebody interrupted: threads are then ended, and what they did not finish is left out. */
  readonly isInterrupted: () => boolean;
}

/** A check that is broken, and the first trial that breaks it. */
export interface FoundFailure {
  readonly broken: BrokenCheck;
  readonly index: number;
  readonly source: string;
}

/** Trials, counted, and the first failure of each check, by number of trial. */
export interface Fuzzed {
  readonly tally: FuzzTally;
  readonly failures: readonly FoundFailure[];
}

/** @param onTrial is called after each trial, with what is known so far */
export async function fuzzed(
  question: FuzzQuestion,
  threads: FuzzThreads,
  onTrial: (tally: FuzzTally, broken: number) => void,
): Promise<Fuzzed> {
  const { seed, chosen, width, runs, isBail, isOver, isInterrupted } = question;
  const reports = new Map<number, TrialReport>();
  const soFar = new FuzzTally();
  const brokenIds = new Set<string>();
  let next = 0;
  let firstBroken = Number.POSITIVE_INFINITY;
  const lane = async (): Promise<void> => {
    while (next < runs && !isOver() && !(isBail && firstBroken < next)) {
      const index = next++;
      const answered = await threads.perform({ seed, index, chosen });
      if (answered.kind !== 'answered' && isInterrupted()) return;
      const report = answered.kind === 'answered' ? answered.answer : lostReport(index, answered);
      reports.set(index, report);
      soFar.add(report);
      for (const { id } of report.broken) brokenIds.add(id);
      if (report.broken.length > 0) firstBroken = Math.min(firstBroken, index);
      onTrial(soFar, brokenIds.size);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return counted(reports, isBail ? firstBroken + 1 : next);
}

function counted(reports: ReadonlyMap<number, TrialReport>, until: number): Fuzzed {
  const tally = new FuzzTally();
  const failures = new Map<string, FoundFailure>();
  const inOrder = [...reports.values()].sort((a, b) => a.index - b.index);
  for (const report of inOrder.filter(({ index }) => index < until)) {
    tally.add(report);
    const { index, source } = report;
    for (const broken of report.broken)
      if (!failures.has(broken.id)) failures.set(broken.id, { broken, index, source });
  }
  return { tally, failures: [...failures.values()] };
}

/** A trial whose thread is lost is broken itself: it is not forgotten. */
function lostReport(
  index: number,
  { kind, message }: { readonly kind: 'hangs' | 'died'; readonly message: string },
): TrialReport {
  const id = kind === 'hangs' ? 'endsInTime' : 'threadSurvives';
  const broken = [{ id, expected: 'an answer', observed: message }];
  return { index, source: 'lost', held: [], skipped: [], broken, exercised: [], corners: [], journalEntries: 0 };
}

/** At most so many smaller trials are looked at. */
const candidatesMost = 200;

/** A trial that was made smaller, and how many times. */
export interface Shrunk {
  readonly trial: FuzzTrial;
  readonly times: number;
}

/**
 * Makes the trial of a failure smaller, step by step. A smaller one in which the thread hangs or dies is skipped.
 *
 * @param isOver ends it early: the result is what was reached
 */
export async function shrunken(
  seed: string,
  { broken, index }: FoundFailure,
  threads: FuzzThreads,
  isOver: () => boolean,
): Promise<Shrunk> {
  let trial = trialAt(seed, index);
  let times = 0;
  let looked = 0;
  let tried = 0;
  while (looked < candidatesMost && !isOver()) {
    const answered = await threads.shrink({ trial, id: broken.id, tried });
    // Nobody knows which one it was: none of the next ones is looked at either.
    if (answered.kind !== 'answered') return { trial, times };
    const step = answered.answer;
    if (step.kind === 'smallest') break;
    looked += step.tried - tried;
    if (step.kind === 'more') tried = step.tried;
    else {
      trial = step.trial;
      times += 1;
      tried = 0;
    }
  }
  return { trial, times };
}
