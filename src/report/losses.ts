/**
 * Requests that came to nothing, by what decided it.
 */
import type { Instant } from '../engine/time.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';

/** The assumption that decided; `failure`: a replica answered with one, or too late. */
export type LossCause =
  | 'traffic.route.location'
  | 'coldStart.hold'
  | 'fluid.overflow'
  | 'traffic.queue'
  | 'timeout.from'
  | 'failure';

/** The assumption that has the status of those that found no room, or were given up as they waited. */
const statuses: { readonly [Cause in LossCause]?: 'traffic.status.queueFull' | 'traffic.status.timeout' } = {
  'traffic.queue': 'traffic.status.queueFull',
  'timeout.from': 'traffic.status.timeout',
};

/** Give it every loss, stretch by stretch. */
export class Losses {
  readonly byCause: Map<LossCause, number> = new Map();
  /** Those that had no answer. */
  lost = 0;
  /** Those that were answered: with a failure, or too late for their caller. */
  failed = 0;
  /** The start of the part of time in which a first whole request came to nothing; null: none did. */
  from: Instant | null = null;
  private total = 0;

  /** @param at start of the part of time in which these came to nothing */
  add(cause: LossCause, requests: number, at: Instant): void {
    if (requests === 0) return;
    this.byCause.set(cause, (this.byCause.get(cause) ?? 0) + requests);
    if (cause === 'failure' || statuses[cause] !== undefined) this.failed += requests;
    else this.lost += requests;
    this.total += requests;
    if (this.total >= 1) this.from ??= at;
  }

  /** Of the failed ones those that no replica answered, in the order of statuses. */
  byStatus(assumptions: Assumptions): readonly (readonly [number, number])[] {
    const sums = new Map<number, number>();
    for (const [cause, requests] of this.byCause) {
      const name = statuses[cause];
      if (name !== undefined) sums.set(assumptions[name], (sums.get(assumptions[name]) ?? 0) + requests);
    }
    return [...sums].sort(([a], [b]) => a - b);
  }

  fork(): Losses {
    const fork = new Losses();
    for (const [cause, requests] of this.byCause) fork.byCause.set(cause, requests);
    fork.lost = this.lost;
    fork.failed = this.failed;
    fork.from = this.from;
    fork.total = this.total;
    return fork;
  }
}
