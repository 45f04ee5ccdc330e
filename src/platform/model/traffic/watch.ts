/**
 * Around a change of what requests meet in a deployment: its replicas, its options, its behaviour.
 */
import type { Deployment } from '../../workload/deployment.ts';
import { settleScaler, touchScaler } from '../autoscaling/scaler.ts';
import { admitCalls } from '../call/line.ts';
import type { Sim } from '../note.ts';
import { settleInflow } from './inflow.ts';
import { followServing } from './routes.ts';

/** Before it: what was passed over is counted under the old state. */
export function settleLoad(sim: Sim, deployment: Deployment): void {
  settleScaler(sim, deployment);
  settleInflow(sim, deployment);
}

/** After it: requests go where they are answered, and autoscaling looks again. */
export function followLoad(sim: Sim, deployment: Deployment): void {
  followServing(sim, deployment);
  admitCalls(sim, deployment);
  touchScaler(sim, deployment);
}
