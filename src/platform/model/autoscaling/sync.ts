/**
 * Syncs: replicas compared with their targets, what is remembered of it, and how long nothing will come of it.
 */
import { farthest, firstDoubtful } from '../../../engine/lookAhead.ts';
import type { Instant } from '../../../engine/time.ts';
import type { Measurement } from '../../facts.ts';
import { meanBounds } from '../../traffic/flow.ts';
import { reachChangesAt, reachOf } from '../../workload/autoscaling/changes.ts';
import { isHpaAtTolerance, planSync, proposeHpa } from '../../workload/autoscaling/hpa.ts';
import { isEvenWith, type MetricSample } from '../../workload/autoscaling/metric.ts';
import { highestSince, rememberProposal } from '../../workload/autoscaling/proposals.ts';
import type { Scaler } from '../../workload/autoscaling/scaler.ts';
import type { HpaSettings } from '../../workload/autoscaling/settings.ts';
import { readsMetrics, type SyncMemory, takeSync } from '../../workload/autoscaling/sync.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import type { Sim } from '../note.ts';
import { settleInflow } from '../traffic/inflow.ts';
import { averageRate, type Measured, measuredOf, populationChangesAt, sampleOf } from './measure.ts';
import { performScaling } from './perform.ts';

/** A deployment that an HPA looks after. */
interface Watched {
  readonly world: World;
  readonly deployment: Deployment;
  readonly settings: HpaSettings;
  readonly memory: SyncMemory;
  readonly measured: Measured;
}

function watchedBy(sim: Sim, deployment: Deployment, { settings, memory }: Scaler): Watched {
  if (settings.loop !== 'hpa' || memory.loop !== 'hpa') throw new Error('no HPA looks after it');
  const { world } = sim;
  return { world, deployment, settings, memory: memory.sync, measured: measuredOf(world, deployment) };
}

/**
 * The sync of now.
 *
 * @returns when the next one may change something
 */
export function sync(sim: Sim, deployment: Deployment, scaler: Scaler): Instant {
  settleInflow(sim, deployment);
  const watched = watchedBy(sim, deployment, scaler);
  const { settings, memory } = watched;
  const { desired: current } = deployment;
  const samples = samplesAt(watched, sim.now);
  const newest = readsMetrics(settings.sync, current) ? proposeHpa(settings, current, samples) : null;
  const atTolerance = isHpaAtTolerance(settings, samples);
  const plan = takeSync(settings.sync, memory, { current, newest, atTolerance }, sim.now);
  if (plan.kind === 'act') {
    performScaling(sim, deployment, plan, measurementsOf(settings, samples));
    return sim.now + settings.sync.period;
  }
  return sim.world.isLiteral ? sim.now + settings.sync.period : nextSyncAt(watched, sim.now);
}

/** Remembers the proposals of syncs that were passed over, up to an instant: of the same state, by the load of their time. */
export function rememberSyncs(sim: Sim, deployment: Deployment, scaler: Scaler, until: Instant): void {
  const watched = watchedBy(sim, deployment, scaler);
  const { settings, memory } = watched;
  const { period, downWindow } = settings.sync;
  if (!readsMetrics(settings.sync, deployment.desired)) return;
  const last = Math.floor(until / period) * period;
  const first = Math.max(scaler.evaluatedTo + 1, last - downWindow);
  const from = Math.ceil(first / period) * period;
  if (from > last) return;
  // Where all of them propose the same, the last says it for all.
  const both = proposalsBetween(watched, from, last);
  const isSame = both !== null && both.least !== null && both.least === both.greatest;
  for (let tick = isSame ? last : from; tick <= last; tick += period) {
    const proposal = proposeHpa(settings, deployment.desired, samplesAt(watched, tick));
    if (proposal !== null) rememberProposal(memory.proposals, tick, proposal);
  }
}

function samplesAt({ world, deployment, settings, measured }: Watched, now: Instant): readonly MetricSample[] {
  const { waiting } = deployment.inflow;
  return settings.metrics.map((metric) =>
    sampleOf(world, measured, metric, { perSecond: averageRate(deployment, metric, now), waiting, now }),
  );
}

function nextSyncAt(watched: Watched, now: Instant): Instant {
  const { settings, memory, measured } = watched;
  const { period } = settings.sync;
  const ends = [
    now + farthest,
    populationChangesAt(measured, settings.metrics, now),
    reachChangesAt(memory.changes, settings.sync, now),
  ];
  const limit = Math.min(...ends.filter((end) => end !== null));
  return firstDoubtful(period, now, limit, (from, until) => surelyHolds(watched, from, until));
}

/** Whether every sync of a stretch holds: the planner is asked at both extremes of the load. */
function surelyHolds(watched: Watched, from: Instant, until: Instant): boolean {
  const { deployment, settings, memory } = watched;
  const { desired: current } = deployment;
  const both = proposalsBetween(watched, from, until);
  if (both === null) return false;
  const { downWindow } = settings.sync;
  const reach = reachOf(memory.changes, current, settings.sync, from);
  const holds = (newest: number | null, highest: number): boolean =>
    planSync(settings.sync, { current, reach, atTolerance: false }, newest, highest).kind === 'hold';
  const { least, greatest } = both;
  return (
    holds(least, Math.max(least ?? 0, highestSince(memory.proposals, until - downWindow))) &&
    holds(greatest, Math.max(greatest ?? 0, highestSince(memory.proposals, from - downWindow)))
  );
}

/** The least and the greatest proposal of a stretch; null where the extremes of the load do not speak for what lies between. */
function proposalsBetween(
  watched: Watched,
  from: Instant,
  until: Instant,
): { readonly least: number | null; readonly greatest: number | null } | null {
  const { world, deployment, settings, measured } = watched;
  const { desired: current, inflow } = deployment;
  if (!readsMetrics(settings.sync, current)) return { least: null, greatest: null };
  if (inflow.waiting > 0) return null;
  const least: MetricSample[] = [];
  const greatest: MetricSample[] = [];
  for (const metric of settings.metrics) {
    const bounds = meanBounds(inflow.flow, Math.max(inflow.since, from - metric.interval - metric.window), until);
    if (bounds.greatest > measured.ready * measured.serving.capacityPerSecond) return null;
    least.push(sampleOf(world, measured, metric, { perSecond: bounds.least, waiting: 0, now: from }));
    greatest.push(sampleOf(world, measured, metric, { perSecond: bounds.greatest, waiting: 0, now: from }));
  }
  if (!least.every((sample) => isEvenWith(current, sample))) return null;
  return { least: proposeHpa(settings, current, least), greatest: proposeHpa(settings, current, greatest) };
}

function measurementsOf({ metrics }: HpaSettings, samples: readonly MetricSample[]): Measurement[] {
  return metrics.map(({ metric, targetMilli }, index) => ({
    metric,
    valueMilli: valueMilli(samples[index]!),
    targetMilli,
  }));
}

/** The mean over the replicas that count, in thousandths of the metric's unit. */
function valueMilli(sample: MetricSample): number {
  if (sample.of === 'use') return sample.allowed === 0 ? 0 : Math.floor((100 * sample.used) / sample.allowed) * 1_000;
  return sample.counted === 0 ? 0 : Math.round(sample.totalMilli / sample.counted);
}
