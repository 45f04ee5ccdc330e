/**
 * The next evaluation of a deployment's autoscaling, and the evaluations that it has skipped.
 */
import type { Instant } from '../../../engine/time.ts';
import { sameData } from '../../api/document/json.ts';
import { forgetGauge } from '../../call/gauge.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import { isEnabled, locationsOf } from '../../handlers/settings.ts';
import { forgetPast } from '../../traffic/inflow.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { isScaled } from '../../workload/scaling.ts';
import { newScaler, nextLookOf, type Scaler } from '../scaler.ts';
import { settleWindow } from '../sync.ts';
import { wokenAt } from './asleep.ts';
import { passSyncs } from './hpaSync.ts';
import { passLooks } from './kedaPoll.ts';

/**
 * Begins, ends or changes the autoscaling of a deployment, as its options say and as it stands.
 *
 * @param createdAt since when its options are what they are, where that is news; absent: now
 */
export function followScaling(sim: Sim, deployment: Deployment, createdAt: Instant = sim.now): void {
  const { closed, options, standing, scaler } = deployment;
  const autoscaling = settingsHere(sim, deployment);
  const isOpen = closed === 'none' || closed === 'ignored';
  const isOn = isOpen && standing === 'on';
  const isWatched = isOn || (isOpen && sim.world.assumptions['keda.creation'] === 'metric');
  const watchedSince = deployment.watchedSince ?? createdAt;
  deployment.watchedSince = isWatched && autoscaling?.loop === 'keda' ? watchedSince : null;
  if (!isOn || autoscaling === null || !isScaled(options)) {
    deployment.scaler = null;
    return;
  }
  if (scaler !== null && sameData(scaler.settings, autoscaling)) return;
  if (scaler === null) forgetLoad(deployment, sim.now);
  deployment.scaler =
    scaler !== null && scaler.settings.loop === autoscaling.loop
      ? resettled(scaler, autoscaling)
      : newScaler(autoscaling, { now: sim.now, createdAt: watchedSince });
  touchScaler(sim, deployment);
}

/**
 * What its options say; where values of triggers are shared out, each location that its GVC has hears an equal part
 * (`keda.value.location`).
 */
function settingsHere({ world }: Sim, { options, gvc }: Deployment): Deployment['options']['autoscaling'] {
  const { autoscaling } = options;
  if (autoscaling?.loop !== 'keda' || world.assumptions['keda.value.location'] === 'whole') return autoscaling;
  const places = locationsOf(world, gvc).filter((location) => isEnabled(world, location));
  return { ...autoscaling, share: 1 / Math.max(1, places.length) };
}

/**
 * The same loop with other settings. What its window has left behind is gone, also where the new one is longer
 * (`hpa.down.window`).
 */
function resettled(scaler: Scaler, settings: Scaler['settings']): Scaler {
  const { memory, evaluatedTo } = scaler;
  if ('sync' in memory && 'sync' in scaler.settings) settleWindow(scaler.settings.sync, memory.sync, evaluatedTo);
  return { ...scaler, settings };
}

/** A loop that begins knows nothing of what came before (7.1). */
function forgetLoad({ inflow, waitingLine }: Deployment, now: Instant): void {
  forgetPast(inflow, now);
  if (waitingLine !== null) forgetGauge(waitingLine.gauge, now);
}

/** Takes what was passed over: to be called before anything changes that an evaluation depends on. */
export function settleScaler(sim: Sim, deployment: Deployment): void {
  const { scaler, handle } = deployment;
  if (scaler === null) return;
  const isPast = sim.agenda.hasPassed(sim.now, rank.evaluation, handle);
  passOver(sim, deployment, scaler, isPast ? sim.now : sim.now - 1);
}

/**
 * Something has changed: the next tick is looked at, and asleep the request before it that wakes (`serverless.wake`).
 */
export function touchScaler(sim: Sim, deployment: Deployment): void {
  const { scaler, desired, inflow } = deployment;
  if (scaler === null) return;
  const { settings } = scaler;
  const next = nextLookOf(scaler, Math.max(scaler.evaluatedTo, sim.now - 1));
  const isWoken = settings.loop === 'kpa' && settings.wake === 'atOnce' && desired === 0;
  addEvaluation(sim, deployment, scaler, (isWoken ? wokenAt(inflow, sim.now, next) : null) ?? next);
}

export function addEvaluation(sim: Sim, deployment: Deployment, scaler: Scaler, at: Instant): void {
  if (scaler.evaluationAt === at) return;
  scaler.evaluationAt = at;
  sim.add(at, rank.evaluation, kind['scaler.evaluation'], deployment.handle, 0);
}

/** Remembers what the ticks up to one have come to, that one included; nothing came of them. */
function passOver(sim: Sim, deployment: Deployment, scaler: Scaler, until: Instant): void {
  if (until <= scaler.evaluatedTo) return;
  if (scaler.settings.loop === 'hpa') passSyncs(sim, deployment, scaler, until);
  if (scaler.settings.loop === 'keda') passLooks(sim, deployment, scaler, until);
  scaler.evaluatedTo = until;
}
