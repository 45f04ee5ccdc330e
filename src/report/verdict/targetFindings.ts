/**
 * Findings about targets of cpu and memory that autoscaling cannot follow: one that idle use reaches, and one that full
 * replicas do not exceed.
 */

import { grouped } from '../../engine/grouped.ts';
import { isoFromInstant } from '../../engine/time.ts';
import { cpuBaseOf, fullPercentOf } from '../../platform/autoscaling/cpuBase.ts';
import {
  bandAround,
  compareRatios,
  type Ratio,
  ratioFromDecimal,
  timesDown,
} from '../../platform/autoscaling/ratio.ts';
import type { TargetMetric } from '../../platform/autoscaling/settings.ts';
import { servingOf } from '../../platform/traffic/serving.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { World } from '../../platform/world.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { Loads } from '../capacity/capacityLoad.ts';
import { sumOf } from '../capacity/use.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import { countText, durationText, shortNumber } from '../words/format.ts';
import { deploymentsByName, isStated, optionsPath } from './changePath.ts';
import { elsewhereText } from './elsewhereText.ts';
import type { ReportFinding } from './reportFinding.ts';

/** Idle use of one replica beside the target of the metric that it keeps up. */
export interface IdleUse {
  readonly metric: TargetMetric;
  /** Whole percent of the limit, or of the reserve (`hpa.cpu.base`), as autoscaling measures it. */
  readonly percent: number;
  /** Whether it asks for more replicas, at each sync; else it only keeps those that there are. */
  readonly asksForMore: boolean;
  /** The lowest target, in whole percent, with which idle use is below the tolerance; above 100: no target is. */
  readonly leastTarget: number;
}

/**
 * One for each workload that can never scale down, because the idle use of its replicas alone is above the target of
 * cpu or memory, or within the tolerance around it (`hpa.tolerance`, its lower end included). Idle use is that of the
 * end of the run.
 */
export function idleTargetFindings({ deployments }: Pick<Chronicle, 'deployments'>, world: World): ReportFinding[] {
  const byName = deploymentsByName(world);
  const all = [...deployments].flatMap(([subject, heard]) => {
    const deployment = byName.get(subject);
    const idle = deployment === undefined || isTooYoung(heard, world) ? null : idleUseOf(deployment, world);
    return deployment === undefined || idle === null ? [] : [{ subject, heard, deployment, idle }];
  });
  return [...grouped(all, ({ heard: { place } }) => `${place.gvc}/${place.name}`)].flatMap(([, of]) => {
    const [first] = of;
    if (first === undefined) return [];
    const { subject, heard, deployment, idle } = first;
    const { metric, percent, asksForMore, leastTarget } = idle;
    const { minScale } = deployment.options;
    const where = asksForMore ? 'is above its target' : 'is within the tolerance around its target';
    const effect = asksForMore
      ? 'each sync asks for more replicas, and the count never falls'
      : 'the count never falls';
    const mean = heard.replicas.desired.mean ?? 0;
    const cost =
      mean > minScale
        ? `; ${shortNumber(mean)} replicas were desired on average (minScale ${countText(minScale)})`
        : '';
    const path = optionsPath(deployment, world);
    const base = baseText(metric, world);
    const remedy = `raise the ${base}`;
    const advice = leastTarget > 100 ? remedy : `set the target to at least ${countText(leastTarget)}, or ${remedy}`;
    const isMulti = deployment.options.metric === 'multi';
    return [
      {
        severity: 'warning',
        kind: 'idle-above-target',
        subject,
        message: `idle use alone (${countText(percent)} % of the ${base}) ${where} of ${shortNumber(metric.targetMilli / 1_000)}: ${effect}, with or without requests${cost}; ${advice}${elsewhereText(of.length - 1)}`,
        at: heard.openedAt === null ? null : isoFromInstant(heard.openedAt),
        rule: 'hpa.tolerance',
        change: [isMulti ? `${path}.autoscaling.multi` : `${path}.autoscaling.target`],
      },
    ];
  });
}

/** Whether replicas were desired for no longer than the time between two syncs of autoscaling. */
function isTooYoung({ replicas: { desired } }: DeploymentChronicle, { assumptions }: World): boolean {
  return desired.total <= assumptions['hpa.sync'];
}

/** The metric that idle use keeps up the most; null: none, or nothing moves the count. */
export function idleUseOf({ options, behaviour, settings }: Deployment, { assumptions }: World): IdleUse | null {
  const { autoscaling } = options;
  if (options.suspend || autoscaling?.loop !== 'hpa' || autoscaling.sync.minScale >= autoscaling.sync.maxScale)
    return null;
  const { least, greatest } = bandAround(assumptions['hpa.tolerance']);
  const uses = autoscaling.metrics.flatMap((metric): IdleUse[] => {
    if (metric.metric !== 'cpu' && metric.metric !== 'memory') return [];
    const of = metric.metric === 'cpu' ? 'cpuMillicores' : 'memoryBytes';
    const limit = sumOf({ settings }, of);
    const used = Math.min(limit, behaviour[of] ?? 0);
    const whole = metric.metric === 'cpu' ? cpuBaseOf(settings.containers, assumptions) : limit;
    if (whole === 0 || used === 0) return [];
    const percent = timesDown(100, { part: Math.floor(used), whole });
    const ratio: Ratio = { part: 1_000 * percent, whole: metric.targetMilli };
    if (compareRatios(ratio, least) < 0) return [];
    // percent / target < least, for the first whole target.
    const leastTarget = Math.floor((percent * least.whole) / least.part) + 1;
    return [{ metric, percent, asksForMore: compareRatios(ratio, greatest) > 0, leastTarget }];
  });
  const [most] = uses.sort((a, b) => b.percent * a.metric.targetMilli - a.percent * b.metric.targetMilli);
  return most ?? null;
}

