/**
 * Requests that arrive at a deployment as an amount: which replicas answer, and the backlog.
 */
import type { Duration, Instant } from '../../../engine/time.ts';
import { sameData } from '../../api/document/json.ts';
import type { Sim } from '../../handlers/note.ts';
import { type Deployment, newestRevision } from '../../workload/deployment.ts';
import { deploymentsOf, type World } from '../../world.ts';
import { type BacklogPoint, fallingFrom, risingTo } from '../backlogCourse.ts';
import { staysBelow } from '../ceiling.ts';
import { flowBetween, flowBounds } from '../flow.ts';
import { type Inflow, inflowBetween } from '../inflow.ts';
import { backlogAfter, drainedAfter } from '../overflow.ts';
import { lineOf, waitingMax } from '../patience.ts';
import { meanServing, type Serving, servingOf } from '../serving.ts';
import { noteWaiting } from '../waits.ts';
import { type AnsweringRevision, answeringIn, answeringRevisions, hasOneRoom, sameRoom } from './answering.ts';
import { troubleOf } from './trouble.ts';

/** What one replica of a deployment does for a request, as a mean over the replicas that answer. */
export function servingAt(world: World, deployment: Deployment): Serving {
  const { behaviour, options, inflow } = deployment;
  const { retry } = deployment.settings.requests;
  const { station } = inflow;
  if (station?.behaviour !== behaviour || station.options !== options || station.retry !== retry)
    return workOutServing(world, deployment);
  if (!hasOneRoom(deployment)) {
    const mix = mixOf(answeringRevisions(world, deployment));
    return sameMix(station.mix, mix) ? station.serving : workOutServing(world, deployment);
  }
  const { containers } = newestRevision(deployment).settings;
  if (station.containers === containers) return station.serving;
  if (!sameRoom(station.containers, containers)) return workOutServing(world, deployment);
  inflow.station = { ...station, containers, mix: noMix };
  return station.serving;
}

/** Computes it again after a fault began or ended, or after other replicas answer. */
export function workOutServing(world: World, deployment: Deployment): Serving {
  const { behaviour, options, inflow } = deployment;
  const { retry } = deployment.settings.requests;
  const { maxConcurrency, timeout } = options;
  const trouble = troubleOf(world, deployment);
  const answering = answeringRevisions(world, deployment);
  const shares = answering.map(({ revision, count }) => {
    const { containers } = revision.settings;
    const settings = { containers, maxConcurrency, timeout, trouble };
    return { serving: servingOf(behaviour.request ?? {}, behaviour, settings, world.assumptions), count };
  });
  const anew = meanServing(shares);
  const serving = knownServings(world, deployment).find((known) => sameData(known, anew)) ?? anew;
  // With several versions, the mean applies and no single container list is right.
  const containers = answering.length === 1 ? (answering[0]?.revision.settings.containers ?? []) : [];
  const mix = hasOneRoom(deployment) ? noMix : mixOf(answering);
  inflow.station = { behaviour, options, containers, mix, retry, serving };
  return serving;
}

/** All replicas are the same. */
const noMix: readonly number[] = [];

function mixOf(answering: readonly AnsweringRevision[]): number[] {
  return answering.flatMap(({ revision, count }) => [revision.version, count]);
}

function sameMix(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}

/**
 * The servings computed for the deployments of a workload. Equal inputs share one object, so its cached results hold
 * for all of them, and after a rollout.
 */
function knownServings(world: World, { workload, inflow }: Deployment): readonly Serving[] {
  const stations = [inflow, ...deploymentsOf(world, workload).map((deployment) => deployment.inflow)];
  return stations.flatMap(({ station }) => (station === null ? [] : [station.serving]));
}

/** Counts the requests up to now. Call it before any change to the replicas that answer. */
export function settleInflow({ world, now }: Sim, deployment: Deployment): void {
  const { inflow } = deployment;
  if (inflow.countedTo === now) return;
  if (inflow.flow.length > 0 || inflow.waiting > 0) {
    const { waiting, countedTo } = inflow;
    count(world, deployment, now);
    if (waiting >= 1 || inflow.waiting >= 1) inflow.waitedTo = answeredAt(world, deployment, waiting, countedTo, now);
    if (inflow.waiting >= 1 || inflow.waits.length > 0) {
      const window = waitsWindow(world);
      noteWaiting(inflow.waits, inflow.waiting, now, window, courseOf(world, deployment, waiting, now, window));
    }
  }
  inflow.countedTo = now;
}

