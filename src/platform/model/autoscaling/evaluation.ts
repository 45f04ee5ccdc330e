/**
 * An evaluation of a deployment's autoscaling, by the loop that looks after it.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Scaler } from '../../workload/autoscaling/scaler.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { deploymentAt } from '../../world.ts';
import type { Sim } from '../note.ts';
import { lookAtTriggers } from './poll.ts';
import { addEvaluation } from './scaler.ts';
import { sync } from './sync.ts';
import { tick } from './tick.ts';

export function onEvaluation(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  const { scaler } = deployment;
  if (scaler === null || scaler.evaluationAt !== sim.now) return;
  scaler.evaluationAt = null;
  const next = look(sim, deployment, scaler);
  scaler.evaluatedTo = sim.now;
  if (deployment.scaler === scaler) addEvaluation(sim, deployment, scaler, next);
}

/**
 * Takes what was passed over, and the evaluation of now.
 *
 * @returns when the next one may change something
 */
function look(sim: Sim, deployment: Deployment, scaler: Scaler): Instant {
  switch (scaler.settings.loop) {
    case 'hpa':
      return sync(sim, deployment, scaler);
    case 'kpa':
      return tick(sim, deployment, scaler);
    case 'keda':
      return lookAtTriggers(sim, deployment, scaler);
    case 'disabled':
      throw new Error('no loop looks');
  }
}
