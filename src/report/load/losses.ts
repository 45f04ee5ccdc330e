/**
 * Lost requests, by cause.
 */
import type { Instant } from '../../engine/time.ts';
import type { AssumptionName, Assumptions } from '../../rules/assumptions.ts';

/**
 * The assumption that decided; `failure`: a replica answered with an error, or too late. All causes but
 * `fluid.overflow` return an answer that states the error.
 */
export type LossCause =
  | 'traffic.route.location'
  | 'coldStart.hold'
  | 'fluid.overflow'
  | 'traffic.queue'
  | 'timeout.from'
  | 'failure';

/** The assumption that has the status of those that have an answer: the same as of single requests. */
const statuses = {
  failure: 'traffic.status.failed',
  'traffic.queue': 'traffic.status.queueFull',
  'timeout.from': 'traffic.status.timeout',
  'coldStart.hold': 'traffic.status.noReplica',
  'traffic.route.location': 'traffic.status.off',
} as const satisfies { readonly [Cause in Exclude<LossCause, 'fluid.overflow'>]: AssumptionName };

/** Counts losses; give it every loss, stretch by stretch. */
export class Losses {
  readonly byCause: Map<LossCause, number> = new Map();
  /** Those that had no answer (`fluid.overflow`). */
  lost = 0;
  /** Those whose answer is an error. */
  failed = 0;
  /** Of the failures those that took longer than their caller waits. */
  late = 0;
  /** The start of the part of time in which a first whole request came to nothing; null: none did. */
  from: Instant | null = null;
  /** The same of those that had an answer, and of those that had none. */
  failedFrom: Instant | null = null;
  lostFrom: Instant | null = null;
  /** The same of those of each cause. */
  readonly fromByCause: Map<LossCause, Instant> = new Map();
  private total = 0;

  /** @param at start of the part of time in which these came to nothing */
  add(cause: LossCause, requests: number, at: Instant): void {
    if (requests === 0) return;
    const sameCause = (this.byCause.get(cause) ?? 0) + requests;
    this.byCause.set(cause, sameCause);
    if (sameCause >= 1 && !this.fromByCause.has(cause)) this.fromByCause.set(cause, at);
    if (cause === 'fluid.overflow') {
      this.lost += requests;
      if (this.lost >= 1) this.lostFrom ??= at;
    } else {
      this.failed += requests;
      if (this.failed >= 1) this.failedFrom ??= at;
    }
    this.total += requests;
    if (this.total >= 1) this.from ??= at;
  }

  /** Requests that no replica answered: neither with a success, nor with an error, nor too late. */
  get unserved(): number {
    return this.lost + this.failed - (this.byCause.get('failure') ?? 0);
  }

  /** The failed ones, in the order of statuses. */
  byStatus(assumptions: Assumptions): readonly (readonly [number, number])[] {
    const sums = new Map<number, number>();
    const count = (status: number, requests: number): void => {
      if (requests > 0) sums.set(status, (sums.get(status) ?? 0) + requests);
    };
    for (const [cause, requests] of this.byCause)
      if (cause !== 'fluid.overflow')
        count(assumptions[statuses[cause]], requests - (cause === 'failure' ? this.late : 0));
    count(assumptions['traffic.status.timeout'], this.late);
    return [...sums].sort(([a], [b]) => a - b);
  }

  fork(): Losses {
    const fork = new Losses();
    for (const [cause, requests] of this.byCause) fork.byCause.set(cause, requests);
    for (const [cause, at] of this.fromByCause) fork.fromByCause.set(cause, at);
    fork.lost = this.lost;
    fork.failed = this.failed;
    fork.late = this.late;
    fork.from = this.from;
    fork.failedFrom = this.failedFrom;
    fork.lostFrom = this.lostFrom;
    fork.total = this.total;
    return fork;
  }
}
