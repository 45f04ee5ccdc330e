/**
 * The tables of the terminal summary: cost, replicas, volumes, cron, rollouts. Each is empty where a run has nothing of
 * its kind.
 */

import { type Decimal, plus, zero } from '../../platform/metering/decimal.ts';
import { expansionsMax } from '../../platform/volume/limit.ts';
import { amount } from '../bill/costs.ts';
import type { Report } from '../report.ts';
import { countText, durationText, moneyText, shortNumber } from '../words/format.ts';
import {
  type Canvas,
  left,
  limited,
  type PlacedRow,
  placedTable,
  type Row,
  right,
  rowsMax,
} from '../words/placedTable.ts';
import { shortened, type TextCell } from '../words/table.ts';

/** The cost of each workload and volume set, summed over locations, the most expensive first. */
export function costTable({ bill }: Report, canvas: Canvas): string[] {
  const costs = new Map<string, Decimal>();
  for (const { gvc, resource, cost } of bill.usage) {
    const key = `${gvc}/${resource}`;
    costs.set(key, plus(costs.get(key) ?? zero, amount(cost ?? '0')));
  }
  const rows = [...costs].map(([name, cost]) => ({ name, cost, weight: Number(moneyNumber(cost)) }));
  rows.sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  if (rows.length === 0) return [];
  const names = Math.max(...rows.slice(0, rowsMax).map(({ name }) => name.length));
  const barMax = Math.max(0, Math.min(30, canvas.width - Math.min(names, 40) - 28));
  const cells = rows.map(({ name, cost, weight }): TextCell[] => {
    const share = total === 0 ? 0 : weight / total;
    const bar = '█'.repeat(weight > 0 ? Math.max(1, Math.round(share * barMax)) : 0);
    const percent = weight > 0 && share < 0.005 ? '<1 %' : `${shortNumber(share * 100, 0)} %`;
    return [shortened(name, 40), moneyText(cost), percent, { text: bar, style: 'accent' }];
  });
  return limited([left('Cost'), right(bill.currency), right('share'), left('')], cells, canvas, 'bill.csv');
}

function moneyNumber({ coefficient, scale }: Decimal): number {
  return Number(coefficient) / Number(`1e${scale}`);
}

/** Replicas of each deployment that is not a cron workload. */
export function replicaTable({ capacity, chronicle }: Report, canvas: Canvas): string[] {
  const leastWanted = new Map(
    [...chronicle.deployments.values()].map(({ place, replicas }) => [
      placeKey(place),
      replicas.desired.min?.value ?? 0,
    ]),
  );
  const shown = capacity.workloads.filter(({ desired }) => desired !== null);
  const rows = shown.map((one): Row => {
    const { ready, replicas, restarts } = one;
    return {
      ...one,
      cells: [
        range(leastWanted.get(placeKey(one)), one.desired?.max),
        ready === null
          ? '-'
          : { text: countText(ready.min), style: ready.min < (one.desired?.p50 ?? 0) ? 'warn' : 'good' },
        replicas === null ? '-' : shortNumber(Number(replicas.mean), 2),
        replicas === null ? '-' : countText(replicas.max),
        restarts === 0 ? '-' : { text: countText(restarts), style: 'warn' },
        percent(one.cpu.efficiency),
        percent(one.memory.efficiency),
      ],
    };
  });
  const titles = [
    'desired,\nlow..high',
    'ready,\nmin',
    'billed,\nmean',
    'billed,\nmax',
    'restarts',
    'cpu used\nof reserved',
    'mem used\nof reserved',
  ];
  return placedTable('Replicas', titles, rows, canvas);
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined || most === undefined) return '-';
  return least === most ? countText(least) : `${countText(least)}..${countText(most)}`;
}

function percent(share: string | null): string {
  return share === null ? '-' : `${shortNumber(Number(share) * 100, 0)} %`;
}

