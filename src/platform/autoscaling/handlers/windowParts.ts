/**
 * A metric's window in which the use of a request changed: it is cut into parts, each with the use of its time.
 */
import type { Served } from '../../traffic/inflow.ts';
import { latencyPercentile, loadOf, type Pressure, type ReplicaTraffic, useOf } from '../../traffic/load.ts';
import type { Serving } from '../../traffic/serving.ts';
import type { Percentile } from '../../traffic/trials.ts';
import type { World } from '../../world.ts';

/** Parts of a window, each with what replicas did then. */
export function partsOf({ assumptions }: World, pressure: Pressure, served: readonly Served[]): WindowPart[] {
  return served.map((part, index) => {
    const felt = pressureIn(part, pressure, index);
    return { ...part, pressure: felt, use: useOf(part.serving, felt, assumptions) };
  });
}

export interface WindowPart extends Served {
  readonly pressure: Pressure;
  readonly use: ReplicaTraffic;
}

/** What waits now waits in the latest part, which is the first. */
function pressureIn({ requests, length }: Served, { ready, waiting }: Pressure, index: number): Pressure {
  return { perSecond: (requests * 1_000) / length, ready, waiting: index === 0 ? waiting : 0 };
}

/** The mean over the time of a window. */
export function meanUse(parts: readonly WindowPart[]): ReplicaTraffic {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const mean = (of: keyof ReplicaTraffic): number =>
    parts.reduce((sum, part) => sum + part.use[of] * part.length, 0) / length;
  return {
    rps: mean('rps'),
    concurrency: mean('concurrency'),
    cpuMillicores: mean('cpuMillicores'),
    memoryBytes: mean('memoryBytes'),
    overflowPerSecond: mean('overflowPerSecond'),
  };
}

/** A percentile of the latency under a pressure, in milliseconds. */
export function latencyIn(
  { assumptions }: World,
  serving: Serving,
  pressure: Pressure,
  percentile: Percentile,
): number {
  return latencyPercentile(serving, loadOf(serving, pressure, assumptions), percentile, assumptions);
}

/**
 * A percentile of the latency over the requests of a window: that of the part into which it falls, from the fastest on.
 */
export function latencyAmong(world: World, parts: readonly WindowPart[], percentile: Percentile): number {
  const latencies = parts.map(({ serving, requests, pressure }) => ({
    requests,
    latency: latencyIn(world, serving, pressure, percentile),
  }));
  latencies.sort((a, b) => a.latency - b.latency);
  let missing = (latencies.reduce((sum, { requests }) => sum + requests, 0) * percentile) / 100;
  for (const { requests, latency } of latencies) {
    missing -= requests;
    if (missing <= 0) return latency;
  }
  return latencies.at(-1)?.latency ?? 0;
}
