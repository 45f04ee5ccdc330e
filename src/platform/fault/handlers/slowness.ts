/**
 * Applies slow or failing services to requests that arrive as amounts; single requests look them up themselves.
 */

import type { Sim } from '../../handlers/note.ts';
import { workOutServing } from '../../traffic/handlers/inflow.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import type { Fault, FaultUnderWay } from '../fault.ts';
import { reached } from './reach.ts';

/** Counts the requests up to now, before such a fault starts or ends. */
export function settleService(sim: Sim, fault: Fault): void {
  if (isOfRequests(fault)) for (const deployment of reached(sim.world, fault)) settleLoad(sim, deployment);
}

/** Updates the flows after such a fault started or ended. */
export function followService(sim: Sim, { fault }: FaultUnderWay): void {
  if (!isOfRequests(fault)) return;
  for (const deployment of reached(sim.world, fault)) {
    if (deployment.inflow.station !== null) workOutServing(sim.world, deployment);
    followLoad(sim, deployment);
  }
}

function isOfRequests({ name, service }: Fault): boolean {
  return (name === 'slowService' || name === 'failingService') && service === 'requests';
}
