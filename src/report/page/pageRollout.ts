/**
 * One rollout of a deployment, as data of the page.
 */

import type { Instant } from '../../engine/time.ts';

export interface PageRollout {
  /** The deployment, as the journal names it. */
  readonly subject: string;
  /** Which rollout of its deployment it is, from 1. */
  readonly nth: number;
  /** The version before; null: not known. */
  readonly from: number | null;
  readonly to: number;
  readonly startedAt: Instant;
  /** null: it was still in progress at the end of the run. */
  readonly endedAt: Instant | null;
  /** `superseded`: a newer version replaced it; `closed`: its deployment ended; null: still in progress. */
  readonly end: 'completed' | 'superseded' | 'closed' | null;
  /** The instant since which it made no progress, when it stalled for the first time; null: it never stalled. */
  readonly stalledAt: Instant | null;
  /** Replicas wanted at its start. */
  readonly desired: number;
  /** Replicas above and below `desired` that it allows; null: the type of the workload ignores the bound. */
  readonly surge: number | null;
  readonly unavailable: number | null;
  /** Fewest replicas that were available, and ready, while it was in progress. */
  readonly leastAvailable: number;
  readonly leastReady: number;
  /** Most replicas that existed at once while it was in progress, those that terminate included. */
  readonly most: number;
  /**
   * Instants at which it created replicas, in order, each with how many; at most 64. Replicas that the rollout did not
   * ask for, such as those of an autoscaler, count too.
   */
  readonly batches: readonly (readonly [at: Instant, created: number])[];
  /** Numbers of the entries that started, stalled and ended it; null: it has none, or no journal was stored. */
  readonly entries: { readonly started: number | null; readonly stalled: number | null; readonly ended: number | null };
}
