/**
 * Executions that come and go as their schedule says, each alone, while nobody listens: no agenda, no record of each, only what stays of them.
 */
import { hash32 } from '../../../engine/hash.ts';
import type { Instant } from '../../../engine/time.ts';
import { deadlineOf } from '../../cron/deadline.ts';
import { nextTick, slotOf } from '../../cron/expression.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { planStart } from '../../workload/start.ts';
import { billedFrom } from '../metering/meter.ts';
import { drawFrom, type Sim } from '../note.ts';
import type { FirstAttempt } from './executionDraws.ts';
import { type Laps, lapsMax, newLaps } from './laps.ts';
import { type Routine, routineOf } from './routine.ts';
import { cronOf } from './state.ts';

/** What there is to write into; nothing is kept in it from one call to the next. */
const laps = newLaps();

/**
 * Runs the ticks of an idle deployment up to an instant, itself included, as long as each execution ends by then and by the next tick.
 *
 * @returns what was drawn for the tick at `tickAt`, which is left for another to run; null: nothing was
 */
export function sprint(sim: Sim, deployment: Deployment, until: Instant): FirstAttempt | null {
  const cron = cronOf(deployment);
  if (cron.tickAt === null || cron.tickAt > until) return null;
  const routine = routineOf(sim, deployment);
  if (routine === null) return null;
  for (;;) {
    const left = runLaps(sim, deployment, routine, until);
    if (laps.count > 0) {
      book(sim, routine, laps);
      noteAll(sim, deployment, routine, laps);
    }
    if (laps.count < lapsMax) return left;
  }
}

/** Fills the columns, and moves `tickAt` on. */
function runLaps(sim: Sim, deployment: Deployment, routine: Routine, until: Instant): FirstAttempt | null {
  const cron = cronOf(deployment);
  const { streams } = sim;
  const { schedule, activeDeadline, failure, startExtra } = routine;
  const from = sim.world.assumptions['cron.deadline.from'];
  let tickAt = cron.tickAt;
  let left: FirstAttempt | null = null;
  laps.count = 0;
  laps.failures = 0;
  while (tickAt !== null && tickAt <= until && laps.count < lapsMax) {
    const runTime = drawFrom(streams, routine.runTime);
    const fails = failure > 0 && streams.next(routine.failureStream) < failure;
    if (fails && routine.failed === null) {
      left = { runTime, fails, start: null };
      break;
    }
    const place = drawFrom(streams, routine.place);
    const pull = drawFrom(streams, routine.pull);
    const start = drawFrom(streams, routine.start) + (startExtra === null ? 0 : drawFrom(streams, startExtra));
    const { placedAt, startedAt } = planStart({ createdAt: tickAt, schedule: place, volumes: none, pull, start });
    const endedAt = startedAt + runTime;
    const next = nextTick(schedule, tickAt);
    const deadlineAt = deadlineOf({ startTime: tickAt, startedAt, activeDeadline, from });
    if (endedAt > until || (next !== null && endedAt > next) || (deadlineAt !== null && endedAt >= deadlineAt)) {
      left = { runTime, fails, start: { schedule: place, pull, start } };
      break;
    }
    const lap = laps.count;
    laps.count += 1;
    laps.tickAt[lap] = tickAt;
    laps.ordinal[lap] = slotOf(schedule, tickAt);
    laps.placedAt[lap] = placedAt;
    laps.startedAt[lap] = startedAt;
    laps.endedAt[lap] = endedAt;
    laps.failed[lap] = fails ? 1 : 0;
    if (fails) laps.failures += 1;
    tickAt = next;
  }
  cron.tickAt = tickAt;
  return left;
}

const none: readonly never[] = [];

/** What their containers reserved. */
function book({ world }: Sim, { outfit }: Routine, { count, tickAt, placedAt, startedAt, endedAt }: Laps): void {
  const { ledger, assumptions } = world;
  const { reserves, series } = outfit;
  for (let lap = 0; lap < count; lap += 1) {
    const from = billedFrom(assumptions, {
      createdAt: tickAt[lap]!,
      placedAt: placedAt[lap]!,
      startedAt: startedAt[lap]!,
    });
    for (let i = 0; i < reserves.length; i += 1) {
      ledger.addRun(series[i]!.cpu, reserves[i]!.cpuMillicores, from, endedAt[lap]!);
      ledger.addRun(series[i]!.memory, reserves[i]!.memoryBytes, from, endedAt[lap]!);
    }
  }
}

