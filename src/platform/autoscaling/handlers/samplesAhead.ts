/**
 * Look-ahead for the HPA and KEDA, the samples: what the metrics of a deployment propose at past and future syncs while
 * only the load changes.
 *
 * With it `../sync.ts` skips syncs that surely hold; `test/laws/lookAhead.test.ts` guards it.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import { inflowLeavesAt, inflowStaysBelow, servesAlikeSince } from '../../traffic/inflow.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { largest } from '../hpa.ts';
import { isEvenWith, type MetricSample, proposeByMetric } from '../metric.ts';
import { isOn, type Plateau, type Plateaus, plateauOn, widen } from '../plateau.ts';
import type { HpaSettings, TargetMetric } from '../settings.ts';
import { type MetricExtremes, type Proposing, readsMetrics } from '../sync.ts';
import {
  averageBounds,
  averageRate,
  type Counts,
  countsOf,
  isSampled,
  type Measured,
  measuredOf,
  populationChangesAt,
  sampleOf,
  servedIn,
} from './measure.ts';

/** The replicas that count in each metric, over a time in which the clock alone does not change them. */
interface Census {
  readonly from: Instant;
  /** Excluded; Infinity: for ever. */
  readonly until: Instant;
  /** In the order of the metrics. */
  readonly of: readonly Counted[];
}

interface Counted {
  readonly metric: TargetMetric;
  readonly counts: Counts;
  /** null: more load may propose less. */
  readonly plateau: Plateau | null;
  /** The average asked for last, and of which sync. */
  ratedAt: Instant | null;
  perSecond: number;
}

/** Made for one evaluation: what it rests on must not change while it is asked. */
export class Outlook implements Proposing {
  private readonly world: World;
  private readonly deployment: Deployment;
  private readonly settings: HpaSettings;
  private readonly plateaus: Plateaus;
  private readonly measured: Measured;
  /** The one asked for last. */
  private census: Census | null = null;
  /** The sync asked for last, and what it proposes. */
  private askedAt: Instant | null = null;
  private proposal: number | null = null;

  constructor(sim: Sim, deployment: Deployment, settings: HpaSettings, plateaus: Plateaus) {
    this.world = sim.world;
    this.deployment = deployment;
    this.settings = settings;
    this.plateaus = plateaus;
    this.measured = measuredOf(sim, deployment);
  }

  /** Up to when the clock alone changes nothing of who counts; excluded, Infinity: for ever. */
  changesAfter(at: Instant): Instant {
    return this.censusAt(at).until;
  }

  samplesAt(sync: Instant): readonly (MetricSample | null)[] {
    return this.censusAt(sync).of.map((one) => this.sampleAt(one, this.rateAt(one, sync), sync));
  }

  at(sync: Instant): number | null {
    if (this.askedAt !== sync) {
      this.proposal = this.proposalAt(sync);
      this.askedAt = sync;
    }
    return this.proposal;
  }

  private proposalAt(sync: Instant): number | null {
    const { desired: current } = this.deployment;
    if (!readsMetrics(this.settings.sync, current)) return null;
    const proposals: (number | null)[] = [];
    for (const one of this.censusAt(sync).of) proposals.push(this.proposed(one, this.rateAt(one, sync), sync));
    return largest(proposals, current);
  }

  between(from: Instant, until: Instant): MetricExtremes | null {
    const { deployment, settings, measured } = this;
    const { desired: current, inflow } = deployment;
    if (!readsMetrics(settings.sync, current)) return nothing;
    const census = this.censusAt(from);
    if (until >= census.until) return null;
    const least: (number | null)[] = [];
    const greatest: (number | null)[] = [];
    for (const one of census.of) {
      const { metric, plateau } = one;
      if (plateau === null || !this.isPlain(metric, from)) return null;
      // What is measured, and all that came since the sync before.
      const seenFrom = Math.max(inflow.since, from - Math.max(metric.interval + metric.window, settings.sync.period));
      if (!inflowStaysBelow(inflow, capacityOf(measured), seenFrom, until)) return null;
      if (from === until) continue;
      const bounds = averageBounds(deployment, metric, from, until);
      least.push(this.proposed(one, bounds.least, from));
      greatest.push(this.proposed(one, bounds.greatest, from));
    }
    if (from === until) {
      const proposal = this.at(from);
      return { least: proposal, greatest: proposal };
    }
    return { least: largest(least, current), greatest: largest(greatest, current) };
  }

