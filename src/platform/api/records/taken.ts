/**
 * The use of each quota by the records, and its peak.
 */

import { quotaOfKind, quotaUses } from './quota.ts';
import type { StoredRecord } from './record.ts';
import type { Control, QuotaUse } from './state.ts';

/** To be called with every change of a record, in the order of time; null: it is not there. */
export function noteTaken(control: Control, before: StoredRecord | null, after: StoredRecord | null): void {
  if (control.quotas.size === 0) return;
  const changes = new Map<string, Omit<QuotaUse, 'peak' | 'peakAt'>>();
  for (const [record, sign] of [[before, -1] as const, [after, 1] as const]) {
    for (const one of record === null ? [] : takenBy(control, record)) {
      const key = `${one.quota} ${one.target}`;
      changes.set(key, { ...one, amount: (changes.get(key)?.amount ?? 0) + sign * one.amount });
    }
  }
  for (const [key, one] of changes) {
    const { amount: had, peak, peakAt } = control.taken.get(key) ?? { amount: 0, peak: 0, peakAt: 0 };
    const amount = had + one.amount;
    const isMost = amount > peak && after !== null;
    control.taken.set(key, {
      ...one,
      amount,
      ...(isMost ? { peak: amount, peakAt: after.lastModified } : { peak, peakAt }),
    });
  }
}

/** To be called when quotas begin to bind, or cease to. */
export function recountTaken(control: Control): void {
  control.taken.clear();
  for (const record of control.records.values()) noteTaken(control, null, record);
}

/** Of one record; nothing once it is being deleted, unless that counts (`quota.deleting`). */
function takenBy(
  { config }: Control,
  record: StoredRecord,
): readonly Pick<QuotaUse, 'quota' | 'target' | 'unit' | 'amount'>[] {
  if (record.deletingSince !== null && config.assumptions['quota.deleting'] !== 'counted') return [];
  const quota = quotaOfKind(record.kind);
  const one = { quota, target: record.gvc ?? config.org, amount: 1, unit: 'count' } as const;
  return [
    ...(one.quota === null ? [] : [{ ...one, quota: one.quota }]),
    ...quotaUses(record, config).map((use) => ({ ...use, target: record.link })),
  ];
}
