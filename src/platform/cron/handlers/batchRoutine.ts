/**
 * Batches of executions, the routine: the facts that all executions of a schedule share while nothing changes and each
 * runs alone. The usual planners compute it once.
 *
 * It skips one call of the planners for each execution; `test/laws/executionBatches.slow.test.ts` guards it.
 */
import type { Distribution } from '../../../engine/distribution.ts';
import { numbersOf } from '../../../engine/fingerprint.ts';
import type { Reason } from '../../../engine/journal.ts';
import { pullsFailUntil } from '../../fault/handlers/state.ts';
import type { Sim } from '../../handlers/note.ts';
import { replicaReservationOf } from '../../metering/handlers/replicaReservation.ts';
import { type Deployment, newestRevision, type ReplicaReservation } from '../../workload/deployment.ts';
import { pullOf } from '../../workload/handlers/images.ts';
import { planAttemptEnd } from '../attempt.ts';
import type { Schedule } from '../expression.ts';
import { planHistory } from '../history.ts';
import { planTick } from '../tick.ts';
import { inZone, tickView } from './cron.ts';
import { areWellFormed, startReason } from './execution.ts';
import { DurationSource } from './source.ts';
import { cronOf, jobOf } from './state.ts';

export interface Routine {
  readonly schedule: Schedule;
  readonly activeDeadline: number | null;
  readonly version: number;
  readonly reservation: ReplicaReservation;
  /** Its reserves, as a fingerprint has them. */
  readonly reserved: readonly number[];
  readonly usedCpuMillicores: number;
  readonly runTime: DurationSource;
  /** Share of attempts that fail, and the stream that says which; -1: none or all do. */
  readonly failure: number;
  readonly failureStream: number;
  readonly place: DurationSource;
  readonly pull: DurationSource;
  readonly start: DurationSource;
  /** What the workload's behaviour adds to its start; null: nothing. */
  readonly startExtra: DurationSource | null;
  /** Why it starts, and why it ends as it does; `failed` null: another attempt follows. */
  readonly started: Reason;
  readonly succeeded: Reason;
  readonly failed: Reason | null;
  /** Why a tick is skipped while an execution runs; null: something else is done. */
  readonly skipped: Reason | null;
  /** How many final executions are kept, and why the oldest is forgotten when one more comes. */
  readonly historyLimit: number;
  readonly forgotten: Reason;
}

/** The routine of a deployment without Active executions; null: its executions are not all alike. */
export function routineOf(sim: Sim, deployment: Deployment): Routine | null {
  const { assumptions } = sim.world;
  const { behaviour, subject, handle } = deployment;
  const cron = cronOf(deployment);
  // Where ephemeral storage is metered each start tells its own.
  if (pullsFailUntil(sim.world, deployment) !== null || sim.world.ledger.holds('ephemeral-storage')) return null;
  if (cron.tickAt === null || cron.missedAt !== null || cron.active.length + cron.leaving.length > 0) return null;
  const view = tickView(sim.world, deployment, cron.tickAt);
  const tick = planTick(view, assumptions);
  if (tick.kind !== 'act' || tick.actions.length !== 1 || tick.actions[0]?.do !== 'start') return null;
  const forgotten = whenFull(sim, deployment);
  const execution = behaviour.execution ?? { duration: instantly, failure: 0 };
  const overlap = planTick({ ...view, active: [{ handle: -1, scheduled: true }] }, assumptions);
  const { containers } = newestRevision(deployment).settings;
  const { schedule } = jobOf(deployment);
  if (forgotten === null || execution.duration === 'never' || !areWellFormed(cron, containers)) return null;
  // What the first one pulls is at hand for the next.
  if (assumptions['replica.pull.cache'] === 'location') return null;
  const succeeded = firstEnd(sim, deployment, 0);
  if (succeeded === null) return null;
  const source = (distribution: Distribution, purpose: string) => {
    const isConstant = distribution.kind === 'constant';
    return new DurationSource(distribution, isConstant ? -1 : sim.streams.openFor(subject.name, purpose, handle));
  };
  const reservation = replicaReservationOf(sim.world, deployment, containers);
  const reserved: number[] = [];
  numbersOf(reservation.reserves, reserved);
  return {
    schedule,
    activeDeadline: jobOf(deployment).activeDeadline,
    version: newestRevision(deployment).version,
    reservation,
    reserved,
    usedCpuMillicores: execution.cpuMillicores ?? 0,
    runTime: source(execution.duration, 'execution.duration'),
    failure: execution.failure,
    failureStream:
      execution.failure > 0 && execution.failure < 1
        ? sim.streams.openFor(subject.name, 'execution.failure', handle)
        : -1,
    place: source(assumptions['replica.schedule.duration'], 'schedule'),
    pull: source(pullOf(sim.world, deployment, containers, sim.now), 'pull'),
    start: source(assumptions['replica.start.duration'], 'start'),
    startExtra: behaviour.start === undefined ? null : source(behaviour.start, 'start.extra'),
    started: startReason(sim, deployment, containers, inZone(schedule, cron.tickAt, tick.reason)),
    succeeded,
    failed: firstEnd(sim, deployment, 1),
    skipped: overlap.kind === 'refuse' ? inZone(schedule, cron.tickAt, overlap.reason) : null,
    historyLimit: jobOf(deployment).historyLimit,
    forgotten,
  };
}

const instantly: Distribution = { kind: 'constant', value: 0 };

/**
 * The reason for which the oldest final execution is forgotten when the history is full; null: another one, or more
 * than one, is forgotten.
 */
function whenFull(sim: Sim, deployment: Deployment): Reason | null {
  const { assumptions } = sim.world;
  const { historyLimit: limit } = jobOf(deployment);
  if (assumptions['cron.history.counts'] !== 'allFinal' || cronOf(deployment).history.length > limit) return null;
  const plan = planHistory({ finals: successes.slice(0, limit + 1), limit }, assumptions);
  return plan.kind === 'act' && plan.actions.length === 1 && plan.actions[0]?.index === 0 ? plan.reason : null;
}

/** One more than a history may hold. */
const successes = Array.from({ length: 11 }, () => ({ status: 'Success' as const }));

/** Why an execution is final after a first attempt with this exit code; null: another follows. */
function firstEnd(sim: Sim, deployment: Deployment, exitCode: number): Reason | null {
  const { restartPolicy } = jobOf(deployment);
  const crashes = exitCode === 0 ? 0 : 1;
  const plan = planAttemptEnd(
    { ended: 0, exitCodes: [exitCode], restartPolicy, restarts: 0, failedReplicas: 0, crashes },
    sim.world.assumptions,
  );
  return plan.kind === 'act' && plan.actions[0]?.do === 'finish' ? plan.reason : null;
}
