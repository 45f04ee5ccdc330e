/**
 * The cost of a whole month if all of it went like the simulated part. It is not a part of the bill but a figure beside
 * it.
 */

import { type Duration, day, type Instant, instantFromIso, nextMonthStart } from '../../engine/time.ts';
import { formatDecimal, fromBigInt, quotientToNine, times } from '../../platform/metering/decimal.ts';
import type { Bill, Extrapolation } from './billDocument.ts';
import { amount } from './costs.ts';

/**
 * One for each invoice, in their order; of a month that was simulated whole it says what the invoice says.
 *
 *   7.50 for the first 6 hours of a month of 30 days -> 7.50 * 720 / 6 = 900
 */
export function extrapolationsOf({ horizon, invoices, assumptions }: Bill): Extrapolation[] {
  const [start, end] = [instantOf(horizon.start), instantOf(horizon.end)];
  return invoices.map(({ id, period, usageTotal }) => {
    const { from, monthMs } = monthOf(period, start);
    const until = assumptions['billing.period'] === 'wholeRun' ? end : Math.min(end, from + monthMs);
    const simulatedMs = until - Math.max(start, from);
    const whole = times(amount(usageTotal), fromBigInt(BigInt(monthMs)));
    const extrapolatedUsage = formatDecimal(quotientToNine(whole, fromBigInt(BigInt(simulatedMs))));
    return { invoice: id, period, simulatedMs, monthMs, usageTotal, extrapolatedUsage };
  });
}

/** @param period `2027-05`, or the day on which one starts that is no month, at the hour at which the run does */
function monthOf(period: string, start: Instant): { readonly from: Instant; readonly monthMs: Duration } {
  if (period.length > 7) return { from: instantOf(`${period}T00:00:00Z`) + (start % day), monthMs: 30 * day };
  const from = instantOf(`${period}-01T00:00:00Z`);
  return { from, monthMs: nextMonthStart(from) - from };
}

function instantOf(text: string): Instant {
  const at = instantFromIso(text);
  if (typeof at !== 'number') throw new Error(`no date of a bill: ${text}`);
  return at;
}
