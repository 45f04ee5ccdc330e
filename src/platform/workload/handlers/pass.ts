/**
 * A pass over one deployment: the planner of its type decides from the current state, again and again, until it holds.
 */

import { placeOfReplica } from '../../fault/handlers/zone.ts';
import type { Sim } from '../../handlers/note.ts';
import type { ActPlan, Plan } from '../../plan.ts';
import { deploymentAt, type World } from '../../world.ts';
import type { Deployment } from '../deployment.ts';
import { type Fleet, fleetOf } from '../fleet.ts';
import { planRollout } from '../rollout.ts';
import type { RolloutView } from '../rolloutView.ts';
import { planSwitch, retiresAt } from '../serverless.ts';
import { planStateful } from '../stateful.ts';
import { touchHealth } from './health.ts';
import { type PassGround, performRollout, performStateful, performSwitch } from './passAction.ts';
import { isAtRest } from './passNeeded.ts';
import { rolloutView, statefulView, switchView } from './passView.ts';
import { followRollout } from './rollout.ts';
import { addPass } from './wake.ts';

/** More steps than replicas that one pass could touch many times over: a planner that never holds is a defect. */
const stepsMax = 10_000;

export function onPass(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  if (deployment.passAt !== sim.now) return;
  deployment.passAt = null;
  if (deployment.closed === 'ignored') return;
  deployment.isPlanned = true;
  if (isRetirement(sim, deployment)) deployment.movedBy = deployment.switchedBy;
  const { movedBy } = deployment;
  let fleet = fleetOf(deployment);
  for (let step = 0; stepOnce(sim, deployment, fleet, movedBy); step += 1) {
    if (step > stepsMax) throw new Error(`a planning pass of ${deployment.subject.name} does not end`);
    if (isOver(sim.world, deployment)) break;
    fleet = fleetOf(deployment);
  }
  followRollout(sim, deployment, fleet);
  deployment.metCause = deployment.cause;
  awaitRetirement(sim, deployment);
  touchHealth(sim, deployment);
}

/**
 * Whether the planner would hold now, and nothing rolls out that would have to be looked at: a changed count is mostly
 * met in one step.
 */
function isOver(world: World, deployment: Deployment): boolean {
  return deployment.rollout === null && !world.isLiteral && isAtRest(world, deployment);
}

/**
 * Asks the planner once and does what it says; false where it holds.
 *
 * @param movedBy journal number of what had changed among the replicas before the pass
 */
function stepOnce(sim: Sim, deployment: Deployment, fleet: Fleet, movedBy: number): boolean {
  switch (deployment.settings.type) {
    case 'cron':
      return false;
    case 'standard': {
      const view = rolloutView(sim.world, deployment, fleet);
      const plan = planRollout(view, sim.world.assumptions);
      notePlanned(deployment, view);
      return perform(sim, deployment, plan, movedBy, performRollout);
    }
    case 'stateful': {
      const plan = planStateful(statefulView(sim.world, deployment), sim.world.assumptions);
      return perform(sim, deployment, plan, movedBy, performStateful);
    }
    case 'serverless': {
      const plan = planSwitch(switchView(deployment, fleet, sim.now), sim.world.assumptions);
      return perform(sim, deployment, plan, movedBy, performSwitch);
    }
  }
}

/** Keeps what the next pass is to know of this one. */
function notePlanned(deployment: Deployment, { desired, bounds: { surge } }: RolloutView): void {
  const { previous } = deployment;
  if (previous?.desired !== desired || previous.surge !== surge) deployment.previous = { desired, surge };
}

function perform<Action extends { readonly do: string }>(
  sim: Sim,
  deployment: Deployment,
  plan: Plan<Action>,
  movedBy: number,
  act: (sim: Sim, deployment: Deployment, action: Action, ground: PassGround) => void,
): boolean {
  if (plan.kind !== 'act' || mustWait(sim, deployment, plan)) return false;
  for (const action of plan.actions) act(sim, deployment, action, { reason: plan.reason, movedBy });
  return plan.actions.length > 0;
}

/** Whether replicas would be made, and the zone that they must be in is lost (WL-22). */
function mustWait(sim: Sim, deployment: Deployment, plan: ActPlan<{ readonly do: string }>): boolean {
  const isMaking = plan.actions.some((action) => action.do === 'add' || action.do === 'addTo');
  return isMaking && placeOfReplica(sim.world, deployment, null) === null;
}

/**
 * Comes back when a version that a switch has left behind may go; a pass before that has taken the place of one that
 * was to come then.
 */
function awaitRetirement(sim: Sim, deployment: Deployment): void {
  if (sim.world.assumptions['rollout.serverless.old'] !== 'afterWindow') return;
  const dueAt = retiresAt(deployment.switchedAt);
  if (sim.now < dueAt) addPass(sim, deployment, deployment.switchedBy, dueAt);
}

function isRetirement({ now, world }: Sim, { switchedAt }: Deployment): boolean {
  return world.assumptions['rollout.serverless.old'] === 'afterWindow' && now === retiresAt(switchedAt);
}
