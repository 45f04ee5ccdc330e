/**
 * What the report page shows, as one document: text and numbers that are ready to be drawn. The page adds up and picks
 * out; it decides nothing.
 *
 * Instants are whole ms of virtual time since the epoch (UTC).
 */

import type { Instant } from '../../engine/time.ts';
import type { Bill, UsageRow } from '../bill/billDocument.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { Happened } from '../fold/page/happenings.ts';
import type { PageEntry, PageLane, PageLine, PageRule } from '../picture/picture.ts';
import type { Summary } from '../verdict/summary.ts';

export interface PageData {
  readonly schema: 'svcsim/page/1';
  readonly name: string;
  readonly description: string;
  readonly start: Instant;
  /** How far the run came. */
  readonly end: Instant;
  readonly isComplete: boolean;
  /** Verdict, expectations, cost, findings, seed, fingerprint, assumptions. */
  readonly summary: PageSummary;
  /** One for each finding of the summary, in their order. */
  readonly trails: readonly PageTrail[];
  readonly bill: PageBill;
  /** Tables are made of it. */
  readonly capacity: Capacity;
  readonly charts: readonly PageChart[];
  readonly lanes: readonly PageLane[];
  /** Volume sets that a workload mounts, both as the journal names them, where charts or lanes are about the set. */
  readonly mounts: { readonly [workload: string]: readonly string[] };
  /**
   * Those that something on the page leads to, with all that led to them, in order of `seq`; none where no journal was
   * kept.
   */
  readonly entries: readonly PageEntry[];
  /**
   * Entries of the run that are not among them, by type, the most first; empty where all are, or no journal was kept.
   */
  readonly entriesLeftOut: readonly (readonly [type: string, count: number])[];
  /** Every rule and assumption that an entry or a finding of the page names, in words. */
  readonly rules: { readonly [id: string]: PageRule };
  /** What was left out or thinned to stay small, in sentences; empty: nothing was. */
  readonly notices: readonly string[];
}

/** Without what depends on how the run was worked out, and without the digests of files, of which the page is one. */
export type PageSummary = Omit<Summary, 'events' | 'files'>;

/** What stands behind a finding. */
export interface PageTrail {
  /** How often and when it happened; null where it is not counted. */
  readonly happened: Happened | null;
  /** Numbers of entries that tell of it, from its first to its last; of many some. */
  readonly entries: readonly number[];
  /** Numbers of entries that tell why it came to that. */
  readonly before: readonly number[];
}

/** The bill, with its usage day by day where that is not too much. */
export interface PageBill extends Pick<Bill, 'book' | 'currency' | 'totals' | 'invoices'> {
  /** What one row is for. */
  readonly rowsPer: 'day' | 'month';
  /**
   * Each by the name of the row of `bill.json` that it is a part of; `events` are numbers of journal entries; those
   * that are among the page's entries can be shown.
   */
  readonly usage: readonly UsageRow[];
}

/** One picture over time: every chart has the time of the run as its axis, so that zooming one zooms all. */
export interface PageChart {
  /** Unique and lasting, for the URL: `replicas/shop/workload/api@aws-us-east-1`. */
  readonly id: string;
  readonly kind: 'demand' | 'replicas' | 'utilisation' | 'volume' | 'cost';
  /** Whom it is about, as the journal names it; '' for the run as a whole. */
  readonly subject: string;
  readonly title: string;
  /** `replicas`, `requests/s`, `%`, `GB`, `USD per day`. */
  readonly unit: string;
  /**
   * What the picture comes to, in a sentence: `Full in 11.5 days at the growth of the last 7d`; '' where there is
   * nothing to say.
   */
  readonly note: string;
  readonly lines: readonly PageLine[];
  /** Numbers of entries that are marked on the time axis: expansions, refusals, scalings, faults. */
  readonly marks: readonly number[];
}
