/**
 * The tables of the terminal summary: cost, replicas, volumes, cron, rollouts. Each is empty where a run has nothing of its kind.
 */

import { type Decimal, plus, zero } from '../platform/metering/decimal.ts';
import { amount } from './costs.ts';
import { countText, durationText, moneyText, shortNumber } from './format.ts';
import type { Paint } from './paint.ts';
import type { Report } from './report.ts';
import { type Cell, type Column, shortened, tableLines } from './table.ts';

export interface Canvas {
  /** Of the whole line. */
  readonly width: number;
  readonly paint: Paint;
}

/** Rows of one table; the files hold the rest. */
const rowsMax = 8;

const left = (title: string): Column => ({ align: 'left', title });
const right = (title: string): Column => ({ align: 'right', title });

/** What each workload and volume set costs, all locations together, the dearest first. */
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
  const cells = rows.map(({ name, cost, weight }): Cell[] => {
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
export function replicaTable({ capacity }: Report, canvas: Canvas): string[] {
  const shown = capacity.workloads.filter(({ desired }) => desired !== null);
  const rows = shown.map((one): Cell[] => [
    placed(one, capacity.workloads),
    range(one.desired?.p50, one.desired?.max),
    one.ready === null
      ? '-'
      : { text: String(one.ready.min), style: one.ready.min < (one.desired?.p50 ?? 0) ? 'warn' : 'good' },
    one.replicas === null ? '-' : shortNumber(Number(one.replicas.mean), 2),
    one.replicas === null ? '-' : String(one.replicas.max),
    one.restarts === 0 ? '-' : { text: countText(one.restarts), style: 'warn' },
    one.cpu.efficiency === null ? '-' : `${shortNumber(Number(one.cpu.efficiency) * 100, 0)} %`,
    one.memory.efficiency === null ? '-' : `${shortNumber(Number(one.memory.efficiency) * 100, 0)} %`,
  ]);
  const titles = ['wanted', 'least ready', 'billed', 'max', 'crashes', 'cpu', 'mem'];
  return limited([left('Replicas'), ...titles.map(right)], rows, canvas, 'capacity.csv');
}

function range(usual: number | undefined, most: number | undefined): string {
  if (usual === undefined || most === undefined) return '-';
  return usual === most ? String(usual) : `${usual}..${most}`;
}

/** Volumes, those that are full the soonest first. */
export function volumeTable({ capacity }: Report, canvas: Canvas): string[] {
  const days = ({ daysToFull }: { readonly daysToFull: string | null }): number =>
    daysToFull === null ? Number.POSITIVE_INFINITY : Number(daysToFull);
  const urgent = capacity.volumes.filter(({ lifecycle }) => lifecycle !== 'deleted');
  const rows = urgent
    .sort((a, b) => (days(a) === days(b) ? 0 : days(a) - days(b)))
    .map((one): Cell[] => {
      const full = days(one);
      const least = one.lowestFreePct === null ? null : Number(one.lowestFreePct);
      return [
        placed({ ...one, name: `${one.set}/${one.index}` }, urgent),
        shortNumber(Number(one.usedGB)),
        shortNumber(Number(one.capacityGB)),
        least === null
          ? '-'
          : { text: `${shortNumber(least)} %`, style: least <= 0 ? 'bad' : least < 10 ? 'warn' : 'good' },
        full === Number.POSITIVE_INFINITY
          ? 'never'
          : {
              text: `${shortNumber(full, full < 10 ? 1 : 0)} d`,
              style: one.grows ? 'good' : full < 7 ? 'bad' : full < 30 ? 'warn' : 'good',
            },
        String(one.expansions),
        one.refusals === 0 ? '-' : { text: String(one.refusals), style: 'bad' },
        String(one.expansionsLeft),
      ];
    });
  const titles = ['used', 'of GB', 'least free', 'full in', 'grown', 'refused', 'left'];
  return limited([left('Volumes'), ...titles.map(right)], rows, canvas, 'capacity.csv');
}

/** Executions of cron workloads by outcome. */
export function cronTable({ capacity, bill }: Report, canvas: Canvas): string[] {
  const rows = capacity.cron.map((one): Cell[] => {
    const bad = one.failed + one.invalid;
    return [
      placed(one, capacity.cron),
      countText(one.started),
      countText(one.succeeded),
      bad === 0 ? '-' : { text: countText(bad), style: 'bad' },
      one.removed === 0 ? '-' : { text: countText(one.removed), style: 'warn' },
      one.skipped === 0 ? '-' : { text: countText(one.skipped), style: 'warn' },
      durationText(one.longestMs),
      one.overlap.count === 0 ? '-' : durationText(one.overlap.longestMs),
      one.costPerSuccess === null ? '-' : shortNumber(Number(one.costPerSuccess), 4),
    ];
  });
  const titles = ['started', 'ok', 'failed', 'removed', 'skipped', 'longest', 'overlap', `${bill.currency}/ok`];
  return limited([left('Cron'), ...titles.map(right)], rows, canvas, 'capacity.csv');
}

/** Rollouts of each deployment. */
export function rolloutTable({ capacity }: Report, canvas: Canvas): string[] {
  const rows = capacity.rollouts.map((one): Cell[] => {
    return [
      placed(one, capacity.rollouts),
      String(one.started),
      String(one.completed),
      one.stalled === 0 ? '-' : { text: String(one.stalled), style: 'bad' },
      one.longestMs === 0 ? '-' : durationText(one.longestMs),
      one.lowestReady === null ? '-' : String(one.lowestReady),
      `${shortNumber(Number(one.surgeReplicaHours), 2)} h`,
    ];
  });
  const titles = ['begun', 'done', 'stalled', 'longest', 'least ready', 'surplus'];
  return limited([left('Rollouts'), ...titles.map(right)], rows, canvas, 'capacity.csv');
}

interface Placed {
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
}

/** `shop/web`, and its location where the table has several. */
function placed({ gvc, name, location }: Placed, all: readonly { readonly location: string }[]): string {
  const isOne = all.every((one) => one.location === location);
  return `${gvc}/${name}${isOne ? '' : ` @${location}`}`;
}

function limited(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  canvas: Canvas,
  file: string,
): string[] {
  if (rows.length === 0) return [];
  const lines = tableLines(columns, rows.slice(0, rowsMax), canvas);
  const more = rows.length - rowsMax;
  return more <= 0 ? lines : [...lines, canvas.paint.dim(`  … and ${countText(more)} more in ${file}`)];
}
