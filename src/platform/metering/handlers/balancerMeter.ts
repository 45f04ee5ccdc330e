/**
 * Ledger series of load balancers, if they are metered.
 */

import { because } from '../../../rules/reason.ts';
import { objectAt } from '../../api/document/json.ts';
import { note, type Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { seriesOf } from './meter.ts';

const reason = because(['WL-23']);

/**
 * Opens or closes the run of a deployment's load balancer. A deployment has its own in each location if its workload
 * has a direct load balancer, or direct addresses of its replicas (WL-23), suspended or not; all others share the
 * platform's.
 */
export function meterBalancer(sim: Sim, deployment: Deployment, cause: number): void {
  const { ledger } = sim.world;
  if (!ledger.holds('load-balancer-time')) return;
  const { subject, balancer } = deployment;
  const hasOne = hasBalancer(sim.world, deployment);
  if (hasOne === (balancer !== null)) return;
  const seq = note(sim, hasOne ? 'balancer.opened' : 'balancer.closed', { subject, reason, cause }, {});
  if (balancer !== null) ledger.close(balancer, sim.now, seq);
  const series = (): number => seriesOf(sim.world, ledger, deployment, 'load-balancer-time', null);
  deployment.balancer = hasOne ? ledger.open(series(), 1, sim.now, seq) : null;
}

function hasBalancer({ control }: World, { closed, workload }: Deployment): boolean {
  if (closed !== 'none' && closed !== 'ignored') return false;
  const balancer = objectAt(control.records.get(workload)?.spec ?? {}, 'loadBalancer');
  return balancer.replicaDirect === true || objectAt(balancer, 'direct').enabled === true;
}
