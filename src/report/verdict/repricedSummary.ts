/**
 * `summary.json` of a bill that was made again: of which run it is, and what became of it. What else a run's summary
 * tells is told there.
 */

import { isoFromInstant } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import { isAssumptionName } from '../../rules/assumptions.ts';
import type { Bill } from '../bill/billDocument.ts';
import { payableOf } from '../bill/costs.ts';
import type { ReportFile } from './summary.ts';
import type { KnownRun } from './summaryReading.ts';

export interface RepricedSummary {
  readonly schema: 'svcsim/repriced/1';
  /** Of the run, like all that follows up to `currency`. */
  readonly name: string;
  readonly seed: string;
  readonly scenarioHash: string | null;
  readonly fingerprint: string;
  readonly start: string;
  readonly end: string;
  readonly journalEntries: number;
  readonly assumptions: { readonly changed: readonly Given[]; readonly exercised: readonly Given[] };
  /** What the run's own bill says. */
  readonly before: { readonly book: Bill['book']; readonly currency: string; readonly payable: string };
  readonly currency: string;
  /** What is to be paid, all invoices together. */
  readonly payable: string;
  readonly payables: readonly { readonly invoice: string; readonly payable: string }[];
  readonly book: Bill['book'];
  /** Every other file of the folder, by name. */
  readonly files: readonly ReportFile[];
}

/** An assumption that decided something, as a scenario writes its value. */
interface Given {
  readonly name: string;
  readonly value: Value;
}

export function repricedSummary(run: KnownRun, old: Bill, bill: Bill, files: readonly ReportFile[]): RepricedSummary {
  const { name, seed, scenarioHash, fingerprint, start, end, journalEntries, written } = run;
  const given = [...written].filter(([one]) => isAssumptionName(one)).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    schema: 'svcsim/repriced/1',
    name,
    seed,
    scenarioHash,
    fingerprint,
    start: isoFromInstant(start),
    end: isoFromInstant(end),
    journalEntries,
    assumptions: { changed: [], exercised: given.map(([one, value]) => ({ name: one, value: value as Value })) },
    before: { book: old.book, currency: old.currency, payable: formatDecimal(payableOf(old)) },
    currency: bill.currency,
    payable: formatDecimal(payableOf(bill)),
    payables: bill.invoices.map(({ id, payable }) => ({ invoice: id, payable })),
    book: bill.book,
    files: [...files].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
