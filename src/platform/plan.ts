import type { Reason } from '../engine/journal.ts';
import type { Instant } from '../engine/time.ts';

/**
 * What a planner answers: leave things, do these in order, or say no. Plans are data: journalled, explained, tested as
 * literals.
 */
export type Plan<Action> = { readonly kind: 'hold'; readonly reason: Reason } | ActPlan<Action> | Refusal;

export interface ActPlan<Action> {
  readonly kind: 'act';
  readonly actions: readonly Action[];
  readonly reason: Reason;
}

/** A planner's no, or the platform's: a value, never thrown. */
export interface Refusal {
  readonly kind: 'refuse';
  readonly reason: Reason;
  /** A sentence with the numbers that decided. */
  readonly message: string;
  /** The first instant at which the same request would be taken, if time alone can change the answer. */
  readonly retryAt: Instant | null;
}