  /**
   * As long as the same replicas count, and what comes stays where the count is known to be right, and can be answered.
   */
  steadyUntil(after: Instant, limit: Instant): Instant {
    const { inflow } = this.deployment;
    const census = this.censusAt(after);
    let until = Math.min(limit, census.until - 1);
    for (const { metric, plateau } of census.of) {
      if (plateau === null || !this.isPlain(metric, after)) return after;
      // The newest sample is up to an interval old.
      const seenFrom = after + 1 - metric.interval - metric.window;
      if (seenFrom < inflow.flowSince && inflow.flowSince > inflow.since) return after;
      const range = { least: plateau.least, greatest: Math.min(plateau.greatest, capacityOf(this.measured)) };
      until = inflowLeavesAt(inflow, range, Math.max(seenFrom, inflow.since), until);
    }
    return Math.max(after, until);
  }

  private rateAt(one: Counted, sync: Instant): number {
    if (one.ratedAt !== sync) {
      one.perSecond = averageRate(this.deployment, one.metric, sync);
      one.ratedAt = sync;
    }
    return one.perSecond;
  }

  private proposed(one: Counted, perSecond: number, sync: Instant): number | null {
    const { metric, plateau } = one;
    const { desired: current } = this.deployment;
    const isKnown = plateau !== null && this.isPlain(metric, sync);
    if (isKnown && isOn(plateau, perSecond)) return current;
    const sample = this.sampleAt(one, perSecond, sync);
    const proposal = proposeByMetric(metric, this.settings.sync.tolerated, current, sample);
    if (isKnown && proposal === current) widen(plateau, perSecond);
    return proposal;
  }

  /**
   * Whether the load alone decides from a sync on, so that it may be asked about ahead: the metric has a value, nothing
   * waits, no call came one by one, and replicas do the same for all requests that are measured.
   */
  private isPlain(metric: TargetMetric, sync: Instant): boolean {
    const { inflow } = this.deployment;
    if (inflow.waiting > 0 || this.measured.waitingLine !== null || !isSampled(inflow, metric, sync)) return false;
    return this.isAlike(metric, sync);
  }

  /** Whether replicas do the same for all requests that are measured from a sync on. */
  private isAlike({ interval, window }: TargetMetric, sync: Instant): boolean {
    return servesAlikeSince(this.deployment.inflow, sync - interval - window);
  }

  /** null: the metric has no value yet. */
  private sampleAt({ metric, counts }: Counted, perSecond: number, now: Instant): MetricSample | null {
    const { inflow } = this.deployment;
    if (!isSampled(inflow, metric, now)) return null;
    const served = this.isAlike(metric, now) ? null : servedIn(this.deployment, this.measured, metric, now);
    return sampleOf(this.world, this.measured, metric, counts, { perSecond, waiting: inflow.waiting, now, served });
  }

  private censusAt(at: Instant): Census {
    const { census } = this;
    if (census !== null && census.from <= at && at < census.until) return census;
    const { settings, deployment, plateaus, measured } = this;
    const { desired: current } = deployment;
    const { serving, ready: answering } = measured;
    const of: Counted[] = [];
    for (const metric of settings.metrics) {
      const counts = countsOf(measured, metric, at);
      const { counted, unready, missing, ready, allowed } = counts;
      const { counted: most, unready: mostUnready, missing: mostMissing } = allowed;
      const plateau = isEvenWith(current, counts)
        ? plateauOn(
            plateaus,
            metric,
            serving,
            current,
            answering,
            counted,
            ready,
            unready,
            missing,
            most,
            mostUnready,
            mostMissing,
          )
        : null;
      of.push({ metric, counts, plateau, ratedAt: null, perSecond: 0 });
    }
    const until = populationChangesAt(measured, settings.metrics, at) ?? Number.POSITIVE_INFINITY;
    this.census = { from: at, until, of };
    return this.census;
  }
}

const nothing: MetricExtremes = { least: null, greatest: null };

/** Requests per second that can be answered. */
function capacityOf({ ready, serving }: Measured): number {
  return ready * serving.capacityPerSecond;
}
