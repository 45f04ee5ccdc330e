/**
 * Failures of a replica that nobody orders: a container exits and is started again, or ephemeral storage overflows.
 */

import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { dropCalls } from '../../call/handlers/progress.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawStart, note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { meterReplica } from '../../metering/handlers/replicaMeter.ts';
import { deploymentAt } from '../../world.ts';
import { backoffWait, crashBackoff, crashesInRow } from '../backoff.ts';
import { type Deployment, drawItemOfReplica, revisionOf } from '../deployment.ts';
import { usedAt } from '../ephemeral.ts';
import type { Replica } from '../replica.ts';
import { planRestart } from '../start.ts';
import { loseReady } from './loseReady.ts';
import { loseReplica } from './replicaGone.ts';
import { addPass } from './wake.ts';

/** How long it waits to be started again; after an earlier exit, whether that one counts still. */
const waits = [
  'replica.crash.first',
  'replica.backoff.crashFirst',
  'replica.backoff.crashFactor',
  'replica.backoff.crashCap',
] as const;
const exited = because([], waits);
const exitedAgain = because([], [...waits, 'replica.backoff.reset']);
const evicted = because(['EPH-3'], ['ephemeral.check']);

/**
 * A container exited: its replica is not ready, and the container is started again in place after its own wait (4.6).
 */
export function onReplicaExited(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.exitsAt !== sim.now || replica.node !== null) return;
  exitReplica(sim, deploymentAt(sim.world, handle), replica, null);
}

/**
 * A container of a replica that runs exits now.
 *
 * @param cause journal number of what led to this; null: its own behaviour
 * @param container which one; absent: the first
 */
export function exitReplica(
  sim: Sim,
  deployment: Deployment,
  replica: Replica,
  cause: number | null,
  container: string = firstContainer(deployment, replica),
): void {
  const { assumptions } = sim.world;
  const last = replica.exits.find((one) => one.container === container);
  const ran = last === undefined ? 0 : sim.now - last.runsFrom;
  const inRow = crashesInRow(last?.inRow ?? 0, ran, assumptions['replica.backoff.reset']);
  replica.restarts += 1;
  const wait = backoffWait(inRow, crashBackoff(assumptions));
  const { whole, added } = drawStart(sim, deployment, drawItemOfReplica(deployment, replica));
  const runsFrom = planRestart({ exitedAt: sim.now, wait, start: whole });
  replica.startedAt = runsFrom;
  replica.exits = [...replica.exits.filter((one) => one !== last), { container, inRow, runsFrom }];
  const reason = last === undefined ? exited : exitedAgain;
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason, cause };
  const facts = { container, restarts: replica.restarts, restartAt: replica.startedAt };
  const since = last === undefined ? {} : { ranMs: ran };
  const told = { ...facts, inRow, waitMs: wait, ...since, ...(added > 0 && { addedMs: added }) };
  replica.cause = note(sim, 'replica.exited', about, told, facts);
  deployment.movedBy = replica.cause;
  loseReady(sim, deployment, replica, { phase: 'backoff', runsOn: false });
  decided(sim.world, 'billing.restarts');
  meterReplica(sim.world, deployment, replica, sim.now, replica.cause);
  dropCalls(sim, deployment, replica, replica.cause);
  sim.add(replica.startedAt, rank.ready, kind['replica.started'], deployment.handle, replica.handle);
  addPass(sim, deployment, replica.cause);
}

function firstContainer(deployment: Deployment, { version }: Replica): string {
  return revisionOf(deployment, version).settings.containers[0]?.name ?? '';
}

/** More ephemeral storage than allotted: killed at once; a pass replaces it (EPH-3). */
export function onReplicaOverflowed(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.overflowsAt === null || replica.phase !== 'running') return;
  if (replica.node !== null) return;
  if (Math.max(replica.overflowsAt, replica.runningSince ?? 0) !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { settings } = revisionOf(deployment, replica.version);
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: evicted, cause: replica.jumpedBy };
  const facts = { overflowedAt: replica.overflowsAt, allottedBytes: settings.ephemeralBytes };
  replica.cause = note(sim, 'replica.evicted', about, { ...facts, ...storageOf(replica, sim.now) }, facts);
  loseReplica(sim, deployment, replica, evicted);
}

/** What a replica uses of its ephemeral storage, and how it came to that. */
function storageOf({ ephemeral, ephemeralAddedBytes: addedBytes }: Replica, now: Instant) {
  if (ephemeral === null) throw new Error('a replica that uses no ephemeral storage overflows');
  const { startedAt, startBytes, growthBytesPerHour } = ephemeral;
  const usedBytes = usedAt(ephemeral, now);
  return { usedBytes, startedAt, startBytes: startBytes - addedBytes, addedBytes, growthBytesPerHour };
}
