/**
 * How many requests of a load are there at once, over all of its time: what their mean latency follows from, by Little's law.
 */
import { flowBetween } from '../platform/traffic/flow.ts';
import { type LatencyAssumptions, type Load, loadOf } from '../platform/traffic/load.ts';
import { waitingMax } from '../platform/traffic/patience.ts';
import type { Line } from './loadLine.ts';

/** Requests that wait at the ends of a part. */
interface Waiting {
  readonly before: number;
  readonly after: number;
}

/** Give it every part of time in which requests are there. */
export class Presence {
  /** Requests times milliseconds in which they wait or are answered, but for those in which they are held. */
  requestMs = 0;
  private readonly assumptions: LatencyAssumptions;
  private atCapacity: (Pick<Line, 'serving' | 'ready'> & Pick<Load, 'latency'>) | null = null;

  constructor(assumptions: LatencyAssumptions) {
    this.assumptions = assumptions;
  }

  /** Nobody waits: as many are there as come in the time that one takes. */
  serve({ ready, from, until }: Line, before: Load, after: Load): void {
    const [first, last] = [before.rps * before.latency, after.rps * after.latency];
    this.requestMs += (((first + last) / 2) * ready * (until - from)) / 1_000;
  }

  /** Replicas do what they can, and others wait. */
  press(part: Line, waiting: Waiting, after: Load): void {
    const { flow, ready, serving, from, until, capacityPerSecond } = part;
    if (waiting.after > 0 && waiting.after === waitingMax(serving, ready, this.assumptions)) {
      // As many wait as may: whoever comes stays until it is given up, or nearly so.
      this.requestMs += flowBetween(flow, from, until) * after.latency;
      return;
    }
    const answered = (capacityPerSecond * this.latencyAtCapacity(part)) / 1_000;
    this.requestMs += (until - from) * ((waiting.before + waiting.after) / 2 + answered);
  }

  fork(): Presence {
    return Object.assign(new Presence(this.assumptions), this);
  }

  /** Of one that is begun while all replicas do what they can; worked out once for the parts of a line. */
  private latencyAtCapacity({ serving, ready, capacityPerSecond }: Line): number {
    if (this.atCapacity?.serving !== serving || this.atCapacity.ready !== ready) {
      const pressure = { perSecond: capacityPerSecond, ready, waiting: 0 };
      this.atCapacity = { serving, ready, latency: loadOf(serving, pressure, this.assumptions).latency };
    }
    return this.atCapacity.latency;
  }
}
