/**
 * Runs after a change that affects requests to a deployment: to its replicas, options or behaviour.
 */

import { touchScaler } from '../../autoscaling/handlers/scaler.ts';
import { admitCalls } from '../../call/handlers/line.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { followServing } from './routes.ts';

/** Routes requests again, and lets autoscaling evaluate again. */
export function followLoad(sim: Sim, deployment: Deployment): void {
  followServing(sim, deployment);
  admitCalls(sim, deployment);
  touchScaler(sim, deployment);
}
