/**
 * What may happen late while nobody listens (`World.defersUnobserved`): schedules, and workloads that touch nothing but
 * themselves, these only where nobody listens at all. It happens when somebody looks, one workload after the other,
 * each event at its own instant: what it works with is then still at hand in the cache.
 */

import { settleCron } from '../cron/handlers/settle.ts';
import type { Deployment } from '../workload/deployment.ts';
import { type ActiveDemand, deploymentsOf } from '../world.ts';
import type { Sim } from './note.ts';

/** Has workloads go by themselves of which nothing has begun yet, where they may. */
export function deferUnobserved(sim: Sim): void {
  const { world } = sim;
  if (
    !world.defersUnobserved ||
    sim.journal.isHeard ||
    world.steps.some(({ action }) => action.kind === 'fault' || action.kind === 'probe')
  )
    return;
  const bound = new Set(world.activeDemands.flatMap(boundBy));
  for (const [link, handles] of world.deployments)
    if (!bound.has(link) && deploymentsOf(world, link).every(isAlone)) sim.separate(handles);
}

/** Links of the workloads that a demand has touch others, or each other. */
function boundBy({ demand, by, to }: ActiveDemand): readonly string[] {
  if (by !== null) return [by, to];
  return demand.arrivals.kind === 'fluid' ? [] : [to];
}

/**
 * A workload has changed: it goes with all others from now on where it may no longer go by itself.
 *
 * @param before its deployments before that: what is due of one that is gone concerns the others
 */
export function reviewDeferral(sim: Sim, link: string, before: readonly Deployment[]): void {
  const deployments = [...before, ...deploymentsOf(sim.world, link)];
  if (deployments.every((deployment) => sim.isSeparate(deployment.handle) && isAlone(deployment))) return;
  for (const { handle } of deployments) sim.rejoin(handle);
}

/** Whether a deployment is open, and touches no volume and no record. */
function isAlone({ settings: { type, containers }, closed }: Deployment): boolean {
  const keepsReplicas = type === 'standard' || type === 'serverless';
  return keepsReplicas && closed === 'none' && containers.every(({ volumes }) => volumes.length === 0);
}

/**
 * Lets happen what is due of a deployment by now: to be called before it is looked at, and before anything changes that
 * it depends on.
 *
 * @param isNowPast whether all that is due now has happened; absent: what comes before the event that is being handled
 */
export function catchUpDeferred(sim: Sim, deployment: Deployment, isNowPast = false): void {
  settleCron(sim, deployment, isNowPast);
  sim.catchUp(deployment.handle, isNowPast);
}

/** The same for what a request may read or change: the deployments of the workload that its path names, else all. */
export function catchUpDeferredFor(sim: Sim, path: string): void {
  if (!sim.world.defersUnobserved) return;
  const parts = path.split('/');
  const own = parts[5] === 'workload' ? deploymentsOf(sim.world, parts.slice(0, 7).join('/')) : [];
  if (own.length === 0) catchUpAllDeferred(sim, false);
  for (const deployment of own) catchUpDeferred(sim, deployment);
}

/**
 * The same for all, before somebody looks at the world.
 *
 * @param isNowPast whether all that was due now has happened
 */
export function catchUpAllDeferred(sim: Sim, isNowPast: boolean): void {
  if (!sim.world.defersUnobserved) return;
  for (const entity of sim.world.entities) if (entity.kind === 'deployment') catchUpDeferred(sim, entity, isNowPast);
}
