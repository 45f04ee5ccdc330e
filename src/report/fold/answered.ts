/**
 * The number of requests for one workload up to an instant, and how many of them had a good answer.
 */
import type { Instant } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import { countDemand } from '../load/demandCount.ts';
import type { CallChronicle } from './callChronicle.ts';
import type { Chronicle } from './chronicle.ts';
import { askedWorkloads, requestsUpTo } from './loadCount.ts';

export interface RequestCounts {
  /** Amounts that have come; single requests that have ended. */
  readonly asked: number;
  /** Answered, and not by an error; those that wait are not, yet. */
  readonly good: number;
}

/**
 * Amounts and single requests together; the chronicle must be settled at `now`.
 *
 * @param workload `shop/workload/api`
 */
export function answeredBy(chronicle: Chronicle, world: World, workload: string, now: Instant): RequestCounts {
  let asked = 0;
  let good = 0;
  for (const one of askedWorkloads(chronicle, world)) {
    if (one.name !== workload) continue;
    asked += countDemand(chronicle.demands.get(one.name), one.flows, now).offered;
    for (const [, { offered, backlog }] of requestsUpTo(one, now, world)) {
      good += offered - backlog.waiting - backlog.losses.lost - backlog.losses.failed;
    }
  }
  const add = (calls: CallChronicle): void => {
    asked += calls.asked;
    good += calls.asked - calls.failuresAsked.reduce((sum, { count }) => sum + count, 0);
  };
  for (const { place, calls } of chronicle.deployments.values())
    if (`${place.gvc}/workload/${place.name}` === workload) add(calls);
  const stray = chronicle.stray.get(workload);
  if (stray !== undefined) add(stray);
  return { asked, good };
}
