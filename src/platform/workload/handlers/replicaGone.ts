/**
 * A replica is gone: everything that waited for this continues.
 */

import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import { finishVolumesets } from '../../api/handlers/deletion.ts';
import { admitCalls } from '../../call/handlers/line.ts';
import { dropCalls } from '../../call/handlers/progress.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { meterDeployment } from '../../metering/handlers/keptMeter.ts';
import { closeMounts, closeReplica } from '../../metering/handlers/replicaMeter.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import { releaseVolumes } from '../../volume/handlers/binding.ts';
import { deploymentAt } from '../../world.ts';
import type { Deployment } from '../deployment.ts';
import type { Replica } from '../replica.ts';
import { finishClosing } from './closing.ts';
import { loseReady } from './loseReady.ts';
import { considerPass } from './passNeeded.ts';
import { forgetRevisions } from './rollout.ts';
import { hasHooks, noteReturn } from './terminateReplica.ts';
import { addPass } from './wake.ts';

const gone = because(['ROLL-11'], ['termination.preStop', 'replica.stop.duration']);

const goneAfterHook = because(['ROLL-11'], ['termination.hooks', 'replica.stop.duration']);

const goneIdle = because(['ROLL-11'], ['termination.notRunning', 'termination.preStop', 'replica.stop.duration']);

/** Removes a replica without notice, as if it had never stopped: an index returns on the version that it ran. */
export function loseReplica(sim: Sim, deployment: Deployment, replica: Replica, reason: Reason): void {
  loseReady(sim, deployment, replica, { phase: 'terminating', runsOn: false });
  noteReturn(deployment, replica);
  replica.goneAt = sim.now;
  addPass(sim, deployment, replica.cause);
  endReplica(sim, deployment, replica, reason);
}

export function onReplicaGone(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined || replica.goneAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  const ended = hasHooks(sim, deployment, replica) ? goneAfterHook : gone;
  endReplica(sim, deployment, replica, replica.runningSince === null ? goneIdle : ended);
}

function endReplica(sim: Sim, deployment: Deployment, replica: Replica, reason: Reason): void {
  const about = { subject: deployment.subject, ordinal: replica.ordinal, reason, cause: replica.cause };
  const seq = note(sim, 'replica.gone', about, {});
  deployment.movedBy = seq;
  // With nobody ready it may have answered to the last.
  const isMissed = deployment.ready === 0;
  if (isMissed) settleLoad(sim, deployment);
  closeReplica(sim.world, replica, sim.now, seq);
  closeMounts(sim.world, replica, sim.now, seq);
  dropCalls(sim, deployment, replica, seq);
  sim.world.replicas.remove(replica.handle);
  deployment.replicas.splice(deployment.replicas.indexOf(replica.handle), 1);
  meterDeployment(sim, deployment, seq);
  if (isMissed) followLoad(sim, deployment);
  else admitCalls(sim, deployment);
  releaseVolumes(sim, deployment, replica, seq);
  finishVolumesets(sim, deployment, replica.version, seq);
  if (deployment.revisions.length > 1) forgetRevisions(sim.world, deployment);
  considerPass(sim, deployment, seq);
  finishClosing(sim, deployment, seq);
}
