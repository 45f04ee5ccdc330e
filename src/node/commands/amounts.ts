/** The request rates of workloads at an instant of a run. A single request (`svcsim request`) ignores them. */

import type { Sim } from '../../platform/handlers/note.ts';
import { flowAt } from '../../platform/traffic/flow.ts';
import { answeringIn } from '../../platform/traffic/handlers/answering.ts';
import { servingAt, settleInflow } from '../../platform/traffic/handlers/inflow.ts';
import { loadOf } from '../../platform/traffic/load.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';

export interface FluidLoad {
  readonly perSecond: number;
  /** Replicas that answer. */
  readonly replicas: number;
  /** Requests in the queue. */
  readonly waiting: number;
  /** From arrival to answer (`fluid.latency`); null: nobody answers. */
  readonly meanLatencyMs: number | null;
}

/** By name of the deployment in the journal; deployments without current requests are left out. */
export function amountsNow(sim: Sim): ReadonlyMap<string, FluidLoad> {
  const { world, now } = sim;
  const amounts = new Map<string, FluidLoad>();
  for (const entity of world.entities) {
    if (entity.kind !== 'deployment') continue;
    settleInflow(sim, entity);
    const { flow, waiting } = entity.inflow;
    const perSecond = flowAt(flow, now);
    if (perSecond === 0 && waiting === 0) continue;
    const ready = answeringIn(world, entity);
    const { latency } = loadOf(servingAt(world, entity), { perSecond, ready, waiting }, world.assumptions);
    amounts.set(entity.subject.name, {
      perSecond,
      replicas: ready,
      waiting,
      meanLatencyMs: ready === 0 ? null : latency,
    });
  }
  return amounts;
}

/** A note for the trace of a single request. */
export function amountText({ perSecond, replicas, waiting, meanLatencyMs }: FluidLoad): string {
  const count = replicas === 0 ? '' : ` to ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`;
  const line = waiting < 1 ? '' : `, ${shortNumber(waiting, 0)} queued`;
  const end = meanLatencyMs === null ? ', no replica is ready' : `, mean latency ${durationText(meanLatencyMs)}`;
  return `This request was not affected by the request rate here: ${shortNumber(perSecond)} requests/s${count}${line}${end}`;
}