/** Volumes, those with the least time until they are full first. */
export function volumeTable({ capacity }: Report, canvas: Canvas): string[] {
  const days = ({ daysToFull }: { readonly daysToFull: string | null }): number =>
    daysToFull === null ? Number.POSITIVE_INFINITY : Number(daysToFull);
  const rows = capacity.volumes
    .filter(({ lifecycle }) => lifecycle !== 'deleted')
    .sort((a, b) => (days(a) === days(b) ? 0 : days(a) - days(b)))
    .map((one): Row => {
      const least = one.lowestFreePct === null ? null : Number(one.lowestFreePct);
      return {
        gvc: one.gvc,
        name: `${one.set}/${one.index}`,
        location: one.location,
        cells: [
          shortNumber(Number(one.usedGB)),
          shortNumber(Number(one.capacityGB)),
          least === null
            ? '-'
            : { text: `${shortNumber(least)} %`, style: least <= 0 ? 'bad' : least < 10 ? 'warn' : 'good' },
          untilFull(days(one), one),
          countText(one.expansions),
          one.refusals === 0 ? '-' : { text: countText(one.refusals), style: 'bad' },
          one.expansionsLeft === null ? '-' : `${one.expansionsLeft} of ${expansionsMax}`,
        ],
      };
    });
  const titles = [
    'used\nGB',
    'size\nGB',
    'min\nfree',
    'full in, if\nnot expanded',
    'expanded\ntimes',
    'refused\ntimes',
    'left at end\n(24 h limit)',
  ];
  return placedTable('Volumes', titles, rows, canvas);
}

/** @param days until the volume is full at its current growth; Infinity: never */
function untilFull(
  days: number,
  { growthGBPerDay, grows }: { readonly growthGBPerDay: string | null; readonly grows: boolean },
): TextCell {
  if (days === 0) return { text: 'now', style: 'bad' };
  if (days === Number.POSITIVE_INFINITY) return growthGBPerDay === null ? '-' : 'no growth';
  const style = grows ? 'good' : days < 7 ? 'bad' : days < 30 ? 'warn' : 'good';
  return { text: `${shortNumber(days, days < 10 ? 1 : 0)} d`, style };
}

/** Executions of cron workloads by outcome. */
export function cronTable({ capacity, bill }: Report, canvas: Canvas): string[] {
  const rows = capacity.cron.map((one): Row => {
    const bad = one.failed + one.invalid;
    return {
      ...one,
      cells: [
        countText(one.started),
        countText(one.succeeded),
        bad === 0 ? '-' : { text: countText(bad), style: 'bad' },
        one.removed === 0 ? '-' : { text: countText(one.removed), style: 'warn' },
        one.skipped === 0 ? '-' : { text: countText(one.skipped), style: 'warn' },
        durationText(one.longestMs),
        one.overlap.count === 0 ? '-' : durationText(one.overlap.longestMs),
        one.costPerSuccess === null ? '-' : pieceText(amount(one.costPerSuccess)),
      ],
    };
  });
  const titles = [
    'runs',
    'ok',
    'failed',
    'removed',
    'ticks\nskipped',
    'longest\nrun',
    'longest\noverlap',
    `${bill.currency} per\nok run`,
  ];
  return placedTable('Cron', titles, rows, canvas);
}

/** A unit cost: with four decimals below 1, with two from 1 on. */
function pieceText(cost: Decimal): string {
  return moneyText(cost, Math.abs(moneyNumber(cost)) < 1 ? 4 : 2);
}

/** Rollouts of each deployment. */
export function rolloutTable({ capacity }: Report, canvas: Canvas): string[] {
  const rows = capacity.rollouts.map((one): Row => {
    return {
      ...one,
      cells: [
        countText(one.started),
        countText(one.completed),
        one.superseded === 0 ? '-' : { text: countText(one.superseded), style: 'warn' },
        one.stalled === 0 ? '-' : { text: countText(one.stalled), style: 'bad' },
        one.longestMs === 0 ? '-' : durationText(one.longestMs),
        one.lowestReady === null ? '-' : countText(one.lowestReady),
        Number(one.surgeReplicaHours) === 0 ? '-' : shortNumber(Number(one.surgeReplicaHours), 2),
      ],
    };
  });
  const titles = ['started', 'done', 'replaced\nby newer', 'stalled', 'longest', 'min\nready', 'surge\nreplica-hours'];
  return placedTable('Rollouts', titles, rows, canvas);
}

function placeKey({ gvc, name, location }: PlacedRow): string {
  return `${gvc}/${name}@${location}`;
}
