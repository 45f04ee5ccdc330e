/**
 * How the count of a workload follows its load in one location: what its record says and what is assumed beside it, in
 * numbers.
 */
import type { Duration } from '../../engine/time.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import type { Band, Ratio } from './ratio.ts';
import type { Fallback, Trigger } from './trigger.ts';

/** By the loop that moves the count. Derived data: shared by forks, made anew when the record changes. */
export type AutoscalingSettings = DisabledSettings | HpaSettings | KpaSettings | KedaSettings;

/** Metric `disabled`: the bounds of the scale alone decide. */
export interface DisabledSettings {
  readonly loop: 'disabled';
}

/**
 * Standard and stateful workloads, and serverless ones with cpu or memory: replicas are compared with a target for
 * each.
 */
export interface HpaSettings {
  readonly loop: 'hpa';
  readonly sync: SyncSettings;
  /** One, or those of `multi`; each once. */
  readonly metrics: readonly TargetMetric[];
}

/** What turns a proposal into a count, at each sync. */
export interface SyncSettings {
  /** At least 1: a sync never goes to zero. */
  readonly minScale: number;
  readonly maxScale: number;
  /** What says so: TYPE-4, or for serverless workloads the list of metrics alone. */
  readonly neverZero: 'TYPE-4' | 'type.metrics';
  /** `hpa.sync`. */
  readonly period: Duration;
  /** Ratios to the target that change nothing (`hpa.tolerance`). */
  readonly tolerated: Band;
  /** How long a proposal holds the count up (`hpa.down.window`). */
  readonly downWindow: Duration;
  /** Within a period: so many replicas more, or so many times as many, whichever is more. */
  readonly up: { readonly replicas: number; readonly growth: Ratio; readonly period: Duration };
  /** Within a period: at least this share stays. */
  readonly down: { readonly remaining: Ratio; readonly period: Duration };
  /** Assumptions that every decision cites. */
  readonly cites: readonly AssumptionName[];
}

export interface TargetMetric {
  readonly metric: 'cpu' | 'memory' | 'rps' | 'latency';
  /** Per replica, in thousandths: of a percent (cpu, memory), of a request a second, of a millisecond. Above 0. */
  readonly targetMilli: number;
  /** Of latency; null for other metrics. */
  readonly percentile: 50 | 75 | 99 | null;
  /** How often it is sampled, and over how long (`metric.sample.*`). */
  readonly interval: Duration;
  readonly window: Duration;
  /**
   * Cpu of a replica younger than this counts only once it has settled (`hpa.cpuInitialization`); 0 for other metrics.
   */
  readonly initialization: Duration;
}

/** Serverless workloads that follow concurrency or rps. */
export interface KpaSettings {
  readonly loop: 'kpa';
  readonly metric: 'concurrency' | 'rps';
  /** 0 or more (TYPE-14). */
  readonly minScale: number;
  readonly maxScale: number;
  /** Load that one replica is meant to carry, in thousandths (`kpa.utilization`). Above 0. */
  readonly targetMilli: number;
  readonly tick: Duration;
  readonly window: Duration;
  readonly panicWindow: Duration;
  /** Wanted over ready replicas from which panic begins, this ratio included. */
  readonly panicThreshold: Ratio;
  /** Within a tick: at most so many times the ready replicas, and at least this share of them. */
  readonly growth: Ratio;
  readonly remaining: Ratio;
  /** From the end of the last request to zero (`serverless.zero`), where `minScale` is 0. */
  readonly idleDelay: Duration;
  /** Requests of amounts within that delay that keep it from being idle, this many included (`fluid.idle`). */
  readonly busyFrom: number;
  /** `exact`: at the very end of that time; `tick`: at the first tick from then on. */
  readonly zeroAt: 'tick' | 'exact';
  /** When a request at zero starts a replica (`serverless.wake`). */
  readonly wake: 'atOnce' | 'nextTick';
}

/** Metric `keda` (TYPE-4): triggers decide between zero and one, and from one on how many. */
export interface KedaSettings {
  readonly loop: 'keda';
  /** 0 or more; that of `sync` is never 0. */
  readonly minScale: number;
  readonly sync: SyncSettings;
  readonly triggers: readonly Trigger[];
  readonly poll: Duration;
  /** From the last poll with an active trigger to zero. */
  readonly cooldown: Duration;
  /** From creation to zero where none was active yet. */
  readonly initialCooldown: Duration;
  readonly fallback: Fallback | null;
  /** What part of a source's value is heard here (`keda.value.location`); absent: all of it. */
  readonly share?: number;
}
