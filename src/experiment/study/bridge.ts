/**
 * The bridge from the bill of one plan to that of another: which resources and meters make the difference.
 *
 * It is that of one pair of runs with the same luck: the pair whose difference of bills is the median of all pairs.
 * Both bills can be printed again, and their difference has a last digit. A mean of all runs has neither: it divides by
 * the number of runs, and shares out what happens in few of them, such as an expansion, to all.
 */
import { type Decimal, formatDecimal, minus, parseDecimal } from '../../platform/metering/decimal.ts';
import type { BillBridge, BridgeAmounts, BridgeRow } from '../../report/study/document.ts';
import { type BillPart, partOf } from './billParts.ts';
import { type Measure, partsOf, type Values } from './measure.ts';
import type { PlanText } from './planText.ts';
import type { RunJob, Runner } from './runner.ts';

/** Plans and replication of a bridge. */
export interface BridgePair {
  readonly plan: BridgePlan;
  readonly base: BridgePlan;
  /** Counted from 0. */
  readonly replication: number;
}

interface BridgePlan {
  readonly name: string;
  readonly source: PlanText;
}

/** A study of many plans has bridges to so many of them: each takes up to two runs more. */
const bridgesMost = 8;

const parts: Measure = { kind: 'billParts', name: 'parts of the bill' };

/**
 * From the first plan to each of the next eight whose bills are not all equal to its own.
 *
 * @param plans with the values of their runs, by replication; undefined: the run failed
 */
export function pairsOf(
  plans: readonly (BridgePlan & { readonly values: readonly (Values | undefined)[] })[],
): BridgePair[] {
  const [base, ...others] = plans;
  return others.slice(0, bridgesMost).flatMap((plan) => {
    const replication = medianReplication(plan.values, base?.values ?? []);
    return base === undefined || replication === null ? [] : [{ plan, base, replication }];
  });
}

/**
 * The replication whose difference of bills is the median: with an even number, the smaller of the two in the middle;
 * of equal ones the first. Null: no replication has both bills, or the bills of both plans are equal in all of them.
 *
 * @param values by replication; undefined: the run failed
 */
export function medianReplication(
  values: readonly (Values | undefined)[],
  baseValues: readonly (Values | undefined)[],
): number | null {
  const differences = values.flatMap((one, replication) => {
    const [value, baseValue] = [one?.['bill.total'], baseValues[replication]?.['bill.total']];
    return value == null || baseValue == null ? [] : [{ replication, difference: value - baseValue }];
  });
  if (differences.every(({ difference }) => difference === 0)) return null;
  const sorted = differences.map(({ difference }) => difference).sort((a, b) => a - b);
  const median = sorted[Math.floor((sorted.length - 1) / 2)];
  return differences.find(({ difference }) => difference === median)?.replication ?? null;
}

/**
 * Runs both sides of each pair once more, now with the parts of their bills, and makes the bridges in the order of
 * the pairs. A pair of which a run fails has none.
 */
export async function bridgesOf(pairs: readonly BridgePair[], runner: Runner): Promise<BillBridge[]> {
  if (pairs.length === 0) return [];
  const jobs = new Map<string, RunJob>();
  for (const { plan, base, replication } of pairs)
    for (const side of [base, plan]) {
      const key = keyOf(side, replication);
      jobs.set(key, { key, plan: side.source, replication, measures: [parts] });
    }
  const found = new Map<string, ReadonlyMap<string, number | null>>();
  for await (const result of runner.run([...jobs.values()]))
    if (result.kind === 'measured') found.set(result.key, partsOf(result.values, parts));
  return pairs.flatMap(({ plan, base, replication }) => {
    const [from, to] = [found.get(keyOf(base, replication)), found.get(keyOf(plan, replication))];
    return from?.has('payable') !== true || to?.has('payable') !== true
      ? []
      : [{ plan: plan.name, base: base.name, replication, ...bridgeOf(from, to) }];
  });
}

function keyOf({ name }: BridgePlan, replication: number): string {
  return `bridge ${name} ${replication}`;
}

/**
 * The rows of a bridge and their total. The rows add up to the total to the last digit, on each side: `rounding`
 * holds what rounding the invoices, and the parts to six decimals, makes.
 *
 *   10.00 -> 12.50: cpu of a 6 -> 8.5, memory of a 4 -> 4
 *
 * @param from,to the parts of the bills of base and plan, with their texts
 */
export function bridgeOf(
  from: ReadonlyMap<string, number | null>,
  to: ReadonlyMap<string, number | null>,
): { readonly rows: readonly BridgeRow[]; readonly total: BridgeAmounts } {
  const named = [...new Set([...from.keys(), ...to.keys()])].filter((text) => text !== 'payable');
  const listed = named.map((text) => ({
    ...partOf(text),
    from: decimalOf(from.get(text)),
    to: decimalOf(to.get(text)),
  }));
  const total = { from: decimalOf(from.get('payable')), to: decimalOf(to.get('payable')) };
  const rest = (side: 'from' | 'to'): Decimal => listed.reduce((left, row) => minus(left, row[side]), total[side]);
  const rounding = { resource: null, meter: 'rounding', from: rest('from'), to: rest('to') };
  const rows = [...listed.filter(isUsage), ...listed.filter((row) => !isUsage(row)), rounding];
  return {
    rows: rows
      .filter((row) => row.from.coefficient !== 0n || row.to.coefficient !== 0n)
      .map((row) => ({ resource: row.resource, meter: row.meter, ...amountsOf(row) })),
    total: amountsOf(total),
  };
}

function isUsage({ resource }: BillPart): boolean {
  return resource !== null;
}

function amountsOf({ from, to }: { readonly from: Decimal; readonly to: Decimal }): BridgeAmounts {
  return { from: formatDecimal(from), to: formatDecimal(to), difference: formatDecimal(minus(to, from)) };
}

/** The decimal that a number of at most six decimals is written as; what a bill has not is 0. */
function decimalOf(value: number | null | undefined): Decimal {
  const found = parseDecimal((value ?? 0).toFixed(6));
  if (found === null) throw new Error(`a part of a bill is ${value}`);
  return found;
}
