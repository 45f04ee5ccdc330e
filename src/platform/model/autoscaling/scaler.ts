/**
 * When the autoscaling of a deployment looks next, and what it has passed over.
 */
import type { Duration, Instant } from '../../../engine/time.ts';
import { newScaler, type Scaler } from '../../workload/autoscaling/scaler.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { kind, rank } from '../kinds.ts';
import type { Sim } from '../note.ts';
import { rememberSyncs } from './sync.ts';

/** Begins, ends or changes the autoscaling of a deployment, as its options say and as it stands. */
export function followScaling(sim: Sim, deployment: Deployment): void {
  const { options, closed, standing, scaler } = deployment;
  const { autoscaling } = options;
  const isOn = standing === 'on' && (closed === 'none' || closed === 'ignored');
  const isMoved = autoscaling?.loop === 'hpa' || autoscaling?.loop === 'kpa';
  if (!isOn || !isMoved || options.minScale === options.maxScale) {
    deployment.scaler = null;
    return;
  }
  if (scaler?.settings === autoscaling) return;
  deployment.scaler =
    scaler !== null && scaler.settings.loop === autoscaling.loop
      ? { ...scaler, settings: autoscaling }
      : newScaler(autoscaling, sim.now);
  touchScaler(sim, deployment);
}

/** How often a loop looks; on multiples of it since the epoch (`grid.anchor`). */
function periodOf({ settings }: Scaler): Duration {
  switch (settings.loop) {
    case 'kpa':
      return settings.tick;
    case 'hpa':
      return settings.sync.period;
    case 'keda':
      return Math.min(settings.poll, settings.sync.period);
    case 'disabled':
      throw new Error('no loop looks');
  }
}

/** Takes what was passed over: to be called before anything changes that an evaluation depends on. */
export function settleScaler(sim: Sim, deployment: Deployment): void {
  const { scaler, handle } = deployment;
  if (scaler === null) return;
  const period = periodOf(scaler);
  const tick = Math.floor(sim.now / period) * period;
  const isPast = tick < sim.now || sim.agenda.hasPassed(sim.now, rank.evaluation, handle);
  passOver(sim, deployment, scaler, isPast ? tick : tick - period);
}

/** Something has changed: the next tick is looked at. */
export function touchScaler(sim: Sim, deployment: Deployment): void {
  const { scaler } = deployment;
  if (scaler === null) return;
  const period = periodOf(scaler);
  const next = (Math.floor(scaler.evaluatedTo / period) + 1) * period;
  addEvaluation(sim, deployment, scaler, Math.max(next, Math.ceil(sim.now / period) * period));
}

export function addEvaluation(sim: Sim, deployment: Deployment, scaler: Scaler, at: Instant): void {
  if (scaler.evaluationAt === at) return;
  scaler.evaluationAt = at;
  sim.add(at, rank.evaluation, kind['scaler.evaluation'], deployment.handle, 0);
}

/** Remembers what the ticks up to one have come to, that one included; nothing came of them. */
export function passOver(sim: Sim, deployment: Deployment, scaler: Scaler, until: Instant): void {
  if (until <= scaler.evaluatedTo) return;
  if (scaler.settings.loop === 'hpa') rememberSyncs(sim, deployment, scaler, until);
  scaler.evaluatedTo = until;
}
