/**
 * How many replicas a deployment wants, made so.
 */

import { note, type Sim } from '../../handlers/note.ts';
import { meterDeployment } from '../../metering/handlers/keptMeter.ts';
import type { Deployment } from '../deployment.ts';
import { planScaling } from '../scaling.ts';
import { closings } from './closing.ts';
import { takeScale } from './takeScale.ts';

/** Asks how many replicas are wanted and makes it so. */
export function scaleDeployment(sim: Sim, deployment: Deployment): void {
  const { closed: why, standing, desired, desiredBefore, options, settings } = deployment;
  const open = why === 'none' || why === 'ignored';
  const plan = planScaling(
    { type: settings.type, options, open, standing, desired, desiredBefore },
    sim.world.assumptions,
  );
  if (plan.kind !== 'act') return;
  const reason = why === 'deleting' || why === 'outage' || why === 'withdrawn' ? closings[why] : plan.reason;
  const about = { subject: deployment.subject, reason, cause: deployment.cause };
  for (const action of plan.actions) {
    const from = deployment.desired;
    takeScale(deployment, action, sim.now);
    if (action.standing === 'off') deployment.cause = note(sim, 'deployment.suspended', about, { from });
    else if (standing === 'off' && action.standing === 'on')
      deployment.cause = note(sim, 'deployment.resumed', about, { to: action.to });
    else if (action.to !== from) deployment.cause = note(sim, 'deployment.scaled', about, { from, to: action.to });
    meterDeployment(sim, deployment, deployment.cause);
  }
}
