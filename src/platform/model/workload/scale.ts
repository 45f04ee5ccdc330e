/**
 * How many replicas a deployment wants, made so.
 */
import type { Deployment } from '../../workload/deployment.ts';
import { planScaling, type ScalingAction } from '../../workload/scaling.ts';
import { note, type Sim } from '../note.ts';
import { closings } from './closing.ts';

/** Asks how many replicas are wanted and makes it so. */
export function scaleDeployment(sim: Sim, deployment: Deployment): void {
  const { closed: why, standing, desired, desiredBefore, options, settings } = deployment;
  const open = why === 'none' || why === 'ignored';
  const plan = planScaling(
    { type: settings.type, options, open, standing, desired, desiredBefore },
    sim.world.assumptions,
  );
  if (plan.kind !== 'act') return;
  const reason = why === 'deleting' ? closings.deleting : plan.reason;
  const about = { subject: deployment.subject, reason, cause: deployment.cause };
  for (const action of plan.actions) {
    const from = deployment.desired;
    takeScale(deployment, action, sim.now);
    if (action.standing === 'off') deployment.cause = note(sim, 'deployment.suspended', about, { from });
    else if (standing === 'off' && action.standing === 'on')
      deployment.cause = note(sim, 'deployment.resumed', about, { to: action.to });
    else if (action.to !== from) deployment.cause = note(sim, 'deployment.scaled', about, { from, to: action.to });
  }
}

/** Sets what is wanted, without a word. */
export function takeScale(deployment: Deployment, action: ScalingAction, now: number): void {
  if (action.standing === 'off' && deployment.standing === 'on') deployment.desiredBefore = deployment.desired;
  if (action.standing === 'on' && deployment.standing !== 'on') deployment.awaitedSince = now;
  deployment.desired = action.to;
  deployment.standing = action.standing;
}
