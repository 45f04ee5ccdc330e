/**
 * Counts loads: at the end of a run, and in between if the run is long. Then the counted changes need not be kept.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Instant } from '../../engine/time.ts';
import { type Serving, servingOf } from '../../platform/traffic/serving.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import { nameOfLink, type World } from '../../platform/world.ts';
import { countDemand } from '../load/demandCount.ts';
import { LoadFlows } from '../load/loadFlow.ts';
import { LoadTally } from '../load/loadTally.ts';
import { RequestTally } from '../load/requestTally.ts';
import type { Chronicle } from './chronicle.ts';
import type { DeploymentChronicle } from './deploymentChronicle.ts';
import { isSameSpan, type LoadSources, type LoadSpan, settledSpan, spanOf, stretchesIn } from './loadStretches.ts';

/** A workload with demands that are amounts. */
export interface AskedWorkload {
  /** `gvc/workload/name` */
  readonly name: string;
  readonly flows: LoadFlows;
  readonly deployments: readonly AskedDeployment[];
}

export interface AskedDeployment extends Omit<LoadSources, 'flows'> {
  readonly heard: DeploymentChronicle;
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

/** A deployment whose load is counted up to some instant, and what has come since. */
interface UncountedLoad {
  readonly one: AskedDeployment;
  readonly span: LoadSpan;
}

/**
 * The loads of a workload's deployments up to an instant; what is counted already stays as it is. Those with the same
 * load one after another have the same tally: it is counted once.
 */
export function* requestsUpTo(
  workload: AskedWorkload,
  until: Instant,
  world: World,
): Generator<readonly [AskedDeployment, RequestTally]> {
  for (const alike of alikeLoads(workload, until)) {
    const [{ one: first, span }] = alike;
    const tally = counted(first.heard.counted?.tally.fork() ?? newTally(first.heard, world), span);
    for (const { one } of alike) yield [one, tally];
  }
}

/** The same with all figures; throws if the chronicle keeps none. */
export function* loadsUpTo(
  workload: AskedWorkload,
  until: Instant,
  world: World,
): Generator<readonly [AskedDeployment, LoadTally]> {
  for (const [one, tally] of requestsUpTo(workload, until, world)) {
    if (!(tally instanceof LoadTally)) throw new Error('the chronicle counts requests and keeps no figures of loads');
    yield [one, tally];
  }
}

function newTally({ lines, loadDetail }: DeploymentChronicle, { assumptions }: World): RequestTally {
  return loadDetail !== 'figures' ? new RequestTally(assumptions) : new LoadTally(assumptions, lines?.fork() ?? null);
}

function counted(tally: RequestTally, span: LoadSpan): RequestTally {
  for (const { stretch, scale } of stretchesIn(span)) tally.add(stretch, scale);
  return tally;
}

/**
 * The deployments of a workload in their order, those together that stand one after another and had the same load from
 * the beginning on. So it often is in locations with the same share of the requests.
 */
function alikeLoads({ flows, deployments }: AskedWorkload, until: Instant): [UncountedLoad, ...UncountedLoad[]][] {
  const groups: [UncountedLoad, ...UncountedLoad[]][] = [];
  for (const one of deployments) {
    const { heard } = one;
    const since = heard.counted?.until ?? Number.NEGATIVE_INFINITY;
    const next = { one, span: spanOf({ ...one, flows: flows.to(heard.place.location) }, since, until) };
    const last = groups.at(-1);
    if (last !== undefined && isAlike(last[0], next)) last.push(next);
    else groups.push([next]);
  }
  return groups;
}

function isAlike(a: UncountedLoad, b: UncountedLoad): boolean {
  const [one, other] = [a.one.heard, b.one.heard];
  const isDrawnAlike = (one.lines === null) === (other.lines === null);
  return isDrawnAlike && one.counted?.tally === other.counted?.tally && isSameSpan(a.span, b.span);
}

/**
 * A chronicle of the time from an instant on, which the run has reached; everything before is already counted and left
 * out.
 */
export function chronicleFrom(chronicle: Chronicle, world: World, at: Instant): Chronicle {
  chronicle.settle(at);
  const loads = new Map<DeploymentChronicle, RequestTally>();
  for (const workload of askedWorkloads(chronicle, world))
    for (const [{ heard }, tally] of requestsUpTo(workload, at, world)) loads.set(heard, tally);
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
  for (const workload of askedWorkloads(chronicle, world)) {
    countPast(workload, now, world);
    const { name, flows, deployments } = workload;
    // Replicas are from the beginning what they are for the first request: without one nothing is known of them yet.
    if (deployments.every(({ servings }) => servings.length > 0)) forgetRoutings(chronicle, name, flows, now);
  }
  chronicle.changesLeft = chronicle.changesKept;
}

function countPast(workload: AskedWorkload, now: Instant, world: World): void {
  const groups = alikeLoads(workload, now);
  const tallies = groups.map(([{ one }]) => one.heard.counted?.tally ?? null);
  groups.forEach((alike, index) => {
    const [{ one: first, span }] = alike;
    const { heard, servings } = first;
    const until = span.changes.at(-1);
    if (servings.length === 0 || until === undefined || until === heard.counted?.until) return;
    const before = tallies[index] ?? null;
    // What was alike up to now may have to go on as it is in another place.
    const isOwn = tallies.indexOf(before) === tallies.lastIndexOf(before);
    const begun = before === null ? newTally(heard, world) : isOwn ? before : before.fork();
    const tally = counted(begun, settledSpan(span));
    tally.classify();
    for (const { one } of alike) {
      one.heard.counted = { tally, until };
      one.course.forget(until);
    }
  });
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
