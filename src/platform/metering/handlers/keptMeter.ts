/**
 * Billed reserves beyond the existing replicas: those that the platform keeps when no replica is wanted.
 */
import { because } from '../../../rules/reason.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { type Deployment, newestRevision, type ReserveAtZero } from '../../workload/deployment.ts';
import { replicaAt, type World } from '../../world.ts';
import { decided } from './decided.ts';
import { openContainers } from './meter.ts';
import { meterFleet } from './replicaMeter.ts';
import { allottedFact, replicaReservationOf } from './replicaReservation.ts';

const reason = because(['SUSP-3', 'BILL-1'], ['billing.zeroReplicas']);

/**
 * Updates the ledger with the desired replicas of a deployment and the replicas that are gone (`billing.surge`,
 * `billing.zeroReplicas`).
 */
export function meterDeployment(sim: Sim, deployment: Deployment, seq: number): void {
  const { assumptions } = sim.world;
  if (deployment.desired === 0 && deployment.options.minScale > 0 && deployment.cron === null)
    decided(sim.world, 'billing.zeroReplicas');
  if (assumptions['billing.surge'] === 'capAtDesired') meterFleet(sim.world, deployment, sim.now, seq);
  if (assumptions['billing.zeroReplicas'] === 'keepMinScale') meterKept(sim, deployment, seq);
}

function meterKept(sim: Sim, deployment: Deployment, cause: number): void {
  const { world, now } = sim;
  const { kept } = deployment;
  const { containers } = newestRevision(deployment).settings;
  const replicas = keptOf(world, deployment);
  if (replicas === (kept?.replicas ?? 0) && (replicas === 0 || kept?.containers === containers)) return;
  const reservation = replicaReservationOf(world, deployment, containers);
  const data = { replicas, reserved: reservation.reserves, ...allottedFact(reservation) };
  const seq = note(sim, 'deployment.kept', { subject: deployment.subject, reason, cause }, data);
  if (kept !== null) closeKept(world, kept, now, seq);
  const spans = replicas === 0 ? null : openContainers(world, reservation, now, seq, { replicas });
  deployment.kept = spans === null ? null : { replicas, containers, spans };
}

/** The minimum of its bounds, less the replicas that are still billed; a cron workload has no such bounds. */
function keptOf(world: World, { closed, cron, desired, options, replicas }: Deployment): number {
  if (desired > 0 || cron !== null || (closed !== 'none' && closed !== 'ignored')) return 0;
  const billed = replicas.filter((handle) => replicaAt(world, handle).spans.length > 0).length;
  return Math.max(0, options.minScale - billed);
}

function closeKept(world: World, { spans }: ReserveAtZero, at: number, seq: number): void {
  for (const span of spans) world.ledger.close(span, at, seq);
}
