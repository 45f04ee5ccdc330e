/**
 * The capacity report's figures of load: what was asked of a workload, where it went, and what that did to its replicas.
 */
import { type Instant, isoFromInstant } from '../engine/time.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import { flowBetween } from '../platform/traffic/flow.ts';
import type { ServingSince } from '../platform/traffic/inflow.ts';
import type { Trust } from '../platform/traffic/trust.ts';
import { nameOfLink, type World } from '../platform/world.ts';
import type { Chronicle } from './chronicle.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import { type FlowSince, firstRequestAt, LoadFlows, type Peak, peakBetween } from './loadFlow.ts';
import { LoadTally } from './loadTally.ts';
import { decimalText } from './numbers.ts';
import type { Ramps } from './ramps.ts';
import type { ScaleCourse, ScalePoint } from './scaleCourse.ts';

/** What was asked of one workload by demands that are amounts, in all locations together. */
export interface DemandReport {
  readonly gvc: string;
  readonly name: string;
  /** Requests; those of all locations and the `unrouted` ones add up to it. */
  readonly offered: string;
  /** Requests that found no location that answers. */
  readonly unrouted: string;
  /** Time in which there was none for some demand. */
  readonly unroutedMs: number;
  readonly unroutedFrom: string | null;
  readonly peakPerSecond: string;
  readonly peakAt: string | null;
}

/** The load of one workload in one location. */
export interface LoadReport {
  readonly replicasOverTime: readonly ScalePoint[];
  /** More than there are points: `replicasOverTime` shows the least and the greatest counts of equal stretches of time. */
  readonly replicaChanges: number;
  /**
   * `offered` = `served` + `lost` + `waiting`, the last as of the end of the run (`fluid.overflow`). `failed` are those of `served` whose answer was
   * a failure in spite of all tries, or that took longer than callers wait; `retries` all tries beyond the first. `byStatus`: of the failed ones those
   * that found no room (`traffic.queue`), or were given up as more came than could be answered (`timeout.from`); absent where there are none.
   */
  readonly requests: {
    readonly offered: string;
    readonly served: string;
    readonly lost: string;
    readonly waiting: string;
    readonly failed: string;
    readonly retries: string;
    readonly byStatus?: { readonly [status: string]: string };
  };
  readonly peakPerSecond: string;
  readonly peakAt: string | null;
  readonly waitingPeak: { readonly requests: string; readonly at: string } | null;
  /** Time in which requests waited because no replica was ready. */
  readonly heldMs: number;
  /** Of what the ready replicas can answer, over the time in which there are any; null where nothing limits them. */
  readonly utilisation: TimeStatistics | null;
  /**
   * The mean from arrival to answer in ms (`fluid.latency`), over the time in which requests come that are answered, or were held for a replica that
   * came (`coldStart.hold`): p99 is exceeded in one hundredth of the time, not by one hundredth of the requests. `steady`: theory is exact, as far as
   * requests come at random, as the utilisation stays below 0.8 for 99 hundredths of the time and nothing waits for long; `approximate`: so it does, but
   * a wait goes by a rule of thumb: for one of several places, or for a processor of several to which requests are given by turns
   * (`traffic.route.replica`); else `rough`: an order of magnitude.
   */
  readonly latencyMs: (TimeStatistics & { readonly trust: Trust }) | null;
}

export interface TimeStatistics {
  readonly mean: string;
  readonly p50: string;
  readonly p90: string;
  readonly p99: string;
  readonly max: string;
}

/** What is reported of a load, and what that was made from. */
export interface Load {
  readonly report: LoadReport;
  readonly tally: LoadTally;
}

/** All that was asked for as amounts. */
export interface Loads {
  readonly demand: readonly DemandReport[];
  /** By workload, `gvc/workload/name`: when a first whole request had found no location that answers. */
  readonly unroutedFrom: ReadonlyMap<string, Instant>;
  readonly loads: ReadonlyMap<DeploymentChronicle, Load>;
}

/** Above it the formulas of latency give an order of magnitude. */
const trustedUtilisation = 0.8;

/** Every workload that is asked for amounts, in the order of names; the loads of its deployments by what was heard of them. */
export function loadsOf(chronicle: Chronicle, world: World, now: Instant): Loads {
  const loads = new Map<DeploymentChronicle, Load>();
  const unroutedFrom = new Map<string, Instant>();
  const amounts = world.asked.filter(({ demand }) => demand.arrivals.kind === 'fluid');
  const names = [...new Set(amounts.map(({ to }) => nameOfLink(to)))].sort();
  const demand = names.map((workload) => {
    const asked = amounts.filter(({ to }) => nameOfLink(to) === workload);
    const flows = new LoadFlows(asked, chronicle.routings.get(workload) ?? []);
    for (const [subject, one] of chronicle.deployments) {
      const { place, course } = one;
      if (course === null || `${place.gvc}/workload/${place.name}` !== workload) continue;
      const servings = servingsOf(world, subject);
      const tally = tallyOf({ flows: flows.to(place.location), course, servings, now }, world.assumptions);
      loads.set(one, { tally, report: loadReport(tally, course, now) });
    }
    const from = firstRequestAt(flows.unrouted, now);
    if (from !== null) unroutedFrom.set(workload, from);
    return demandReport(workload, flows, now);
  });
  return { demand, unroutedFrom, loads };
}

