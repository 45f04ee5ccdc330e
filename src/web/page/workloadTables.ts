/**
 * Tables of workloads: replicas and use, executions, rollouts.
 */
import type { CronReport, RolloutReport } from '../../report/capacityRuns.ts';
import type { WorkloadCapacity } from '../../report/capacityWorkloads.ts';
import { groupedDecimal } from '../../report/format.ts';
import { column, course, durations, numbers, percent, titled } from './capacityCells.ts';
import type { Child } from './element.ts';
import type { Site } from './site.ts';

function placeOf({
  gvc,
  name,
  location,
}: {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
}): string {
  return `${gvc}/workload/${name}@${location}`;
}

export function workloads(site: Site): Child {
  return titled<WorkloadCapacity>(
    'Workloads',
    [
      { head: 'Workload', by: placeOf, cell: (row) => course(site, placeOf(row)) },
      { head: 'Type', by: ({ type }) => type, cell: ({ type }) => type },
      column(
        'Replicas, mean',
        ({ replicas }) => Number(replicas?.mean),
        ({ replicas }) => numbers(replicas?.mean),
      ),
      column(
        'p95',
        ({ replicas }) => replicas?.p95 ?? null,
        ({ replicas }) => numbers(replicas?.p95),
      ),
      column(
        'Peak',
        ({ replicas }) => replicas?.max ?? null,
        ({ replicas }) => numbers(replicas?.max),
      ),
      column(
        'Ready, least',
        ({ ready }) => ready?.min ?? null,
        ({ ready }) => numbers(ready?.min),
      ),
      column(
        'Cpu used',
        ({ cpu }) => Number(cpu.efficiency),
        ({ cpu }) => percent(cpu.efficiency),
      ),
      column(
        'Memory used',
        ({ memory }) => Number(memory.efficiency),
        ({ memory }) => percent(memory.efficiency),
      ),
      column(
        'At most scale',
        ({ saturation }) => saturation.reduce((sum, { ms }) => sum + ms, 0),
        ({ saturation }) => durations(saturation.reduce((sum, { ms }) => sum + ms, 0)),
      ),
      column(
        'Cost',
        ({ cost }) => Number(cost),
        ({ cost }) => numbers(cost),
      ),
    ],
    site.data.capacity.workloads,
  );
}

export function cron(site: Site): Child {
  return titled<CronReport>(
    'Cron workloads',
    [
      { head: 'Workload', by: placeOf, cell: (row) => course(site, placeOf(row)) },
      ...(['started', 'succeeded', 'failed', 'removed', 'skipped', 'late', 'deadlineHits'] as const).map((name) =>
        column<CronReport>(
          name === 'deadlineHits' ? 'Deadline hits' : `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          (row) => row[name],
          (row) => groupedDecimal(String(row[name])),
        ),
      ),
      column(
        'Longest',
        ({ longestMs }) => longestMs,
        ({ longestMs }) => durations(longestMs),
      ),
      column(
        'Overlap',
        ({ overlap }) => overlap.ms,
        ({ overlap }) => durations(overlap.ms),
      ),
      column(
        'Cost',
        ({ cost }) => Number(cost),
        ({ cost }) => numbers(cost),
      ),
      column(
        'Per success',
        ({ costPerSuccess }) => Number(costPerSuccess),
        ({ costPerSuccess }) => numbers(costPerSuccess, 6),
      ),
    ],
    site.data.capacity.cron,
  );
}

export function rollouts(site: Site): Child {
  return titled<RolloutReport>(
    'Rollouts',
    [
      { head: 'Workload', by: placeOf, cell: (row) => course(site, placeOf(row)) },
      ...(['started', 'completed', 'superseded', 'stalled', 'switched'] as const).map((name) =>
        column<RolloutReport>(
          `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          (row) => row[name],
          (row) => numbers(row[name]),
        ),
      ),
      column(
        'Mean',
        ({ meanMs }) => Number(meanMs),
        ({ meanMs }) => (meanMs === null ? '–' : durations(Number(meanMs))),
      ),
      column(
        'Longest',
        ({ longestMs }) => longestMs,
        ({ longestMs }) => durations(longestMs),
      ),
      column(
        'Ready, least',
        ({ lowestReady }) => lowestReady,
        ({ lowestReady }) => numbers(lowestReady),
      ),
      column(
        'Surge, replica-hours',
        ({ surgeReplicaHours }) => Number(surgeReplicaHours),
        ({ surgeReplicaHours }) => numbers(surgeReplicaHours, 3),
      ),
    ],
    site.data.capacity.rollouts,
  );
}
