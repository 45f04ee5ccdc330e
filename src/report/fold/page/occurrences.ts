/**
 * How often and on which days the events behind findings happened to each subject, with or without a stored journal.
 */
import { day, type Instant } from '../../../engine/time.ts';
import type { ExecutionBatch } from '../../../platform/cron/executionBatch.ts';
import type { Fact } from '../fact.ts';

/** The counted entry types; of removed executions, only those that exceeded their deadline. */
const counted = [
  'execution.failed',
  'execution.skipped',
  'execution.removed',
  'execution.invalid',
  'replica.evicted',
  'expansion.refused',
  'volume.full',
  'rollout.stalled',
] as const;
export type CountedType = (typeof counted)[number];

export interface Occurrences {
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Starts of the days on which it happened, in order, each with how often. */
  readonly days: readonly (readonly [at: Instant, count: number])[];
}

const isCounted: ReadonlySet<string> = new Set(counted);

/** Give it every entry and every bundle, in any order. */
export class OccurrenceCounts {
  private tallies: Map<string, OccurrenceTally> = new Map();

  listen({ type, at, subject, data }: Fact): void {
    if (!isCounted.has(type) || (type === 'execution.removed' && data.why !== 'deadline')) return;
    this.tallyOf(type, subject.name).add(at);
  }

  /** Executions in the place of their entries. */
  addBatch({ subject, count, failures, failed, endedAt, skips }: ExecutionBatch): void {
    if (failures > 0) {
      const tally = this.tallyOf('execution.failed', subject.name);
      for (let i = 0; i < count; i += 1) if (failed[i] === 1) tally.add(endedAt[i] ?? 0);
    }
    if (skips === null || skips.count === 0) return;
    const tally = this.tallyOf('execution.skipped', subject.name);
    for (let i = 0; i < skips.count; i += 1) tally.add(skips.tickAt[i] ?? 0);
  }

  /** null: it never did. @param subject as the journal names it */
  of(type: CountedType, subject: string): Occurrences | null {
    return this.tallies.get(`${type} ${subject}`)?.told() ?? null;
  }

  /** Adds those of another part of the run, which is about others. */
  join(other: OccurrenceCounts): void {
    for (const [key, tally] of other.tallies) this.tallies.set(key, tally);
  }

  fork(): OccurrenceCounts {
    const fork = new OccurrenceCounts();
    fork.tallies = new Map([...this.tallies].map(([key, tally]) => [key, tally.fork()]));
    return fork;
  }

  private tallyOf(type: string, subject: string): OccurrenceTally {
    const key = `${type} ${subject}`;
    const known = this.tallies.get(key) ?? new OccurrenceTally();
    this.tallies.set(key, known);
    return known;
  }
}

export class OccurrenceTally {
  private count = 0;
  private firstAt: Instant = Number.POSITIVE_INFINITY;
  private lastAt: Instant = Number.NEGATIVE_INFINITY;
  private days: Map<Instant, number> = new Map();

  add(at: Instant): void {
    this.count += 1;
    this.firstAt = Math.min(this.firstAt, at);
    this.lastAt = Math.max(this.lastAt, at);
    const start = Math.floor(at / day) * day;
    this.days.set(start, (this.days.get(start) ?? 0) + 1);
  }

  told(): Occurrences {
    const { count, firstAt, lastAt, days } = this;
    return { count, firstAt, lastAt, days: [...days].sort(([a], [b]) => a - b) };
  }

  fork(): OccurrenceTally {
    const fork = new OccurrenceTally();
    Object.assign(fork, this);
    fork.days = new Map(this.days);
    return fork;
  }
}
