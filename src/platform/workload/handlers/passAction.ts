/**
 * The actions of a pass: it creates and terminates replicas of a deployment as the planner decided.
 */

import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import { noteChange } from '../../autoscaling/handlers/perform.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { meterDeployment } from '../../metering/handlers/keptMeter.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import { replicaAt, type World } from '../../world.ts';
import { type Deployment, newestRevision } from '../deployment.ts';
import { versionKey } from '../fleet.ts';
import type { Replica } from '../replica.ts';
import type { RolloutAction } from '../rollout.ts';
import { scaleDownOrder } from '../scaleDown.ts';
import type { SwitchAction } from '../serverless.ts';
import type { StatefulAction } from '../stateful.ts';
import { closings } from './closing.ts';
import { remainingReplicas } from './passView.ts';
import { createReplica } from './replica.ts';
import { terminateReplica } from './terminateReplica.ts';
import { passCause } from './wake.ts';

const suspended = because(['SUSP-3']);
const moved = because(['VOLCMD-6'], ['volume.shared.restart']);
const drained = because(['ROLL-5'], ['reschedule.mode']);

/** Why a pass acts: what its planner says, and the entry that had changed something among the replicas before it. */
export interface PassGround {
  readonly reason: Reason;
  readonly movedBy: number;
}

/** Makes or sends away replicas of one version, in the order of `scaleDownOrder`. */
export function performRollout(
  sim: Sim,
  deployment: Deployment,
  action: RolloutAction | Exclude<SwitchAction, { do: 'switch' }>,
  ground: PassGround,
): void {
  const { reason } = ground;
  if (action.do === 'remove') {
    for (const replica of leaversOf(sim.world, deployment, action)) sendAway(sim, deployment, replica, ground);
    return;
  }
  const version = action.do === 'add' ? newestRevision(deployment).version : action.version;
  for (let made = 0; made < action.count; made += 1) {
    createReplica(sim, deployment, { ordinal: deployment.nextSerial, version, reason });
    deployment.nextSerial += 1;
  }
}

/** Replicas of one version that leave, in their order. */
function leaversOf(
  world: World,
  deployment: Deployment,
  { version, count, which }: Extract<RolloutAction, { do: 'remove' }>,
): readonly Replica[] {
  const lots = `${world.setup.seed}/${deployment.subject.name}`;
  const order = scaleDownOrder(world.assumptions['replica.scaleDown.order'], lots);
  const mayLeave: Replica[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.phase === 'terminating' || versionKey(replica) !== version) continue;
    if (which === 'notAvailable' && replica.available) continue;
    // Nearly always it is one that leaves: then no list has to be put in order.
    if (count > 1 || mayLeave.length === 0) mayLeave.push(replica);
    else if (order(replica, mayLeave[0]!) < 0) mayLeave[0] = replica;
  }
  return count === 1 ? mayLeave : mayLeave.sort(order).slice(0, count);
}

/** Makes or sends away the replica of one index. */
export function performStateful(sim: Sim, deployment: Deployment, action: StatefulAction, ground: PassGround): void {
  if (action.do === 'create') {
    const { reason } = ground;
    createReplica(sim, deployment, { ordinal: action.index, version: action.version, reason });
    deployment.returnsOn[action.index] = null;
    return;
  }
  const replica = remainingReplicas(sim.world, deployment).find(({ ordinal }) => ordinal === action.index);
  if (replica === undefined)
    throw new Error(`${deployment.subject.name} has no replica ${action.index} to ${action.do}`);
  sendAway(sim, deployment, replica, ground);
  deployment.returnsOn[action.index] = null;
}

/** The same for versions of which one serves, and the switch from one to another. */
export function performSwitch(sim: Sim, deployment: Deployment, action: SwitchAction, ground: PassGround): void {
  if (action.do !== 'switch') {
    performRollout(sim, deployment, action, ground);
    return;
  }
  settleLoad(sim, deployment);
  const from = deployment.serving;
  deployment.serving = action.version;
  deployment.switchedAt = sim.now;
  const about = { subject: deployment.subject, reason: ground.reason, cause: passCause(deployment) };
  if (from !== null) {
    deployment.cause = note(sim, 'rollout.switched', about, {
      from,
      to: action.version,
      desired: action.desired,
    });
  } else if (action.desired !== deployment.desired) {
    // The load may have scaled it before the first version served.
    deployment.cause = note(sim, 'deployment.scaled', about, { from: deployment.desired, to: action.desired });
  }
  noteChange(deployment, action.desired - deployment.desired, sim.now);
  deployment.desired = action.desired;
  deployment.switchedBy = deployment.cause;
  meterDeployment(sim, deployment, deployment.cause);
  followLoad(sim, deployment);
}

/** What has let a replica go is what came before the pass, such as an available one; not one that goes with it. */
function sendAway(sim: Sim, deployment: Deployment, replica: Replica, { reason: planned, movedBy }: PassGround): void {
  const why = whyLeaving(deployment, replica);
  const reason = leavingReason(deployment, replica, planned);
  const { cause, metCause } = deployment;
  terminateReplica(sim, deployment, replica, { reason, why, cause: passCause({ cause, metCause, movedBy }) });
}

/** What the planner says, unless what it worked from was decided elsewhere. */
function leavingReason({ closed, options, desired }: Deployment, replica: Replica, planned: Reason): Reason {
  if (closed !== 'none' && closed !== 'ignored') return closings[closed];
  if (options.suspend) return suspended;
  if (!replica.moving || desired === 0) return planned;
  return replica.drainedBy === null ? moved : drained;
}

function whyLeaving(deployment: Deployment, replica: Replica): string {
  if (deployment.closed !== 'none') return deployment.closed;
  if (deployment.options.suspend) return 'suspended';
  if (replica.moving) return 'rescheduled';
  return replica.version === newestRevision(deployment).version ? 'scaled down' : 'older version';
}
