/**
 * When the autoscaling of a deployment looks next, and what it has passed over.
 */
import type { Instant } from '../../../engine/time.ts';
import { forgetGauge } from '../../call/gauge.ts';
import { sameData } from '../../control/json.ts';
import { forgetPast } from '../../traffic/inflow.ts';
import { nextLook } from '../../workload/autoscaling/autoscaler.ts';
import { newScaler, type Scaler } from '../../workload/autoscaling/scaler.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { kind, rank } from '../kinds.ts';
import type { Sim } from '../note.ts';
import { passLooks } from './poll.ts';
import { passSyncs } from './sync.ts';

/**
 * Begins, ends or changes the autoscaling of a deployment, as its options say and as it stands.
 *
 * @param createdAt since when its options are what they are, where that is news; absent: now
 */
export function followScaling(sim: Sim, deployment: Deployment, createdAt: Instant = sim.now): void {
  const { options, closed, standing, scaler } = deployment;
  const { autoscaling } = options;
  const isOpen = closed === 'none' || closed === 'ignored';
  const isOn = isOpen && standing === 'on';
  const isWatched = isOn || (isOpen && sim.world.assumptions['keda.creation'] === 'metric');
  const watchedSince = deployment.watchedSince ?? createdAt;
  deployment.watchedSince = isWatched && autoscaling?.loop === 'keda' ? watchedSince : null;
  if (!isOn || autoscaling === null || autoscaling.loop === 'disabled' || options.minScale === options.maxScale) {
    deployment.scaler = null;
    return;
  }
  if (scaler !== null && sameData(scaler.settings, autoscaling)) return;
  if (scaler === null) forgetLoad(deployment, sim.now);
  deployment.scaler =
    scaler !== null && scaler.settings.loop === autoscaling.loop
      ? { ...scaler, settings: autoscaling }
      : newScaler(autoscaling, { now: sim.now, createdAt: watchedSince });
  touchScaler(sim, deployment);
}

/** A loop that begins knows nothing of what came before (7.1). */
function forgetLoad({ inflow, lobby }: Deployment, now: Instant): void {
  forgetPast(inflow, now);
  if (lobby !== null) forgetGauge(lobby.gauge, now);
}

/** Takes what was passed over: to be called before anything changes that an evaluation depends on. */
export function settleScaler(sim: Sim, deployment: Deployment): void {
  const { scaler, handle } = deployment;
  if (scaler === null) return;
  const isPast = sim.agenda.hasPassed(sim.now, rank.evaluation, handle);
  passOver(sim, deployment, scaler, isPast ? sim.now : sim.now - 1);
}

/** Something has changed: the next tick is looked at. */
export function touchScaler(sim: Sim, deployment: Deployment): void {
  const { scaler } = deployment;
  if (scaler === null) return;
  addEvaluation(sim, deployment, scaler, nextLook(scaler.settings, Math.max(scaler.evaluatedTo, sim.now - 1)));
}

export function addEvaluation(sim: Sim, deployment: Deployment, scaler: Scaler, at: Instant): void {
  if (scaler.evaluationAt === at) return;
  scaler.evaluationAt = at;
  sim.add(at, rank.evaluation, kind['scaler.evaluation'], deployment.handle, 0);
}

/** Remembers what the ticks up to one have come to, that one included; nothing came of them. */
export function passOver(sim: Sim, deployment: Deployment, scaler: Scaler, until: Instant): void {
  if (until <= scaler.evaluatedTo) return;
  if (scaler.settings.loop === 'hpa') passSyncs(sim, deployment, scaler, until);
  if (scaler.settings.loop === 'keda') passLooks(sim, deployment, scaler, until);
  scaler.evaluatedTo = until;
}
