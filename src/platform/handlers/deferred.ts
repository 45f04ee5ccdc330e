/**
 * Deferred workloads: while no sink receives the entries (`World.defersUnobserved`), schedules, and workloads that
 * affect only themselves, catch up when another part looks at them. Workloads are deferred only if there is no listener
 * at all.
 *
 * It skips the global order of events. Each event still happens at its own instant, but one workload after the other,
 * which keeps its records in the processor's cache. `test/laws/deferred.slow.test.ts` guards it: the same fingerprint
 * and the same reports.
 */

import { settleCron } from '../cron/handlers/settle.ts';
import type { Deployment } from '../workload/deployment.ts';
import { type ActiveDemand, deploymentsOf } from '../world.ts';
import type { Sim } from './note.ts';

/** Defers the workloads that may be deferred, at the start of a run, before they have events. */
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

/** Links of the workloads that a demand connects with other workloads or with each other. */
function boundBy({ demand, by, to }: ActiveDemand): readonly string[] {
  if (by !== null) return [by, to];
  return demand.arrivals.kind === 'fluid' ? [] : [to];
}

/**
 * Ends the deferral of a workload that has changed and may no longer be deferred.
 *
 * @param before its deployments before the change: events of a deleted deployment concern the other workloads
 */
export function reviewDeferral(sim: Sim, link: string, before: readonly Deployment[]): void {
  const deployments = [...before, ...deploymentsOf(sim.world, link)];
  if (deployments.every((deployment) => sim.isSeparate(deployment.handle) && isAlone(deployment))) return;
  for (const { handle } of deployments) sim.rejoin(handle);
}

/** Whether a deployment is open and uses no volume and no record. */
function isAlone({ settings: { type, containers }, closed }: Deployment): boolean {
  const keepsReplicas = type === 'standard' || type === 'serverless';
  return keepsReplicas && closed === 'none' && containers.every(({ volumes }) => volumes.length === 0);
}

/**
 * Runs the due events of a deferred deployment. Call it before the deployment is read, and before a change of anything
 * that it depends on.
 *
 * @param isNowPast whether all events of the present instant have happened; absent: those that come before the event
 * that is being handled
 */
export function catchUpDeferred(sim: Sim, deployment: Deployment, isNowPast = false): void {
  settleCron(sim, deployment, isNowPast);
  sim.catchUp(deployment.handle, isNowPast);
}

/**
 * Runs the due events of all deployments that a request may read or change: those of the workload in its path, else
 * all.
 */
export function catchUpDeferredFor(sim: Sim, path: string): void {
  if (!sim.world.defersUnobserved) return;
  const parts = path.split('/');
  const own = parts[5] === 'workload' ? deploymentsOf(sim.world, parts.slice(0, 7).join('/')) : [];
  if (own.length === 0) catchUpAllDeferred(sim, false);
  for (const deployment of own) catchUpDeferred(sim, deployment);
}

/**
 * Runs the due events of all deferred deployments; call it before the world is read.
 *
 * @param isNowPast whether all events of the present instant have happened
 */
export function catchUpAllDeferred(sim: Sim, isNowPast: boolean): void {
  if (!sim.world.defersUnobserved) return;
  for (const entity of sim.world.entities) if (entity.kind === 'deployment') catchUpDeferred(sim, entity, isNowPast);
}
