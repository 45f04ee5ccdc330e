/**
 * Batches of executions: it computes many executions of one schedule at a time, while no sink receives their entries
 * and each runs alone.
 *
 * It skips the agenda and the record of each execution. `test/laws/executionBatches.slow.test.ts` guards it: reports
 * are the same to the last byte.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { billedFrom, seriesOf } from '../../metering/handlers/meter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { planStart } from '../../workload/start.ts';
import { deadlineOf } from '../deadline.ts';
import { nextTick, plainTicksUntil, slotOf } from '../expression.ts';
import { BatchColumns, batchMax } from './batchColumns.ts';
import { type Routine, routineOf } from './batchRoutine.ts';
import { noteBatch } from './noteBatch.ts';
import { cronOf } from './state.ts';
import { TickDraws } from './tickDraws.ts';

/** Reused buffers; they hold nothing from one call to the next. */
const batch = new BatchColumns();
const draws = new TickDraws();
/** The ticks and the one after them, which is infinite if there is none. */
const ticks = new Float64Array(batchMax + 1);

/**
 * Runs the ticks of an idle deployment up to an instant, included, as long as each execution ends by that instant and
 * by the next tick, or Forbid skips the ticks before its end.
 */
export function fastForward(sim: Sim, deployment: Deployment, until: Instant): void {
  // A fork may have a sink that expects each entry, though the run that it comes from had none.
  if (!sim.journal.takesBundles) return;
  const cron = cronOf(deployment);
  if (cron.tickAt === null || cron.tickAt > until) return;
  const routine = routineOf(sim, deployment);
  if (routine === null) return;
  batch.busyUntil = cron.tickAt;
  // Few at first, for what is drawn ahead may be in vain.
  for (let most = 16; ; most = Math.min(2 * most, batchMax)) {
    const limit = Math.min(until, plainTicksUntil(routine.schedule, cron.tickAt));
    const count = findTicks(routine, cron.tickAt, limit, most);
    if (count === 0) return;
    draws.draw(sim.streams, routine, ticks, count);
    const isCut = runBatch(sim, routine, limit, count);
    const passed = batch.count + batch.skips.count;
    const next = ticks[passed]!;
    cron.tickAt = next === Number.POSITIVE_INFINITY ? null : next;
    if (passed > 0) {
      sim.passed += 2 * batch.count + batch.skips.count;
      book(sim, deployment, routine, batch);
      noteBatch(sim, deployment, routine, batch);
    }
    if (isCut) return;
  }
}

/** @returns how many there are up to an instant, at most so many */
function findTicks({ schedule }: Routine, first: Instant | null, until: Instant, most: number): number {
  const { period } = schedule;
  let at = first ?? Number.POSITIVE_INFINITY;
  let count = 0;
  for (; at <= until && count < most; count += 1) {
    ticks[count] = at;
    at = period === null ? (nextTick(schedule, at) ?? Number.POSITIVE_INFINITY) : at + period;
  }
  ticks[count] = at;
  return count;
}

/**
 * Fills the columns with the executions of so many ticks.
 *
 * @returns whether the tick after those in the columns must run as usual
 */
function runBatch(sim: Sim, routine: Routine, until: Instant, count: number): boolean {
  const { schedule, activeDeadline, failure } = routine;
  const { assumptions } = sim.world;
  const { skips } = batch;
  let { busyUntil } = batch;
  batch.count = 0;
  batch.failures = 0;
  skips.count = 0;
  for (let tick = 0; tick < count; tick += 1) {
    const tickAt = ticks[tick]!;
    if (tickAt < busyUntil) {
      skips.tickAt[skips.count] = tickAt;
      skips.ordinal[skips.count] = slotOf(schedule, tickAt);
      skips.count += 1;
      continue;
    }
    const runTime = draws.runTime[tick]!;
    const fails = failure >= 1 || (failure > 0 && draws.chance[tick]! < failure);
    if (fails && routine.failed === null) return true;
    const { placedAt, startedAt } = planStart({
      createdAt: tickAt,
      schedule: draws.place[tick]!,
      volumes: none,
      pull: draws.pull[tick]!,
      start: draws.start[tick]!,
    });
    const endedAt = startedAt + runTime;
    const overlaps = routine.skipped === null && endedAt > ticks[tick + 1]!;
    const deadlineAt = deadlineOf({ startTime: tickAt, startedAt, activeDeadline }, assumptions);
    if (endedAt > until || overlaps || (deadlineAt !== null && endedAt >= deadlineAt)) return true;
    const execution = batch.count;
    batch.count += 1;
    batch.tickAt[execution] = tickAt;
    batch.ordinal[execution] = slotOf(schedule, tickAt);
    batch.placedAt[execution] = placedAt;
    batch.startedAt[execution] = startedAt;
    batch.endedAt[execution] = endedAt;
    batch.tookMs[execution] = endedAt - tickAt;
    batch.ranMs[execution] = runTime;
    batch.failed[execution] = fails ? 1 : 0;
    if (fails) batch.failures += 1;
    busyUntil = endedAt;
  }
  batch.busyUntil = busyUntil;
  return false;
}

const none: readonly never[] = [];

/** What their containers reserved, and that they were. */
function book(
  { world }: Sim,
  deployment: Deployment,
  { reservation }: Routine,
  { count, tickAt, placedAt, startedAt, endedAt }: BatchColumns,
): void {
  const { ledger, assumptions } = world;
  const { reserves, series, others } = reservation;
  decided(world, 'billing.replicaFrom', count);
  const from = billedFrom(assumptions, { createdAt: tickAt, placedAt, startedAt });
  for (let i = 0; i < reserves.length; i += 1) {
    ledger.addRuns(series[i]!.cpu, reserves[i]!.cpuMillicores, from, endedAt, count);
    ledger.addRuns(series[i]!.memory, reserves[i]!.memoryBytes, from, endedAt, count);
  }
  for (const other of others) ledger.addRuns(other.series, other.amount, from, endedAt, count);
  if (!ledger.holds('cron-executions')) return;
  const executions = seriesOf(world, ledger, deployment, 'cron-executions', null);
  for (let execution = 0; execution < count; execution += 1) ledger.add(executions, 1, tickAt[execution]!);
}
