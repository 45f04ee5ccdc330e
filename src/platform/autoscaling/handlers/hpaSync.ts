/**
 * Syncs: they compare replicas with their targets. Also the history of syncs, and for how long they change nothing.
 */
import { farthest } from '../../../engine/lookAhead.ts';
import type { Instant } from '../../../engine/time.ts';
import { settleCalls } from '../../call/handlers/waitingLine.ts';
import { calledLately } from '../../call/waitingLine.ts';
import type { Sim } from '../../handlers/note.ts';
import { settleInflow } from '../../traffic/handlers/inflow.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { reachChangesAt } from '../changes.ts';
import type { Measurement, Sampled, ScaleDecision } from '../decision.ts';
import { isHpaAtTolerance } from '../hpa.ts';
import type { MetricSample } from '../metric.ts';
import { sampledOf } from '../sampled.ts';
import type { Scaler } from '../scaler.ts';
import type { HpaSettings, SyncSettings } from '../settings.ts';
import type { EvaluationResult } from '../sharedEvaluation.ts';
import {
  cloneSyncMemory,
  decisionOfSync,
  firstDoubtfulSync,
  passedSyncs,
  rememberSyncs,
  type SyncMemory,
  surelyHold,
  takeSync,
} from '../sync.ts';
import { nextDueAt } from './measure.ts';
import { Outlook } from './samplesAhead.ts';

/** The sync of now, after those that were passed over. */
export function sync(sim: Sim, deployment: Deployment, scaler: Scaler): EvaluationResult {
  const { settings, memory, plateaus } = scaler;
  if (settings.loop !== 'hpa' || memory.loop !== 'hpa') throw new Error('the deployment is not autoscaled by an HPA');
  const { world, now } = sim;
  const { desired: current } = deployment;
  const outlook = new Outlook(sim, deployment, settings, plateaus);
  rememberSyncs(settings.sync, memory.sync, current, outlook, { after: scaler.evaluatedTo, until: now - 1 });
  settleInflow(sim, deployment);
  settleCalls(sim, deployment);
  const asked = { current, newest: outlook.at(now) };
  const plan = takeSync(settings.sync, memory.sync, asked, now);
  const isNear = plan.kind === 'act' || world.isLiteral || calledLately(deployment.waitingLine, now) !== null;
  const found =
    plan.kind === 'act'
      ? foundBy(settings, outlook.samplesAt(now), decisionOfSync(settings.sync, memory.sync, asked, now), current)
      : nothingFound;
  const { measured, decided } = found;
  return {
    plan,
    measured,
    decided,
    next: isNear ? now + settings.sync.period : nextSyncAt(sim, deployment, settings.sync, memory.sync, outlook),
  };
}

/** What a sync at this instant decides, and by which numbers, whatever it decides; performs nothing. */
export function askSync(sim: Sim, deployment: Deployment, scaler: Scaler): Omit<EvaluationResult, 'next'> {
  const { settings, memory, plateaus } = scaler;
  if (settings.loop !== 'hpa' || memory.loop !== 'hpa') throw new Error('the deployment is not autoscaled by an HPA');
  const { now } = sim;
  const { desired: current } = deployment;
  const outlook = new Outlook(sim, deployment, settings, plateaus);
  const samples = outlook.samplesAt(now);
  const asked = { current, newest: outlook.at(now), atTolerance: isHpaAtTolerance(settings, samples) };
  const remembered = cloneSyncMemory(memory.sync);
  const plan = takeSync(settings.sync, remembered, asked, now);
  return {
    plan,
    ...foundBy(settings, samples, decisionOfSync(settings.sync, remembered, asked, now), current),
  };
}

const nothingFound: Pick<EvaluationResult, 'measured' | 'decided'> = { measured: [], decided: null };

/**
 * Remembers the proposals of syncs that were passed over, up to an instant: of the same state, by the load of their
 * time.
 */
export function passSyncs(sim: Sim, deployment: Deployment, scaler: Scaler, until: Instant): void {
  const { settings, memory, plateaus } = scaler;
  const passed = { after: scaler.evaluatedTo, until };
  if (settings.loop !== 'hpa' || memory.loop !== 'hpa' || passedSyncs(settings.sync, passed) === null) return;
  const outlook = new Outlook(sim, deployment, settings, plateaus);
  rememberSyncs(settings.sync, memory.sync, deployment.desired, outlook, passed);
}

function nextSyncAt(
  sim: Sim,
  deployment: Deployment,
  settings: SyncSettings,
  memory: SyncMemory,
  outlook: Outlook,
): Instant {
  const { now } = sim;
  const { desired: current } = deployment;
  // When the next replica is up, all is looked at anew.
  const end = Math.min(now + farthest, nextDueAt(sim, deployment));
  for (let after = now; ; ) {
    const reachChanges = reachChangesAt(memory.changes, settings, after) ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(end, outlook.changesAfter(after), reachChanges);
    const found = firstDoubtfulSync(settings, memory, current, outlook, { after, limit });
    if (found < limit || found >= end) return found;
    // From here on something else is measured, or the count may go further.
    if (!surelyHold(settings, memory, current, outlook, { from: found, until: found, heldUpFrom: null })) return found;
    after = found;
  }
}

/** @param wanted replicas before the sync */
function foundBy(
  { metrics }: HpaSettings,
  samples: readonly (MetricSample | null)[],
  decision: ScaleDecision,
  wanted: number,
): Pick<EvaluationResult, 'measured' | 'decided'> {
  const measured: Measurement[] = [];
  const sampled: (Sampled | null)[] = [];
  for (let index = 0; index < metrics.length; index += 1) {
    const sample = samples[index] ?? null;
    if (sample === null) continue;
    const { metric, targetMilli } = metrics[index]!;
    const { counted } = sample;
    const valueMilli = meanMilli(sample);
    measured.push(
      counted === wanted ? { metric, valueMilli, targetMilli } : { metric, valueMilli, targetMilli, counted },
    );
    sampled.push(sampledOf(targetMilli, sample, valueMilli));
  }
  const isSaid = sampled.every((one) => one === null);
  return { measured, decided: isSaid ? decision : { ...decision, sampled } };
}

/** The mean over the replicas that count, in thousandths of the metric's unit. */
function meanMilli(sample: MetricSample): number {
  if (sample.of === 'use') return sample.allowed === 0 ? 0 : Math.floor((100 * sample.used) / sample.allowed) * 1_000;
  return sample.counted === 0 ? 0 : Math.round(sample.totalMilli / sample.counted);
}
