/**
 * The data of the report page, as one document: texts and numbers that are ready to be drawn. The page sums and
 * selects, but decides nothing.
 *
 * Instants are whole ms of virtual time since the epoch (UTC).
 */

import type { Instant } from '../../engine/time.ts';
import type { Bill, UsageRow } from '../bill/billDocument.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { Occurrences } from '../fold/page/occurrences.ts';
import type { PageEntry, PageLane, PageLine, PageRule } from '../picture/picture.ts';
import type { Summary } from '../verdict/summary.ts';
import type { PageAnswer } from './pageAnswer.ts';
import type { PageCall } from './pageCall.ts';
import type { PageCosts } from './pageCosts.ts';
import type { PageRollout } from './pageRollout.ts';
import type { PageScaler } from './pageScaler.ts';

export interface PageData {
  readonly schema: 'svcsim/page/2';
  readonly name: string;
  readonly description: string;
  readonly start: Instant;
  /** The end of the simulated time. */
  readonly end: Instant;
  readonly isComplete: boolean;
  /** Verdict, expectations, cost, findings, seed, fingerprint, assumptions. */
  readonly summary: PageSummary;
  /**
   * What a reader should know first: lost locations, then errors, warnings, what held, notes; within each the one that
   * lasted longest first.
   * Never empty.
   */
  readonly answers: readonly PageAnswer[];
  /** Every rollout in order of time, at most 256: of more, the ones with trouble and then the longest. */
  readonly rollouts: readonly PageRollout[];
  /** How many rollouts are not among `rollouts`. */
  readonly rolloutsLeftOut: number;
  /** One for each autoscaled deployment whose scaler acted, in order of subject. */
  readonly scalers: readonly PageScaler[];
  /** Example requests of each called workload, in order of subject, then of time; empty if no request was single. */
  readonly calls: readonly PageCall[];
  /** Figures of cost for the first screen. */
  readonly costs: PageCosts;
  /** One for each finding of the summary, in their order. */
  readonly trails: readonly PageTrail[];
  /** One for each expectation of the summary, in their order. */
  readonly verdictTrails: readonly PageVerdictTrail[];
  readonly bill: PageBill;
  /** The source of the tables. */
  readonly capacity: Capacity;
  readonly charts: readonly PageChart[];
  readonly lanes: readonly PageLane[];
  /** Volume sets that a workload mounts, both as the journal names them, where charts or lanes are about the set. */
  readonly mounts: { readonly [workload: string]: readonly string[] };
  /**
   * Entries that the page refers to, with their causes, in order of `seq`; empty if no journal was stored.
   */
  readonly entries: readonly PageEntry[];
  /**
   * Counts of the other entries of the run by type, the most frequent first; empty if there are none or no journal.
   */
  readonly entriesLeftOut: readonly (readonly [type: string, count: number])[];
  /** The sentence of every rule and assumption that the page cites. */
  readonly rules: { readonly [id: string]: PageRule };
  /** Sentences about data that was left out or downsampled; empty if the page has everything. */
  readonly notices: readonly string[];
}

/** The summary without data that depends on how the run was computed, and without the digests of the report's files. */
export type PageSummary = Omit<Summary, 'events' | 'files'>;

/** The evidence for a finding. */
export interface PageTrail {
  /** How often and when it happened; null if it is not counted. */
  readonly happened: Occurrences | null;
  /** Numbers of its journal entries, from the first to the last; some of them if there are many. */
  readonly entries: readonly number[];
  /** Numbers of the entries that led to it. */
  readonly before: readonly number[];
}

/** The evidence for an expectation. */
export interface PageVerdictTrail {
  /** Number of the entry that broke it, came nearest to that, or moved its value last; null: unknown. */
  readonly by: number | null;
  /** Numbers of the entries that it counts, from the first to the last; some of them if there are many. */
  readonly entries: readonly number[];
}

/** The bill, with daily usage if the page's limits allow it. */
export interface PageBill extends Pick<Bill, 'book' | 'currency' | 'totals' | 'invoices'> {
  /** The period of one row. */
  readonly rowsPer: 'day' | 'month';
  /**
   * Each by the name of the row of `bill.json` that it is a part of; `events` are numbers of journal entries; those
   * that are among the page's entries can be shown.
   */
  readonly usage: readonly UsageRow[];
}

export type PageChartKind =
  | 'demand'
  | 'replicas'
  | 'utilisation'
  | 'scaling'
  | 'queue'
  | 'failures'
  | 'volume'
  | 'tokens'
  | 'cost';

/** One chart over time. All charts share the time axis of the run, so that zooming one zooms all. */
export interface PageChart {
  /** Unique and stable, for the URL: `replicas/shop/workload/api@aws-us-east-1`. */
  readonly id: string;
  /**
   * `scaling`: the metric of an autoscaler (line `measured`) with its `target` and the bounds of its tolerance (`lower`
   * and `upper`). `queue`: requests that wait (line `waiting`). `failures`: failed requests a second, a line for each
   * cause. `tokens`: expansions that a volume has left within 24 hours (line `left`).
   */
  readonly kind: PageChartKind;
  /** The subject, as the journal names it; '' for the run as a whole. */
  readonly subject: string;
  readonly title: string;
  /** `replicas`, `requests/s`, `requests`, `%`, `GB`, `expansions`, `USD per hour`, `USD per day`. */
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
