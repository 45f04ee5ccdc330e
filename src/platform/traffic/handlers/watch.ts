/**
 * After a change of what requests meet in a deployment: its replicas, its options, its behaviour.
 */

import { touchScaler } from '../../autoscaling/handlers/scaler.ts';
import { admitCalls } from '../../call/handlers/line.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { followServing } from './routes.ts';

/** Requests go where they are answered, and autoscaling looks again. */
export function followLoad(sim: Sim, deployment: Deployment): void {
  followServing(sim, deployment);
  admitCalls(sim, deployment);
  touchScaler(sim, deployment);
}
