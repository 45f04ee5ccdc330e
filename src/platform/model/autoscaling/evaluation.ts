/**
 * An evaluation of a deployment's autoscaling, by the loop that looks after it.
 */
import { deploymentAt } from '../../world.ts';
import type { Sim } from '../note.ts';
import { addEvaluation, passOver } from './scaler.ts';
import { sync } from './sync.ts';
import { tick } from './tick.ts';

export function onEvaluation(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  const { scaler } = deployment;
  if (scaler === null || scaler.evaluationAt !== sim.now) return;
  scaler.evaluationAt = null;
  passOver(sim, deployment, scaler, sim.now - 1);
  const next = scaler.settings.loop === 'kpa' ? tick(sim, deployment, scaler) : sync(sim, deployment, scaler);
  scaler.evaluatedTo = sim.now;
  if (deployment.scaler === scaler) addEvaluation(sim, deployment, scaler, next);
}
