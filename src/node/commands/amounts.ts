/** What comes to workloads as amounts at an instant of a run: a single request meets nothing of it. */

import type { Sim } from '../../platform/handlers/note.ts';
import { flowAt } from '../../platform/traffic/flow.ts';
import { answeringIn } from '../../platform/traffic/handlers/answering.ts';
import { servingAt, settleInflow } from '../../platform/traffic/handlers/inflow.ts';
import { loadOf } from '../../platform/traffic/load.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';

export interface FluidLoad {
  readonly perSecond: number;
  /** That answer. */
  readonly replicas: number;
  /** Requests. */
  readonly waiting: number;
  /** From arrival to answer (`fluid.latency`); null: nobody answers. */
  readonly meanLatencyMs: number | null;
}

/** By deployment, as the journal names it; those are left out to which nothing comes now. */
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

/** In a sentence, for somebody who has sent a single request. */
export function amountText({ perSecond, replicas, waiting, meanLatencyMs }: FluidLoad): string {
  const count = replicas === 0 ? '' : ` to ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`;
  const line = waiting < 1 ? '' : `, ${shortNumber(waiting, 0)} of which wait`;
  const end =
    meanLatencyMs === null ? ', and nobody is ready' : `, answered after ${durationText(meanLatencyMs)} in the mean`;
  return `This request did not meet what comes here as amounts: ${shortNumber(perSecond)} a second${count}${line}${end}`;
}
