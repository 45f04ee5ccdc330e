/**
 * `svcsim explain DIR --of X --json`: what a row, a line, an invoice or a journal entry is made of, and why.
 */

import type { Invoice, InvoiceLine, UsageRow } from '../bill/billDocument.ts';
import type { RowPeriod } from '../bill/rowStretch.ts';
import type { PageEntry, PageRule } from '../picture/picture.ts';
import type { Formula } from './formula.ts';
import type { RowSpans } from './rowSpans.ts';

/** An entry with the numbers of those that led to it, the nearest first. */
export interface ExplainedEntry extends PageEntry {
  readonly chain: readonly number[];
}

export type Explanation = RowExplanation | LineExplanation | InvoiceExplanation | EntryExplanation;

interface Head {
  readonly schema: 'svcsim/explanation/1';
  readonly of: string;
  readonly currency: string;
}

/** What entries say, and why. */
interface Reasons {
  /** In order of `seq`. */
  readonly entries: readonly ExplainedEntry[];
  /** Every rule and assumption that one of them names. */
  readonly rules: { readonly [id: string]: PageRule };
  /** Entries that are named and that the journal has not. */
  readonly missing: readonly number[];
}

export interface RowExplanation extends Head, RowSpans, Reasons {
  readonly kind: 'row';
  readonly row: UsageRow;
  /** null: it is not charged. */
  readonly formula: Formula | null;
  /** `INV-acme-2026-11/3`; null: it is on none. */
  readonly line: string | null;
  /** The hour that was asked for; null: the whole row. */
  readonly within: RowPeriod | null;
  /** Why no spans and entries are told, and how to get them; null where they are. */
  readonly untold: string | null;
}

export interface LineExplanation extends Head {
  readonly kind: 'line';
  readonly invoice: string;
  readonly line: InvoiceLine;
  /** Those of a line of usage. */
  readonly rows: readonly UsageRow[];
}

export interface InvoiceExplanation extends Head {
  readonly kind: 'invoice';
  readonly invoice: Invoice;
}

export interface EntryExplanation extends Head, Reasons {
  readonly kind: 'entry';
  readonly entry: ExplainedEntry;
  /** Numbers of the entries that it led to by itself, the first of them. */
  readonly ledTo: readonly number[];
  readonly ledToCount: number;
  /** Ids of usage rows that have a span which it opened or closed. */
  readonly rows: readonly string[];
}
