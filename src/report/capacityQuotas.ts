/**
 * The capacity report's bars of quotas, where a scenario sets any.
 */
import { type QuotaName, quotaNames, quotaOfKind, quotaUses } from '../platform/control/quota.ts';
import { nameOfLink, type World } from '../platform/world.ts';
import type { LimitReport } from './capacityLimits.ts';
import { decimalText } from './numbers.ts';

/** What is counted of one target against one quota. */
interface Counted {
  readonly quota: QuotaName;
  readonly target: string;
  amount: number;
  readonly unit: 'count' | 'cpu' | 'memory';
}

/**
 * What the records of the end take of each quota, in the order of quotas and targets (`api.quotas`). Quotas bind what is asked for, so that no more than the
 * records can say is ever taken.
 */
export function quotaLimits({ control }: World): LimitReport[] {
  const { quotas, assumptions, org } = control.config;
  if (quotas.size === 0) return [];
  const counts = new Map<string, Counted>();
  const add = (one: Counted): void => {
    const key = `${one.quota} ${one.target}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, one);
    else known.amount += one.amount;
  };
  for (const record of control.records.values()) {
    if (record.deletingSince !== null && assumptions['quota.deleting'] !== 'counted') continue;
    const quota = quotaOfKind(record.kind);
    if (quota !== null) add({ quota, target: record.gvc ?? org, amount: 1, unit: 'count' });
    for (const { quota: own, amount, unit } of quotaUses(record, control.config))
      add({ quota: own, target: nameOfLink(record.link), amount, unit });
  }
  return quotaNames.flatMap((quota) => {
    const bound = quotas.get(quota);
    const own = [...counts.values()].filter((one) => one.quota === quota && one.amount > 0);
    if (bound === undefined) return [];
    return own.sort((a, b) => (a.target < b.target ? -1 : 1)).map((one) => bar(one, bound));
  });
}

function bar({ quota, target, amount, unit }: Counted, bound: number): LimitReport {
  const shown = { count: ['count', String], cpu: ['m', String], memory: ['Mi', mebibytes] } as const;
  const [name, text] = shown[unit];
  return {
    limit: `quota ${quota}`,
    rule: 'api.quotas',
    target,
    location: '',
    unit: name,
    peak: text(amount),
    bound: text(bound),
    margin: text(Math.max(0, bound - amount)),
    at: null,
  };
}

function mebibytes(bytes: number): string {
  return decimalText(bytes / 1_048_576);
}
