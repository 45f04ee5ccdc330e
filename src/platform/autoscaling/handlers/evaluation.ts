/**
 * An evaluation of a deployment's autoscaling, by the loop that is responsible for it.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { deploymentAt } from '../../world.ts';
import type { Scaler } from '../scaler.ts';
import type { EvaluationResult } from '../sharedEvaluation.ts';
import { sync } from './hpaSync.ts';
import { lookAtTriggers } from './kedaPoll.ts';
import { tick } from './kpaTick.ts';
import { performScaling } from './perform.ts';
import { addEvaluation } from './scaler.ts';
import { keepResult, mayShareEvaluation, sharedResult } from './sharedEvaluation.ts';

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
  if (scaler.settings.loop === 'keda') return lookAtTriggers(sim, deployment, scaler);
  const found = findingOf(sim, deployment, scaler);
  if (found.plan.kind === 'act') performScaling(sim, deployment, found.plan, found);
  return found.next;
}

function findingOf(sim: Sim, deployment: Deployment, scaler: Scaler): EvaluationResult {
  const { world, now } = sim;
  const find = scaler.settings.loop === 'hpa' ? sync : tick;
  if (!mayShareEvaluation(world, deployment, scaler, now)) return find(sim, deployment, scaler);
  const known = sharedResult(world, deployment, scaler, now);
  if (known !== null) return known;
  const found = find(sim, deployment, scaler);
  keepResult(world, scaler, deployment, found);
  return found;
}
