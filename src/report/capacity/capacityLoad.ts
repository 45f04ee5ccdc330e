/**
 * The capacity report's load figures: the demand of a workload, where it went, and its effect on the replicas.
 */
import type { Spells } from '../../engine/spells.ts';
import { type Duration, type Instant, isoFromInstant } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import { type AskedDeployment, askedWorkloads, loadsUpTo } from '../fold/loadCount.ts';
import { type Saturation, saturationOf, timeAt } from '../fold/saturation.ts';
import type { ScalePoint } from '../fold/scalePoints.ts';
import { type CountedDemand, countDemand } from '../load/demandCount.ts';
import type { LoadLines } from '../load/loadLines.ts';
import { type LoadTally, limitOf } from '../load/loadTally.ts';
import type { Losses } from '../load/losses.ts';
import type { Ramps } from '../load/ramps.ts';
import type { RequestTally } from '../load/requestTally.ts';
import type { ScalePressure } from '../load/scalePressure.ts';
import { decimalText } from '../words/numbers.ts';
import { type LatencyStatistics, latencyReport } from './capacityLatency.ts';
import { type LoadUse, loadUse } from './use.ts';

/** The demand of one workload, in all locations together: amounts (`fluid`), or single requests (`single`). */
export interface DemandReport {
  readonly gvc: string;
  readonly name: string;
  readonly arrivals: 'fluid' | 'single';
  /** Requests; those of all locations and the `unrouted` ones add up to it. Requests sent by hand are not included. */
  readonly offered: string;
  /** Requests of a location with an answer, of any status (`LoadReport`): `succeeded` and `failed` together. */
  readonly served: string;
  /** Requests whose answer is not an error. */
  readonly succeeded: string;
  readonly failed: string;
  /** Requests that found no location that answers. */
  readonly unrouted: string;
  /** Time in which some demand found no such location; null for single requests. */
  readonly unroutedMs: number | null;
  readonly unroutedFrom: string | null;
  /** Peak of the rate; null for single requests. */
  readonly peakPerSecond: string | null;
  readonly peakAt: string | null;
}

/** The load of one workload in one location. */
export interface LoadReport {
  readonly replicasOverTime: readonly ScalePoint[];
  /** Exceeds the number of points if `replicasOverTime` shows the least and the greatest counts of equal intervals. */
  readonly replicaChanges: number;
  /**
   * `offered` = `served` + `lost` + `waiting`, the last as of the end of the run (`fluid.overflow`).
   *
   * `served` requests have an answer of any status, like the `total` of single requests (`CallReport`). `failed` and
   * `byStatus` are as there: served requests whose answer is an error, by its status; absent if there are none. They
   * failed in all tries, took longer than callers wait or timed out in the queue (`timeout.from`), found no room
   * (`traffic.queue`), were held too long (`coldStart.hold`), or waited when no replica answered any more. `succeeded`
   * is the rest of the served ones. `lost` requests have no answer: they came beyond what can be answered, if that is
   * assumed (`fluid.overflow`). `retries`: all tries beyond the first.
   */
  readonly requests: {
    readonly offered: string;
    readonly served: string;
    readonly succeeded: string;
    readonly lost: string;
    readonly waiting: string;
    readonly failed: string;
    readonly retries: string;
    readonly byStatus?: { readonly [status: string]: string };
  };
  readonly peakPerSecond: string;
  readonly peakAt: string | null;
  /** Requests in the queue or held, weighted by time: the p99 over the time of the workload. */
  readonly waitingP99: string;
  readonly waitingPeak: { readonly requests: string; readonly at: string } | null;
  /** Time in which requests waited because no replica was ready. */
  readonly heldMs: number;
  /** Share of what the ready replicas can answer, over the time in which there are any; null if nothing limits them. */
  readonly utilisation: TimeStatistics | null;
  /** The same at each instant as a number of replicas: so many fully busy replicas would do the work. */
  readonly busyReplicas: TimeStatistics | null;
  /** From arrival to answer; null if no request has an answer. */
  readonly latencyMs: LatencyStatistics | null;
  /**
   * Only if there was too much to keep: percentiles of utilisation and use are those of classes of values, each at most
   * a 64th of them wide. Means, sums and maxima stay exact.
   */
  readonly percentiles?: 'classes';
}

export interface TimeStatistics {
  readonly mean: string;
  readonly p50: string;
  readonly p90: string;
  readonly p95: string;
  readonly p99: string;
  readonly max: string;
  /** The counted time, and the time of the run without a value. */
  readonly countedMs: number;
  readonly leftOutMs: number;
}

