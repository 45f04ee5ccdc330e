/**
 * Terminates a replica: it leaves routing now, and is gone when its process has stopped or its grace period is over.
 */

import type { Reason } from '../../../engine/journal.ts';
import type { Duration } from '../../../engine/time.ts';
import type { FactData } from '../../facts.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, isHeard, note, type Sim } from '../../handlers/note.ts';
import { decided } from '../../metering/handlers/decided.ts';
import { closeMounts, meterReplica } from '../../metering/handlers/replicaMeter.ts';
import { type Deployment, drawItemOfReplica, revisionOf } from '../deployment.ts';
import type { Replica } from '../replica.ts';
import { planTermination } from '../termination.ts';
import { loseReady } from './loseReady.ts';

/**
 * Notes on which version the index of a stateful replica returns that goes for other reasons than its update: on the
 * one that it ran, if that was the last one to be everywhere; else on the newest, so that a broken version in between
 * does not come back (5.6, 5.9).
 */
export function noteReturn(deployment: Deployment, { ordinal, version }: Replica): void {
  if (deployment.settings.type !== 'stateful') return;
  deployment.returnsOn[ordinal] = version === deployment.completedVersion ? version : null;
}

/** Whether a container of a replica has a preStop hook that takes the place of the platform's wait. */
export function hasHooks(sim: Sim, deployment: Deployment, { version }: Replica): boolean {
  const { containers } = revisionOf(deployment, version).settings;
  return sim.world.assumptions['termination.hooks'] === 'stated' && containers.some((one) => one.preStop !== undefined);
}

/** The time of each container's preStop hook; null: that of the platform's wait. */
function hooksOf(sim: Sim, deployment: Deployment, replica: Replica): (Duration | null)[] {
  const { preStop: own } = deployment.behaviour;
  const of = drawItemOfReplica(deployment, replica);
  const unknown = own === undefined ? null : drawDuration(sim, own, of, 'preStop');
  const { containers } = revisionOf(deployment, replica.version).settings;
  return containers.map(({ preStop = null }) => (preStop === 'unknown' ? unknown : preStop));
}

interface Leaving {
  readonly reason: Reason;
  readonly why: string;
  readonly cause: number;
}

/**
 * Takes a replica out of routing now; it is gone when its process has stopped or its grace period is over (4.5). A
 * replica that does not run goes as `termination.notRunning` says.
 */
export function terminateReplica(
  sim: Sim,
  deployment: Deployment,
  replica: Replica,
  { reason, why, cause }: Leaving,
): void {
  const { assumptions } = sim.world;
  const { behaviour, subject } = deployment;
  const stop = drawDuration(
    sim,
    behaviour.stop ?? assumptions['replica.stop.duration'],
    drawItemOfReplica(deployment, replica),
    'stop',
  );
  const isAtOnce = replica.runningSince === null && assumptions['termination.notRunning'] === 'atOnce';
  const grace = isAtOnce ? 0 : deployment.settings.rollout.terminationGrace;
  const isHooked = hasHooks(sim, deployment, replica);
  const stopping = isHooked ? { grace, stop, hooks: hooksOf(sim, deployment, replica) } : { grace, stop };
  const { signalAfter, goneAfter } = planTermination(stopping, assumptions);
  replica.goneAt = sim.now + goneAfter;
  const about = { subject, ordinal: replica.ordinal, reason, cause };
  const data = { signalAt: sim.now + signalAfter, goneAt: replica.goneAt, why };
  const isOwn = behaviour.stop !== undefined;
  const told = isHeard(sim) && (isOwn || isHooked) ? withOwn(data, isOwn, isHooked) : data;
  replica.cause = note(sim, 'replica.terminating', about, told, data);
  deployment.movedBy = replica.cause;
  loseReady(sim, deployment, replica, { phase: 'terminating', runsOn: true });
  decided(sim.world, 'billing.replicaUntil');
  if (assumptions['billing.replicaUntil'] === 'terminating') {
    meterReplica(sim.world, deployment, replica, sim.now, replica.cause);
    closeMounts(sim.world, replica, sim.now, replica.cause);
  }
  sim.add(replica.goneAt, rank.finish, kind['replica.gone'], deployment.handle, replica.handle);
}

/** The facts of a termination with what its workload states of it. */
function withOwn(data: FactData['replica.terminating'], isOwn: boolean, isHooked: boolean) {
  return { ...data, ...(isOwn && { ownStop: true as const }), ...(isHooked && { ownHook: true as const }) };
}
