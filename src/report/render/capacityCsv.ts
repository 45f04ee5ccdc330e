/**
 * `capacity.csv`: the capacity report as one number a line: block, target, location, metric, statistic, value, unit.
 */

import type { Capacity } from '../capacity/capacity.ts';
import type { LimitReport } from '../capacity/capacityLimits.ts';
import { csvField } from '../words/csvField.ts';
import { textOf } from '../words/writing.ts';
import { addFailures, addRecommendations, addTogether } from './adviceCells.ts';
import {
  type CsvCell,
  callCells,
  countCells,
  headroomCells,
  headroomName,
  requestCells,
  reserveCells,
  saturationCells,
  timeCells,
  waitCells,
  workCells,
} from './capacityCells.ts';

/**
 * A header and one line for each number (RFC 4180, lines end in LF); what is null has no line. Of hourly samples of
 * forecasts only what they come to.
 */
export function capacityCsv(capacity: Capacity): string {
  return textOf((write) => writeCapacity(capacity, write));
}

/** The same, line by line: of a large organization there are millions. */
export function writeCapacity(capacity: Capacity, write: (text: string) => void): void {
  write('block,target,location,metric,statistic,value,unit\n');
  const add = (block: string, target: string, location: string, metric: string, cells: readonly CsvCell[]): void => {
    for (const [statistic, value, unit] of cells) {
      if (value !== null)
        write(`${[block, target, location, metric, statistic, String(value), unit].map(csvField).join()}\n`);
    }
  };
  for (const { name, threshold, measured, pass, decided, firstBroken } of capacity.verdict) {
    add('verdict', name, '', 'expectation', [
      ['threshold', threshold, ''],
      ['measured', measured, ''],
      ['pass', pass, ''],
      ['decided', decided, ''],
      ['firstBroken', firstBroken, 'instant'],
    ]);
  }
  for (const one of capacity.demand) {
    add('demand', `${one.gvc}/workload/${one.name}`, '', one.arrivals === 'fluid' ? 'requests' : 'calls', [
      ['offered', one.offered, 'requests'],
      ['served', one.served, 'requests'],
      ['succeeded', one.succeeded, 'requests'],
      ['failed', one.failed, 'requests'],
      ['unrouted', one.unrouted, 'requests'],
      ['unroutedTime', one.unroutedMs, 'ms'],
      ['peak', one.peakPerSecond, 'requests/s'],
      ['peakAt', one.peakAt, 'instant'],
    ]);
  }
  for (const one of capacity.workloads) {
    const target = `${one.gvc}/workload/${one.name}`;
    const put = (metric: string, cells: readonly CsvCell[]): void =>
      add('workloads', target, one.location, metric, cells);
    put('replicas', countCells(one.replicas));
    put('desired', countCells(one.desired));
    put('ready', [['min', one.ready?.min ?? null, 'replicas'], ...countCells(one.ready)]);
    put('restarts', [['total', one.restarts, 'count']]);
    put('evictions', [['total', one.evictions, 'count']]);
    put('time', [
      ['counted', one.time.countedMs, 'ms'],
      ['leftOut', one.time.leftOutMs, 'ms'],
    ]);
    put('scale-out', waitCells(one.scaleOuts));
    put('cold start', waitCells(one.coldStarts));
    put('cpu', reserveCells(one.cpu, 'm', capacity.currency));
    put('memory', reserveCells(one.memory, 'bytes', capacity.currency));
    put('cpu and memory', [['costEfficiency', one.costEfficiency, 'share']]);
    for (const headroom of one.headrooms) put(headroomName(headroom), headroomCells(headroom));
    if (one.load !== null) {
      put('requests', requestCells(one.load));
      put('utilisation', timeCells(one.load.utilisation, 'share'));
      put('busyReplicas', timeCells(one.load.busyReplicas, 'replicas'));
      put('latency', timeCells(one.load.latencyMs, 'ms'));
    }
    if (one.calls !== null) put('calls', callCells(one.calls));
    for (const row of one.saturation) {
      // Of a limit that changed each value has its rows: their name tells them apart, here and among the limits.
      const isOneOfSeveral = one.saturation.filter(({ limit }) => limit === row.limit).length > 1;
      put(`saturation ${row.limit}${isOneOfSeveral ? ` ${row.value}` : ''}`, saturationCells(row));
    }
    for (const { container, cpuCoreSeconds, memoryGiBSeconds, egressGB, cost } of one.containers) {
      put(`container ${container}`, [
        ['cpu', cpuCoreSeconds, 'Core-Seconds'],
        ['memory', memoryGiBSeconds, 'GiB-Seconds'],
        ['egress', egressGB, 'GB'],
        ['cost', cost, capacity.currency],
      ]);
    }
    put('cost', [
      ['total', one.cost, capacity.currency],
      ...Object.entries(one.costByCause).map(([cause, cost]): CsvCell => [cause, cost, capacity.currency]),
    ]);
  }
  for (const { name, window, breach, budget, location } of capacity.objectives) {
    add('objectives', name, location ?? '', 'objective', [
      ['window', window?.ms ?? null, 'ms'],
      ['leftOut', window?.leftOutMs ?? null, 'ms'],
      ['breach', breach?.ms ?? null, 'ms'],
      ['count', breach?.count ?? null, 'count'],
      ['longest', breach?.longestMs ?? null, 'ms'],
      ['first', breach?.firstAt ?? null, 'instant'],
      ['budget', budget?.granted ?? null, budget?.unit ?? ''],
      ['used', budget?.used ?? null, budget?.unit ?? ''],
      ['left', budget?.left ?? null, budget?.unit ?? ''],
    ]);
  }
  for (const one of capacity.volumes) {
    const target = `${one.gvc}/volumeset/${one.set}/${one.index}`;
    for (const row of one.saturation)
      add('volumes', target, one.location, `saturation ${row.limit}`, saturationCells(row));
    for (const headroom of one.headrooms)
      add('volumes', target, one.location, headroomName(headroom), headroomCells(headroom));
    add('volumes', target, one.location, 'iops', workCells(one.iopsUsed, 'IOPS'));
    add('volumes', target, one.location, 'throughput', workCells(one.megabytesPerSecondUsed, 'MB/s'));
    add('volumes', target, one.location, 'volume', [
      ['used', one.usedGB, 'GB'],
      ['capacity', one.capacityGB, 'GB'],
      ['free', one.freePct, '%'],
      ['lowestFree', one.lowestFreePct, '%'],
      ['growth', one.growthGBPerDay, 'GB/d'],
      ['grows', one.grows, ''],
      ['trend', one.trendMs, 'ms'],
      ['daysToFull', one.daysToFull, 'd'],
      ['firstRefusal', one.firstRefusal?.at ?? null, one.firstRefusal?.cause ?? ''],
      ['expansions', one.expansions, 'count'],
      ['refusals', one.refusals, 'count'],
      ['expansionsRefused', one.expansionsRefused, 'count'],
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
      ...Object.entries(counts).map(([key, value]): CsvCell => [key, value, 'count']),
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
      ['longestEnd', one.longestEnd, ''],
      ['lowestReady', one.lowestReady, 'replicas'],
      ['surge', one.surgeReplicaHours, 'Replica-Hours'],
      ['surgeCost', one.surgeCost, capacity.currency],
      ...Object.entries(one.waits).map(([step, ms]): CsvCell => [step, ms, 'ms']),
      ['heldBack', one.heldBackMs, 'ms'],
      ['limitingFactor', one.limitingFactor, ''],
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
      ['realised', one.realisedGB, 'GB'],
      ['error', one.errorGB, 'GB'],
      ['tooEarly', one.gbHoursTooEarly, 'GB-Hours'],
    ]);
  }
  for (const one of capacity.forecastSummaries) {
    const put = (metric: string, cells: readonly CsvCell[]): void =>
      add('forecasts', `${one.gvc}/volumeset/${one.set}/${one.index}`, one.location, metric, cells);
    put('evaluations', [
      ['count', one.evaluations, 'count'],
      ['leftOut', one.evaluationsLeftOut, 'count'],
      ['bias', one.biasGB, 'GB'],
      ['meanAbsoluteError', one.meanAbsoluteErrorGB, 'GB'],
    ]);
    put('samples', [
      ['every', one.samples.everyMs, 'ms'],
      ['count', one.samples.count, 'count'],
      ['compared', one.samples.compared, 'count'],
      ['bias', one.samples.biasGB, 'GB'],
      ['meanAbsoluteError', one.samples.meanAbsoluteErrorGB, 'GB'],
    ]);
    for (const { plan, expansions, gbHours, gbHoursTooEarly, shortMs, finalGB } of one.plans) {
      put(`plan ${plan}`, [
        ['expansions', expansions, 'count'],
        ['capacity', gbHours, 'GB-Hours'],
        ['tooEarly', gbHoursTooEarly, 'GB-Hours'],
        ['short', shortMs, 'ms'],
        ['final', finalGB, 'GB'],
      ]);
    }
  }
  const causes = Object.entries(capacity.cost).map(([cause, cost]): CsvCell => [cause, cost, capacity.currency]);
  add('cost', '', '', 'by cause', causes);
  addFailures(add, capacity.failures, capacity.currency);
  addRecommendations(add, capacity.recommendations, capacity.currency);
  if (capacity.advice !== undefined) addTogether(add, capacity.advice, capacity.currency);
}
