/**
 * `capacity.csv`: the capacity report as one number a line: block, target, location, metric, statistic, value, unit.
 */
import { addFailures, addRecommendations } from './adviceCells.ts';
import type { Capacity } from './capacity.ts';
import type { CallReport } from './capacityCalls.ts';
import type { LimitReport } from './capacityLimits.ts';
import type { LoadReport, TimeStatistics } from './capacityLoad.ts';
import type { CountStatistics, ReserveReport } from './capacityWorkloads.ts';

type Value = string | number | boolean | null;
/** Statistic, value, unit. */
type Cell = readonly [statistic: string, value: Value, unit: string];

/** A header and one line for each number (RFC 4180, lines end in LF); what is null has no line. */
export function capacityCsv(capacity: Capacity): string {
  const lines = ['block,target,location,metric,statistic,value,unit'];
  const add = (block: string, target: string, location: string, metric: string, cells: readonly Cell[]): void => {
    for (const [statistic, value, unit] of cells) {
      if (value !== null)
        lines.push([block, target, location, metric, statistic, String(value), unit].map(field).join());
    }
  };
  for (const { name, threshold, measured, pass, firstBroken } of capacity.verdict) {
    add('verdict', name, '', 'expectation', [
      ['threshold', threshold, ''],
      ['measured', measured, ''],
      ['pass', pass, ''],
      ['firstBroken', firstBroken, 'instant'],
    ]);
  }
  for (const one of capacity.demand) {
    add('demand', `${one.gvc}/workload/${one.name}`, '', one.arrivals === 'fluid' ? 'requests' : 'calls', [
      ['offered', one.offered, 'requests'],
      ['served', one.served, 'requests'],
      ['failed', one.failed, 'requests'],
      ['unrouted', one.unrouted, 'requests'],
      ['unroutedTime', one.unroutedMs, 'ms'],
      ['peak', one.peakPerSecond, 'requests/s'],
      ['peakAt', one.peakAt, 'instant'],
    ]);
  }
  for (const one of capacity.workloads) {
    const target = `${one.gvc}/workload/${one.name}`;
    const put = (metric: string, cells: readonly Cell[]): void => add('workloads', target, one.location, metric, cells);
    put('replicas', countCells(one.replicas));
    put('desired', countCells(one.desired));
    put('ready', [['min', one.ready?.min ?? null, 'replicas'], ...countCells(one.ready)]);
    put('restarts', [['total', one.restarts, 'count']]);
    put('evictions', [['total', one.evictions, 'count']]);
    put('cpu', reserveCells(one.cpu, 'm', capacity.currency));
    put('memory', reserveCells(one.memory, 'bytes', capacity.currency));
    if (one.load !== null) {
      put('requests', requestCells(one.load));
      put('utilisation', timeCells(one.load.utilisation, 'share'));
      put('latency', timeCells(one.load.latencyMs, 'ms'));
    }
    if (one.calls !== null) put('calls', callCells(one.calls));
    for (const { limit, value, ms, count, longestMs } of one.saturation) {
      // Of a limit that changed each value has its rows: their name tells them apart, here and among the limits.
      put(one.saturation.length === 1 ? `saturation ${limit}` : `saturation ${limit} ${value}`, [
        ['limit', value, 'replicas'],
        ['time', ms, 'ms'],
        ['count', count, 'count'],
        ['longest', longestMs, 'ms'],
      ]);
    }
    for (const { container, cpuCoreSeconds, memoryGiBSeconds, egressGB, cost } of one.containers) {
      put(`container ${container}`, [
        ['cpu', cpuCoreSeconds, 'Core-Seconds'],
        ['memory', memoryGiBSeconds, 'GiB-Seconds'],
        ['egress', egressGB, 'GB'],
        ['cost', cost, capacity.currency],
      ]);
    }
    put('cost', [['total', one.cost, capacity.currency]]);
  }
  for (const one of capacity.volumes) {
    add('volumes', `${one.gvc}/volumeset/${one.set}/${one.index}`, one.location, 'volume', [
      ['used', one.usedGB, 'GB'],
      ['capacity', one.capacityGB, 'GB'],
      ['free', one.freePct, '%'],
      ['lowestFree', one.lowestFreePct, '%'],
      ['growth', one.growthGBPerDay, 'GB/d'],
      ['grows', one.grows, ''],
      ['daysToFull', one.daysToFull, 'd'],
      ['firstRefusal', one.firstRefusal?.at ?? null, one.firstRefusal?.cause ?? ''],
      ['expansions', one.expansions, 'count'],
      ['refusals', one.refusals, 'count'],
      ['expansionsLeft', one.expansionsLeft, 'count'],
      ['blocked', one.blockedMs, 'ms'],
      ['atMax', one.atMaxMs, 'ms'],
      ['full', one.fullMs, 'ms'],
      ['max', one.maxGB, 'GB'],
      ['iops', one.iops, 'IOPS'],
      ['throughput', one.megabytesPerSecond, 'MB/s'],
      ['snapshots', one.snapshots, 'count'],
      ['cost', one.cost, capacity.currency],
    ]);
  }
  for (const { gvc, name, location, overlap, cost, costPerSuccess, longestMs, ...counts } of capacity.cron) {
    add('cron', `${gvc}/workload/${name}`, location, 'executions', [
      ...Object.entries(counts).map(([key, value]): Cell => [key, value, 'count']),
      ['longest', longestMs, 'ms'],
      ['overlap', overlap.ms, 'ms'],
      ['overlaps', overlap.count, 'count'],
      ['longestOverlap', overlap.longestMs, 'ms'],
      ['cost', cost, capacity.currency],
      ['costPerSuccess', costPerSuccess, capacity.currency],
    ]);
  }
  for (const one of capacity.rollouts) {
    add('rollouts', `${one.gvc}/workload/${one.name}`, one.location, 'rollouts', [
      ['started', one.started, 'count'],
      ['completed', one.completed, 'count'],
      ['superseded', one.superseded, 'count'],
      ['stalled', one.stalled, 'count'],
      ['switched', one.switched, 'count'],
      ['mean', one.meanMs, 'ms'],
      ['longest', one.longestMs, 'ms'],
      ['lowestReady', one.lowestReady, 'replicas'],
      ['surge', one.surgeReplicaHours, 'Replica-Hours'],
    ]);
  }
  const isSame = (one: LimitReport, other: LimitReport | undefined): boolean =>
    one.limit === other?.limit && one.target === other.target && one.location === other.location;
  for (const [index, one] of capacity.limits.entries()) {
    const { limit, rule, target, location, unit, peak, bound, margin, at } = one;
    const isOneOfSeveral = isSame(one, capacity.limits[index - 1]) || isSame(one, capacity.limits[index + 1]);
    add('limits', target, location, `${limit}${isOneOfSeveral ? ` ${bound}` : ''} (${rule})`, [
      ['peak', peak, unit],
      ['bound', bound, unit],
      ['margin', margin, unit],
      ['at', at, 'instant'],
    ]);
  }
  for (const one of capacity.forecasts) {
    add('forecasts', `${one.gvc}/volumeset/${one.set}/${one.index}`, one.location, one.at, [
      ['outcome', one.outcome, ''],
      ['points', one.points, 'count'],
      ['rate', one.rateGBPerHour, 'GB/h'],
      ['used', one.usedGB, 'GB'],
      ['projected', one.projectedGB, 'GB'],
      ['capacity', one.capacityGB, 'GB'],
      ['chosen', one.chosenGB, 'GB'],
    ]);
  }
  addFailures(add, capacity.failures, capacity.currency);
  addRecommendations(add, capacity.recommendations, capacity.currency);
  return `${lines.join('\n')}\n`;
}

