/**
 * Reprices the bill of a finished run: nothing is simulated again.
 */

import { type Instant, instantFromIso } from '../../engine/time.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import { periodAt } from '../../platform/metering/period.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Horizon } from '../../platform/metering/rating.ts';
import { tagsText } from '../../platform/metering/series.ts';
import type { SpanEvents } from '../../platform/metering/trail.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Finding } from '../../rules/finding.ts';
import { resolveAssumptions } from '../../rules/resolveAssumptions.ts';
import { billOf, meteringOf } from './bill.ts';
import type { Bill, UsageRow } from './billDocument.ts';
import { extrapolationsOf } from './extrapolation.ts';
import type { Recorded } from './replay.ts';
import { grainOfPeriod } from './rowGrain.ts';
import { unitCostsOf, unitCountsFrom } from './unitCosts.ts';

export interface Repriced {
  readonly bill: Bill;
  /** What is wrong with the book for this run; with an error the bill lacks prices. */
  readonly findings: readonly Finding[];
  readonly assumptions: Assumptions;
  readonly horizon: Horizon;
}

/**
 * The bill that another book would have produced. With the original book it is the same, to the byte.
 *
 * From a ledger alone, rows keep the journal numbers of their events if the old bill has them at the same price; else
 * they have those of all its rows of the series and period. Requests and executions stay as they were.
 *
 * @param recorded the run's ledger, if the book meters alike (`isMeteredAlike`), or that of a replay of its journal
 * with this book
 */
export function repriced(old: Bill, recorded: Pick<Recorded, 'cells'> & Partial<Recorded>, book: PriceBook): Repriced {
  const { cells, eventsOf } = recorded;
  const { assumptions } = resolveAssumptions(old.assumptions, 'measured');
  const horizon = horizonOf(old);
  const rowsPer = rowsPerOf(old, assumptions);
  const told = eventsOf === undefined ? {} : { eventsOf };
  const { bill: rated, findings } = billOf({ cells, book, assumptions, horizon, rowsPer, ...told });
  const usage = eventsOf === undefined ? withEvents(rated.usage, old.usage) : rated.usage;
  const bill: Bill = {
    ...rated,
    usage,
    ...(old.unitCosts === undefined ? {} : { unitCosts: unitCostsOf(usage, unitCountsFrom(old.unitCosts)) }),
    ...(old.extrapolated === undefined ? {} : { extrapolated: extrapolationsOf(rated) }),
  };
  return { bill, findings, assumptions, horizon };
}

/** The period of a bill. */
export function horizonOf({ horizon }: Pick<Bill, 'horizon'>): Horizon {
  return { start: instantOf(horizon.start), end: instantOf(horizon.end) };
}

/** Whether a book counts the lengths of runs as the bill does: the ledger holds the counted amounts, not the runs. */
export function isMeteredAlike(bill: Pick<Bill, 'metering'>, book: PriceBook): boolean {
  return JSON.stringify(bill.metering) === JSON.stringify(meteringOf(book));
}

/** Whether a ledger belongs to a bill: both hold the same amounts of each meter. */
export function isLedgerOf({ totals }: Pick<Bill, 'totals'>, cells: readonly LedgerCell[]): boolean {
  const left = new Map<string, bigint>(totals.map(({ meter, base }) => [meter, BigInt(base)]));
  for (const { series, amount: base } of cells) left.set(series.meter, (left.get(series.meter) ?? 0n) - base);
  return [...left.values()].every((rest) => rest === 0n);
}

/** How fine its rows are. Periods that are no months are called by a day, as days are. */
function rowsPerOf({ usage, horizon }: Bill, assumptions: Assumptions): Grain {
  const [first] = usage;
  if (first === undefined) return 'month';
  const kind = assumptions['billing.period'];
  if (kind === 'utcMonth') return grainOfPeriod(first.period);
  const run = horizonOf({ horizon });
  const names = [...new Set(usage.map(({ period }) => period))];
  const isPeriod = (name: string): boolean => {
    if (name.length !== 10) return false;
    const dayEnd = instantOf(`${name}T23:59:59.999Z`);
    return periodAt(kind, run, dayEnd).name === name;
  };
  return names.every(isPeriod) ? 'month' : grainOfPeriod(first.period);
}

function withEvents(rows: readonly UsageRow[], old: readonly UsageRow[]): readonly UsageRow[] {
  if (!old.some(({ events }) => events !== undefined)) return rows;
  const same = new Map<string, readonly SpanEvents[]>();
  const all = new Map<string, SpanEvents[]>();
  for (const row of old) {
    const key = keyOf(row);
    same.set(priceKeyOf(row), row.events ?? []);
    all.set(key, [...(all.get(key) ?? []), ...(row.events ?? [])]);
  }
  return rows.map((row) => {
    return { ...row, events: same.get(priceKeyOf(row)) ?? distinct(all.get(keyOf(row)) ?? []) };
  });
}

/** Series and period. */
function keyOf(row: UsageRow): string {
  const { org, gvc, resource, workloadType, location, container, volumeIndex, replicaIndex = null, zone = null } = row;
  const { meter, performanceClass, period, tags } = row;
  const thing = [org, gvc, resource, workloadType, location, container, volumeIndex, replicaIndex, zone];
  return JSON.stringify([...thing, meter, performanceClass, period, tagsText(tags)]);
}

function priceKeyOf(row: UsageRow): string {
  return JSON.stringify([keyOf(row), row.surplus !== '0.0', row.skuPriceId]);
}

/** In the order of opening, then of closing; what is open comes last. */
function distinct(events: readonly SpanEvents[]): SpanEvents[] {
  const known = new Map(events.map((span) => [span.join(), span]));
  return [...known.values()].sort((a, b) => a[0] - b[0] || (a[1] ?? Infinity) - (b[1] ?? Infinity));
}

function instantOf(text: string): Instant {
  const instant = instantFromIso(text);
  if (typeof instant !== 'number') throw new Error(`no instant of a bill: ${text}`);
  return instant;
}
