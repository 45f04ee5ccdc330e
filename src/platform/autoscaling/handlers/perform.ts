/**
 * Performs the decision of a loop: sets another count and journals it with the measured metrics.
 */
import type { Instant } from '../../../engine/time.ts';
import { isHeard, note, type Sim } from '../../handlers/note.ts';
import { meterDeployment } from '../../metering/handlers/keptMeter.ts';
import type { ActPlan } from '../../plan.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { takeScale } from '../../workload/handlers/takeScale.ts';
import { addPass } from '../../workload/handlers/wake.ts';
import type { ScalingAction } from '../../workload/scaling.ts';
import { rememberChange } from '../changes.ts';
import { outsideBounds } from '../hpa.ts';
import { lookBackOf } from '../lookBack.ts';
import type { EvaluationResult } from '../sharedEvaluation.ts';

export function performScaling(
  sim: Sim,
  deployment: Deployment,
  { actions, reason }: ActPlan<ScalingAction>,
  { measured, decided }: Pick<EvaluationResult, 'measured' | 'decided'>,
): void {
  for (const action of actions) {
    const from = deployment.desired;
    takeScale(deployment, action, sim.now);
    if (action.to === from) continue;
    noteChange(deployment, action.to - from, sim.now);
    const cause =
      reason === outsideBounds ? deployment.cause : reroutedBy(deployment, { from, to: action.to }, sim.now);
    const about = { subject: deployment.subject, reason, cause };
    const facts = { from, to: action.to, measured };
    const data = decided === null || !isHeard(sim) ? facts : { from, to: action.to, measured, decided };
    deployment.cause = note(sim, 'deployment.scaled', about, data, facts);
    if (deployment.awaitedSince === sim.now) deployment.awaitedBy = deployment.cause;
    meterDeployment(sim, deployment, deployment.cause);
  }
  addPass(sim, deployment, deployment.cause);
}

/** The entry that changed the requests which a loop has measured; null: they have not changed since it looks back. */
function reroutedBy(
  { rerouted, scaler }: Deployment,
  change: { from: number; to: number },
  now: Instant,
): number | null {
  if (rerouted === null || scaler === null) return null;
  return now - rerouted.at <= lookBackOf(scaler.settings, change) ? rerouted.by : null;
}

/** Notes a change of the wanted count, whoever made it, where a loop counts them. */
export function noteChange({ scaler }: Deployment, by: number, at: Instant): void {
  const memory = scaler?.memory;
  if (memory?.loop === 'hpa' || memory?.loop === 'keda') rememberChange(memory.sync.changes, at, by);
}
