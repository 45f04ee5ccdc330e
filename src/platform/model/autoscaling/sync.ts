/**
 * Syncs: replicas compared with their targets, what is remembered of it, and how long nothing will come of it.
 */
import { farthest, firstDoubtful } from '../../../engine/lookAhead.ts';
import { day, type Instant } from '../../../engine/time.ts';
import type { Measurement } from '../../facts.ts';
import { leavesAt } from '../../traffic/flow.ts';
import { inflowBounds } from '../../traffic/inflow.ts';
import { reachChangesAt } from '../../workload/autoscaling/changes.ts';
import { isHpaAtTolerance, largest, proposeHpa } from '../../workload/autoscaling/hpa.ts';
import { isEvenWith, type MetricSample, proposeByMetric } from '../../workload/autoscaling/metric.ts';
import { isOn, type Plateau, type Plateaus, plateauOn, widen } from '../../workload/autoscaling/plateau.ts';
import type { Scaler } from '../../workload/autoscaling/scaler.ts';
import type { HpaSettings, TargetMetric } from '../../workload/autoscaling/settings.ts';
import {
  type Proposing,
  readsMetrics,
  rememberSyncs,
  type SyncMemory,
  surelyHold,
  takeSync,
} from '../../workload/autoscaling/sync.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { settleCalls } from '../call/lobby.ts';
import type { Sim } from '../note.ts';
import { settleInflow } from '../traffic/inflow.ts';
import {
  averageBounds,
  averageRate,
  type Counts,
  countsOf,
  type Measured,
  measuredOf,
  populationChangesAt,
  sampleOf,
} from './measure.ts';
import { performScaling } from './perform.ts';

/** A deployment that an HPA looks after. */
interface Watched {
  readonly world: World;
  readonly deployment: Deployment;
  readonly settings: HpaSettings;
  readonly memory: SyncMemory;
  readonly plateaus: Plateaus;
  readonly measured: Measured;
}

function watchedBy(sim: Sim, deployment: Deployment, { settings, memory }: Scaler): Watched {
  if (settings.loop !== 'hpa' || memory.loop !== 'hpa') throw new Error('no HPA looks after it');
  const { world } = sim;
  const { sync, plateaus } = memory;
  return { world, deployment, settings, memory: sync, plateaus, measured: measuredOf(world, deployment) };
}

/**
 * The sync of now.
 *
 * @returns when the next one may change something
 */
export function sync(sim: Sim, deployment: Deployment, scaler: Scaler): Instant {
  settleInflow(sim, deployment);
  settleCalls(sim, deployment);
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
  return sim.world.isLiteral || deployment.lobby !== null
    ? sim.now + settings.sync.period
    : nextSyncAt(watched, sim.now);
}

/** Remembers the proposals of syncs that were passed over, up to an instant: of the same state, by the load of their time. */
export function passSyncs(sim: Sim, deployment: Deployment, scaler: Scaler, until: Instant): void {
  const watched = watchedBy(sim, deployment, scaler);
  const { settings, memory } = watched;
  const passed = { after: scaler.evaluatedTo, until };
  rememberSyncs(settings.sync, memory, deployment.desired, proposingOf(watched), passed);
}

function samplesAt({ world, deployment, settings, measured }: Watched, now: Instant): readonly MetricSample[] {
  const { waiting } = deployment.inflow;
  return settings.metrics.map((metric) => {
    const perSecond = averageRate(deployment, metric, now);
    return sampleOf(world, measured, metric, countsOf(measured, metric, now), { perSecond, waiting, now });
  });
}

function nextSyncAt(watched: Watched, now: Instant): Instant {
  const { deployment, settings, memory, measured } = watched;
  const { period } = settings.sync;
  const limit = Math.min(
    now + farthest,
    populationChangesAt(measured, settings.metrics, now) ?? Number.POSITIVE_INFINITY,
    reachChangesAt(memory.changes, settings.sync, now) ?? Number.POSITIVE_INFINITY,
  );
  const { desired: current } = deployment;
  const proposing = proposingOf(watched);
  const holds = (from: Instant, until: Instant): boolean =>
    surelyHold(settings.sync, memory, current, proposing, { from, until });
  return firstDoubtful(period, now, limit, holds, guessedEnd(watched, now + period, limit) - period);
}

/** Up to when the flow probably stays where proposals are known. */
function guessedEnd(watched: Watched, from: Instant, limit: Instant): Instant {
  let end = Math.min(limit, from + day);
  for (const metric of watched.settings.metrics) {
    const plateau = plateauOf(watched, metric, countsOf(watched.measured, metric, from));
    end = leavesAt(watched.deployment.inflow.flow, plateau, from, end);
  }
  return end;
}

function plateauOf({ deployment, measured, plateaus }: Watched, metric: TargetMetric, counts: Counts): Plateau {
  const { counted, unready, missing, ready: countedReady } = counts;
  const { serving, ready } = measured;
  return plateauOn(plateaus, [metric, serving, deployment.desired, ready, counted, countedReady, unready, missing]);
}

/** As long as the clock alone changes nothing else: up to `populationChangesAt`. */
function proposingOf(watched: Watched): Proposing {
  const { settings, deployment } = watched;
  return {
    at: (sync) => proposeHpa(settings, deployment.desired, samplesAt(watched, sync)),
    between: (from, until) => proposalsBetween(watched, from, until),
  };
}

/** The least and the greatest proposal of a stretch; null where the extremes of the load do not speak for what lies between. */
function proposalsBetween(
  watched: Watched,
  from: Instant,
  until: Instant,
): { readonly least: number | null; readonly greatest: number | null } | null {
  const { world, deployment, settings, measured } = watched;
  const { metrics, sync } = settings;
  const { desired: current, inflow } = deployment;
  if (!readsMetrics(sync, current)) return { least: null, greatest: null };
  if (inflow.waiting > 0 || measured.lobby !== null) return null;
  const least: (number | null)[] = [];
  const greatest: (number | null)[] = [];
  for (const metric of metrics) {
    const counts = countsOf(measured, metric, from);
    if (!isEvenWith(current, counts)) return null;
    const wide = inflowBounds(inflow, Math.max(inflow.since, from - metric.interval - metric.window), until);
    if (wide.greatest > measured.ready * measured.serving.capacityPerSecond) return null;
    const bounds = averageBounds(deployment, metric, wide, from, until);
    const plateau = plateauOf(watched, metric, counts);
    const propose = (perSecond: number): number | null => {
      if (isOn(plateau, perSecond)) return current;
      const sample = sampleOf(world, measured, metric, counts, { perSecond, waiting: 0, now: from });
      const proposal = proposeByMetric(metric, sync.tolerated, current, sample);
      if (proposal === current) widen(plateau, perSecond);
      return proposal;
    };
    least.push(propose(bounds.least));
    greatest.push(propose(bounds.greatest));
  }
  return { least: largest(least, current), greatest: largest(greatest, current) };
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
