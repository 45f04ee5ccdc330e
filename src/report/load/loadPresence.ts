/**
 * The number of requests in the system over the time of a load; their mean latency follows by Little's law.
 */

import type { Duration } from '../../engine/time.ts';
import { type LatencyAssumptions, loadOf, type ReplicaLoad } from '../../platform/traffic/load.ts';
import { waitingMax } from '../../platform/traffic/patience.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { LoadLine } from './loadLine.ts';

/** Requests that wait at the ends of a part. */
interface Waiting {
  readonly before: number;
  readonly after: number;
}

/** Adds up presence; give it every period in which there are requests. */
export class Presence {
  /** Requests times milliseconds in which they wait or are answered, but for those in which they are held. */
  requestMs = 0;
  private readonly assumptions: LatencyAssumptions & Pick<Assumptions, 'fluid.overflow' | 'timeout.from'>;
  private atCapacity: (Pick<LoadLine, 'serving' | 'ready'> & Pick<ReplicaLoad, 'latency'>) | null = null;

  constructor(assumptions: Presence['assumptions']) {
    this.assumptions = assumptions;
  }

  /** Nobody waits for so long: as many are there as come in the time that one takes. */
  serve(ready: number, duration: Duration, before: ReplicaLoad, after: ReplicaLoad): void {
    const first = before.rps * before.latency;
    const last = after.rps * after.latency;
    this.requestMs += (((first + last) / 2) * ready * duration) / 1_000;
  }

  /** Replicas do what they can, and others wait. */
  press(part: LoadLine, waiting: Waiting, after: ReplicaLoad): void {
    const { ready, serving, from, until, capacityPerSecond, came } = part;
    if (waiting.after > 0 && waiting.after === waitingMax(serving, ready, this.assumptions)) {
      // As many wait as may: whoever comes stays until it is given up, or nearly so.
      this.requestMs += came * after.latency;
      return;
    }
    const answered = (capacityPerSecond * this.latencyAtCapacity(part)) / 1_000;
    const duration = until - from;
    // What waits goes along a parabola, as the rate goes straight.
    const bend = this.assumptions['fluid.overflow'] === 'lost' ? 0 : ((part.last - part.first) * duration) / 12_000;
    this.requestMs += duration * Math.max(0, (waiting.before + waiting.after) / 2 - bend + answered);
  }

  fork(): Presence {
    return Object.assign(new Presence(this.assumptions), this);
  }

  /** Of one that is begun while all replicas do what they can; worked out once for the parts of a line. */
  private latencyAtCapacity({ serving, ready, capacityPerSecond }: LoadLine): number {
    if (this.atCapacity?.serving !== serving || this.atCapacity.ready !== ready) {
      const pressure = { perSecond: capacityPerSecond, ready, waiting: 0 };
      this.atCapacity = { serving, ready, latency: loadOf(serving, pressure, this.assumptions).latency };
    }
    return this.atCapacity.latency;
  }
}
