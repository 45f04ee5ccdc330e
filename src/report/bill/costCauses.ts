/**
 * The cost of a run by cause: parts that add up exactly to the usage of the bill.
 */

import { type Decimal, formatDecimal, minus, plus, zero } from '../../platform/metering/decimal.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { Meter } from '../../rules/meterNames.ts';
import type { ReserveReport } from '../capacity/capacityReserves.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import type { Bill, UsageRow } from './billDocument.ts';
import { amount } from './costs.ts';

/** Amounts of money; each is at least 0, and together they are the usage. */
export interface CostByCause {
  /** Reserves of replicas up to the least scale. */
  readonly baseline: string;
  /** Of those beyond it, but for surges: load, bounds that moved, replicas that leave. */
  readonly scaleOut: string;
  /** Of those beyond the wanted ones, during rollouts. */
  readonly surge: string;
  /** Reserves of executions of cron workloads. */
  readonly executions: string;
  readonly volumes: string;
  /** Mount points of shared volumes and object stores, their egress included. */
  readonly mounts: string;
  /** Optional meters that the price book charges. */
  readonly other: string;
}

/** The same with the total; the figures of use overlap with the causes. */
export interface CostReport extends CostByCause {
  readonly usage: string;
  /** The part of the reserves that nobody used, as far as use is known; null where it is known of none. */
  readonly waste: string | null;
  /** Of it that of cpu and that of memory; null where the use is known of none of that kind. */
  readonly wasteCpu: string | null;
  readonly wasteMemory: string | null;
  /** Cost of the reserves of whose use nothing is known: what of it is wasted is in none of these. */
  readonly useUnknown: string;
}

/** What is known of one kind of reserve of a workload. */
type Reserved = Pick<ReserveReport, 'cost' | 'waste'>;

type Parts = { -readonly [cause in keyof CostByCause]: Decimal };

const reserves: readonly Meter[] = ['reserved-cpu', 'reserved-memory'];
const mounts: readonly Meter[] = ['mount-cpu', 'mount-memory', 'mounter-cpu', 'mounter-memory', 'mounter-egress'];

/**
 * Cost causes of one deployment. Its reserve cost is split by the time of its replicas, whatever each of them reserved:
 * those up to the minimum scale, those of surges, the rest. The first part takes the rounding remainder.
 *
 * @param rows of the bill, its own
 */
export function costCauses(
  { type, reserves: billed, rollouts, baseline }: DeploymentChronicle,
  deployment: Deployment | undefined,
  rows: readonly UsageRow[],
): CostByCause {
  const parts = noParts();
  const reserved = costOfMeters(rows, reserves);
  parts.mounts = costOfMeters(rows, mounts);
  parts.other = minus(costOfRows(rows), plus(reserved, parts.mounts));
  if (type === 'cron') return texts({ ...parts, executions: reserved });
  const total = billed.count.area;
  const least = baseline.replicaMs(billed, deployment?.options.minScale ?? null);
  const beyond = total - least;
  const surge = BigInt(Math.round(rollouts.surgeReplicaMs));
  parts.surge = partBelow(reserved, surge < beyond ? surge : beyond, total);
  parts.scaleOut = minus(partBelow(reserved, beyond, total), parts.surge);
  parts.baseline = minus(reserved, plus(parts.surge, parts.scaleOut));
  return texts(parts);
}

/** The cost report of the whole run. */
export function costReport(
  bill: Bill,
  workloads: readonly {
    readonly costByCause: CostByCause;
    readonly cpu: Reserved;
    readonly memory: Reserved;
  }[],
): CostReport {
  const parts = noParts();
  for (const { costByCause } of workloads)
    for (const cause of causes) parts[cause] = plus(parts[cause], amount(costByCause[cause]));
  const usage = costOfRows(bill.usage);
  const ofWorkloads = costOfRows(bill.usage.filter(({ resource }) => resource.startsWith('workload/')));
  const ofSets = bill.usage.filter(({ resource }) => !resource.startsWith('workload/'));
  const setMounts = costOfMeters(ofSets, mounts);
  const capacity = costOfMeters(ofSets, ['volume-capacity', 'shared-volume-capacity']);
  const known = causes.map((cause) => parts[cause]).reduce(plus, zero);
  parts.volumes = capacity;
  parts.mounts = plus(parts.mounts, setMounts);
  // What nobody was heard of, and optional meters of volume sets.
  parts.other = plus(
    parts.other,
    plus(minus(ofWorkloads, known), minus(costOfRows(ofSets), plus(capacity, setMounts))),
  );
  const cpus = workloads.map(({ cpu }) => cpu);
  const memories = workloads.map(({ memory }) => memory);
  const all = [...cpus, ...memories];
  const unknown = all.flatMap(({ cost, waste }) => (waste === null && cost !== null ? [amount(cost)] : []));
  return {
    usage: formatDecimal(usage),
    ...texts(parts),
    waste: wasteOf(all),
    wasteCpu: wasteOf(cpus),
    wasteMemory: wasteOf(memories),
    useUnknown: formatDecimal(unknown.reduce(plus, zero)),
  };
}

function wasteOf(all: readonly Reserved[]): string | null {
  const known = all.flatMap(({ waste }) => (waste?.cost == null ? [] : [amount(waste.cost)]));
  return known.length === 0 ? null : formatDecimal(known.reduce(plus, zero));
}

const causes = ['baseline', 'scaleOut', 'surge', 'executions', 'volumes', 'mounts', 'other'] as const;

function noParts(): Parts {
  return { baseline: zero, scaleOut: zero, surge: zero, executions: zero, volumes: zero, mounts: zero, other: zero };
}

function texts(parts: Parts): CostByCause {
  return {
    baseline: formatDecimal(parts.baseline),
    scaleOut: formatDecimal(parts.scaleOut),
    surge: formatDecimal(parts.surge),
    executions: formatDecimal(parts.executions),
    volumes: formatDecimal(parts.volumes),
    mounts: formatDecimal(parts.mounts),
    other: formatDecimal(parts.other),
  };
}

/** A part of an amount, rounded down to nine places: so that no other part comes to less than 0. */
function partBelow({ coefficient, scale }: Decimal, part: bigint, whole: bigint): Decimal {
  if (part === 0n || whole === 0n) return zero;
  if (part >= whole) return { coefficient, scale };
  const digits = BigInt(`1${'0'.repeat(Math.abs(9 - scale))}`);
  const shared = coefficient * part;
  return { coefficient: scale <= 9 ? (shared * digits) / whole : shared / (whole * digits), scale: 9 };
}

function costOfMeters(rows: readonly UsageRow[], meters: readonly Meter[]): Decimal {
  return costOfRows(rows.filter(({ meter }) => meters.includes(meter)));
}

function costOfRows(rows: readonly UsageRow[]): Decimal {
  return rows.reduce((sum, { cost }) => (cost === null ? sum : plus(sum, amount(cost))), zero);
}
