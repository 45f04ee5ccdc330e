/**
 * The executions of one cron deployment over a run.
 */
import { Occupancy } from '../../engine/occupancy.ts';
import { Spells } from '../../engine/spells.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { ExecutionBatch } from '../../platform/cron/executionBatch.ts';
import type { ExecutionEnd } from '../../platform/facts.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { ReplicaUse } from '../load/replicaUse.ts';
import type { Fact } from './fact.ts';
import { totalOf } from './reserveChronicle.ts';

/** What decides how executions are counted against their limit. */
type CountingAssumptions = Pick<Assumptions, 'cron.history.counts' | 'cron.invalid'>;

/** Counts by outcome, the longest execution, and the time during which two or more were Active. */
export class ExecutionChronicle {
  started = 0;
  /** Final ones in the history (CRON-7). */
  history = 0;
  /** Started later than their tick (`cron.forbid.missed`). */
  late = 0;
  succeeded = 0;
  failed = 0;
  removed = 0;
  invalid = 0;
  skipped = 0;
  /** Removed for running too long (CRON-10). */
  deadlineHits = 0;
  /** Attempts whose containers ran, beyond the first of each execution. */
  retries = 0;
  /** CPU that was used: millicores times milliseconds. */
  usedMcoreMs = 0n;
  /** The part of it beyond what each execution reserves. */
  overMcoreMs = 0n;
  /** CPU of each execution beside its reserve, in millicores, weighted by the time it ran. */
  use: ReplicaUse = new ReplicaUse();
  longest: { readonly key: number | string; readonly at: Instant; readonly tookMs: Duration } | null = null;
  firstFailedAt: Instant | null = null;
  firstDeadlineAt: Instant | null = null;
  firstSkipped: { readonly at: Instant; readonly rule: string | null } | null = null;
  active: Occupancy = new Occupancy();
  overlap: Spells = new Spells();
  /**
   * Final ones in the history, as far as they share one limit: of the fullest status with `perStatus` (CRON-7,
   * `cron.history.counts`).
   */
  kept: Occupancy = new Occupancy();
  /** Active ones whose containers do not exit by themselves (TYPE-10): since when. */
  readonly endless: Map<number | string, Instant> = new Map();
  private readonly startedAt: Map<number | string, Instant> = new Map();
  /** Millicores that those reserve that are Active. */
  private readonly reserved: Map<number | string, number> = new Map();
  private readonly keptByStatus: Map<string, number> = new Map();
  private readonly assumptions: CountingAssumptions;

  constructor(assumptions: CountingAssumptions) {
    this.assumptions = assumptions;
  }

  open(at: Instant): void {
    this.active.set(at, 0);
    this.kept.set(at, this.kept.last ?? 0);
  }

  listen(fact: Fact): void {
    const { at } = fact;
    const key = fact.ordinal ?? '';
    switch (fact.type) {
      case 'execution.started':
        this.started += 1;
        if (fact.data.slotAt !== null && fact.data.slotAt < at) this.late += 1;
        this.startedAt.set(key, at);
        this.reserved.set(key, totalOf(fact.data.reserved).cpuMillicores);
        if (fact.reason.rules.includes('TYPE-10')) this.endless.set(key, at);
        this.countActive(at);
        return;
      case 'execution.succeeded':
        this.succeeded += 1;
        this.keep(at, 'Success', 1);
        this.end(at, key, fact.data);
        return;
      case 'execution.failed':
        this.failed += 1;
        this.firstFailedAt ??= at;
        this.keep(at, 'Failure', 1);
        this.end(at, key, fact.data);
        return;
      case 'execution.removed':
        this.removed += 1;
        this.keep(at, 'Removed', 1);
        if (fact.data.why === 'deadline') {
          this.deadlineHits += 1;
          this.firstDeadlineAt ??= at;
        }
        this.end(at, key, fact.data);
        return;
      case 'execution.invalid':
        this.invalid += 1;
        this.keep(at, this.assumptions['cron.invalid'] === 'asFailure' ? 'Failure' : 'Invalid', 1);
        return;
      case 'execution.forgotten':
        this.keep(at, fact.data.status, -1);
        return;
      case 'execution.skipped':
        this.skipped += 1;
        this.firstSkipped ??= { at, rule: fact.reason.rules[0] ?? null };
        return;
      default:
    }
  }

