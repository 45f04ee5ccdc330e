/**
 * Ledger series of executions: the containers of each replica that an execution gets, once they have started.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Execution } from '../../cron/execution.ts';
import { endSpans } from '../../cron/handlers/ending.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment, ReplicaReservation } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { decided } from './decided.ts';
import { billedFrom, openContainers, seriesOf } from './meter.ts';
import { replicaReservationOf } from './replicaReservation.ts';

type Start = { readonly createdAt: Instant; readonly placedAt: Instant; readonly startedAt: Instant };

/** Opens the runs of an execution that starts, and counts the execution. */
export function meterStart(
  world: World,
  deployment: Deployment,
  reservation: ReplicaReservation,
  start: Start,
  seq: number,
): readonly number[] {
  const { ledger } = world;
  if (ledger.holds('cron-executions'))
    ledger.add(seriesOf(world, ledger, deployment, 'cron-executions', null), 1, start.createdAt);
  return beginAttempt(world, reservation, start, seq);
}

/** Opens the runs of one replica of an execution. */
export function beginAttempt(
  world: World,
  reservation: ReplicaReservation,
  start: Start,
  seq: number,
): readonly number[] {
  decided(world, 'billing.replicaFrom');
  return openContainers(world, reservation, billedFrom(world.assumptions, start), seq);
}

/**
 * Meters a container restart of an execution, which runs again from an instant on: the time between may be free
 * (`billing.restarts`).
 */
export function pauseExecution(
  { world, now }: Sim,
  deployment: Deployment,
  execution: Execution,
  until: Instant,
  seq: number,
): void {
  decided(world, 'billing.restarts');
  if (world.assumptions['billing.restarts'] === 'billed') return;
  endSpans(world, execution, now, seq);
  execution.spans = openContainers(world, replicaReservationOf(world, deployment, execution.containers), until, seq);
}
