/**
 * The capacity report for the page: without the data of its charts, and limited in rows.
 */
import type { Capacity } from '../capacity/capacity.ts';

export interface FittedCapacity {
  readonly capacity: Capacity;
  /** Number of rows left out, all blocks together. */
  readonly rowsLeftOut: number;
}

/** In a block with too many rows, the most important ones stay: the most expensive, the fullest, or the first. */
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
    // The chart of the replicas has more detail.
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
    // Their errors are in the summaries, and the chart of a volume shows the forecasts.
    forecastSamples: [],
    forecasts: most(capacity.forecasts, ({ outcome }) => (outcome === 'refused' ? 1 : 0)),
  };
  return { capacity: fitted, rowsLeftOut };
}
