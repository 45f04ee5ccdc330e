/**
 * Tables of workloads: replicas and utilisation, cron executions, rollouts.
 */
import type { CronReport, RolloutReport } from '../../report/capacity/capacityRuns.ts';
import type { WorkloadCapacity } from '../../report/capacity/capacityWorkloads.ts';
import { opener } from '../stories/entryList.ts';
import type { Child } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import type { TableColumn } from '../view/table.ts';
import {
  column,
  count,
  countOfEntries,
  extra,
  measured,
  percent,
  time,
  timelineLink,
  titledTable,
} from './capacityCells.ts';

/** The subject of a deployment, as the journal names it. */
export function placeOf({
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

function nameColumn<Row extends Parameters<typeof placeOf>[0]>(site: Site): TableColumn<Row> {
  return { head: 'Workload', by: placeOf, cell: (row) => timelineLink(site, placeOf(row)) };
}

export function workloads(site: Site): Child {
  const { currency, workloads: rows } = site.data.capacity;
  const counted = countedBy<WorkloadCapacity>(site);
  return titledTable<WorkloadCapacity>(
    'Workloads',
    [
      nameColumn(site),
      { head: 'Type', by: ({ type }) => type, cell: ({ type }) => type },
      measured('Mean billed replicas', ({ replicas }) => replicas?.mean, 2),
      extra(count('p95 billed', ({ replicas }) => replicas?.p95)),
      extremeOf(site, 'Max billed', ({ replicas }) => replicas?.max, 'billed'),
      extremeOf(site, 'Min ready', ({ ready }) => ready?.min, 'ready'),
      column(
        'CPU utilisation',
        ({ cpu }) => cpu.efficiency,
        ({ cpu }) => percent(cpu.efficiency),
      ),
      column(
        'Memory utilisation',
        ({ memory }) => memory.efficiency,
        ({ memory }) => percent(memory.efficiency),
      ),
      measured(`Unused reservation, ${currency}`, wasteOf, 2),
      extra(time('Time at maximum scale', greatestScaleMs)),
      extra(count('Scale-outs', ({ scaleOuts }) => scaleOuts.count)),
      extra(time('Longest scale-out', ({ scaleOuts }) => scaleOuts.longestMs)),
      extra(counted('Restarts', ({ restarts }) => restarts, 'replica.exited')),
      extra(counted('Evictions', ({ evictions }) => evictions, 'replica.evicted')),
      measured(`Cost, ${currency}`, ({ cost }) => cost, 2),
    ],
    rows,
  );
}

/** A column of counts of entries about the workload of a row. */
function countedBy<Row extends Parameters<typeof placeOf>[0]>(site: Site) {
  return (head: string, of: (row: Row) => number | null, type: string): TableColumn<Row> =>
    countOfEntries(site, head, of, type, placeOf);
}

/** A column of the least or the greatest value of a line of the replica chart: it leads to when it came to that. */
function extremeOf(
  site: Site,
  head: string,
  of: (row: WorkloadCapacity) => number | string | null | undefined,
  name: string,
): TableColumn<WorkloadCapacity> {
  const plain = count(head, of);
  return {
    ...plain,
    cell: (row) => {
      const chart = site.data.charts.find(({ id }) => id === `replicas/${placeOf(row)}`);
      const line = chart?.lines.find((one) => one.name === name);
      const at = line?.at[line.value.indexOf(Number(of(row)))];
      if (chart === undefined || at === undefined) return plain.cell(row);
      return opener(site, targetText({ kind: 'moment', at, chart: chart.id }), plain.cell(row));
    },
  };
}

/** The cost of reserved but unused CPU and memory; null if the usage is unknown. */
function wasteOf({ cpu, memory }: WorkloadCapacity): number | null {
  if (cpu.waste === null && memory.waste === null) return null;
  return Number(cpu.waste?.cost ?? 0) + Number(memory.waste?.cost ?? 0);
}

function greatestScaleMs({ saturation }: WorkloadCapacity): number {
  return saturation.filter(({ limit }) => limit === 'maxScale').reduce((sum, { ms }) => sum + ms, 0);
}

export function cron(site: Site): Child {
  const { currency, cron: rows } = site.data.capacity;
  const counted = countedBy<CronReport>(site);
  return titledTable<CronReport>(
    'Cron executions',
    [
      nameColumn(site),
      count('Started', ({ started }) => started),
      count('Succeeded', ({ succeeded }) => succeeded),
      counted('Failed', ({ failed }) => failed, 'execution.failed'),
      extra(counted('Removed', ({ removed }) => removed, 'execution.removed')),
      counted('Skipped', ({ skipped }) => skipped, 'execution.skipped'),
      extra(count('Started late', ({ late }) => late)),
      extra(counted('Retries', ({ retries }) => retries, 'execution.retried')),
      extra(count('Deadline exceeded', ({ deadlineHits }) => deadlineHits)),
      time('Longest execution', ({ longestMs }) => longestMs),
      time('Time overlapping', ({ overlap }) => overlap.ms),
      measured(`Cost, ${currency}`, ({ cost }) => cost, 2),
      measured(`Cost per success, ${currency}`, ({ costPerSuccess }) => costPerSuccess, 6),
    ],
    rows,
  );
}

export function rollouts(site: Site): Child {
  const { currency, rollouts: rows } = site.data.capacity;
  const counted = countedBy<RolloutReport>(site);
  return titledTable<RolloutReport>(
    'Rollouts',
    [
      nameColumn(site),
      counted('Started', ({ started }) => started, 'rollout.started'),
      counted('Completed', ({ completed }) => completed, 'rollout.completed'),
      counted('Superseded', ({ superseded }) => superseded, 'rollout.superseded'),
      counted('Stalled', ({ stalled }) => stalled, 'rollout.stalled'),
      extra(counted('Traffic switched', ({ switched }) => switched, 'rollout.switched')),
      time('Mean duration', ({ meanMs }) => meanMs),
      time('Longest', ({ longestMs }) => longestMs),
      { head: 'Cause of delay', cell: ({ limitingFactor }) => factorText(limitingFactor) },
      count('Min ready', ({ lowestReady }) => lowestReady),
      extra(measured('Surge replica-hours', ({ surgeReplicaHours }) => surgeReplicaHours, 3)),
      measured(`Surge cost, ${currency}`, ({ surgeCost }) => surgeCost, 4),
    ],
    rows,
  );
}

/** `gracePeriod` -> `grace period`; bounds and sentences stay as they are. */
function factorText(factor: RolloutReport['limitingFactor']): string {
  if (factor === null) return '–';
  return factor.startsWith('max') ? factor : factor.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}
