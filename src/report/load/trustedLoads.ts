/**
 * The load of replicas under one pressure after another, and how far its latency figures can be trusted.
 */

import { emptyLoad, type LoadSlot, loadInto, type Pressure, type ReplicaLoad } from '../../platform/traffic/load.ts';
import type { Serving } from '../../platform/traffic/serving.ts';
import { isLeastTrust, lessTrust, type Trust, trustOf } from '../../platform/traffic/trust.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

export class TrustedLoads {
  /** The least of all that were asked for, with requests that come. */
  trust: Trust = 'steady';
  /** What was asked for last: nearly every part of a course begins where the one before has ended. */
  private serving: Serving | null = null;
  private readonly pressure: { -readonly [Field in keyof Pressure]: number } = { perSecond: 0, ready: 0, waiting: 0 };
  /** Its load, and the one before it. */
  private load: LoadSlot = emptyLoad();
  private former: LoadSlot = emptyLoad();
  private readonly assumptions: Assumptions;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
  }

  /** @returns the load of each replica, which stands until the load after the next is asked for */
  under(serving: Serving, perSecond: number, ready: number, waiting: number): ReplicaLoad {
    const { pressure, assumptions } = this;
    const isKnown =
      this.serving === serving &&
      pressure.perSecond === perSecond &&
      pressure.ready === ready &&
      pressure.waiting === waiting;
    if (isKnown) return this.load;
    const load = this.former;
    this.former = this.load;
    this.load = load;
    this.serving = serving;
    pressure.perSecond = perSecond;
    pressure.ready = ready;
    pressure.waiting = waiting;
    loadInto(serving, pressure, assumptions, load);
    if (perSecond > 0 && !isLeastTrust(this.trust, serving))
      this.trust = lessTrust(this.trust, trustOf(serving, pressure, load, assumptions));
    return load;
  }

  fork(): TrustedLoads {
    const fork = new TrustedLoads(this.assumptions);
    fork.trust = this.trust;
    return fork;
  }
}
