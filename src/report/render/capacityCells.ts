/**
 * Lines of `capacity.csv` for figures that several blocks share, or that have many.
 */
import type { CallReport } from '../capacity/capacityCalls.ts';
import type { LatencyStatistics } from '../capacity/capacityLatency.ts';
import type { LoadReport, TimeStatistics } from '../capacity/capacityLoad.ts';
import type { ReserveReport } from '../capacity/capacityReserves.ts';
import type { CountStatistics, WaitReport } from '../capacity/capacityWorkloads.ts';
import type { Headroom } from '../capacity/headroom.ts';
import type { WorkReport } from '../capacity/volumeWork.ts';
import type { Saturation } from '../fold/saturation.ts';

export type CsvValue = string | number | boolean | null;
/** Statistic, value, unit; what is null has no line. */
export type CsvCell = readonly [statistic: string, value: CsvValue, unit: string];

/** Statistics of a count of replicas. */
export function countCells(statistics: CountStatistics | null): CsvCell[] {
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

/** What became of requests that came as amounts. */
export function requestCells({
  requests,
  peakPerSecond,
  peakAt,
  waitingPeak,
  waitingP99,
  heldMs,
}: LoadReport): CsvCell[] {
  const { offered, served, succeeded, lost, waiting, failed, retries } = requests;
  return [
    ['offered', offered, 'requests'],
    ['served', served, 'requests'],
    ['succeeded', succeeded, 'requests'],
    ['lost', lost, 'requests'],
    ['waiting', waiting, 'requests'],
    ['failed', failed, 'requests'],
    ['retries', retries, 'requests'],
    ['waitingP99', waitingP99, 'requests'],
    ['waitingAtMost', waitingPeak?.requests ?? null, 'requests'],
    ['held', heldMs, 'ms'],
    ['peak', peakPerSecond, 'requests/s'],
    ['peakAt', peakAt, 'instant'],
  ];
}

/** Statistics over time of an amount in a unit. */
export function timeCells(statistics: TimeStatistics | LatencyStatistics | null, unit: string): CsvCell[] {
  if (statistics === null) return [];
  const { mean, p50, p90, p95, p99, max, countedMs, leftOutMs } = statistics;
  const known = Object.entries({ p50, p90, p95, p99, max }).flatMap(([name, value]): CsvCell[] =>
    value === null ? [] : [[name, value, unit]],
  );
  return [['mean', mean, unit], ...known, ['counted', countedMs, 'ms'], ['leftOut', leftOutMs, 'ms']];
}

/** What a volume was asked for. */
export function workCells(report: WorkReport | null, unit: string): CsvCell[] {
  return Object.entries(report ?? {}).map(([statistic, amount]): CsvCell => [statistic, amount, unit]);
}

/** A reserve and its use; what is used at once has a unit of its own. */
export function reserveCells(report: ReserveReport, unitAtOnce: string, currency: string): CsvCell[] {
  const { unit, reserved, cost, used, utilisation, ofReserve, headroom, efficiency, waste } = report;
  return [
    ['reserved', reserved, unit],
    ['cost', cost, currency],
    ['used', used, unit],
    ...Object.entries(utilisation ?? {}).map(
      ([statistic, amount]): CsvCell => [`used${statistic[0]?.toUpperCase()}${statistic.slice(1)}`, amount, unitAtOnce],
    ),
    ...Object.entries(ofReserve ?? {}).map(
      ([statistic, share]): CsvCell => [`ofReserve${statistic[0]?.toUpperCase()}${statistic.slice(1)}`, share, 'share'],
    ),
    ['headroom', headroom, 'share'],
    ['efficiency', efficiency, 'share'],
    ['waste', waste?.quantity ?? null, unit],
    ['over', waste?.over ?? null, unit],
    ['wasteCost', waste?.cost ?? null, currency],
    ['overCost', waste?.overCost ?? null, currency],
  ];
}

/** Time at one limit. */
export function saturationCells({ limit, value, ms, count, longestMs, firstAt }: Saturation): CsvCell[] {
  const units = {
    maxScale: 'replicas',
    maxConcurrency: 'requests',
    maxCapacity: 'GB',
    capacity: 'GB',
    expansions: 'count',
    'class IOPS': 'IOPS',
    'class MB/s': 'MB/s',
  } as const;
  return [
    ['limit', value, limit === 'processor' || limit === 'line' ? '' : units[limit]],
    ['time', ms, 'ms'],
    ['count', count, 'count'],
    ['longest', longestMs, 'ms'],
    ['first', firstAt, 'instant'],
  ];
}

/** The metric under which a headroom stands. */
export function headroomName({ of, limit }: Headroom): string {
  return `${of} against ${limit}`;
}

/** What is left of one limit. */
export function headroomCells({ unit, p99, bound, headroom }: Headroom): CsvCell[] {
  return [
    ['p99', p99, unit],
    ['bound', bound, unit],
    ['headroom', headroom, 'share'],
  ];
}

/** Times from a decision to what it was for. */
export function waitCells({ count, meanMs, longestMs, longestAt }: WaitReport): CsvCell[] {
  return [
    ['count', count, 'count'],
    ['mean', meanMs, 'ms'],
    ['longest', longestMs, 'ms'],
    ['longestAt', longestAt, 'instant'],
  ];
}

/** What became of requests that came one by one. */
export function callCells({
  total,
  succeeded,
  failed,
  held,
  retries,
  byStatus,
  latencyMs,
  waitedMs,
  waitedP99Ms,
}: CallReport): CsvCell[] {
  return [
    ['total', total, 'count'],
    ['succeeded', succeeded, 'count'],
    ['failed', failed, 'count'],
    ['held', held, 'count'],
    ['retries', retries, 'count'],
    ...Object.entries(byStatus).map(([status, count]): CsvCell => [`status ${status}`, count, 'count']),
    ...Object.entries(latencyMs).map(([statistic, value]): CsvCell => [statistic, value, 'ms']),
    ['waited', waitedMs, 'ms'],
    ['waitedP99', waitedP99Ms, 'ms'],
  ];
}
