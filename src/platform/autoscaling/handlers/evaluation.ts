/**
 * An evaluation of a deployment's autoscaling, by the loop that looks after it.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { deploymentAt } from '../../world.ts';
import type { Scaler } from '../scaler.ts';
import type { Found } from '../twins.ts';
import { performScaling } from './perform.ts';
import { lookAtTriggers } from './poll.ts';
import { addEvaluation } from './scaler.ts';
import { sync } from './sync.ts';
import { tick } from './tick.ts';
import { keepFinding, mayHaveTwins, tellState, twinsFinding } from './twin.ts';

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
  const { plan, measured, next } = findingOf(sim, deployment, scaler);
  if (plan.kind === 'act') performScaling(sim, deployment, plan, measured);
  return next;
}

function findingOf(sim: Sim, deployment: Deployment, scaler: Scaler): Found {
  const { world, now } = sim;
  const find = scaler.settings.loop === 'hpa' ? sync : tick;
  if (!mayHaveTwins(world, deployment, scaler, now)) return find(sim, deployment, scaler);
  const known = twinsFinding(world, deployment, scaler, now);
  if (known !== null) return known;
  tellState(world, deployment, scaler, now);
  const found = find(sim, deployment, scaler);
  keepFinding(world, scaler, deployment, found);
  return found;
}
