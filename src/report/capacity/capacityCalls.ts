/**
 * The capacity report's figures of single requests.
 */

import { grouped } from '../../engine/grouped.ts';
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { deploymentAt, nameOfLink, type World } from '../../platform/world.ts';
import type { CallChronicle } from '../fold/callChronicle.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { ScalePoint, ScalePoints } from '../fold/scalePoints.ts';
import { decimalText } from '../words/numbers.ts';
import type { DemandReport } from './capacityLoad.ts';

/**
 * Ended requests of one workload in one location: those with an answer, of any status. Times in ms; percentiles by
 * request, the nearest rank.
 */
export interface CallReport {
  readonly total: number;
  /** With a status below 400. */
  readonly succeeded: number;
  /** With a status of 400 or more. */
  readonly failed: number;
  /** Requests that found no replica and were held for one. */
  readonly held: number;
  /** Tries beyond the first. */
  readonly retries: number;
  readonly byStatus: { readonly [status: string]: number };
  readonly latencyMs: {
    readonly mean: string;
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
    readonly max: number;
  };
  /** Mean time in the queue, or held. */
  readonly waitedMs: string;
  /** The p99 of the waiting time by request. */
  readonly waitedP99Ms: number;
  /** Points as those of a load; empty if the workload has no demand but only a probe. */
  readonly replicasOverTime: readonly ScalePoint[];
  readonly replicaChanges: number;
}

/**
 * The figures of single requests; null if none has ended.
 *
 * @param points null: the workload has no demand
 */
export function callReport(calls: CallChronicle, points: ScalePoints | null, now: Instant): CallReport | null {
  const { total, failed, held, retries, latencySum, waitedSum, byStatus } = calls;
  if (total === 0) return null;
  const at = (percent: number): number => calls.percentile(percent) ?? 0;
  return {
    total,
    succeeded: total - failed,
    failed,
    held,
    retries,
    byStatus: Object.fromEntries([...byStatus].sort(([a], [b]) => a - b)),
    latencyMs: { mean: decimalText(latencySum / total), p50: at(50), p90: at(90), p99: at(99), max: at(100) },
    waitedMs: decimalText(waitedSum / total),
    waitedP99Ms: calls.waitedPercentile(99) ?? 0,
    replicasOverTime: points?.shown(now) ?? [],
    replicaChanges: points?.changes(now) ?? 0,
  };
}

/**
 * The single requests for each workload, in the order of names; requests under way at the end count as offered, too.
 */
export function callDemands(chronicle: Chronicle, world: World): DemandReport[] {
  const underWay = callsUnderWay(world);
  const asked = chronicle.input.demand.filter(({ arrivals }) => arrivals.kind === 'single');
  const deployments = grouped(chronicle.deployments.values(), ({ place }) => `${place.gvc}/workload/${place.name}`);
  return [...new Set(asked.map(({ to }) => to))].sort().map((workload): DemandReport => {
    const [gvc = '', , name = ''] = workload.split('/');
    const heard = deployments.get(workload) ?? [];
    const served = heard.reduce((sum, { calls }) => sum + calls.asked, 0);
    const failed = heard.flatMap(({ calls }) => calls.failuresAsked).reduce((sum, { count }) => sum + count, 0);
    const stray = chronicle.stray.get(workload);
    const unrouted = stray?.asked ?? 0;
    const unroutedFrom =
      stray === undefined || unrouted === 0 ? null : Math.min(...stray.failuresAsked.map(({ from }) => from));
    return {
      gvc,
      name,
      arrivals: 'single',
      offered: decimalText(served + unrouted + (underWay.get(workload) ?? 0)),
      served: decimalText(served),
      succeeded: decimalText(served - failed),
      failed: decimalText(failed),
      unrouted: decimalText(unrouted),
      unroutedMs: null,
      unroutedFrom: unroutedFrom === null ? null : isoFromInstant(unroutedFrom),
      peakPerSecond: null,
      peakAt: null,
    };
  });
}

/** By workload, those of demands. */
function callsUnderWay(world: World): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { deployment, followed } of world.calls.values()) {
    if (followed !== null) continue;
    const name = nameOfLink(deploymentAt(world, deployment).workload);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