/** The reported load, the use of replicas for it, and the lost requests. */
export interface WorkloadLoad {
  readonly report: LoadReport;
  readonly use: LoadUse;
  readonly losses: Losses;
  /** While requests timed out in the queue. */
  readonly givingUp: Spells;
  /** What was lost or waited, by how many replicas were desired and ready. */
  readonly pressure: ScalePressure;
  /** The reported load over time; null: no chart is drawn. */
  readonly lines: LoadLines | null;
  /** Time in which all ready replicas were at their limit, and time in which requests waited. */
  readonly saturation: readonly Saturation[];
}

/** All demands that are amounts. */
export interface Loads {
  readonly demand: readonly DemandReport[];
  /** By workload, `gvc/workload/name`: when the first whole request had found no location that answers. */
  readonly firstUnrouted: ReadonlyMap<string, Instant>;
  /** By workload: requests whose callers did not find the locations that answered. */
  readonly undiscovered: ReadonlyMap<string, CountedDemand['undiscovered']>;
  readonly loads: ReadonlyMap<DeploymentChronicle, WorkloadLoad>;
}

/** Above it the formulas of latency give an order of magnitude. */
const trustedUtilisation = 0.8;

/**
 * The loads of every workload with demands that are amounts, in the order of names; the loads of its deployments are
 * found by their chronicles.
 */
export function loadsOf(chronicle: Chronicle, world: World, now: Instant): Loads {
  const loads = new Map<DeploymentChronicle, WorkloadLoad>();
  const { start } = chronicle.input;
  const firstUnrouted = new Map<string, Instant>();
  const undiscovered = new Map<string, CountedDemand['undiscovered']>();
  const demand = askedWorkloads(chronicle, world).map((workload) => {
    const { name, flows, deployments } = workload;
    let figures: LoadFigures | null = null;
    // One after the other: all pieces of all of them together could be too many to keep.
    for (const [one, tally] of loadsUpTo(workload, now, world)) {
      // Those that had the same load have the same tally.
      if (figures?.tally !== tally) figures = figuresOf(tally, { start, now, world });
      loads.set(one.heard, {
        report: loadReport(figures, one.heard, now),
        saturation: loadSaturations(tally, one, start),
        use: figures.use,
        losses: tally.backlog.losses,
        givingUp: tally.backlog.givingUp,
        pressure: tally.pressure,
        lines: tally.lines,
      });
    }
    const counted = countDemand(chronicle.demands.get(name), flows, now);
    if (counted.firstUnrouted !== null) firstUnrouted.set(name, counted.firstUnrouted);
    undiscovered.set(name, counted.undiscovered);
    return demandReport(
      name,
      counted,
      deployments.flatMap(({ heard }) => loads.get(heard)?.report ?? []),
    );
  });
  return { demand, firstUnrouted, undiscovered, loads };
}

/** Those of several parts of a run, in one. */
export function joinedLoads(parts: readonly Loads[]): Loads {
  return {
    demand: parts
      .flatMap(({ demand }) => demand)
      .sort((a, b) => (`${a.gvc}/workload/${a.name}` < `${b.gvc}/workload/${b.name}` ? -1 : 1)),
    firstUnrouted: new Map(parts.flatMap(({ firstUnrouted }) => [...firstUnrouted])),
    undiscovered: new Map(parts.flatMap(({ undiscovered }) => [...undiscovered])),
    loads: new Map(parts.flatMap(({ loads }) => [...loads])),
  };
}

function demandReport(workload: string, counted: CountedDemand, reports: readonly LoadReport[]): DemandReport {
  const [gvc = '', , name = ''] = workload.split('/');
  const { offered, unrouted, unroutedMs, unroutedFrom, peak } = counted;
  return {
    gvc,
    name,
    arrivals: 'fluid',
    offered: decimalText(offered),
    served: decimalText(reports.reduce((sum, { requests }) => sum + Number(requests.served), 0)),
    succeeded: decimalText(reports.reduce((sum, { requests }) => sum + Number(requests.succeeded), 0)),
    failed: decimalText(reports.reduce((sum, { requests }) => sum + Number(requests.failed), 0)),
    unrouted: decimalText(unrouted),
    unroutedMs,
    unroutedFrom: unroutedFrom === null ? null : isoFromInstant(unroutedFrom),
    peakPerSecond: decimalText(peak?.value ?? 0),
    peakAt: peak === null ? null : isoFromInstant(peak.at),
  };
}

interface RunView {
  readonly start: Instant;
  readonly now: Instant;
  readonly world: World;
}

