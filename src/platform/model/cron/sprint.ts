/**
 * Executions that come and go as their schedule says, each alone, while nobody listens: no agenda, no record of each, only what stays of them.
 */
import type { Instant } from '../../../engine/time.ts';
import { deadlineOf } from '../../cron/deadline.ts';
import { nextTick, slotOf } from '../../cron/expression.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { planStart } from '../../workload/start.ts';
import { billedFrom } from '../metering/meter.ts';
import type { Sim } from '../note.ts';
import type { FirstAttempt } from './executionDraws.ts';
import { noteLaps } from './lapNotes.ts';
import { Laps, lapsMax } from './laps.ts';
import { type Routine, routineOf } from './routine.ts';
import { cronOf } from './state.ts';

/** What there is to write into; nothing is kept in it from one call to the next. */
const laps = new Laps();

/**
 * Runs the ticks of an idle deployment up to an instant, itself included, as long as each execution ends by then and by the next tick, or those
 * that come before its end are skipped.
 *
 * @returns what was drawn for the tick at `tickAt`, which is left for another to run; null: nothing was
 */
export function sprint(sim: Sim, deployment: Deployment, until: Instant): FirstAttempt | null {
  const cron = cronOf(deployment);
  if (cron.tickAt === null || cron.tickAt > until) return null;
  const routine = routineOf(sim, deployment);
  if (routine === null) return null;
  laps.busyUntil = cron.tickAt;
  for (;;) {
    const left = runLaps(sim, deployment, routine, until);
    if (laps.count + laps.skips.count > 0) {
      book(sim, routine, laps);
      noteLaps(sim, deployment, routine, laps);
    }
    if (laps.count < lapsMax && laps.skips.count < lapsMax) return left;
  }
}

/** Fills the columns, and moves `tickAt` on. */
function runLaps(sim: Sim, deployment: Deployment, routine: Routine, until: Instant): FirstAttempt | null {
  const cron = cronOf(deployment);
  const { streams } = sim;
  const { schedule, period, activeDeadline, failure, startExtra } = routine;
  const from = sim.world.assumptions['cron.deadline.from'];
  const { skips } = laps;
  let { busyUntil } = laps;
  // Endless, rather than null: numbers of one kind need no box.
  let tickAt = cron.tickAt ?? Number.POSITIVE_INFINITY;
  let left: FirstAttempt | null = null;
  laps.count = 0;
  laps.failures = 0;
  skips.count = 0;
  while (tickAt <= until && laps.count < lapsMax && skips.count < lapsMax) {
    const runTime = routine.runTime.draw(streams);
    const fails = failure > 0 && streams.next(routine.failureStream) < failure;
    const next = period === null ? (nextTick(schedule, tickAt) ?? Number.POSITIVE_INFINITY) : tickAt + period;
    if (tickAt < busyUntil) {
      skips.tickAt[skips.count] = tickAt;
      skips.ordinal[skips.count] = slotOf(schedule, tickAt);
      skips.count += 1;
      tickAt = next;
      continue;
    }
    if (fails && routine.failed === null) {
      left = { runTime, fails, start: null };
      break;
    }
    const place = routine.place.draw(streams);
    const pull = routine.pull.draw(streams);
    const start = routine.start.draw(streams) + (startExtra === null ? 0 : startExtra.draw(streams));
    const { placedAt, startedAt } = planStart({ createdAt: tickAt, schedule: place, volumes: none, pull, start });
    const endedAt = startedAt + runTime;
    const overlaps = routine.skipped === null && endedAt > next;
    const deadlineAt = deadlineOf({ startTime: tickAt, startedAt, activeDeadline, from });
    if (endedAt > until || overlaps || (deadlineAt !== null && endedAt >= deadlineAt)) {
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
    busyUntil = endedAt;
    tickAt = next;
  }
  cron.tickAt = tickAt === Number.POSITIVE_INFINITY ? null : tickAt;
  laps.busyUntil = busyUntil;
  return left;
}

const none: readonly never[] = [];

/** What their containers reserved. */
function book({ world }: Sim, { outfit }: Routine, { count, tickAt, placedAt, startedAt, endedAt }: Laps): void {
  const { ledger, assumptions } = world;
  const { reserves, series } = outfit;
  const from = billedFrom(assumptions, { createdAt: tickAt, placedAt, startedAt });
  for (let i = 0; i < reserves.length; i += 1) {
    ledger.addRuns(series[i]!.cpu, reserves[i]!.cpuMillicores, from, endedAt, count);
    ledger.addRuns(series[i]!.memory, reserves[i]!.memoryBytes, from, endedAt, count);
  }
}
