/**
 * Counts loads: at the end of a run, and in between if the run is long. Then the counted changes need not be kept.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Instant } from '../../engine/time.ts';
import type { ServingSince } from '../../platform/traffic/inflow.ts';
import { type Serving, servingOf } from '../../platform/traffic/serving.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import { nameOfLink, type World } from '../../platform/world.ts';
import { countDemand } from '../load/demandCount.ts';
import { LoadFlows } from '../load/loadFlow.ts';
import { LoadTally } from '../load/loadTally.ts';
import { RequestTally } from '../load/requestTally.ts';
import { scaleOf } from '../load/scalePressure.ts';
import type { Chronicle } from './chronicle.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import type { ScaleCourse } from './scaleCourse.ts';

/** A workload with demands that are amounts. */
export interface AskedWorkload {
  /** `gvc/workload/name` */
  readonly name: string;
  readonly flows: LoadFlows;
  readonly deployments: readonly AskedDeployment[];
}

export interface AskedDeployment {
  readonly heard: DeploymentChronicle;
  readonly course: ScaleCourse;
  /**
   * What a replica did for a request over the run; a workload that was deleted and came again is another one in the
   * same place.
   */
  readonly servings: readonly ServingSince[];
  /** What one would do for a request as things are at the end: of a place to which none has come. */
  readonly unasked: Serving | null;
}

/** The workloads with demands that are amounts, in the order of names. */
export function askedWorkloads(chronicle: Chronicle, world: World): AskedWorkload[] {
  const amounts = world.activeDemands.filter(({ demand }) => demand.arrivals.kind === 'fluid');
  const byWorkload = [...grouped(amounts, ({ to }) => nameOfLink(to))].sort(([a], [b]) => (a < b ? -1 : 1));
  const deployments = grouped(
    askedDeployments(chronicle, world),
    ({ heard: { place } }) => `${place.gvc}/workload/${place.name}`,
  );
  return byWorkload.map(([name, asked]) => {
    const flows = new LoadFlows(asked, chronicle.routings.get(name) ?? []);
    return { name, flows, deployments: deployments.get(name) ?? [] };
  });
}

/** Of all workloads, in order of appearance. */
function askedDeployments(chronicle: Chronicle, world: World): AskedDeployment[] {
  const all = world.entities.filter((entity) => entity.kind === 'deployment');
  const inPlace = grouped(all, ({ subject }) => subject.name);
  return [...chronicle.deployments].flatMap(([subject, heard]) => {
    const { course } = heard;
    if (course === null) return [];
    const here = inPlace.get(subject) ?? [];
    const servings = here.flatMap(({ inflow }) => inflow.servings);
    const last = here.at(-1);
    const unasked = servings.length > 0 || last === undefined ? null : servingUnasked(last, world);
    return [{ heard, course, servings, unasked }];
  });
}

/**
 * Worked out beside the run, which has had no need of it: what is idle there is so with its own behaviour, however many
 * are called elsewhere.
 */
function servingUnasked({ behaviour, settings, options }: Deployment, { assumptions }: World): Serving {
  const { maxConcurrency, timeout } = options;
  const { containers } = settings;
  return servingOf(behaviour.request ?? {}, behaviour, { containers, maxConcurrency, timeout }, assumptions);
}

/** The load of a deployment up to an instant, with all figures; throws if its chronicle keeps none. */
export function loadUpTo(one: AskedDeployment, flows: LoadFlows, until: Instant, world: World): LoadTally {
  const tally = requestsUpTo(one, flows, until, world);
  if (!(tally instanceof LoadTally)) throw new Error('the chronicle counts requests and keeps no figures of loads');
  return tally;
}

/** The requests for a deployment up to an instant; what is counted already stays as it is. */
export function requestsUpTo(one: AskedDeployment, flows: LoadFlows, until: Instant, world: World): RequestTally {
  return countOn(one.heard.counted?.tally.fork() ?? newTally(one.heard, world), one, flows, until);
}

function newTally({ lines, loadDetail }: DeploymentChronicle, { assumptions }: World): RequestTally {
  return loadDetail !== 'figures' ? new RequestTally(assumptions) : new LoadTally(assumptions, lines?.fork() ?? null);
}

/** Adds what came since it was counted. */
function countOn(tally: RequestTally, one: AskedDeployment, flows: LoadFlows, until: Instant): RequestTally {
  const { counted, place } = one.heard;
  addStretches(tally, { ...one, flows: flows.to(place.location) }, counted?.until ?? Number.NEGATIVE_INFINITY, until);
  return tally;
}

/**
 * A chronicle of the time from an instant on, which the run has reached; everything before is already counted and left
 * out.
 */
export function chronicleFrom(chronicle: Chronicle, world: World, at: Instant): Chronicle {
  chronicle.settle(at);
  const loads = new Map<DeploymentChronicle, RequestTally>();
  for (const { flows, deployments } of askedWorkloads(chronicle, world))
    for (const one of deployments) loads.set(one.heard, requestsUpTo(one, flows, at, world));
  return chronicle.carriedForward(at, loads);
}

