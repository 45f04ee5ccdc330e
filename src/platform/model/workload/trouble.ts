/**
 * What happens to a replica by itself: a container exits and is started again, ephemeral storage overflows.
 */
import { because } from '../../rules/reason.ts';
import { backoffWait, crashBackoff, crashesInRow } from '../../workload/backoff.ts';
import { revisionOf } from '../../workload/deployment.ts';
import { planRestart } from '../../workload/start.ts';
import { deploymentAt } from '../../world.ts';
import { kind, rank } from '../kinds.ts';
import { drawStart, note, type Sim } from '../note.ts';
import { loseReady } from './readiness.ts';
import { loseReplica } from './replica.ts';
import { addPass } from './wake.ts';

const exited = because([], ['replica.crash.first', 'replica.backoff.crashFirst']);
const evicted = because(['EPH-3'], ['ephemeral.check']);

/** A container exited: not ready, and started again in place after a wait (4.6). */
export function onReplicaExited(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.exitsAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { assumptions } = sim.world;
  const ran = sim.now - (replica.runningSince ?? sim.now);
  loseReady(sim, deployment, replica);
  replica.phase = 'backoff';
  replica.restarts += 1;
  replica.crashes = crashesInRow(replica.crashes, ran, assumptions['replica.backoff.reset']);
  const wait = backoffWait(replica.crashes, crashBackoff(assumptions));
  replica.startedAt = planRestart({ exitedAt: sim.now, wait, start: drawStart(sim, deployment) });
  const container = revisionOf(deployment, replica.version).settings.containers[0]?.name ?? '';
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: exited, cause: replica.cause };
  replica.cause = note(sim, 'replica.exited', about, {
    container,
    restarts: replica.restarts,
    restartAt: replica.startedAt,
  });
  sim.add(replica.startedAt, rank.ready, kind['replica.started'], handle, replicaHandle);
  addPass(sim, deployment);
}

/** More ephemeral storage than allotted: killed at once; a pass replaces it (EPH-3). */
export function onReplicaOverflowed(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.overflowsAt === null || replica.phase !== 'running') return;
  if (Math.max(replica.overflowsAt, replica.runningSince ?? 0) !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const { settings } = revisionOf(deployment, replica.version);
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason: evicted, cause: replica.cause };
  const data = { overflowedAt: replica.overflowsAt, allottedBytes: settings.ephemeralBytes };
  replica.cause = note(sim, 'replica.evicted', about, data);
  loseReplica(sim, deployment, replica, evicted);
}