/** What is reported of a tally, wherever the load was. */
interface LoadFigures {
  readonly tally: LoadTally;
  readonly use: LoadUse;
  readonly requests: LoadReport['requests'];
  readonly utilisation: TimeStatistics | null;
  readonly busyReplicas: TimeStatistics | null;
  readonly latencyMs: LatencyStatistics | null;
}

function figuresOf(tally: LoadTally, { start, now, world: { assumptions } }: RunView): LoadFigures {
  const { utilisation, busyReplicas } = tally;
  const runMs = now - start;
  const isSteady = (utilisation.percentile(99) ?? 0) <= trustedUtilisation;
  return {
    tally,
    use: loadUse(tally),
    requests: requestsReport(tally, assumptions),
    utilisation: statisticsOf(utilisation, runMs),
    busyReplicas: statisticsOf(busyReplicas, runMs),
    latencyMs: latencyReport(tally, runMs, isSteady ? tally.trust : 'rough'),
  };
}

function loadReport(
  { tally, requests, utilisation, busyReplicas, latencyMs }: LoadFigures,
  { points, replicas }: DeploymentChronicle,
  now: Instant,
): LoadReport {
  const { backlog, peak } = tally;
  return {
    replicasOverTime: points?.shown(now) ?? [],
    replicaChanges: points?.changes(now) ?? 0,
    requests,
    peakPerSecond: decimalText(peak?.value ?? 0),
    peakAt: peak === null ? null : isoFromInstant(peak.at),
    waitingP99: decimalText(waitingP99(tally, replicas.ready.total)),
    waitingPeak: waitingPeakReport(tally),
    heldMs: backlog.heldMs,
    utilisation,
    busyReplicas,
    latencyMs,
    ...(tally.isClassed ? { percentiles: 'classes' } : {}),
  };
}

/** The requests of a load, as its report has them. */
export function requestsReport(
  { offered, backlog: { waiting, losses }, retries }: RequestTally,
  assumptions: World['assumptions'],
): LoadReport['requests'] {
  const byStatus = losses.byStatus(assumptions);
  return {
    offered: decimalText(offered),
    served: decimalText(offered - losses.lost - waiting),
    succeeded: decimalText(Math.max(0, offered - losses.lost - waiting - losses.failed)),
    lost: decimalText(losses.lost),
    waiting: decimalText(waiting),
    failed: decimalText(losses.failed),
    retries: decimalText(retries),
    ...(byStatus.length === 0
      ? {}
      : { byStatus: Object.fromEntries(byStatus.map(([status, requests]) => [status, decimalText(requests)])) }),
  };
}

/** The most that waited at once, as a report has it; null: nothing ever waited. */
export function waitingPeakReport({ backlog: { peak } }: RequestTally): LoadReport['waitingPeak'] {
  return peak === null ? null : { requests: decimalText(peak.value), at: isoFromInstant(peak.at) };
}

/** Of the whole time in which the workload was there: in most of it nobody waits. */
function waitingP99({ waiting }: LoadTally, total: Duration): number {
  const ease = total - waiting.total;
  const rest = total * 0.99 - ease;
  return rest <= 0 || waiting.total === 0 ? 0 : (waiting.percentile((rest / waiting.total) * 100) ?? 0);
}

/**
 * One row for what limits the replicas, whether it was reached or not, and one for the line; none of what never limits.
 */
function loadSaturations(
  { full, lined }: LoadTally,
  { servings, unasked }: AskedDeployment,
  start: Instant,
): Saturation[] {
  const last = servings.at(-1)?.serving ?? unasked;
  const rows: Saturation[] = [];
  for (const limit of ['processor', 'maxConcurrency'] as const) {
    const isLimit = last !== null && Number.isFinite(last.capacityPerSecond) && limitOf(last) === limit;
    const value = limit === 'processor' ? null : (last?.maxConcurrency ?? null);
    if (isLimit || full[limit].total > 0) rows.push(saturationOf(limit, value, timeAt(full[limit]), start));
  }
  rows.push(saturationOf('line', null, timeAt(lined), start));
  return rows;
}

function statisticsOf(course: Ramps, runMs: Duration): TimeStatistics | null {
  const { mean, max } = course;
  if (mean === null || max === null) return null;
  const percentile = (percent: number): string => decimalText(course.percentile(percent) ?? 0);
  return {
    mean: decimalText(mean),
    p50: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
    p99: percentile(99),
    max: decimalText(max),
    countedMs: Math.round(course.total),
    leftOutMs: Math.max(0, Math.round(runMs - course.total)),
  };
}
