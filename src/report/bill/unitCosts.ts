/**
 * Unit costs: of a million requests, a successful execution, a stored GB-month, an hour of a replica.
 */

import { day, hour, type Instant, instantFromIso, monthStart, nextMonthStart } from '../../engine/time.ts';
import {
  type Decimal,
  dividedBy,
  formatDecimal,
  fromBigInt,
  plus,
  quotientToNine,
  times,
  zero,
} from '../../platform/metering/decimal.ts';
import type { DemandReport } from '../capacity/capacityLoad.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import type { UnitCosts, UsageRow } from './billDocument.ts';
import { amount } from './costs.ts';

const kinds = ['requests', 'executions', 'stored', 'replicas'] as const;

/** The output by kind; a kind that does not apply is absent. Replicas by the millisecond. */
export type UnitCounts = { readonly [kind in (typeof kinds)[number]]?: Decimal };

/** A common multiple of the lengths of months. */
const commonDays = 377_580;

/** How much of each count is one unit. Storage is in GB-Seconds of months stretched to their common multiple. */
const perUnit: { readonly [kind in (typeof kinds)[number]]: Decimal } = {
  requests: fromBigInt(1_000_000n),
  executions: fromBigInt(1n),
  stored: fromBigInt(BigInt(commonDays) * 86_400n),
  replicas: fromBigInt(BigInt(hour)),
};

/** The output of the workloads of a run, by `gvc/workload/name`; the chronicle must be settled. */
export function unitCountsOf(chronicle: Chronicle, demand: readonly DemandReport[]): ReadonlyMap<string, UnitCounts> {
  const counts = new Map<string, UnitCounts>();
  const add = (gvc: string, name: string, more: UnitCounts): void => {
    const key = `${gvc}/workload/${name}`;
    counts.set(key, sumOf(counts.get(key) ?? {}, more));
  };
  for (const { place, type, executions, reserves } of chronicle.deployments.values()) {
    const { gvc, name } = place;
    if (type === 'cron') add(gvc, name, { executions: fromBigInt(BigInt(executions.succeeded)) });
    else add(gvc, name, { replicas: fromBigInt(reserves.count.area) });
  }
  for (const { gvc, name, served } of demand) add(gvc, name, { requests: amount(served) });
  return counts;
}

/** The same, from a bill that has them: at other prices the output is unchanged. */
export function unitCountsFrom(lines: readonly UnitCosts[]): ReadonlyMap<string, UnitCounts> {
  const counts = new Map<string, UnitCounts>();
  for (const { gvc, resource, requests, successfulExecutions, replicaSeconds } of lines) {
    if (gvc === null) continue;
    counts.set(`${gvc}/${resource}`, {
      ...(requests === null ? {} : { requests: amount(requests) }),
      ...(successfulExecutions === null ? {} : { executions: fromBigInt(BigInt(successfulExecutions)) }),
      ...(replicaSeconds === null ? {} : { replicas: times(amount(replicaSeconds), fromBigInt(1_000n)) }),
    });
  }
  return counts;
}

/** Unit costs of the org, then of each of its workloads and volume sets, in the order of gvc and name. */
export function unitCostsOf(usage: readonly UsageRow[], counts: ReadonlyMap<string, UnitCounts>): UnitCosts[] {
  const accounts = new Map<string, Account>();
  for (const [key, own] of counts) accounts.set(key, { cost: zero, counts: own });
  for (const row of usage) {
    const key = `${row.gvc}/${row.resource}`;
    const known = accounts.get(key) ?? { cost: zero, counts: {} };
    const cost = row.cost === null ? known.cost : plus(known.cost, amount(row.cost));
    accounts.set(key, { cost, counts: sumOf(known.counts, storedBy(row)) });
  }
  const sorted = [...accounts].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = sorted.map(([, account]) => account);
  return [
    lineOf({ gvc: null, resource: null }, all),
    ...sorted.map(([key, account]) => {
      const slash = key.indexOf('/');
      return lineOf({ gvc: key.slice(0, slash), resource: key.slice(slash + 1) }, [account]);
    }),
  ];
}

interface Account {
  readonly cost: Decimal;
  readonly counts: UnitCounts;
}

function sumOf(a: UnitCounts, b: UnitCounts): UnitCounts {
  const there = kinds.filter((kind) => a[kind] !== undefined || b[kind] !== undefined);
  return Object.fromEntries(there.map((kind) => [kind, plus(a[kind] ?? zero, b[kind] ?? zero)]));
}

function storedBy({ meter, period, quantity }: UsageRow): UnitCounts {
  if (meter !== 'volume-capacity' && meter !== 'shared-volume-capacity') return {};
  const from = startOf(period);
  const days = (nextMonthStart(from) - monthStart(from)) / day;
  return { stored: times(amount(quantity), fromBigInt(BigInt(commonDays / days))) };
}

function startOf(period: string): Instant {
  const at = instantFromIso(`${period.slice(0, 7)}-01T00:00:00Z`);
  if (typeof at !== 'number') throw new Error(`no period of a bill: ${period}`);
  return at;
}

function lineOf(of: Pick<UnitCosts, 'gvc' | 'resource'>, accounts: readonly Account[]): UnitCosts {
  const { requests, executions, stored, replicas } = accounts.map(({ counts }) => counts).reduce(sumOf, {});
  const costOf = (some: readonly Account[]): Decimal => some.reduce((sum, { cost }) => plus(sum, cost), zero);
  const unitCost = (kind: (typeof kinds)[number], count: Decimal | undefined): string | null => {
    if (count === undefined || count.coefficient === 0n) return null;
    const cost = costOf(accounts.filter(({ counts }) => counts[kind] !== undefined));
    return formatDecimal(quotientToNine(times(cost, perUnit[kind]), count));
  };
  return {
    ...of,
    cost: formatDecimal(costOf(accounts)),
    perMillionRequests: unitCost('requests', requests),
    perSuccessfulExecution: unitCost('executions', executions),
    perStoredGBMonth: unitCost('stored', stored),
    perReplicaHour: unitCost('replicas', replicas),
    requests: requests === undefined ? null : formatDecimal(requests),
    successfulExecutions: executions === undefined ? null : Number(executions.coefficient),
    storedGBMonths: stored === undefined ? null : formatDecimal(quotientToNine(stored, perUnit.stored)),
    replicaSeconds: replicas === undefined ? null : formatDecimal(dividedBy(replicas, 1_000n)),
  };
}
