/**
 * Charts and lanes of the report page as data: bars, points and lines.
 */
import type { Instant } from '../../engine/time.ts';
import type { SpanEvents } from '../../platform/metering/trail.ts';
import type { Root } from '../../platform/root.ts';

export interface PageLine {
  /**
   * `desired`, `ready`, `billed`; `offered`, `succeeded`, `failed`; `p50`, `p99`; `used`, `capacity`, `threshold`,
   * `forecast`. Of a volume `trend` is how use would go on at the pace of the last days: it begins at the end of the
   * run and is the only line that goes beyond it.
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
  /**
   * Beside colour it must be told by shape or text: `version 3`, `active`, `failed`, `removed`; of a bar with parts
   * those of all parts.
   */
  readonly state: string;
  readonly label: string;
  /** What it is a bar of: `replica 3`, `execution`; absent of a bar that stands for many. */
  readonly name?: string;
  /**
   * Of a replica: its phases, in order, each with its first instant; the next one ends it, the last one ends with the
   * bar. Absent: the bar has no phases, or the lane had no room for them.
   */
  readonly phases?: readonly PagePhase[];
  /** The entries that began and ended it; null where nothing of the run did. */
  readonly events: SpanEvents | null;
  /**
   * Of a bar that stands for many: how many there were of each state at its pace, which make up its height; absent
   * where it stands for itself.
   */
  readonly parts?: readonly (readonly [state: string, amount: number])[];
}

/**
 * `starting`: it is placed, but not ready; `ready`: not yet for `minReadySeconds`; `unready`: it was ready before, or
 * its container exited; `terminating`: it was told to stop.
 */
export type DrawnPhase = 'starting' | 'ready' | 'available' | 'unready' | 'terminating';

export type PagePhase = readonly [phase: DrawnPhase, from: Instant];

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
  /** What the chain of causes begins with, in the journal of a run; absent where there is a cause. */
  readonly root?: Root;
  readonly data: { readonly [key: string]: unknown };
}

export interface PageRule {
  readonly kind: 'rule' | 'assumption';
  /** In words: what the platform states, or what an assumption decides. */
  readonly statement: string;
  /** Of an assumption: its value in this run; null for a rule. */
  readonly value: string | null;
  /** Of an assumption: why its default was chosen; null for a rule. */
  readonly chosen: string | null;
  /** Of an assumption: other values that it may have, as a scenario writes them; empty for a rule. */
  readonly others: readonly string[];
}
