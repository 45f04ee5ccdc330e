/**
 * Quotas: which part of a record counts against which quota, and whether a write may take more (`api.quotas`).
 */

import type { AssumptionName } from '../../../rules/assumptions.ts';
import type { LocationOptions, WorkloadSettings } from '../../workload/settings.ts';
import { inUnits } from '../checks/reserve.ts';
import { withDefaults } from '../document/defaults.ts';
import { type JsonObject, objectAt, type Path } from '../document/json.ts';
import { type Breach, breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { workloadSettings } from '../settings/workloadSettings.ts';
import type { Kind } from './kinds.ts';
import type { Document, StoredRecord } from './record.ts';
import type { QuotaName } from './state.ts';

/** What a record takes of one quota, and how a refusal says so. */
interface Use {
  readonly quota: QuotaName;
  readonly amount: number;
  readonly path: Path;
  readonly found: string;
  readonly unit: 'count' | 'cpu' | 'memory';
  /** What beside the quota itself decides how much it is. */
  readonly assumptions: readonly AssumptionName[];
}

/**
 * The quotas that a write would take more of than there is: of a record that is to be made, or to be given this
 * document (`api.quotas`, `quota.deleting`, `quota.replicas`, `quota.amount`, `quota.cron`). A write that takes no more
 * than the record has already is never refused.
 *
 *   workloads-per-gvc 3, three there          -> a fourth is refused, a change of one of them is not
 *   replicas-per-workload 10, maxScale 8      -> 12 is refused; where it is 15 already, 12 is not
 *   cpu-per-workload 4000m, 8 x 500m          -> a maxScale of 9 is refused, and so are 8 x 600m
 *
 * @param document checked and without an error, normalised
 */
export function quotaBreaches(kind: Kind, document: JsonObject, context: ValidationContext): readonly Breach[] {
  const { before, quotas } = context;
  if (quotas.size === 0) return [];
  const had = before === null ? [] : usesOf(kind, before, context);
  const uses = usesOf(kind, { spec: objectAt(document, 'spec'), tags: objectAt(document, 'tags') }, context);
  const rising = uses.filter(({ quota, amount }) => amount > (had.find((one) => one.quota === quota)?.amount ?? 0));
  return [...(before === null ? countUses(kind, context) : []), ...rising].flatMap((use) => {
    const max = quotas.get(use.quota);
    return max === undefined || use.amount <= max ? [] : [tooMuch(use, max)];
  });
}

function tooMuch({ quota, path, found, unit, assumptions }: Use, max: number): Breach {
  const message = `the quota ${quota} is ${unit === 'count' ? max : inUnits(max, unit)}; found ${found}`;
  return { ...breach(path, 'api.quotas', message, 'QUOTA'), assumptions: [...assumptions, 'api.quotaStatus'] };
}

/** As far as it is known without its surroundings. */
type QuotaContext = Pick<ValidationContext, 'assumptions' | 'prefix'>;

/** What one record takes of the quotas of single workloads: none of other kinds. */
export function quotaUses(
  { kind, spec, tags }: StoredRecord,
  context: QuotaContext,
): readonly { readonly quota: QuotaName; readonly amount: number; readonly unit: 'count' | 'cpu' | 'memory' }[] {
  return usesOf(kind, { spec, tags }, context);
}

/** The quota that the records of a kind count against. */
export function quotaOfKind(kind: Kind): QuotaName | null {
  return counted[kind] ?? null;
}

const counted: { readonly [kind in Kind]?: QuotaName } = {
  agent: 'agents',
  domain: 'domains',
  identity: 'identities-per-gvc',
  workload: 'workloads-per-gvc',
  volumeset: 'volumesets-per-gvc',
};

/** One more record, beside those that are there. */
function countUses(kind: Kind, { quotas, siblingCount }: ValidationContext): readonly Use[] {
  const quota = counted[kind];
  if (quota === undefined || !quotas.has(quota)) return [];
  const others = siblingCount();
  const found = `${others} beside this one`;
  return [{ quota, amount: others + 1, path: ['name'], found, unit: 'count', assumptions: ['quota.deleting'] }];
}

/** Of workloads: replicas, and what all of them together may use. */
function usesOf(kind: Kind, { spec, tags }: Pick<Document, 'spec' | 'tags'>, context: QuotaContext): readonly Use[] {
  if (kind !== 'workload') return [];
  const { assumptions, prefix } = context;
  const settings = workloadSettings(withDefaults({ kind, spec, tags }, assumptions, prefix), tags, assumptions, prefix);
  const { count, path } = greatestScale(settings, context);
  const multiple = assumptions['quota.amount'] === 'oneReplica' ? Math.min(count, 1) : count;
  const counts = settings.type === 'cron' ? 'quota.cron' : 'quota.replicas';
  const sums = [
    ['cpu', 'cpuMillicores'],
    ['memory', 'memoryBytes'],
  ] as const;
  return [
    {
      quota: 'replicas-per-workload',
      amount: count,
      path,
      found: `a scale of up to ${count}`,
      unit: 'count',
      assumptions: [counts],
    },
    ...sums.map(([unit, field]): Use => {
      const each = settings.containers.reduce((sum, container) => sum + container[field], 0);
      const amount = each * multiple;
      const found = `${multiple} x ${inUnits(each, unit)} = ${inUnits(amount, unit)}`;
      const at = ['spec', 'containers'];
      return { quota: `${unit}-per-workload`, amount, path: at, found, unit, assumptions: [counts, 'quota.amount'] };
    }),
  ];
}

/**
 * The most replicas that any options of a workload allow in one location, and where that is written; suspended or not.
 */
function greatestScale(
  { type, options, localOptions }: WorkloadSettings,
  { assumptions }: QuotaContext,
): { readonly count: number; readonly path: Path } {
  if (type === 'cron') return { count: assumptions['quota.cron'] === 'oneReplica' ? 1 : 0, path: ['spec'] };
  let greatest = { count: mostOf(options), path: scalePath('defaultOptions') };
  for (const [index, own] of [...localOptions.values()].entries()) {
    const count = mostOf(own);
    if (count > greatest.count) greatest = { count, path: scalePath('localOptions', index) };
  }
  return greatest;
}

function scalePath(...owner: Path): Path {
  return ['spec', ...owner, 'autoscaling', 'maxScale'];
}

/** A greatest scale of 0 turns a workload off, whatever the least (SUSP-3). */
function mostOf({ minScale, maxScale }: LocationOptions): number {
  return maxScale === 0 ? 0 : Math.max(minScale, maxScale);
}
