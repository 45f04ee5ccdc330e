/**
 * Scales the demand of a workload relative to the scenario.
 */
import { because } from '../../../rules/reason.ts';
import { turnArrivals } from '../../call/handlers/arrival.ts';
import { catchUpDeferred } from '../../handlers/deferred.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { deploymentsOf, subjectOf } from '../../world.ts';
import { shareOf } from '../rate.ts';
import { sendTo } from './routes.ts';

const scripted = because([], ['order.ranks']);

/** Multiplies the demand of a workload (`gvc/workload/name`) by a factor from now on. */
export function scaleDemand(sim: Sim, key: string, scale: number): void {
  const { setup, activeDemands, scales } = sim.world;
  const workload = `/org/${setup.org}/gvc/${key}`;
  for (const deployment of deploymentsOf(sim.world, workload)) catchUpDeferred(sim, deployment);
  scales.set(workload, scale);
  const seq = note(sim, 'demand.scaled', { subject: subjectOf(key), reason: scripted, cause: null }, { scale });
  activeDemands.forEach(({ to, rate }, index) => {
    if (to === workload) turnArrivals(sim, index, scale === 1 ? rate : shareOf(rate, scale));
  });
  sendTo(sim, workload, seq);
}
