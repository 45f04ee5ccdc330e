/**
 * What the report page shows, as one document: text and numbers that are ready to be drawn. The page adds up and picks out; it decides nothing.
 *
 * Instants are whole ms of virtual time since the epoch (UTC).
 */
import type { Instant } from '../../engine/time.ts';
import type { SpanEvents } from '../../platform/metering/trail.ts';
import type { Bill, UsageRow } from '../bill.ts';
import type { Capacity } from '../capacity.ts';
import type { Summary } from '../summary.ts';
import type { Happened } from './happenings.ts';

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
  /** Those that something on the page leads to, with all that led to them, in order of `seq`; none where no journal was kept. */
  readonly entries: readonly PageEntry[];
  /** Entries of the run that are not among them, by type, the most first; empty where all are, or no journal was kept. */
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
  /** Each by the name of the row of `bill.json` that it is a part of; `events` are numbers of journal entries; those that are among the page's entries can be shown. */
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
  /** What the picture comes to, in a sentence: `full in 11.5 days at the pace of the last 7 days`; '' where there is nothing to say. */
  readonly note: string;
  readonly lines: readonly PageLine[];
  /** Numbers of entries that are marked on the time axis: expansions, refusals, scalings, faults. */
  readonly marks: readonly number[];
}

export interface PageLine {
  /**
   * `desired`, `ready`, `billed`; `offered`, `succeeded`, `failed`; `p50`, `p99`; `used`, `capacity`, `threshold`, `forecast`. Of a volume `trend` is how use would go on
   * at the pace of the last days: it begins at the end of the run and is the only line that goes beyond it.
   */
  readonly name: string;
  /** A count holds until the next; an amount moves straight towards it. */
  readonly draw: 'steps' | 'joined';
  /** Rising; two at one instant where a value jumps within a joined line. */
  readonly at: readonly Instant[];
  /** As many as `at`; null: there is no value from there on. */
  readonly value: readonly (number | null)[];
  /** The least and the greatest value of equal columns of time, instead of every change. */
  readonly isThinned: boolean;
}

/** What happened to one thing, as bars and points along the time of the run. */
export interface PageLane {
  readonly id: string;
  readonly kind: 'versions' | 'executions' | 'volume' | 'faults';
  readonly subject: string;
  readonly title: string;
  readonly bars: readonly PageBar[];
  readonly points: readonly PagePoint[];
  /** How many points were too many to show. */
  readonly leftOut: number;
  /** What its bars stand for, in a sentence, where they were too many to be drawn one by one; else ''. */
  readonly note: string;
}

export interface PageBar {
  readonly from: Instant;
  readonly until: Instant;
  /** Which row of the lane, from 0: what overlaps lies in rows of its own. */
  readonly row: number;
  /** Beside colour it must be told by shape or text: `version 3`, `active`, `failed`, `removed`; of a bar with parts those of all parts. */
  readonly state: string;
  readonly label: string;
  /** The entries that began and ended it; null where nothing of the run did. */
  readonly events: SpanEvents | null;
  /** Of a bar that stands for many: how many there were of each state at its pace, which make up its height; absent where it stands for itself. */
  readonly parts?: readonly (readonly [state: string, amount: number])[];
}

export interface PagePoint {
  readonly at: Instant;
  /** `skipped`, `removed`, `expansion`, `refused`, `snapshot`, `killed` ... */
  readonly state: string;
  readonly label: string;
  /** Number of its journal entry. */
  readonly entry: number | null;
}

/** A journal entry as its file has it, with its instant as a number. */
export interface PageEntry {
  readonly seq: number;
  readonly at: Instant;
  readonly type: string;
  readonly subject: string;
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
  readonly cause: number | null;
  readonly data: { readonly [key: string]: unknown };
}

export interface PageRule {
  readonly kind: 'rule' | 'assumption';
  /** In words: what the platform states, or what is assumed and what else might be. */
  readonly statement: string;
  /** Of an assumption: its value in this run; null for a rule. */
  readonly value: string | null;
}
