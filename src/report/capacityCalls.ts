/**
 * The capacity report's figures of requests that came one by one.
 */
import type { Instant } from '../engine/time.ts';
import type { CallChronicle } from './callChronicle.ts';
import { decimalText } from './numbers.ts';
import type { ScalePoint, ScalePoints } from './scalePoints.ts';

/** Requests of one workload in one location that have ended: that have their answer, whatever it says. Times in ms; percentiles by request, the nearest rank. */
export interface CallReport {
  readonly total: number;
  /** With a status of 400 or more. */
  readonly failed: number;
  /** Found no replica, and were kept for one. */
  readonly held: number;
  /** Tries beyond the first. */
  readonly retries: number;
  readonly byStatus: { readonly [status: string]: number };
  readonly latencyMs: {
    readonly mean: string;
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
    readonly max: number;
  };
  /** Mean of the part of it in line, or held. */
  readonly waitedMs: string;
  /** As those of a load; empty where no demand asks for it, but a probe alone. */
  readonly replicasOverTime: readonly ScalePoint[];
  readonly replicaChanges: number;
}

/**
 * null where none has ended.
 *
 * @param points null: no demand asks for it
 */
export function callReport(calls: CallChronicle, points: ScalePoints | null, now: Instant): CallReport | null {
  const { total, failed, held, retries, latencySum, waitedSum, byStatus } = calls;
  if (total === 0) return null;
  const at = (percent: number): number => calls.percentile(percent) ?? 0;
  return {
    total,
    failed,
    held,
    retries,
    byStatus: Object.fromEntries([...byStatus].sort(([a], [b]) => a - b)),
    latencyMs: { mean: decimalText(latencySum / total), p50: at(50), p90: at(90), p99: at(99), max: at(100) },
    waitedMs: decimalText(waitedSum / total),
    replicasOverTime: points?.shown(now) ?? [],
    replicaChanges: points?.changes(now) ?? 0,
  };
}