/** So many changes are kept of all deployments together: a run with fewer is counted at its end. */
const changesMax = 500_000;

/** Changes that are kept now, and that were left when loads were counted last. */
export interface KeptChanges {
  readonly kept: number;
  readonly left: number;
}

/** Whether so many changes are kept that loads are to be counted. @param most half a million if absent */
export function mustCount({ kept, left }: KeptChanges, most = changesMax): boolean {
  // What could not be counted the last time is not tried again at once.
  return kept > Math.max(most, 2 * left);
}

/** Instants of a run at which its loads are counted if many changes are kept. */
export function countMarks({ start, end }: { readonly start: Instant; readonly end: Instant }): readonly Instant[] {
  return Array.from({ length: marks - 1 }, (_, i) => start + Math.round(((end - start) * (i + 1)) / marks));
}

const marks = 64;

/**
 * If many changes are kept, counts loads as far as they are over and drops the counted changes. Call it now and then
 * during a run. It counts only whole stretches between two changes; so the result is the same however often it is
 * called. But from the first such count on, percentiles are those of classes of values (`Ramps`).
 *
 * @param now how far the run has come; more may happen at this very instant
 * @param most half a million if absent
 */
export function countLoads(chronicle: Chronicle, world: World, now: Instant, most = changesMax): void {
  if (mustCount({ kept: chronicle.changesKept, left: chronicle.changesLeft }, most))
    countAllLoads(chronicle, world, now);
}

/** The same, however few changes are kept. */
export function countAllLoads(chronicle: Chronicle, world: World, now: Instant): void {
  for (const { name, flows, deployments } of askedWorkloads(chronicle, world)) {
    for (const one of deployments) countPast(one, flows, now, world);
    // Replicas are from the beginning what they are for the first request: without one nothing is known of them yet.
    if (deployments.every(({ servings }) => servings.length > 0)) forgetRoutings(chronicle, name, flows, now);
  }
  chronicle.changesLeft = chronicle.changesKept;
}

function countPast(one: AskedDeployment, flows: LoadFlows, now: Instant, world: World): void {
  const { heard, course, servings } = one;
  const since = heard.counted?.until ?? Number.NEGATIVE_INFINITY;
  const until = changesOf({ ...one, flows: flows.to(heard.place.location) }, since, now).at(-1);
  if (servings.length === 0 || until === undefined || until === since) return;
  const tally = countOn(heard.counted?.tally ?? newTally(heard, world), one, flows, until);
  tally.classify();
  heard.counted = { tally, until };
  course.forget(until);
}

/** All but the last, which holds still: each deployment's load is counted up to there at least. */
function forgetRoutings(chronicle: Chronicle, workload: string, flows: LoadFlows, now: Instant): void {
  const routings = chronicle.routings.get(workload) ?? [];
  const past = routings.filter(({ at }) => at < now);
  const last = past.at(-1);
  if (last === undefined) return;
  chronicle.demands.set(workload, countDemand(chronicle.demands.get(workload), flows, last.at));
  chronicle.routings.set(workload, routings.slice(past.length - 1));
}

type Sources = Pick<AskedDeployment, 'course' | 'servings' | 'unasked'> & {
  readonly flows: ReturnType<LoadFlows['to']>;
};

/** Every instant of a stretch of time at which something changes, its beginning included, in order. */
function changesOf(
  { flows, course, servings }: Omit<Sources, 'unasked'>,
  from: Instant,
  until: Instant,
): readonly Instant[] {
  const changes = [...flows.map(({ at }) => at), ...course.changes(until), ...servings.map(({ since }) => since)];
  if (from !== Number.NEGATIVE_INFINITY) changes.push(from);
  return [...new Set(changes)].filter((at) => at >= from && at < until).sort((a, b) => a - b);
}

function addStretches(tally: RequestTally, sources: Sources, since: Instant, end: Instant): void {
  const { flows, course, servings, unasked } = sources;
  const instants = changesOf(sources, since, end);
  let nextFlow = 0;
  let nextServing = 0;
  instants.forEach((from, index) => {
    while ((flows[nextFlow]?.at ?? end) <= from) nextFlow += 1;
    while ((servings[nextServing]?.since ?? end) <= from) nextServing += 1;
    const flow = flows[nextFlow - 1]?.flow ?? [];
    // Before the first request replicas were what they are for it.
    const { serving = unasked, version = null, unready = null } = servings[Math.max(0, nextServing - 1)] ?? {};
    const all = course.ready.at(from) ?? 0;
    // Without requests nobody has looked who gets them.
    const ready = version === null || flow.length === 0 ? all : course.readyOf(version, from);
    const stretch = {
      flow,
      ready: flow.length === 0 ? ready : (unready ?? ready),
      resting: all - ready,
      serving,
      reserve: course.reserveAt(from),
      from,
      until: instants[index + 1] ?? end,
    };
    tally.add(stretch, scaleOf(course.desired.at(from) ?? 0, all));
  });
}
