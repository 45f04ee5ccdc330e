/**
 * Runs before a change that affects requests to a deployment: to its replicas, options, behaviour or arrivals.
 */

import { settleScaler } from '../../autoscaling/handlers/scaler.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { settleInflow } from './inflow.ts';

/** Counts the time since the last evaluation under the old state. */
export function settleLoad(sim: Sim, deployment: Deployment): void {
  settleScaler(sim, deployment);
  settleInflow(sim, deployment);
}
