/**
 * Batches of executions, the journal: it adds the facts of a batch to the fingerprint, passes the batch to listeners
 * and keeps its newest executions in the history.
 *
 * It skips one journal entry for each fact; `test/laws/executionBatches.slow.test.ts` guards it.
 */
import { hash32 } from '../../../engine/hash.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { type ExecutionBatch, executionBatchType } from '../executionBatch.ts';
import { type BatchColumns, batchMax } from './batchColumns.ts';
import type { Routine } from './batchRoutine.ts';
import { cronOf } from './state.ts';

/** Journals a batch of executions, each fact with its data in order, and passes the batch on to listeners. */
export function noteBatch(sim: Sim, deployment: Deployment, routine: Routine, batch: BatchColumns): void {
  const { journal } = sim;
  const before = journal.seq;
  noteStarts(sim, deployment, routine, batch);
  noteSkips(sim, deployment, routine, batch);
  noteEnds(sim, deployment, routine, batch);
  deployment.cause = journal.seq;
  const forgotten = noteForgotten(sim, deployment, routine, batch);
  keep(deployment, routine, batch, forgotten);
  if (journal.isHeard) journal.tell(told(deployment, routine, batch, { notes: journal.seq - before, forgotten }));
}

function told(
  { subject }: Deployment,
  { reservation, usedCpuMillicores, skipped }: Routine,
  batch: BatchColumns,
  { notes, forgotten }: Pick<ExecutionBatch, 'notes' | 'forgotten'>,
): ExecutionBatch {
  const { count, failures, failed, ordinal, tickAt, placedAt, startedAt, endedAt, tookMs, ranMs, skips } = batch;
  return {
    type: executionBatchType,
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
    reserved: reservation.reserves,
    usedCpuMillicores,
    forgotten,
    skips:
      skipped === null || skips.count === 0
        ? null
        : { count: skips.count, firstAt: skips.tickAt[0]!, tickAt: skips.tickAt, reason: skipped },
  };
}

function noteStarts({ journal }: Sim, { subject }: Deployment, routine: Routine, batch: BatchColumns): void {
  const { version, reserved } = routine;
  const { count, tickAt, ordinal, placedAt, startedAt } = batch;
  const values = [ordinal, tickAt, version, placedAt, startedAt, ...reserved];
  journal.noteAll({ count, type: types.started, subject: subject.hash, at: tickAt, values });
  journal.count(routine.started, count);
}

function noteSkips({ journal }: Sim, { subject }: Deployment, { skipped }: Routine, { skips }: BatchColumns): void {
  const { count, tickAt, ordinal } = skips;
  if (skipped === null || count === 0) return;
  // One runs.
  journal.noteAll({ count, type: types.skipped, subject: subject.hash, at: tickAt, values: [ordinal, tickAt, 1] });
  journal.count(skipped, count);
}

function noteEnds({ journal }: Sim, { subject }: Deployment, routine: Routine, batch: BatchColumns): void {
  const { count, failures, ordinal, endedAt, tookMs, ranMs, endType } = batch;
  markEnds(batch);
  const attempts = 1;
  const values = [ordinal, attempts, tookMs, ranMs, routine.usedCpuMillicores];
  journal.noteAll({ count, type: endType, subject: subject.hash, at: endedAt, values });
  journal.count(routine.succeeded, count - failures);
  if (routine.failed !== null) journal.count(routine.failed, failures);
}

function markEnds({ count, failed, endType, status }: BatchColumns): void {
  endType.fill(types.succeeded, 0, count);
  status.fill(statuses.Success, 0, count);
  for (let execution = 0; execution < count; execution += 1) {
    if (failed[execution] === 0) continue;
    endType[execution] = types.failed;
    status[execution] = statuses.Failure;
  }
}

/**
 * Counts the executions for which the history has no room: each end removes the oldest final execution (CRON-7), first
 * those that were there already, then those of the batch.
 *
 * @returns how many were removed
 */
function noteForgotten({ journal }: Sim, deployment: Deployment, routine: Routine, batch: BatchColumns): number {
  const { history } = cronOf(deployment);
  const { count, ordinal, endedAt, status } = batch;
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
const oldOrdinal = new Float64Array(batchMax);
const oldStatus = new Float64Array(batchMax);

function keep(
  deployment: Deployment,
  { historyLimit, version }: Routine,
  batch: BatchColumns,
  forgotten: number,
): void {
  const { history } = cronOf(deployment);
  const { count, tickAt, ordinal, endedAt, failed } = batch;
  history.splice(0, forgotten);
  for (let execution = Math.max(0, count - historyLimit); execution < count; execution += 1) {
    history.push({
      ordinal: ordinal[execution]!,
      status: failed[execution] === 1 ? 'Failure' : 'Success',
      version,
      startedAt: tickAt[execution]!,
      endedAt: endedAt[execution]!,
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
