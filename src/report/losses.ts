/**
 * Requests that came to nothing, by what decided it.
 */
import type { Instant } from '../engine/time.ts';

/** The assumption that decided; `failure`: a replica answered with one, or too late. */
export type LossCause =
  | 'traffic.route.location'
  | 'coldStart.hold'
  | 'fluid.overflow'
  | 'traffic.queue'
  | 'timeout.from'
  | 'failure';

/** Give it every loss, stretch by stretch. */
export class Losses {
  readonly byCause: Map<LossCause, number> = new Map();
  /** The start of the part of time in which a first whole request came to nothing; null: none did. */
  from: Instant | null = null;
  private total = 0;

  /** @param at start of the part of time in which these came to nothing */
  add(cause: LossCause, requests: number, at: Instant): void {
    if (requests === 0) return;
    this.byCause.set(cause, (this.byCause.get(cause) ?? 0) + requests);
    this.total += requests;
    if (this.total >= 1) this.from ??= at;
  }

  fork(): Losses {
    const fork = new Losses();
    for (const [cause, requests] of this.byCause) fork.byCause.set(cause, requests);
    fork.from = this.from;
    fork.total = this.total;
    return fork;
  }
}