/** Their notes, and what is left of them in the history. */
function noteAll(sim: Sim, deployment: Deployment, routine: Routine, laps: Laps): void {
  const { journal } = sim;
  const { count, failures } = laps;
  noteStarts(sim, deployment, routine, laps);
  noteEnds(sim, deployment, routine, laps);
  journal.count(routine.started, count);
  journal.count(routine.succeeded, count - failures);
  if (routine.failed !== null) journal.count(routine.failed, failures);
  deployment.cause = journal.seq;
  keep(sim, deployment, routine, laps);
}

/** `execution.started`, with its data in their order. */
function noteStarts({ journal }: Sim, { subject }: Deployment, routine: Routine, laps: Laps): void {
  const { reserved, version } = routine;
  const { count, tickAt, ordinal, placedAt, startedAt } = laps;
  for (let lap = 0; lap < count; lap += 1) {
    const print = journal.begin(tickAt[lap]!, types.started, subject.hash);
    print.put(ordinal[lap]!);
    print.put(tickAt[lap]!);
    print.put(version);
    print.put(placedAt[lap]!);
    print.put(startedAt[lap]!);
    for (let i = 0; i < reserved.length; i += 1) print.put(reserved[i]!);
    print.finish();
  }
}

/** `execution.succeeded` and `execution.failed`, with their data in their order: one attempt, its length, its run time, its use. */
function noteEnds({ journal }: Sim, { subject }: Deployment, routine: Routine, laps: Laps): void {
  const { usedCpuMillicores } = routine;
  const { count, tickAt, ordinal, startedAt, endedAt, failed } = laps;
  for (let lap = 0; lap < count; lap += 1) {
    const print = journal.begin(endedAt[lap]!, failed[lap] === 1 ? types.failed : types.succeeded, subject.hash);
    print.put(ordinal[lap]!);
    print.put(1);
    print.put(endedAt[lap]! - tickAt[lap]!);
    print.put(endedAt[lap]! - startedAt[lap]!);
    print.put(usedCpuMillicores);
    print.finish();
  }
}

/** Each is the newest of the history when it ends; the oldest goes where that is full (CRON-7). */
function keep({ journal }: Sim, deployment: Deployment, routine: Routine, laps: Laps): void {
  const { history } = cronOf(deployment);
  const { historyLimit, version } = routine;
  const { count, tickAt, ordinal, endedAt, failed } = laps;
  const forgotten = Math.max(0, history.length + count - historyLimit);
  for (let gone = 0; gone < forgotten; gone += 1) {
    // What goes is of the history while that lasts, then of these laps; it goes when the one ends for which there is no room.
    const lap = gone - history.length;
    const print = journal.begin(endedAt[count - forgotten + gone]!, types.forgotten, deployment.subject.hash);
    if (lap < 0) {
      const { ordinal: old, status } = history[gone]!;
      print.put(typeof old === 'number' ? old : hash32(old));
      print.put(statuses[status]);
    } else {
      print.put(ordinal[lap]!);
      print.put(failed[lap] === 1 ? statuses.Failure : statuses.Success);
    }
    print.finish();
  }
  journal.count(routine.forgotten, forgotten);
  history.splice(0, forgotten);
  for (let lap = Math.max(0, count - historyLimit); lap < count; lap += 1) {
    const status = failed[lap] === 1 ? 'Failure' : 'Success';
    history.push({ ordinal: ordinal[lap]!, status, version, startedAt: tickAt[lap]!, endedAt: endedAt[lap]! });
  }
}

const types = {
  started: hash32('execution.started'),
  succeeded: hash32('execution.succeeded'),
  failed: hash32('execution.failed'),
  forgotten: hash32('execution.forgotten'),
};
const statuses = {
  Invalid: hash32('Invalid'),
  Success: hash32('Success'),
  Failure: hash32('Failure'),
  Removed: hash32('Removed'),
};
