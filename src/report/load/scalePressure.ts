/**
 * What requests went through while each count of replicas was desired and ready: so a report can say what time at
 * maxScale cost, and what the start of replicas did.
 */
import type { Duration } from '../../engine/time.ts';

/** While one count of replicas was desired, and as many were ready. */
export interface RequestPressure {
  /** Requests that were not served: all losses but answers of a replica that state an error. */
  readonly unserved: number;
  /** Requests that waited and were counted one by one; 0 for amounts. */
  readonly waited: number;
  /** Time in which requests waited; 0 for single requests. */
  readonly waitedMs: Duration;
}

const none: RequestPressure = { unserved: 0, waited: 0, waitedMs: 0 };

/** In the place of a count: while fewer replicas were ready than desired. */
export const starting = -1;

/** The count to which pressure belongs. */
export function scaleOf(desired: number, ready: number): number {
  return ready < desired ? starting : desired;
}

/** Memory grows with the number of different counts. */
export class ScalePressure {
  private readonly byScale: Map<number, RequestPressure> = new Map();

  /** @param scale the count that was desired and ready, or `starting` (`scaleOf`) */
  add(scale: number, { unserved = 0, waited = 0, waitedMs = 0 }: Partial<RequestPressure>): void {
    if (unserved === 0 && waited === 0 && waitedMs === 0) return;
    const before = this.while(scale);
    this.byScale.set(scale, {
      unserved: before.unserved + unserved,
      waited: before.waited + waited,
      waitedMs: before.waitedMs + waitedMs,
    });
  }

  /** While so many replicas were desired and ready, or `starting`; all 0 if nothing waited or was lost then. */
  while(scale: number): RequestPressure {
    return this.byScale.get(scale) ?? none;
  }

  fork(): ScalePressure {
    const fork = new ScalePressure();
    for (const [scale, pressure] of this.byScale) fork.byScale.set(scale, pressure);
    return fork;
  }
}

/** Two parts of one time together. */
export function pressureTogether(a: RequestPressure, b: RequestPressure): RequestPressure {
  return { unserved: a.unserved + b.unserved, waited: a.waited + b.waited, waitedMs: a.waitedMs + b.waitedMs };
}
