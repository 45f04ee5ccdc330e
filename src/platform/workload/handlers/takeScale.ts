import { desiredAgain, suspendedAlone } from '../../traffic/discovery.ts';
import type { Deployment } from '../deployment.ts';
import type { ScalingAction } from '../scaling.ts';

/** Sets desired replicas; writes no journal entry. */
export function takeScale(deployment: Deployment, action: ScalingAction, now: number): void {
  if (action.standing === 'off' && deployment.standing === 'on') {
    deployment.desiredBefore = deployment.desired;
    if (isSuspendedAlone(deployment)) deployment.discovery = suspendedAlone(deployment.discovery);
  }
  const isBack = deployment.standing !== 'on' || (deployment.desired === 0 && action.to > 0);
  if (action.standing === 'on' && isBack) {
    deployment.awaitedSince = now;
    deployment.discovery = desiredAgain(deployment.discovery);
  }
  deployment.desired = action.to;
  deployment.standing = action.standing;
}

/** Whether its location has options of its own that suspend it. */
function isSuspendedAlone({ settings, location }: Deployment): boolean {
  return settings.localOptions.get(location)?.suspend === true;
}
