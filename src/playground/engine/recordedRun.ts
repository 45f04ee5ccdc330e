/**
 * A run that is recorded so that one can go to any instant of it: all its entries, and key frames to fork from.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { Run } from '../../experiment/run.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { PageChronicle } from '../../report/fold/page/pageChronicle.ts';
import { type Report, reportOf } from '../../report/report.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** How much of a run the playground makes. */
export interface RunBudget {
  /** ms, of any beginning: the core reads no clock. */
  readonly clock: () => number;
  /** Time of the engine, in ms of that clock. */
  readonly msMax: number;
  readonly entriesMax: number;
}

/** A recorded run, and whether its budget ended it. */
export interface RecordedRun {
  readonly scenario: Scenario;
  readonly run: Run;
  readonly report: Report;
  /** All of them; entry n is at n - 1. */
  readonly entries: readonly Entry[];
  /** The same in order of time: entries of deferred work are written late. */
  readonly inTime: readonly Entry[];
  /** Rising by instant; forks of them are made, they are never moved. */
  readonly frames: readonly Run[];
  readonly stopped: null | 'budget' | 'entries';
}

const frameCount = 128;
const sliceEvents = 2_000;

/**
 * Runs a scenario to its end or to the end of its budget. Yields the share that is done, 0 to 1, between slices.
 */
export function* recording(
  scenario: Scenario,
  { clock, msMax, entriesMax }: RunBudget,
): Generator<number, RecordedRun> {
  const entries: Entry[] = [];
  const chronicle = new Chronicle(scenario, new PageChronicle(scenario, true));
  const run = new Run(scenario, {
    sink: (entry) => {
      chronicle.listen(entry);
      entries.push(entry);
    },
  });
  const frames = [run.fork()];
  const { start, end } = scenario;
  const span = Math.max(1, end - start);
  let framedAt = start;
  let stopped: RecordedRun['stopped'] = null;
  let usedMs = 0;
  for (;;) {
    const began = clock();
    const outcome = run.advance(sliceEvents);
    if (outcome === 'more' && run.now - framedAt >= span / frameCount) {
      // An unsettled frame would repeat its deferred work at each visit.
      run.settle();
      frames.push(run.fork());
      framedAt = run.now;
    }
    usedMs += clock() - began;
    if (outcome === 'done') break;
    stopped = usedMs > msMax ? 'budget' : entries.length > entriesMax ? 'entries' : null;
    if (stopped !== null) {
      run.settle();
      break;
    }
    yield Math.min(1, (run.now - start) / span);
  }
  const inTime = [...entries].sort((a, b) => a.at - b.at || a.seq - b.seq);
  return { scenario, run, report: reportOf(run, chronicle), entries, inTime, frames, stopped };
}

/** A fork at an instant, after all its events or before them, settled. Instants outside the run are moved into it. */
export function forkAt({ frames, run, scenario }: RecordedRun, at: Instant, isAfter: boolean): Run {
  const wanted = Math.min(Math.max(at, scenario.start), run.now);
  const frame = frames.findLast((one) => (isAfter ? one.now <= wanted : one.now < wanted)) ?? frames[0];
  if (frame === undefined) throw new Error('a recorded run without its first key frame');
  const fork = frame.fork();
  fork.sim.runUntil(wanted, { included: isAfter });
  fork.settle();
  return fork;
}

/** Index of the first entry at or after an instant, in entries in order of time. */
export function firstFrom(inTime: readonly Entry[], at: Instant): number {
  let [low, high] = [0, inTime.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inTime[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
