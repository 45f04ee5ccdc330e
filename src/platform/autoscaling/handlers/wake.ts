/**
 * A request reaches a workload that is scaled to zero.
 */

import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { planWake } from '../kpa.ts';
import { performScaling } from './perform.ts';
import { settleScaler, touchScaler } from './scaler.ts';

/** Starts a replica for a request that waits, at once or at the next tick (TYPE-14, `serverless.wake`). */
export function wakeForCall(sim: Sim, deployment: Deployment): void {
  const settings = deployment.scaler?.settings;
  if (settings?.loop !== 'kpa' || deployment.desired > 0) return;
  settleScaler(sim, deployment);
  const plan = planWake(settings, deployment.desired);
  if (plan.kind === 'act') performScaling(sim, deployment, plan, { measured: [], decided: null });
  touchScaler(sim, deployment);
}
