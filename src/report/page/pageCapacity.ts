/**
 * The capacity report as a page has it: without what its charts show, and no more rows than there is room for.
 */
import type { Capacity } from '../capacity/capacity.ts';

export interface FittedCapacity {
  readonly capacity: Capacity;
  /** How many rows of all blocks were left out. */
  readonly rowsLeftOut: number;
}

/** Of a block with too many rows those stay that matter most: the dearest, the fullest, else the first. */
export function pageCapacity(capacity: Capacity, rowsMax: number): FittedCapacity {
  let rowsLeftOut = 0;
  const most = <T>(rows: readonly T[], weight: (row: T) => number): readonly T[] => {
    if (rows.length <= rowsMax) return rows;
    rowsLeftOut += rows.length - rowsMax;
    const order = rows.map((row, index) => ({ row, index, weight: weight(row) }));
    order.sort((a, b) => b.weight - a.weight || a.index - b.index);
    const kept = new Set(order.slice(0, rowsMax).map(({ row }) => row));
    return rows.filter((row) => kept.has(row));
  };
  const workloads = most(capacity.workloads, ({ cost }) => Number(cost)).map((one) =>
    // The chart of its replicas shows more.
    one.load === null ? one : { ...one, load: { ...one.load, replicasOverTime: [] } },
  );
  const fitted: Capacity = {
    ...capacity,
    demand: most(capacity.demand, ({ offered }) => Number(offered)),
    workloads,
    volumes: most(capacity.volumes, ({ cost }) => Number(cost)),
    cron: most(capacity.cron, ({ cost }) => Number(cost)),
    rollouts: most(capacity.rollouts, () => 0),
    limits: most(capacity.limits, ({ peak, bound }) => Number(peak) / Number(bound)),
    // What they come to stands among their summaries, and the chart of a volume has what was predicted.
    forecastSamples: [],
    forecasts: most(capacity.forecasts, ({ outcome }) => (outcome === 'refused' ? 1 : 0)),
  };
  return { capacity: fitted, rowsLeftOut };
}
