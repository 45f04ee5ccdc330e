import type { Reason } from '../engine/journal.ts';
import type { Instant } from '../engine/time.ts';

/**
 * The result of a planner: hold (change nothing), act (do these actions in order), or refuse. Plans are plain data:
 * they are journalled, explained, and compared with literals in tests.
 */
export type Plan<Action> = { readonly kind: 'hold'; readonly reason: Reason } | ActPlan<Action> | Refusal;

export interface ActPlan<Action> {
  readonly kind: 'act';
  readonly actions: readonly Action[];
  readonly reason: Reason;
}

/** A refusal by a planner or by the platform: a value, never thrown. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly reason: Reason;
  /** A sentence for people, with the numbers that decided. */
  readonly message: string;
  /** The first instant at which the same request would be accepted, if only time has to pass; else null. */
  readonly retryAt: Instant | null;
}
