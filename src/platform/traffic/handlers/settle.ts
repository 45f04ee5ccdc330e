/**
 * Before a change of what requests meet in a deployment: its replicas, its options, its behaviour, what comes to it.
 */

import { settleScaler } from '../../autoscaling/handlers/scaler.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { settleInflow } from './inflow.ts';

/** What was passed over is counted under the old state. */
export function settleLoad(sim: Sim, deployment: Deployment): void {
  settleScaler(sim, deployment);
  settleInflow(sim, deployment);
}
