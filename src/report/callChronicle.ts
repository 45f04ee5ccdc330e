/**
 * The calls of one workload in one location over a run: how many, how they ended, and how long they took.
 */
import type { Duration } from '../engine/time.ts';
import type { FactData } from '../platform/facts.ts';

/** Latencies are whole milliseconds: counted by length, so that percentiles are exact. */
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
  private readonly byLatency: Map<Duration, number> = new Map();
  private sorted: readonly Duration[] | null = null;

  listen({ status, latencyMs, waitedMs, held, tries }: FactData['call.ended']): void {
    this.total += 1;
    if (status >= 400) this.failed += 1;
    if (held) this.held += 1;
    this.retries += Math.max(0, tries - 1);
    this.latencySum += latencyMs;
    this.waitedSum += waitedMs;
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    const known = this.byLatency.get(latencyMs);
    if (known === undefined) this.sorted = null;
    this.byLatency.set(latencyMs, (known ?? 0) + 1);
  }

  /** The latency that a share of the calls did not exceed, by nearest rank; null: there were none. */
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
    for (const [latency, count] of this.byLatency) fork.byLatency.set(latency, count);
    return fork;
  }
}
