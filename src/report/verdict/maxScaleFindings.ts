/**
 * Findings about workloads at maxScale: for how long, why, and what it cost.
 */

import { grouped } from '../../engine/grouped.ts';
import { hour, isoFromInstant, minute } from '../../engine/time.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { World } from '../../platform/world.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { Loads } from '../capacity/capacityLoad.ts';
import type { WorkloadCapacity } from '../capacity/capacityWorkloads.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import type { Saturation } from '../fold/saturation.ts';
import type { RequestPressure } from '../load/scalePressure.ts';
import { countText, durationText, isSmallPart, shortNumber } from '../words/format.ts';
import { pressureAt } from './atMaxScale.ts';
import { deploymentsByName, optionsPath } from './changePath.ts';
import { elsewhereText } from './elsewhereText.ts';
import type { ReportFinding } from './reportFinding.ts';
import { idleUseOf } from './targetFindings.ts';

/**
 * A finding needs `atMaxShare` of the time and `atMaxLeast` in total, or `atMaxStretch` without a break. A shorter time
 * at maxScale is a peak that autoscaling is made for, unless requests were not served meanwhile: then it needs more
 * than one sync without a break.
 */
const atMaxShare = 0.1;
const atMaxLeast = 10 * minute;
const atMaxStretch = hour;

interface AtMax {
  readonly one: WorkloadCapacity;
  /** Of the maxScale under which it was there the longest. */
  readonly most: Saturation;
  /** What it cost; null: not known. */
  readonly cost: RequestPressure | null;
}

/** One for each workload that was at maxScale for long, or lost requests there: of the location with the most time. */
export function maxScaleFindings(
  { workloads }: Pick<Capacity, 'workloads'>,
  chronicle: Pick<Chronicle, 'deployments'>,
  { loads }: Pick<Loads, 'loads'>,
  world: World,
): ReportFinding[] {
  const deployments = deploymentsByName(world);
  const sync = world.assumptions['hpa.sync'];
  const all = workloads.flatMap((one): AtMax[] => {
    const heard = chronicle.deployments.get(`${one.gvc}/workload/${one.name}@${one.location}`);
    const reached = one.saturation.flatMap((row): AtMax[] => {
      if (row.limit !== 'maxScale' || row.ms === 0) return [];
      const cost = heard === undefined || row.value === null ? null : pressureAt(row.value, heard, loads);
      const isFound = isLong(row, one.time.countedMs) || (row.longestMs > sync && isCostly(cost, one));
      return isFound ? [{ one, most: row, cost }] : [];
    });
    return reached.length === 0 ? [] : [longestOf(reached)];
  });
  return [...grouped(all, ({ one: { gvc, name } }) => `${gvc}/workload/${name}`)].map(([workload, of]) => {
    const { one, most, cost } = longestOf(of);
    const subject = `${workload}@${one.location}`;
    const deployment = deployments.get(subject);
    const share = `${shortNumber((100 * most.ms) / one.time.countedMs, 0)} % of the time`;
    const longest =
      most.count > 1 ? ` (${countText(most.count)} times, the longest ${durationText(most.longestMs)})` : '';
    const message = `at maxScale (${countText(most.value ?? 0)}) for ${durationText(most.ms)}, ${share}${longest}${metricText(deployment)}${busyText(one)}${costText(cost, one)}${elsewhereText(of.length - 1)}`;
    const began = firstEntry(most, chronicle.deployments.get(subject));
    return {
      severity: 'warning',
      kind: 'at-max-scale',
      subject,
      message,
      at: most.firstAt,
      rule: 'WL-18',
      lastedMs: most.ms,
      ...(began === null ? {} : { cause: began }),
      ...(deployment === undefined ? {} : { change: [changeOf(deployment, world)] }),
    };
  });
}

function longestOf(all: readonly AtMax[]): AtMax {
  return all.reduce((best, each) => (each.most.ms > best.most.ms ? each : best));
}

function isLong({ ms, longestMs }: Saturation, countedMs: number): boolean {
  return longestMs >= atMaxStretch || (ms >= atMaxLeast && ms >= atMaxShare * countedMs);
}

/** Whether more than a small part of the requests was not served meanwhile, and at least one. */
function isCostly(cost: RequestPressure | null, { load, calls }: WorkloadCapacity): boolean {
  const offered = Number(load?.requests.offered ?? 0) + (calls?.total ?? 0);
  return cost !== null && cost.unserved >= 1 && !isSmallPart(cost.unserved, offered);
}

/** The entry that set the count to maxScale for the first time; null if the run began there. */
function firstEntry(
  { firstAt }: Saturation,
  heard: DeploymentChronicle | undefined,
): NonNullable<ReportFinding['cause']> | null {
  if (firstAt === null || heard === undefined || heard.openedAt === null) return null;
  return firstAt > isoFromInstant(heard.openedAt) ? { type: 'deployment.scaled', at: firstAt } : null;
}

/** `: the metric memory (target 80) asks for at least that many`: the metric at the end; '' for a deleted workload. */
function metricText(deployment: Deployment | undefined): string {
  if (deployment === undefined) return '';
  const { metric, autoscaling } = deployment.options;
  const of = autoscaling?.loop === 'hpa' ? autoscaling.metrics.find((one) => one.metric === metric) : undefined;
  const target = of === undefined ? '' : ` (target ${shortNumber(of.targetMilli / 1_000)})`;
  return `: the metric ${metric}${target} asks for at least that many`;
}

/** The limit; but a target that idle use exceeds would take any number of replicas. */
function changeOf(deployment: Deployment, world: World): string {
  const isIdle = idleUseOf(deployment, world)?.asksForMore === true;
  return `${optionsPath(deployment, world)}.autoscaling.${isIdle ? 'target' : 'maxScale'}`;
}

/** How busy those replicas were. */
function busyText({ load, calls }: WorkloadCapacity): string {
  if (load === null && calls === null) return ', although no request arrived';
  if (load?.utilisation == null) return '';
  return `; mean utilisation of its replicas ${shortNumber(100 * Number(load.utilisation.mean))} %`;
}

/** `; meanwhile 2,087 requests were not served, and requests waited during 4m`; '' without requests. */
function costText(cost: RequestPressure | null, { load, calls }: WorkloadCapacity): string {
  if (cost === null || (load === null && calls === null)) return '';
  const { unserved, waited, waitedMs } = cost;
  const lost = unserved >= 0.5 ? `${shortNumber(unserved, 0)} requests were not served` : '';
  const waits = [
    ...(waited > 0 ? [`${countText(waited)} requests waited`] : []),
    ...(waitedMs > 0 ? [`requests waited during ${durationText(waitedMs)}`] : []),
  ];
  const parts = [...(lost === '' ? [] : [lost]), ...waits];
  return parts.length === 0 ? '; no request was lost or waited meanwhile' : `; meanwhile ${parts.join(', and ')}`;
}
