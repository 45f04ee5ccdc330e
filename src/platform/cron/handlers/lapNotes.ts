/**
 * What stays of laps: their notes, and the newest of them in the history.
 */
import { hash32 } from '../../../engine/hash.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { lapsType, type ToldLaps } from '../toldLaps.ts';
import { type Laps, lapsMax } from './laps.ts';
import type { Routine } from './routine.ts';
import { cronOf } from './state.ts';

/** Notes all laps, with the data of each fact in their order, and tells of them. */
export function noteLaps(sim: Sim, deployment: Deployment, routine: Routine, laps: Laps): void {
  const { journal } = sim;
  const before = journal.seq;
  noteStarts(sim, deployment, routine, laps);
  noteSkips(sim, deployment, routine, laps);
  noteEnds(sim, deployment, routine, laps);
  deployment.cause = journal.seq;
  const forgotten = noteForgotten(sim, deployment, routine, laps);
  keep(deployment, routine, laps, forgotten);
  if (journal.isHeard) journal.tell(told(deployment, routine, laps, { notes: journal.seq - before, forgotten }));
}

function told(
  { subject }: Deployment,
  { outfit, usedCpuMillicores, skipped }: Routine,
  laps: Laps,
  { notes, forgotten }: Pick<ToldLaps, 'notes' | 'forgotten'>,
): ToldLaps {
  const { count, failures, failed, ordinal, tickAt, placedAt, startedAt, endedAt, tookMs, ranMs, skips } = laps;
  return {
    type: lapsType,
    subject,
    notes,
    count,
    failures,
    failed,
    ordinal,
    tickAt,
    placedAt,
    startedAt,
    endedAt,
    tookMs,
    ranMs,
    reserved: outfit.reserves,
    usedCpuMillicores,
    forgotten,
    skips:
      skipped === null || skips.count === 0
        ? null
        : { count: skips.count, firstAt: skips.tickAt[0]!, tickAt: skips.tickAt, reason: skipped },
  };
}

function noteStarts({ journal }: Sim, { subject }: Deployment, routine: Routine, laps: Laps): void {
  const { version, reserved } = routine;
  const { count, tickAt, ordinal, placedAt, startedAt } = laps;
  const values = [ordinal, tickAt, version, placedAt, startedAt, ...reserved];
  journal.noteAll({ count, type: types.started, subject: subject.hash, at: tickAt, values });
  journal.count(routine.started, count);
}

function noteSkips({ journal }: Sim, { subject }: Deployment, { skipped }: Routine, { skips }: Laps): void {
  const { count, tickAt, ordinal } = skips;
  if (skipped === null || count === 0) return;
  // One runs.
  journal.noteAll({ count, type: types.skipped, subject: subject.hash, at: tickAt, values: [ordinal, tickAt, 1] });
  journal.count(skipped, count);
}

function noteEnds({ journal }: Sim, { subject }: Deployment, routine: Routine, laps: Laps): void {
  const { count, failures, ordinal, endedAt, tookMs, ranMs, endType } = laps;
  markEnds(laps);
  const attempts = 1;
  const values = [ordinal, attempts, tookMs, ranMs, routine.usedCpuMillicores];
  journal.noteAll({ count, type: endType, subject: subject.hash, at: endedAt, values });
  journal.count(routine.succeeded, count - failures);
  if (routine.failed !== null) journal.count(routine.failed, failures);
}

function markEnds({ count, failed, endType, status }: Laps): void {
  endType.fill(types.succeeded, 0, count);
  status.fill(statuses.Success, 0, count);
  for (let lap = 0; lap < count; lap += 1) {
    if (failed[lap] === 0) continue;
    endType[lap] = types.failed;
    status[lap] = statuses.Failure;
  }
}

/**
 * The executions for which there is no room in the history: each ending lap drives out the oldest of those before it
 * (CRON-7), first of what is there already, then of the laps.
 *
 * @returns how many
 */
function noteForgotten({ journal }: Sim, deployment: Deployment, routine: Routine, laps: Laps): number {
  const { history } = cronOf(deployment);
  const { count, ordinal, endedAt, status } = laps;
  const forgotten = Math.max(0, history.length + count - routine.historyLimit);
  const before = history.slice(0, forgotten);
  for (const [i, old] of before.entries()) {
    oldOrdinal[i] = typeof old.ordinal === 'number' ? old.ordinal : hash32(old.ordinal);
    oldStatus[i] = statuses[old.status];
  }
  oldOrdinal.set(ordinal.subarray(0, forgotten - before.length), before.length);
  oldStatus.set(status.subarray(0, forgotten - before.length), before.length);
  const at = endedAt.subarray(count - forgotten);
  const values = [oldOrdinal, oldStatus];
  journal.noteAll({ count: forgotten, type: types.forgotten, subject: deployment.subject.hash, at, values });
  journal.count(routine.forgotten, forgotten);
  return forgotten;
}

/** Nothing is kept in these from one call to the next. */
const oldOrdinal = new Float64Array(lapsMax);
const oldStatus = new Float64Array(lapsMax);

function keep(deployment: Deployment, { historyLimit, version }: Routine, laps: Laps, forgotten: number): void {
  const { history } = cronOf(deployment);
  const { count, tickAt, ordinal, endedAt, failed } = laps;
  history.splice(0, forgotten);
  for (let lap = Math.max(0, count - historyLimit); lap < count; lap += 1) {
    history.push({
      ordinal: ordinal[lap]!,
      status: failed[lap] === 1 ? 'Failure' : 'Success',
      version,
      startedAt: tickAt[lap]!,
      endedAt: endedAt[lap]!,
    });
  }
}

const types = {
  started: hash32('execution.started'),
  skipped: hash32('execution.skipped'),
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