  /** Executions one after the other, each alone, while none is Active. */
  addBatch({
    count,
    failures,
    failed,
    ordinal,
    tickAt,
    endedAt,
    tookMs,
    ranMs,
    usedCpuMillicores,
    reserved,
    forgotten,
    skips,
  }: ExecutionBatch): void {
    this.started += count;
    this.succeeded += count - failures;
    this.failed += failures;
    if (failures > 0) this.firstFailedAt ??= endedAt[failed.indexOf(1)] ?? null;
    this.history += count - forgotten;
    this.active.addDuring(tickAt, endedAt, count, 1);
    // Where one comes and another goes at an instant, as many are kept.
    for (let i = 0; i < count - forgotten; i += 1) this.kept.add(endedAt[i] ?? 0, 1);
    let ran = 0;
    for (let i = 0; i < count; i += 1) {
      ran += ranMs[i] ?? 0;
      this.outlast(ordinal[i] ?? 0, tickAt[i] ?? 0, tookMs[i] ?? 0);
    }
    this.run(totalOf(reserved).cpuMillicores, usedCpuMillicores, ran);
    if (skips === null) return;
    this.skipped += skips.count;
    this.firstSkipped ??= { at: skips.firstAt, rule: skips.reason.rules[0] ?? null };
  }

  /** The longest time one was Active, those still Active by now included; 0 where there was none. */
  longestBy(now: Instant): Duration {
    let longest = this.longest?.tookMs ?? 0;
    for (const at of this.startedAt.values()) longest = Math.max(longest, now - at);
    return longest;
  }

  settle(until: Instant): void {
    this.active.settle(until);
    this.overlap.settle(until);
    this.kept.settle(until);
  }

  /** The same executions under way and kept, of which none has been counted before an instant. */
  carriedForward(at: Instant): ExecutionChronicle {
    return Object.assign(new ExecutionChronicle(this.assumptions), {
      history: this.history,
      active: this.active.carriedForward(at),
      overlap: this.overlap.carriedForward(at),
      kept: this.kept.carriedForward(at),
      startedAt: new Map(this.startedAt),
      reserved: new Map(this.reserved),
      endless: new Map(this.endless),
      keptByStatus: new Map(this.keptByStatus),
    });
  }

  fork(): ExecutionChronicle {
    const fork = Object.assign(new ExecutionChronicle(this.assumptions), this, {
      active: this.active.fork(),
      overlap: this.overlap.fork(),
      kept: this.kept.fork(),
      use: this.use.fork(),
      startedAt: new Map(this.startedAt),
      reserved: new Map(this.reserved),
      endless: new Map(this.endless),
      keptByStatus: new Map(this.keptByStatus),
    });
    return fork;
  }

  private end(at: Instant, key: number | string, { tookMs, attempts, ranMs, usedCpuMillicores }: ExecutionEnd): void {
    this.retries += Math.max(0, attempts - 1);
    this.run(this.reserved.get(key) ?? 0, usedCpuMillicores, ranMs);
    this.reserved.delete(key);
    this.outlast(key, at - tookMs, tookMs);
    this.startedAt.delete(key);
    this.endless.delete(key);
    this.countActive(at);
  }

  private run(reserve: number, usedCpuMillicores: number, ranMs: Duration): void {
    const used = Math.round(usedCpuMillicores);
    this.usedMcoreMs += BigInt(used) * BigInt(ranMs);
    this.overMcoreMs += BigInt(Math.max(0, used - reserve)) * BigInt(ranMs);
    this.use.add({ reserve, ceiling: Number.POSITIVE_INFINITY }, used, used, ranMs);
  }

  private outlast(key: number | string, at: Instant, tookMs: Duration): void {
    if (this.longest === null || tookMs > this.longest.tookMs) this.longest = { key, at, tookMs };
  }

  private keep(at: Instant, status: string, by: number): void {
    this.history += by;
    if (this.assumptions['cron.history.counts'] !== 'perStatus') {
      this.kept.add(at, by);
      return;
    }
    this.keptByStatus.set(status, (this.keptByStatus.get(status) ?? 0) + by);
    this.kept.set(at, Math.max(...this.keptByStatus.values()));
  }

  private countActive(at: Instant): void {
    this.active.set(at, this.startedAt.size);
    this.overlap.set(at, this.startedAt.size >= 2);
  }
}
