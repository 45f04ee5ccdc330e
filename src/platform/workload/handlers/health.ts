/**
 * The health of workloads: recomputed when something that it depends on has changed, once an instant, after everything
 * else.
 */

import { kind, rank } from '../../handlers/eventKinds.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { followServing } from '../../traffic/handlers/routes.ts';
import {
  deploymentAt,
  deploymentsOf,
  type HealthEntry,
  isDeleting,
  nameOfLink,
  subjectOf,
  type World,
} from '../../world.ts';
import type { Deployment } from '../deployment.ts';
import {
  type Health,
  healthReason,
  type LocationState,
  loadingEndsAt,
  locationState,
  workloadHealth,
} from '../health.ts';
import { isOff } from '../scaling.ts';
import { latestEntryOf } from './latestEntry.ts';

/** The state of one deployment at an instant (7.2). */
export function stateOf(world: World, deployment: Deployment, now: number): LocationState {
  const { settings, options, desired, ready, awaitedSince, closed, isPlanned, cron } = deployment;
  return locationState(
    {
      type: settings.type,
      off:
        closed === 'disabled' ||
        closed === 'deleting' ||
        closed === 'withdrawn' ||
        closed === 'paused' ||
        (settings.job === null ? isOff(options) : isSuspended(deployment)),
      silent: closed === 'outage' || !isPlanned,
      desired,
      ready,
      awaitedSince,
      lastExecution: cron?.history.at(-1)?.status ?? null,
      now,
    },
    world.assumptions,
  );
}

/** By its options, or, of a cron workload, by its job (SUSP-2, SUSP-6). */
export function isSuspended({ options, settings }: Deployment): boolean {
  return options.suspend || settings.job?.suspend === true;
}

/** The health of a workload at an instant (HEALTH-1). */
export function healthOf(world: World, workload: string, now: number): Health {
  const states = deploymentsOf(world, workload).map((deployment) => stateOf(world, deployment, now));
  return workloadHealth(states, isDeleting(world, workload), world.assumptions);
}

/** Records the health of the resources at the start of a run as known. */
export function settleHealth(world: World, now: number): void {
  for (const link of world.deployments.keys()) {
    const states = deploymentsOf(world, link).map((deployment) => {
      deployment.state = stateOf(world, deployment, now);
      return deployment.state;
    });
    entryOf(world, link).health = workloadHealth(states, isDeleting(world, link), world.assumptions);
  }
}

/**
 * To be called when something has changed that the state of a deployment depends on: if the state is now different, its
 * workload's health is recomputed.
 */
export function touchHealth(sim: Sim, deployment: Deployment): void {
  const { world, now } = sim;
  if (deployment.closed !== 'deleting' && stateOf(world, deployment, now) === deployment.state) return;
  reviewHealth(sim, deployment);
}

/**
 * Has the health of a deployment's workload looked at when this instant is over; the deployment may have been the last
 * of it.
 */
export function reviewHealth(sim: Sim, { workload, handle }: Deployment): void {
  const { world, now } = sim;
  const handles = world.deployments.get(workload);
  if (handles === undefined) return;
  const entry = entryOf(world, workload);
  if (entry.reviewAt === now) return;
  entry.reviewAt = now;
  sim.add(now, rank.mark, kind['health.review'], handles[0] ?? handle, 0);
}

function entryOf(world: World, workload: string): HealthEntry {
  let entry = world.healths.get(workload);
  if (entry === undefined) {
    entry = { health: 'Unknown', reviewAt: null, loadingUntil: null };
    world.healths.set(workload, entry);
  }
  return entry;
}

export function onHealthReview(sim: Sim, handle: number): void {
  const { world, now } = sim;
  const marked = deploymentAt(world, handle);
  const { workload } = marked;
  const entry = world.healths.get(workload);
  if (entry === undefined || (entry.reviewAt !== now && entry.loadingUntil !== now)) return;
  entry.reviewAt = null;
  const isOverdue = entry.loadingUntil === now;
  if (isOverdue) entry.loadingUntil = null;
  const deployments = deploymentsOf(world, workload);
  const changed: Deployment[] = [];
  const states = deployments.map((deployment) => {
    const state = stateOf(world, deployment, now);
    if (state !== deployment.state) changed.push(deployment);
    deployment.state = state;
    return state;
  });
  for (const deployment of changed) followServing(sim, deployment);
  const health = workloadHealth(states, isDeleting(world, workload), world.assumptions);
  awaitLoaded(sim, entry, deployments);
  const from = entry.health;
  entry.health = health;
  if (health === from || now === world.setup.start) return;
  const locations = Object.fromEntries(deployments.map(({ location }, index) => [location, states[index] ?? 'silent']));
  const isAwaited = deployments.some(
    ({ state, awaitedSince }) => awaitedSince !== null && (state === 'loading' || state === 'notReady'),
  );
  const reason = healthReason({ health, states, type: marked.settings.type, isAwaited });
  const about = { subject: subjectOf(nameOfLink(workload)), reason, cause: causeOf(world, changed, marked, isOverdue) };
  note(sim, 'health.changed', about, { from, to: health, locations });
}

/** Comes back when a location that loads has done so for too long. */
function awaitLoaded(sim: Sim, entry: HealthEntry, deployments: readonly Deployment[]): void {
  let until = Number.POSITIVE_INFINITY;
  for (const { state, awaitedSince } of deployments) {
    if (state !== 'loading') continue;
    until = Math.min(until, loadingEndsAt(awaitedSince, sim.world.assumptions) ?? until);
  }
  const [first] = deployments;
  if (first === undefined || until === Number.POSITIVE_INFINITY || entry.loadingUntil === until) return;
  entry.loadingUntil = until;
  sim.add(until, rank.mark, kind['health.review'], first.handle, 0);
}

/**
 * The latest entry about what has changed.
 *
 * @param isOverdue a first ready replica has been awaited for too long: what awaited it
 */
function causeOf(world: World, changed: readonly Deployment[], marked: Deployment, isOverdue: boolean): number {
  const causes = (changed.length > 0 ? changed : [marked]).map((one) =>
    isOverdue && one.awaitedSince !== null ? one.awaitedBy : latestEntryOf(world, one),
  );
  return Math.max(...causes);
}
