import type { Deployment } from '../deployment.ts';
import type { ScalingAction } from '../scaling.ts';

/** Sets desired replicas; writes no journal entry. */
export function takeScale(deployment: Deployment, action: ScalingAction, now: number): void {
  if (action.standing === 'off' && deployment.standing === 'on') deployment.desiredBefore = deployment.desired;
  const isBack = deployment.standing !== 'on' || (deployment.desired === 0 && action.to > 0);
  if (action.standing === 'on' && isBack) deployment.awaitedSince = now;
  deployment.desired = action.to;
  deployment.standing = action.standing;
}
