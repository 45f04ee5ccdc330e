/**
 * A run that is recorded so that one can go to any instant of it: all its entries, and key frames to fork from.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { Run } from '../../experiment/run.ts';
import type { World } from '../../platform/world.ts';
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

/** The work of one event passed every bound. The run that it belongs to is of no more use. */
export class RunTooLarge extends Error {}

/** With so many events at one instant there is no part of the run to show. */
const standingEvents = 20_000;

/** How often over one event may exceed the budget of a run. */
const instantTimes = 2;

const frameCount = 128;
/** Entities, replicas, executions and calls in all key frames together: about 300 MB. */
const framedMost = 300_000;
/** Between two looks at the clock. */
const slice = { eventsMax: 2_000 };

/**
 * Runs a scenario to its end or to the end of its budget. Yields the share that is done, 0 to 1, between slices.
 */
export function* recording(
  scenario: Scenario,
  { clock, msMax, entriesMax }: RunBudget,
): Generator<number, RecordedRun> {
  const entries: Entry[] = [];
  const chronicle = new Chronicle(scenario, new PageChronicle(scenario, true));
  let deadline = clock() + instantTimes * msMax;
  const run = new Run(scenario, {
    isAsked: false,
    sink: (entry) => {
      chronicle.listen(entry);
      const count = entries.push(entry);
      // One event may start a million replicas, and no slice ends within an event.
      if (count > instantTimes * entriesMax || (count % 1_024 === 0 && clock() > deadline)) throw new RunTooLarge();
    },
  });
  const frames = [run.fork()];
  const { start, end } = scenario;
  const span = Math.max(1, end - start);
  let every = Math.max(1, Math.ceil(span / frameCount));
  let framed = 0;
  let stopped: RecordedRun['stopped'] = null;
  let usedMs = 0;
  let instant = { at: start, events: 0 };
  let frameAt = start + every;
  for (;;) {
    const began = clock();
    if (run.now > instant.at) instant = { at: run.now, events: run.sim.events };
    deadline = began + instantTimes * msMax;
    const isDone = frameAt < end ? run.sim.runUntil(frameAt, slice) === 'done' && keepFrame() : isAtEnd(run);
    usedMs += clock() - began;
    if (isDone) break;
    // Within an instant the run goes on: it may be a loop without end, which the engine finds and explains.
    const isStanding = run.now === instant.at;
    if (usedMs > msMax && isStanding && run.sim.events - instant.events > standingEvents) throw new RunTooLarge();
    stopped = usedMs > msMax ? 'budget' : entries.length > entriesMax && !isStanding ? 'entries' : null;
    if (stopped !== null) {
      run.settle();
      break;
    }
    yield Math.min(1, (run.now - start) / span);
  }

  /** Never the end of the run. */
  function keepFrame(): false {
    // An unsettled frame would repeat its deferred work at each visit.
    run.settle();
    frames.push(run.fork());
    framed += objectsIn(run.sim.world);
    if (framed > framedMost) {
      // Every other frame goes, never the first.
      frames.splice(0, frames.length, ...frames.filter((_, index) => index % 2 === 0));
      framed /= 2;
      every *= 2;
    }
    frameAt += every;
    return false;
  }

  const inTime = [...entries].sort((a, b) => a.at - b.at || a.seq - b.seq);
  return { scenario, run, report: reportOf(run, chronicle), entries, inTime, frames, stopped };
}

function objectsIn({ entities, replicas, executions, calls }: World): number {
  return entities.length + replicas.size + executions.size + calls.size;
}

function isAtEnd(run: Run): boolean {
  return run.advance(slice.eventsMax) === 'done';
}

/** A fork at an instant, after all its events or before them, settled. Instants outside the run are moved into it. */
export function forkAt(recorded: RecordedRun, at: Instant, isAfter: boolean): Run {
  const { frames, run, scenario } = recorded;
  const wanted = Math.min(Math.max(at, scenario.start), run.now);
  // A frame has had the events before its instant, none at it.
  const frame = frames.findLast((one) => one.now <= wanted) ?? frames[0];
  if (frame === undefined) throw new Error('a recorded run without its first key frame');
  const fork = frame.fork();
  fork.sim.runUntil(wanted);
  if (isAfter) finishInstant(recorded, fork);
  else fork.settle();
  return fork;
}

/**
 * Handles the events of a fork's instant, and what was put off until it. The run's own window decides about its end.
 */
export function finishInstant({ scenario }: RecordedRun, fork: Run): void {
  const included = fork.now < scenario.end || scenario.assumptions['run.window'] === 'untilIncluded';
  fork.sim.runUntil(fork.now, { included });
  fork.settle();
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
