/**
 * Billing periods: the time that one invoice covers, and the length of a month in it (`billing.period`).
 */
import { type Duration, day, type Instant, isoFromInstant, monthStart, nextMonthStart } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

export type PeriodKind = Assumptions['billing.period'];

export interface Period {
  readonly start: Instant;
  /** Excluded. */
  readonly end: Instant;
  /** `2027-05` for a month, else the day of its start: `2027-05-03`. */
  readonly name: string;
  /** The length of a month for GB-Months: that of the UTC month, or 30 days in periods that are not months. */
  readonly monthLength: Duration;
}

const thirtyDays = 30 * day;

/**
 * The billing period that holds an instant.
 *   utcMonth: of the calendar; fixed30d: 30 days each from the start of the run on; wholeRun: all that is simulated
 *
 * @param horizon `end` excluded; before its start only the first period exists
 */
export function periodAt(
  kind: PeriodKind,
  horizon: { readonly start: Instant; readonly end: Instant },
  at: Instant,
): Period {
  if (kind === 'utcMonth') {
    const start = monthStart(at);
    const end = nextMonthStart(at);
    return { start, end, name: isoFromInstant(start).slice(0, 7), monthLength: end - start };
  }
  if (kind === 'wholeRun') return named(horizon.start, horizon.end);
  const start = horizon.start + Math.max(0, Math.floor((at - horizon.start) / thirtyDays)) * thirtyDays;
  return named(start, start + thirtyDays);
}

function named(start: Instant, end: Instant): Period {
  return { start, end, name: isoFromInstant(start).slice(0, 10), monthLength: thirtyDays };
}

/**
 * Instants at which a period that is not a calendar month begins or ends: no cell of the ledger may contain one inside.
 */
export function periodCuts(
  kind: PeriodKind,
  { start, end }: { readonly start: Instant; readonly end: Instant },
): Instant[] {
  const cuts: Instant[] = [];
  if (kind === 'fixed30d') for (let at = start; at < end; at += thirtyDays) cuts.push(at);
  return cuts;
}
