/**
 * The calls of one workload in one location over a run: their number, their outcomes and their latency.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { FactData } from '../../platform/facts.ts';
import { ScalePressure } from '../load/scalePressure.ts';
import { weightedPercentile } from '../load/weightedPercentile.ts';

/** Rules of a request that a replica received and failed despite all retries. */
export const failedByReplica: readonly string[] = ['RETRY-2', 'RETRY-3'];

/** Failed calls of one status that the same rule decided. */
export interface CallFailures {
  readonly status: number;
  /** Id of a rule, or name of an assumption where no rule decided; empty where neither is known. */
  readonly rule: string;
  readonly count: number;
  /** When the first of them ended, and the last. */
  readonly from: Instant;
  readonly until: Instant;
  /** The longest that one of them waited in the queue, or was held. */
  readonly waitedMostMs: Duration;
}

/** Latencies are whole milliseconds, counted by length; so percentiles are exact. */
export class CallChronicle {
  total = 0;
  /** Those that ended with a status of 400 or more. */
  failed = 0;
  /** Those that found no replica, and were kept for one. */
  held = 0;
  /** Tries beyond the first. */
  retries = 0;
  latencySum = 0;
  waitedSum = 0;
  readonly byStatus: Map<number, number> = new Map();
  /** Those that were not sent by hand, to be followed: what is asked of the workload. */
  asked = 0;
  /** What failed or waited of those, by how many replicas were desired and ready when it ended. */
  pressure: ScalePressure = new ScalePressure();
  private readonly failures: Map<string, CallFailures> = new Map();
  private readonly byLatency: Map<Duration, number> = new Map();
  private readonly byWait: Map<Duration, number> = new Map();
  private sorted: readonly Duration[] | null = null;

  /** @param scale how many replicas are desired and ready now (`scaleOf`) */
  listen(data: FactData['call.ended'], { at, reason }: Pick<Entry, 'at' | 'reason'>, scale = 0): void {
    const { status, latencyMs, waitedMs, held, tries, path } = data;
    if (path === undefined) {
      this.asked += 1;
      const rule = reason.rules[0] ?? reason.assumptions[0] ?? '';
      if (status >= 400) this.fail(at, status, rule, waitedMs);
      const isUnserved = status >= 500 && !failedByReplica.includes(rule);
      this.pressure.add(scale, { unserved: Number(isUnserved), waited: Number(waitedMs > 0) });
    }
    this.total += 1;
    if (status >= 400) this.failed += 1;
    if (held) this.held += 1;
    this.retries += Math.max(0, tries - 1);
    this.latencySum += latencyMs;
    this.waitedSum += waitedMs;
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.byWait.set(waitedMs, (this.byWait.get(waitedMs) ?? 0) + 1);
    const known = this.byLatency.get(latencyMs);
    if (known === undefined) this.sorted = null;
    this.byLatency.set(latencyMs, (known ?? 0) + 1);
  }

  /** Of those that were not sent by hand, the most frequent first. */
  get failuresAsked(): readonly CallFailures[] {
    return [...this.failures.values()].sort((a, b) => b.count - a.count || a.status - b.status);
  }

  /** How long a share of the calls waited in line, or held, at most; null: there were none. */
  waitedPercentile(percent: number): Duration | null {
    return weightedPercentile([...this.byWait.keys()], [...this.byWait.values()], percent);
  }

  /**
   * The latency that a share of the calls did not exceed, by nearest rank (`weightedPercentile`); null: there were
   * none. An expectation asks after every call: so the order is kept.
   */
  percentile(percent: number): Duration | null {
    this.sorted ??= [...this.byLatency.keys()].sort((a, b) => a - b);
    let left = Math.max(1, Math.ceil((this.total * percent) / 100 - 1e-9));
    for (const latency of this.sorted) {
      left -= this.byLatency.get(latency) ?? 0;
      if (left <= 0) return latency;
    }
    return null;
  }

  fork(): CallChronicle {
    const fork = new CallChronicle();
    fork.total = this.total;
    fork.failed = this.failed;
    fork.held = this.held;
    fork.retries = this.retries;
    fork.latencySum = this.latencySum;
    fork.waitedSum = this.waitedSum;
    for (const [status, count] of this.byStatus) fork.byStatus.set(status, count);
    fork.asked = this.asked;
    fork.pressure = this.pressure.fork();
    for (const [key, failures] of this.failures) fork.failures.set(key, failures);
    for (const [latency, count] of this.byLatency) fork.byLatency.set(latency, count);
    for (const [wait, count] of this.byWait) fork.byWait.set(wait, count);
    return fork;
  }

  private fail(at: Instant, status: number, rule: string, waitedMs: Duration): void {
    const key = `${status} ${rule}`;
    const known = this.failures.get(key);
    this.failures.set(key, {
      status,
      rule,
      count: (known?.count ?? 0) + 1,
      from: known?.from ?? at,
      until: at,
      waitedMostMs: Math.max(known?.waitedMostMs ?? 0, waitedMs),
    });
  }
}