/**
 * One for each workload whose replicas were fully busy for longer than a sync and that could not scale up, because
 * 100 % utilisation is within the tolerance around the target of cpu (`hpa.tolerance`, its upper end included), as it
 * is for the default target: of the location where that took the longest.
 */
export function unreachedTargetFindings(
  { workloads }: Pick<Capacity, 'workloads'>,
  { deployments }: Pick<Chronicle, 'deployments'>,
  { loads }: Pick<Loads, 'loads'>,
  world: World,
): ReportFinding[] {
  const byName = deploymentsByName(world);
  const sync = world.assumptions['hpa.sync'];
  const all = workloads.flatMap((one) => {
    const subject = `${one.gvc}/workload/${one.name}@${one.location}`;
    const [deployment, heard] = [byName.get(subject), deployments.get(subject)];
    const full = one.saturation.find(({ limit }) => limit === 'processor');
    const target = deployment === undefined ? null : unreachedTarget(deployment, world);
    if (deployment === undefined || heard === undefined || full === undefined || target === null) return [];
    return full.longestMs > sync ? [{ subject, one, deployment, heard, full, target }] : [];
  });
  return [...grouped(all, ({ one: { gvc, name } }) => `${gvc}/${name}`)].flatMap(([, of]): ReportFinding[] => {
    const most = of.reduce((best, each) => (each.full.ms > best.full.ms ? each : best));
    const { subject, deployment, heard, full, target } = most;
    const unserved = loads.get(heard)?.losses.unserved ?? 0;
    const cost = unserved >= 0.5 ? `; ${shortNumber(unserved, 0)} requests were not served` : '';
    const isDefault = !isStated('target', deployment, world);
    const fullPercent = fullPercentOf(deployment.settings.containers, world.assumptions);
    const highest = highestTarget(fullPercent, world);
    const longest =
      full.count > 1 ? ` (${countText(full.count)} times, the longest ${durationText(full.longestMs)})` : '';
    return [
      {
        severity: 'warning',
        kind: 'target-never-exceeded',
        subject,
        message: `its replicas were fully busy for ${durationText(full.ms)}${longest} and autoscaling added none: ${countText(fullPercent)} % of the ${baseText({ metric: 'cpu' }, world)} is within the tolerance around ${isDefault ? 'the default target' : 'its target'} of ${shortNumber(target / 1_000)}${cost}; set the target to at most ${countText(highest)}${elsewhereText(of.length - 1)}`,
        at: full.firstAt,
        rule: 'hpa.tolerance',
        ...(isDefault ? { rules: ['fields.defaults.target'] } : {}),
        lastedMs: full.ms,
        change: [`${optionsPath(deployment, world)}.autoscaling.target=${highest}`],
      },
    ];
  });
}

/**
 * The target of cpu, in thousandths of a percent, that full replicas never exceed; null: they may, or nothing scales.
 */
export function unreachedTarget(
  { options: { autoscaling, suspend }, settings }: Deployment,
  { assumptions }: World,
): number | null {
  if (suspend || autoscaling?.loop !== 'hpa' || autoscaling.sync.minScale >= autoscaling.sync.maxScale) return null;
  const { greatest } = bandAround(assumptions['hpa.tolerance']);
  const [only, ...others] = autoscaling.metrics;
  if (only?.metric !== 'cpu' || others.length > 0) return null;
  const fullMilli = 1_000 * fullPercentOf(settings.containers, assumptions);
  return compareRatios({ part: fullMilli, whole: only.targetMilli }, greatest) <= 0 ? only.targetMilli : null;
}

/**
 * The target of autoscaling that goes by `rps` alone, and what a full replica answers, in requests a second, if that is
 * no more: then too few replicas are asked for. Null: it is more, or nothing limits a replica.
 */
export function targetAboveFull(
  deployment: Deployment,
  { assumptions }: World,
): { readonly target: number; readonly full: number } | null {
  const { options, behaviour } = deployment;
  const target = rpsTarget(deployment);
  const containers = deployment.revisions.at(-1)?.settings.containers;
  if (target === null || containers === undefined || behaviour.request === undefined) return null;
  const { capacityPerSecond: full } = servingOf(behaviour.request, behaviour, { ...options, containers }, assumptions);
  return full <= target ? { target, full } : null;
}

/** Requests a second that one replica is meant to carry; null: autoscaling goes by something else too. */
function rpsTarget({ options: { autoscaling } }: Deployment): number | null {
  if (autoscaling?.loop === 'kpa') return autoscaling.metric === 'rps' ? autoscaling.targetMilli / 1_000 : null;
  if (autoscaling?.loop !== 'hpa' || autoscaling.metrics.length > 1) return null;
  const [only] = autoscaling.metrics;
  return only?.metric === 'rps' ? only.targetMilli / 1_000 : null;
}

/** The highest target, in whole percent, that full replicas exceed by more than the tolerance. */
function highestTarget(fullPercent: number, { assumptions }: World): number {
  const { part, whole } = ratioFromDecimal(assumptions['hpa.tolerance']);
  return Math.ceil((fullPercent * whole) / (whole + part)) - 1;
}

/** What utilisation is a share of (`hpa.cpu.base`). */
function baseText({ metric }: Pick<TargetMetric, 'metric'>, { assumptions }: World): string {
  return metric === 'cpu' && assumptions['hpa.cpu.base'] === 'reserve' ? 'reserved cpu' : `${metric} limit`;
}