/** The points at which requests began to wait since the last evaluation, or at which the backlog became empty. */
function courseOf(
  world: World,
  deployment: Deployment,
  waitedBefore: number,
  now: Instant,
  reach: Duration,
): readonly BacklogPoint[] {
  const { flow, countedTo: from, waiting, waits } = deployment.inflow;
  const wait = waiting >= 1;
  if (wait === (waits.at(-1)?.waiting ?? 0) > 0) return [];
  const ready = answeringIn(world, deployment);
  if (ready === 0) return wait ? risingTo({ flow, capacityPerSecond: 0, from, until: now }, waiting, reach) : [];
  const serving = servingAt(world, deployment);
  const capacityPerSecond = ready * serving.capacityPerSecond;
  if (wait) return risingTo({ flow, capacityPerSecond, from, until: now }, waiting, reach);
  if (capacityPerSecond === Number.POSITIVE_INFINITY) return [{ at: from, waiting: 0 }];
  const joining = lineOf(serving, world.assumptions) === null ? flow : [];
  return fallingFrom({ flow: joining, capacityPerSecond, from, until: now }, waitedBefore);
}

function count(world: World, deployment: Deployment, until: Instant): void {
  const { inflow } = deployment;
  const { flow, countedTo: from } = inflow;
  const ready = answeringIn(world, deployment);
  if (ready === 0) {
    hold(world, inflow, flowBetween(flow, from, until), until);
    return;
  }
  inflow.heldSince = null;
  const serving = servingAt(world, deployment);
  const capacityPerSecond = ready * serving.capacityPerSecond;
  if (inflow.waiting === 0 && isAnswered(inflow, capacityPerSecond, from, until)) return;
  const pressed = { flow, capacityPerSecond, from, until };
  const most = waitingMax(serving, ready, world.assumptions);
  if (world.assumptions['fluid.overflow'] === 'lost') inflow.waiting = 0;
  else if (lineOf(serving, world.assumptions) !== null) inflow.waiting = drainedAfter(pressed, inflow.waiting);
  else inflow.waiting = backlogAfter(pressed, Math.min(most, inflow.waiting), most);
}

/** Whether the capacity covers all arrivals of a stretch: usually a look ahead has already found the answer. */
function isAnswered({ ceiling, flow }: Inflow, capacityPerSecond: number, from: Instant, until: Instant): boolean {
  return (
    staysBelow(ceiling, flow, capacityPerSecond, from, until) ||
    flowBounds(flow, from, until).greatest <= capacityPerSecond
  );
}

/** When the requests that waited at an instant were answered; now, if they still wait or were refused. */
function answeredAt(world: World, deployment: Deployment, waiting: number, since: Instant, now: Instant): Instant {
  const ready = answeringIn(world, deployment);
  if (ready === 0 || deployment.inflow.waiting >= 1) return now;
  const { capacityPerSecond, duration } = servingAt(world, deployment);
  const begunAt = Math.min(now, since + Math.round((waiting * 1_000) / (ready * capacityPerSecond)));
  return begunAt + Math.round(duration);
}

/** Holds requests while no replica is ready, but not longer than `coldStart.hold`. */
function hold(world: World, inflow: Inflow, requests: number, now: Instant): void {
  inflow.waiting += requests;
  // A fraction of a request waits for the rest of it.
  if (inflow.waiting < 1) return;
  inflow.heldSince ??= now;
  const longest = world.assumptions['coldStart.hold'];
  if (now - inflow.heldSince <= longest) return;
  inflow.waiting = Math.min(inflow.waiting, inflowBetween(inflow, now - longest, now));
}

/**
 * Empties the backlog, whose requests go on as single ones; a fraction of a request is dropped.
 *
 * @returns how many whole requests waited
 */
export function takeWaiting({ world, now }: Sim, { inflow }: Deployment): number {
  const whole = Math.floor(inflow.waiting);
  refuseWaiting(inflow);
  noteWaiting(inflow.waits, 0, now, waitsWindow(world));
  return whole;
}

/** How far back averages that include waiting requests look. */
function waitsWindow({ assumptions }: World): Duration {
  return Math.max(assumptions['kpa.window'], assumptions['kpa.panicWindow']);
}

/** Refuses the backlog, because no replica here answers any more. */
export function refuseWaiting(inflow: Inflow): void {
  inflow.waiting = 0;
  inflow.heldSince = null;
}
