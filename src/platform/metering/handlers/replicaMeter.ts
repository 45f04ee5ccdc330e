/**
 * Ledger series of replicas in every phase of their life: their containers, their object stores, their mount points.
 */

import type { Instant } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { Meter } from '../../../rules/meterNames.ts';
import { type Deployment, revisionOf } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import { replicaAt, type VolumesetEntity, type World } from '../../world.ts';
import { decided } from './decided.ts';
import { billedFrom, mountContainer, mounterContainer, openContainers, seriesOf, volumesetSeries } from './meter.ts';
import { replicaReservationOf } from './replicaReservation.ts';

/**
 * Updates the ledger with the state of a replica. Call it when the replica is created, becomes ready for the first
 * time, exits, runs again or terminates (`billing.replicaFrom`, `billing.replicaUntil`, `billing.restarts`,
 * `billing.surge`).
 *
 * @param seq journal number of the change
 */
export function meterReplica(world: World, deployment: Deployment, replica: Replica, at: Instant, seq: number): void {
  if (world.assumptions['billing.surge'] === 'capAtDesired') meterFleet(world, deployment, at, seq);
  else hold(world, deployment, replica, isBillable(world.assumptions, replica), at, seq);
}

/**
 * Does the same for all replicas of a deployment if only the desired number is billed: the oldest ones
 * (`billing.surge`).
 */
export function meterFleet(world: World, deployment: Deployment, at: Instant, seq: number): void {
  let room = deployment.desired;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    const isBilled = isBillable(world.assumptions, replica) && room > 0;
    if (isBilled) room -= 1;
    hold(world, deployment, replica, isBilled, at, seq);
  }
}

/** Whether the state of the replica alone allows billing it. */
function isBillable(assumptions: Assumptions, { phase, wasReady, runningSince, restarts }: Replica): boolean {
  if (phase === 'terminating' && assumptions['billing.replicaUntil'] === 'terminating') return false;
  if (!wasReady && assumptions['billing.replicaFrom'] === 'ready') return false;
  // The replica has exited and does not run again yet.
  return !(runningSince === null && restarts > 0 && assumptions['billing.restarts'] === 'free');
}

/** Opens or closes the runs of a replica, if needed. */
function hold(
  world: World,
  deployment: Deployment,
  replica: Replica,
  isBilled: boolean,
  at: Instant,
  seq: number,
): void {
  if (isBilled === replica.spans.length > 0) return;
  if (isBilled) replica.spans = openReplica(world, deployment, replica, at, seq);
  else closeReplica(world, replica, at, seq);
}

function openReplica(world: World, deployment: Deployment, replica: Replica, at: Instant, seq: number): number[] {
  const { settings } = revisionOf(deployment, replica.version);
  // A replica that has restarted was billed before; the time of its next start does not matter.
  const from = replica.restarts > 0 ? at : Math.max(at, billedFrom(world.assumptions, replica));
  const spans = openContainers(world, replicaReservationOf(world, deployment, settings.containers), from, seq, {
    replica,
  });
  if (replica.mounter === null) return spans;
  const { ledger } = world;
  const open = (meter: Meter, amount: number): number => {
    const series = seriesOf(world, ledger, deployment, meter, mounterContainer);
    return ledger.open(ledger.ofReplica(series, replica), amount, from, seq);
  };
  spans.push(open('mounter-cpu', replica.mounter.cpuMillicores), open('mounter-memory', replica.mounter.memoryBytes));
  return spans;
}

const none: readonly never[] = [];

/** Closes the open runs of the containers of a replica. */
export function closeReplica(world: World, replica: Replica, at: Instant, seq: number): void {
  for (const span of replica.spans) world.ledger.close(span, at, seq);
  replica.spans = none;
}

/** Opens the runs of one mount point of a shared volume (BILL-4, `billing.mountBilledTo`). */
export function openMount(
  world: World,
  deployment: Deployment,
  replica: Replica,
  set: VolumesetEntity,
  mount: { readonly cpuMillicores: number; readonly memoryBytes: number; readonly from: Instant },
  seq: number,
): void {
  const { ledger, assumptions } = world;
  const toSet = assumptions['billing.mountBilledTo'] === 'volumeSet';
  decided(world, 'billing.mountBilledTo');
  const begin = (meter: Meter, amount: number): number => {
    const series = toSet
      ? ledger.series(mountSeries(world, set, deployment.location, meter))
      : seriesOf(world, ledger, deployment, meter, mountContainer);
    return ledger.open(ledger.ofReplica(series, replica), amount, mount.from, seq);
  };
  const spans = [begin('mount-cpu', mount.cpuMillicores), begin('mount-memory', mount.memoryBytes)];
  if (ledger.holds('mount-time')) spans.push(begin('mount-time', 1));
  replica.mounts = [...replica.mounts, { volumeset: set.handle, spans }];
}

function mountSeries(world: World, set: VolumesetEntity, location: string, meter: Meter) {
  const place = { location, meter, container: mountContainer, volumeIndex: null, performanceClass: null };
  return volumesetSeries(world, set, place);
}

/** Closes the runs of its mount points. */
export function closeMounts(world: World, replica: Replica, at: Instant, seq: number): void {
  for (const { spans } of replica.mounts) for (const span of spans) world.ledger.close(span, at, seq);
  replica.mounts = none;
}
