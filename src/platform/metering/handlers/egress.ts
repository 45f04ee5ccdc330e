/**
 * Egress of replicas, counted while they live.
 */
import { type Duration, hour, type Instant } from '../../../engine/time.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import { deploymentAt, type World } from '../../world.ts';
import type { Ledger, LedgerCell } from '../ledger.ts';
import { mounterContainer, seriesOf } from './meter.ts';
import { countFlowInto } from './requestMeter.ts';

/** Counts the egress of a replica's object stores since the last count, hour by hour, in whole bytes (BILL-3). */
export function countEgress(world: World, ledger: Ledger, deployment: Deployment, replica: Replica, at: Instant): void {
  const { mounter, flowsSince } = replica;
  if (mounter === null || flowsSince === null || mounter.egressBytesPerHour === 0) return;
  const series = ledger.ofReplica(seriesOf(world, ledger, deployment, 'mounter-egress', mounterContainer), replica);
  const flowed = (until: Instant): number => bytesAfter(mounter.egressBytesPerHour, until - flowsSince);
  for (let from = Math.max(flowsSince, replica.countedAt); from < at; ) {
    const until = Math.min(at, (Math.floor(from / hour) + 1) * hour);
    ledger.add(series, flowed(until) - flowed(from), from);
    from = until;
  }
}

/**
 * Whole bytes of egress after a time, rounded down: exact, although a rate of gigabytes times a month is too large for
 * a double.
 *   7,445,296,295 bytes an hour for 284 hours -> 2,114,464,147,780
 */
function bytesAfter(bytesPerHour: number, length: Duration): number {
  const product = bytesPerHour * length;
  if (Number.isInteger(bytesPerHour) && product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / hour);
  let scale = 1;
  while (!Number.isInteger(bytesPerHour * scale)) scale *= 2;
  return Number((BigInt(bytesPerHour * scale) * BigInt(length)) / (BigInt(scale) * BigInt(hour)));
}

/** The cells of all reservations and counts up to an instant; the world does not change. */
export function cellsOf(world: World, until: Instant): LedgerCell[] {
  const ledger = world.ledger.fork();
  countRunning(world, ledger, until);
  return ledger.cells(until);
}

/** Adds to a ledger what replicas and requests have come to since they were last counted. */
export function countRunning(world: World, ledger: Ledger, until: Instant): void {
  for (const [, replica] of world.replicas.entries()) {
    countEgress(world, ledger, deploymentAt(world, replica.deployment), replica, until);
  }
  for (const entity of world.entities) {
    if (entity.kind === 'deployment') countFlowInto(world, ledger, entity, until);
  }
}
