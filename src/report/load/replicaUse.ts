/**
 * The use of replicas and executions as a share of their own limits at each instant, weighted by time.
 */
import type { Duration } from '../../engine/time.ts';
import { Ramps } from './ramps.ts';

/** Statistics over time. */
export interface Statistics {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly peak: number;
}

/** The reserve of one replica, and the most that it may use: millicores or bytes. */
export interface ReplicaLimits {
  readonly reserve: number;
  /** Infinity: not known. */
  readonly ceiling: number;
}

interface Kind {
  readonly limits: ReplicaLimits;
  readonly used: Ramps;
}

/**
 * Use and limit are compared at the same instant: p99 of all use against p99 of all reserves would set the use of a
 * busy night with one replica against the reserve of a calm day with ten.
 */
export class ReplicaUse {
  /** One for each pair of limits: nearly always one. */
  private kinds: Kind[] = [];

  /** Whether percentiles are those of classes of values. */
  get isClassed(): boolean {
    return this.kinds.some(({ used }) => used.isClassed);
  }

  /** @param time how long a replica used as much, going evenly from `first` to `last`; of several replicas the sum */
  add(limits: ReplicaLimits, first: number, last: number, time: Duration): void {
    if (time > 0) this.usedWithin(limits).add(first, last, time);
  }

  classify(): void {
    for (const { used } of this.kinds) used.classify();
  }

  /**
   * Use over limit, weighted by replica and time; null where nobody used anything, or a limit is 0 or not known.
   *
   *   ten replicas by day at 30 % of their reserve, one by night at 95 %: p50 0.3, p95 and p99 0.95
   */
  shareOf(limitIn: (limits: ReplicaLimits) => number): Statistics | null {
    const [first, ...others] = this.kinds;
    if (first === undefined || this.kinds.some(({ limits }) => !isBound(limitIn(limits)))) return null;
    if (others.length === 0) return statisticsOf(first.used, 1 / limitIn(first.limits));
    const all = new Ramps();
    for (const { limits, used } of this.kinds) {
      const limit = limitIn(limits);
      used.eachPiece((low, high, time) => all.add(low / limit, high / limit, time));
    }
    return statisticsOf(all, 1);
  }

  fork(): ReplicaUse {
    const fork = new ReplicaUse();
    fork.kinds = this.kinds.map(({ limits, used }) => ({ limits, used: used.fork() }));
    return fork;
  }

  private usedWithin({ reserve, ceiling }: ReplicaLimits): Ramps {
    for (const { limits, used } of this.kinds)
      if (limits.reserve === reserve && limits.ceiling === ceiling) return used;
    const used = new Ramps();
    this.kinds.push({ limits: { reserve, ceiling }, used });
    return used;
  }
}

/** The reserve, as the limit for `shareOf`. */
export const reserveIn = ({ reserve }: ReplicaLimits): number => reserve;
export const ceilingIn = ({ ceiling }: ReplicaLimits): number => ceiling;

/** Statistics of a course whose values are multiplied by a factor; all 0 if it has no value. */
export function statisticsOf(
  course: {
    readonly mean: number | null;
    readonly max: number | { readonly value: number } | null;
    percentile(percent: number): number | null;
  },
  factor: number,
): Statistics {
  const { mean, max } = course;
  const percentile = (percent: number): number => (course.percentile(percent) ?? 0) * factor;
  return {
    mean: (mean ?? 0) * factor,
    p50: percentile(50),
    p95: percentile(95),
    p99: percentile(99),
    peak: (typeof max === 'number' ? max : (max?.value ?? 0)) * factor,
  };
}

function isBound(limit: number): boolean {
  return limit > 0 && Number.isFinite(limit);
}
