/**
 * The allocation view: the cost of shared volumes, split over the workloads that mount them. It does not change the
 * bill.
 */

import { grouped } from '../../engine/grouped.ts';
import { type Decimal, formatDecimal, plus, times, zero } from '../../platform/metering/decimal.ts';
import type { Tags } from '../../platform/metering/series.ts';
import type { Mount } from '../fold/mountChronicle.ts';
import type { Bill, UsageLine, UsageRow } from './billDocument.ts';
import { amount } from './costs.ts';
import { type RowPeriod, stretchesOf } from './rowStretch.ts';

/**
 * `even`: an equal part for each workload that mounts the set; `mountTime`: by the time of its mount points; `reserve`:
 * by that time and the reserved cpu of the replicas that mount the set.
 */
export const allocationMethods = ['even', 'mountTime', 'reserve'] as const;

export type AllocationMethod = (typeof allocationMethods)[number];

/**
 * A part of one usage row. Quantities are finite decimals and add up to the row's quantity. So do the costs; each is
 * quantity times price.
 */
export interface AllocatedPart {
  readonly row: UsageRow;
  readonly line: UsageLine;
  readonly invoice: string;
  readonly stretch: RowPeriod;
  /** null: it stays on its set, since nobody mounted it. */
  readonly workload: string | null;
  readonly tags: Tags;
  /** Its share is `weight / of`. */
  readonly weight: bigint;
  readonly of: bigint;
  readonly quantity: string;
  readonly pricingQuantity: string;
  readonly listCost: string;
  readonly cost: string;
}

/** The parts of every charged row of a shared volume set, in the order of rows, then of workloads. */
export function allocationOf(bill: Bill, mounts: readonly Mount[], method: AllocationMethod): AllocatedPart[] {
  const shared = new Set(bill.usage.filter(({ meter }) => meter === 'shared-volume-capacity').map(volumeOf));
  const byVolume = grouped(mounts, ({ volume }) => volume);
  const lines = linesByRow(bill);
  const tags = new Map<string, Tags>();
  for (const row of bill.usage) tags.set(`${row.gvc}/${row.resource}`, row.tags);
  const stretch = stretchesOf(bill);
  return bill.usage.flatMap((row) => {
    const line = lines.get(row.id);
    if (line === undefined || !shared.has(volumeOf(row))) return [];
    const within = stretch(row);
    const shares = sharesOf(byVolume.get(volumeOf(row)) ?? [], within, method);
    return partsOf(row, line.line, shares).map((part) => ({
      row,
      ...line,
      stretch: within,
      ...part,
      tags: part.workload === null ? row.tags : (tags.get(part.workload) ?? {}),
    }));
  });
}

function volumeOf({ gvc, resource, location }: UsageRow): string {
  return `${gvc}/${resource}@${location}`;
}

function linesByRow({ invoices }: Bill): ReadonlyMap<string, { readonly line: UsageLine; readonly invoice: string }> {
  const all = invoices.flatMap(({ id, lines }) =>
    lines.flatMap((line) =>
      line.kind === 'usage' ? line.rows.map((row) => [row, { line, invoice: id }] as const) : [],
    ),
  );
  return new Map(all);
}

interface Share {
  readonly workload: string | null;
  readonly weight: bigint;
}

/** In the order of names; one of nobody where none has any weight. */
function sharesOf(mounts: readonly Mount[], { from, until }: RowPeriod, method: AllocationMethod): readonly Share[] {
  const weights = new Map<string, bigint>();
  for (const mount of mounts) {
    const length = Math.min(mount.until, until) - Math.max(mount.from, from);
    if (length <= 0) continue;
    const known = weights.get(mount.workload) ?? 0n;
    const time = BigInt(length);
    if (method === 'even') weights.set(mount.workload, 1n);
    else weights.set(mount.workload, known + (method === 'mountTime' ? time : time * BigInt(mount.cpuMillicores)));
  }
  const shares = [...weights].sort(([a], [b]) => (a < b ? -1 : 1)).map(([workload, weight]) => ({ workload, weight }));
  const isAny = shares.some(({ weight }) => weight > 0n);
  return isAny ? shares.filter(({ weight }) => weight > 0n) : [{ workload: null, weight: 1n }];
}

type Part = Pick<AllocatedPart, 'workload' | 'weight' | 'of' | 'quantity' | 'pricingQuantity' | 'listCost' | 'cost'>;

function partsOf(row: UsageRow, { listPrice, contractedPrice }: UsageLine, shares: readonly Share[]): Part[] {
  const weights = shares.map(({ weight }) => weight);
  const of = weights.reduce((sum, weight) => sum + weight, 0n);
  const quantities = splitBy(amount(row.quantity), weights);
  const priced = splitBy(amount(row.pricingQuantity ?? '0'), weights);
  return shares.map(({ workload, weight }, index) => {
    const quantity = priced[index] ?? zero;
    return {
      workload,
      weight,
      of,
      quantity: formatDecimal(quantities[index] ?? zero),
      pricingQuantity: formatDecimal(quantity),
      listCost: formatDecimal(times(amount(listPrice), quantity)),
      cost: formatDecimal(times(amount(contractedPrice), quantity)),
    };
  });
}

/**
 * Parts in proportion to weights, to nine decimals or as many as the whole has, that add up to it: each is the rounded
 * sum up to its end less that up to its start, half up, so that none is negative.
 *   1 by 1, 1, 1 -> 0.333333333, 0.333333334, 0.333333333
 *
 * @param total 0 or more
 * @param weights more than 0 in all
 */
export function splitBy(total: Decimal, weights: readonly bigint[]): Decimal[] {
  const scale = Math.max(9, total.scale);
  const { coefficient } = plus(total, { coefficient: 0n, scale });
  const of = weights.reduce((sum, weight) => sum + weight, 0n);
  let weighed = 0n;
  let before = 0n;
  return weights.map((weight) => {
    weighed += weight;
    const sum = (2n * coefficient * weighed + of) / (2n * of);
    const part = { coefficient: sum - before, scale };
    before = sum;
    return part;
  });
}
