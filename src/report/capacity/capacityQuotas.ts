/**
 * The capacity report's bars of quotas, if a scenario sets any.
 */

import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { type QuotaUse, quotaNames } from '../../platform/api/records/state.ts';
import { nameOfLink, type World } from '../../platform/world.ts';
import { decimalText } from '../words/numbers.ts';
import type { LimitReport } from './capacityLimits.ts';

/**
 * The peak of each quota over the run, and when it was first reached, in the order of quotas and targets
 * (`api.quotas`). Quotas limit what the records ask for, so never more is used than the records ask for. A quota with
 * no use has no bar.
 *
 * @param start of the run: what it begins with existed before
 */
export function quotaLimits({ control }: World, start: Instant): LimitReport[] {
  const { quotas } = control;
  return quotaNames.flatMap((quota) => {
    const bound = quotas.get(quota);
    if (bound === undefined) return [];
    const own = [...control.taken.values()].filter((one) => one.quota === quota && one.peak > 0);
    return own.sort((a, b) => (a.target < b.target ? -1 : 1)).map((one) => bar(one, bound, start));
  });
}

function bar({ quota, target, peak, peakAt, unit }: QuotaUse, bound: number, start: Instant): LimitReport {
  const shown = { count: ['count', String], cpu: ['m', String], memory: ['Mi', mebibytes] } as const;
  const [name, text] = shown[unit];
  return {
    limit: `quota ${quota}`,
    rule: 'api.quotas',
    target: target.startsWith('/') ? nameOfLink(target) : target,
    location: '',
    unit: name,
    peak: text(peak),
    bound: text(bound),
    margin: text(Math.max(0, bound - peak)),
    at: isoFromInstant(Math.max(start, peakAt)),
  };
}

function mebibytes(bytes: number): string {
  return decimalText(bytes / 1_048_576);
}
