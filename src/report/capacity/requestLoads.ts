/**
 * The loads of a run as far as counts of requests go: what most metrics of loads are read from.
 */
import type { Instant } from '../../engine/time.ts';
import type { World } from '../../platform/world.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import { askedWorkloads, requestsUpTo } from '../fold/loadCount.ts';
import { countDemand } from '../load/demandCount.ts';
import type { Losses } from '../load/losses.ts';
import { decimalText } from '../words/numbers.ts';
import { type DemandReport, type LoadReport, type Loads, requestsReport, waitingPeakReport } from './capacityLoad.ts';

/** The part of a load's report that metrics are read from. */
export type RequestReport = Pick<LoadReport, 'requests' | 'waitingPeak' | 'latencyMs'>;

/** The part of all loads that metrics are read from; `Loads` is one. */
export interface RequestLoads {
  readonly demand: readonly Pick<DemandReport, 'gvc' | 'name' | 'offered' | 'unrouted'>[];
  readonly firstUnrouted: Loads['firstUnrouted'];
  readonly loads: ReadonlyMap<DeploymentChronicle, { readonly report: RequestReport; readonly losses: Losses }>;
}

/** A run without demands that are amounts. */
export const noLoads: RequestLoads = { demand: [], firstUnrouted: new Map(), loads: new Map() };

/**
 * The loads of a run without latencies: the same counts as those of `loadsOf`, in a third of its time. No latency has a
 * value.
 */
export function requestLoadsOf(chronicle: Chronicle, world: World, now: Instant): RequestLoads {
  const loads = new Map<DeploymentChronicle, { report: RequestReport; losses: Losses }>();
  const firstUnrouted = new Map<string, Instant>();
  const demand = askedWorkloads(chronicle, world).map((asked) => {
    for (const [{ heard }, tally] of requestsUpTo(asked, now, world)) {
      const report = {
        requests: requestsReport(tally, world.assumptions),
        waitingPeak: waitingPeakReport(tally),
        latencyMs: null,
      };
      loads.set(heard, { report, losses: tally.backlog.losses });
    }
    const counted = countDemand(chronicle.demands.get(asked.name), asked.flows, now);
    if (counted.firstUnrouted !== null) firstUnrouted.set(asked.name, counted.firstUnrouted);
    const [gvc = '', , name = ''] = asked.name.split('/');
    return { gvc, name, offered: decimalText(counted.offered), unrouted: decimalText(counted.unrouted) };
  });
  return { demand, firstUnrouted, loads };
}
