/**
 * Events in the life of a call: a check is answered, a replica is done, a pause ends, the call times out, a replica is
 * gone.
 */

import { because } from '../../../rules/reason.ts';
import { faultBehindWait } from '../../fault/handlers/service.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { latestEntryOf } from '../../workload/handlers/latestEntry.ts';
import type { Replica } from '../../workload/replica.ts';
import { deploymentAt } from '../../world.ts';
import type { Call } from '../call.ts';
import { answeredBy } from '../route.ts';
import { checkCall } from './checks.ts';
import { endCall } from './ending.ts';
import { admitCalls, joinLine, replicasFor } from './line.ts';
import { endDoneWork, leaveReplica } from './service.ts';
import { failTry } from './trial.ts';
import { followTimeout } from './waitingTimeout.ts';

const timeouts = ['timeout.from', 'timeout.scope', 'traffic.status.timeout'] as const;
const timedOut = {
  field: because(['WL-19'], timeouts),
  tag: because(['TAG-12'], ['timeout.override', ...timeouts]),
  fieldBesideTag: because(['WL-19', 'TAG-12'], ['timeout.override', ...timeouts]),
} as const;
const heldTooLong = because(['TYPE-14'], ['coldStart.hold', 'traffic.status.noReplica']);

export function onCallDue(sim: Sim, handle: number, callHandle: number): void {
  const call = sim.world.calls.get(callHandle);
  if (call === undefined || call.dueAt !== sim.now) return;
  const deployment = deploymentAt(sim.world, handle);
  call.dueAt = Number.POSITIVE_INFINITY;
  switch (call.phase) {
    case 'checking':
      checkCall(sim, deployment, call);
      return;
    case 'pausing':
      joinLine(sim, deployment, call);
      return;
    case 'served':
      finishTry(sim, deployment, call);
      return;
    case 'waiting':
      throw new Error('a waiting call has nothing due');
  }
}

/** The processor of a replica has finished the work of a call. */
export function onReplicaWorked(sim: Sim, handle: number, replicaHandle: number): void {
  const replica = sim.world.replicas.get(replicaHandle);
  if (replica === undefined) return;
  const deployment = deploymentAt(sim.world, handle);
  for (const call of endDoneWork(sim, deployment, replica)) finishTry(sim, deployment, call);
}

/** A replica is done with a call, and has room for the next. */
function finishTry(sim: Sim, deployment: Deployment, call: Call): void {
  endTry(sim, deployment, call);
  admitCalls(sim, deployment);
}

/** Ends the try of a call that its replica is done with. */
export function endTry(sim: Sim, deployment: Deployment, call: Call): void {
  leaveReplica(sim, deployment, call);
  if (call.fails) {
    const status = sim.world.assumptions['traffic.status.failed'];
    failTry(sim, deployment, call, { kind: 'answered', status }, call.cause);
  } else
    endCall(sim, deployment, call, {
      status: 200,
      reason: answeredBy(call, deployment.settings.publishesNotReady),
      cause: null,
      isOfReplica: true,
    });
}

export function onCallGivenUp(sim: Sim, handle: number, callHandle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  giveUp(sim, deployment, callHandle);
  followTimeout(sim, deployment, callHandle);
}

/** Ends a call that times out now, or is no longer held. */
function giveUp(sim: Sim, deployment: Deployment, callHandle: number): void {
  const call = sim.world.calls.get(callHandle);
  if (call === undefined) return;
  const { assumptions } = sim.world;
  if (call.givenUpAt === sim.now) {
    leaveReplica(sim, deployment, call);
    const reason = timedOut[deployment.options.timeoutBy];
    const cause = call.cause ?? faultBehindWait(sim.world, deployment);
    endCall(sim, deployment, call, { status: assumptions['traffic.status.timeout'], reason, cause });
    admitCalls(sim, deployment);
  } else if (
    call.heldUntil === sim.now &&
    call.phase === 'waiting' &&
    replicasFor(sim, deployment, call).length === 0
  ) {
    endCall(sim, deployment, call, {
      status: assumptions['traffic.status.noReplica'],
      reason: heldTooLong,
      cause: latestEntryOf(sim.world, deployment),
    });
  }
}

/** Fails the calls at a replica whose containers are gone. */
export function dropCalls(sim: Sim, deployment: Deployment, { processorShare, handle }: Replica, cause: number): void {
  if (processorShare === null || processorShare.calls.length === 0) return;
  const status = sim.world.assumptions['traffic.status.replicaKilled'];
  for (const callHandle of processorShare.calls.slice()) {
    const call = sim.world.calls.get(callHandle);
    if (call === undefined || call.replica?.handle !== handle)
      throw new Error('a call shares the processor of a replica that does not serve it');
    leaveReplica(sim, deployment, call);
    failTry(sim, deployment, call, { kind: 'reset', status }, cause);
  }
}
