/**
 * The total effect of all recommendations in one run, in a sentence.
 */
import { instantFromIso } from '../../engine/time.ts';
import { formatDecimal, minus, zero } from '../../platform/metering/decimal.ts';
import { amount } from '../bill/costs.ts';
import { perMonth } from '../words/perMonth.ts';
import { signedMoney } from './effectText.ts';
import type { Advice, AdviceWhole } from './recommendation.ts';

/**
 * `Total: -101.19 USD a month. The single effects add up to -116.74; -15.55 of that overlaps.`
 *
 * @param count of the recommendations
 */
export function togetherText(
  { total }: Pick<AdviceWhole, 'total'>,
  { count, currency, horizon }: Pick<Advice, 'currency' | 'horizon'> & { readonly count: number },
): string {
  const [start, end] = [instantFromIso(horizon.start), instantFromIso(horizon.end)];
  const length = typeof start === 'number' && typeof end === 'number' ? end - start : 0;
  const monthly = (text: string): string => signedMoney(formatDecimal(perMonth(amount(text), length)));
  const overlap = minus(zero, amount(total.overlap));
  const apart =
    count === 1 || overlap.coefficient === 0n
      ? ''
      : ` The single effects add up to ${monthly(total.singles)}; ${monthly(formatDecimal(overlap))} of that overlaps.`;
  return `Total: ${signedMoney(total.costPerMonth)} ${currency} a month.${apart}`;
}