function demandReport(workload: string, flows: LoadFlows, now: Instant): DemandReport {
  const [gvc = '', , name = ''] = workload.split('/');
  const all = stretchesOf(flows.all, now);
  const lost = stretchesOf(flows.unrouted, now).filter(({ flow }) => flow.length > 0);
  let peak: Peak | null = null;
  for (const { flow, at, until } of all) {
    const one = peakBetween(flow, at, until);
    if (one !== null && one.value > (peak?.value ?? 0)) peak = one;
  }
  return {
    gvc,
    name,
    offered: decimalText(requestsIn(all)),
    unrouted: decimalText(requestsIn(lost)),
    unroutedMs: lost.reduce((sum, { at, until }) => sum + (until - at), 0),
    unroutedFrom: lost[0] === undefined ? null : isoFromInstant(lost[0].at),
    peakPerSecond: decimalText(peak?.value ?? 0),
    peakAt: peak === null ? null : isoFromInstant(peak.at),
  };
}

type FlowStretch = FlowSince & { readonly until: Instant };

/** Each flow with its end; those that hold for no time are left out. */
function stretchesOf(flows: readonly FlowSince[], now: Instant): readonly FlowStretch[] {
  return flows
    .map((one, index) => ({ ...one, until: flows[index + 1]?.at ?? now }))
    .filter(({ at, until }) => until > at);
}

function requestsIn(stretches: readonly FlowStretch[]): number {
  return stretches.reduce((sum, { flow, at, until }) => sum + flowBetween(flow, at, until), 0);
}

/** What a replica did for a request over the run; a workload that was deleted and came again is another one in the same place. */
function servingsOf(world: World, subject: string): readonly ServingSince[] {
  return world.entities.flatMap((entity) =>
    entity.kind === 'deployment' && entity.subject.name === subject ? entity.inflow.servings : [],
  );
}

interface LoadSources {
  readonly flows: readonly FlowSince[];
  readonly course: ScaleCourse;
  readonly servings: readonly ServingSince[];
  readonly now: Instant;
}

function loadReport(tally: LoadTally, course: ScaleCourse, now: Instant): LoadReport {
  const { offered, lost, waiting, failed, ended, retries, peak, waitingPeak, heldMs, utilisation, latency } = tally;
  const busy = statisticsOf(utilisation);
  const took = statisticsOf(latency);
  const isSteady = (utilisation.percentile(99) ?? 0) <= trustedUtilisation;
  return {
    replicasOverTime: course.points(now),
    replicaChanges: course.changes(now).length,
    requests: {
      offered: decimalText(offered),
      served: decimalText(offered - lost - waiting),
      lost: decimalText(lost),
      waiting: decimalText(waiting),
      failed: decimalText(failed),
      retries: decimalText(retries),
      ...(ended.size === 0
        ? {}
        : {
            byStatus: Object.fromEntries(
              [...ended].sort(([a], [b]) => a - b).map(([status, requests]) => [status, decimalText(requests)]),
            ),
          }),
    },
    peakPerSecond: decimalText(peak?.value ?? 0),
    peakAt: peak === null ? null : isoFromInstant(peak.at),
    waitingPeak:
      waitingPeak === null ? null : { requests: decimalText(waitingPeak.value), at: isoFromInstant(waitingPeak.at) },
    heldMs,
    utilisation: busy,
    latencyMs: took === null ? null : { ...took, trust: isSteady ? tally.trust : 'rough' },
  };
}

function tallyOf({ flows, course, servings, now }: LoadSources, assumptions: Assumptions): LoadTally {
  const tally = new LoadTally(assumptions);
  const changes = [
    ...flows.map(({ at }) => at),
    ...course.changes(now),
    ...course.versionChanges(now),
    ...servings.map(({ since }) => since),
  ];
  const instants = [...new Set(changes)].filter((at) => at < now).sort((a, b) => a - b);
  let nextFlow = 0;
  let nextServing = 0;
  instants.forEach((from, index) => {
    while ((flows[nextFlow]?.at ?? now) <= from) nextFlow += 1;
    while ((servings[nextServing]?.since ?? now) <= from) nextServing += 1;
    const flow = flows[nextFlow - 1]?.flow ?? [];
    // Before the first request replicas were what they are for it.
    const { serving = null, version = null, unready = null } = servings[Math.max(0, nextServing - 1)] ?? {};
    const all = course.ready.at(from) ?? 0;
    // Without requests nobody has looked who gets them.
    const ready = version === null || flow.length === 0 ? all : course.readyOf(version, from);
    tally.add({
      flow,
      ready: flow.length === 0 ? ready : (unready ?? ready),
      resting: all - ready,
      serving,
      from,
      until: instants[index + 1] ?? now,
    });
  });
  return tally;
}

function statisticsOf(course: Ramps): TimeStatistics | null {
  const { mean, max } = course;
  if (mean === null || max === null) return null;
  const percentile = (percent: number): string => decimalText(course.percentile(percent) ?? 0);
  return {
    mean: decimalText(mean),
    p50: percentile(50),
    p90: percentile(90),
    p99: percentile(99),
    max: decimalText(max),
  };
}