function countCells(statistics: CountStatistics | null): Cell[] {
  if (statistics === null) return [];
  const { mean, p50, p95, p99, max, maxAt } = statistics;
  return [
    ['mean', mean, 'replicas'],
    ['p50', p50, 'replicas'],
    ['p95', p95, 'replicas'],
    ['p99', p99, 'replicas'],
    ['max', max, 'replicas'],
    ['maxAt', maxAt, 'instant'],
  ];
}

function requestCells({ requests, peakPerSecond, peakAt, waitingPeak, heldMs }: LoadReport): Cell[] {
  const { offered, served, lost, waiting, failed, retries } = requests;
  return [
    ['offered', offered, 'requests'],
    ['served', served, 'requests'],
    ['lost', lost, 'requests'],
    ['waiting', waiting, 'requests'],
    ['failed', failed, 'requests'],
    ['retries', retries, 'requests'],
    ['waitingAtMost', waitingPeak?.requests ?? null, 'requests'],
    ['held', heldMs, 'ms'],
    ['peak', peakPerSecond, 'requests/s'],
    ['peakAt', peakAt, 'instant'],
  ];
}

function timeCells(statistics: TimeStatistics | null, unit: string): Cell[] {
  if (statistics === null) return [];
  const { mean, p50, p90, p99, max } = statistics;
  return [
    ['mean', mean, unit],
    ['p50', p50, unit],
    ['p90', p90, unit],
    ['p99', p99, unit],
    ['max', max, unit],
  ];
}

function reserveCells(report: ReserveReport, unitAtOnce: string, currency: string): Cell[] {
  const { unit, reserved, used, usedP99, headroom, efficiency, waste } = report;
  return [
    ['reserved', reserved, unit],
    ['used', used, unit],
    ['usedP99', usedP99, unitAtOnce],
    ['headroom', headroom, 'share'],
    ['efficiency', efficiency, 'share'],
    ['waste', waste?.quantity ?? null, unit],
    ['over', waste?.over ?? null, unit],
    ['wasteCost', waste?.cost ?? null, currency],
  ];
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function callCells({ total, failed, held, retries, byStatus, latencyMs, waitedMs }: CallReport): Cell[] {
  return [
    ['total', total, 'count'],
    ['failed', failed, 'count'],
    ['held', held, 'count'],
    ['retries', retries, 'count'],
    ...Object.entries(byStatus).map(([status, count]): Cell => [`status ${status}`, count, 'count']),
    ...Object.entries(latencyMs).map(([statistic, value]): Cell => [statistic, value, 'ms']),
    ['waited', waitedMs, 'ms'],
  ];
}
