/**
 * The load of replicas under one pressure after another, and how far its latency figures can be trusted.
 */

import { loadOf, type Pressure, type ReplicaLoad } from '../../platform/traffic/load.ts';
import type { Serving } from '../../platform/traffic/serving.ts';
import { isLeastTrust, lessTrust, type Trust, trustOf } from '../../platform/traffic/trust.ts';
import type { Assumptions } from '../../rules/assumptions.ts';

export class TrustedLoads {
  /** The least of all that were asked for, with requests that come. */
  trust: Trust = 'steady';
  /** The one that was worked out last: nearly every part of a course begins where the one before has ended. */
  private latest: { readonly serving: Serving; readonly pressure: Pressure; readonly load: ReplicaLoad } | null = null;
  private readonly assumptions: Assumptions;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
  }

  under(serving: Serving, pressure: Pressure): ReplicaLoad {
    const { latest, assumptions } = this;
    if (latest !== null && latest.serving === serving && isSame(latest.pressure, pressure)) return latest.load;
    const load = loadOf(serving, pressure, assumptions);
    if (pressure.perSecond > 0 && !isLeastTrust(this.trust, serving))
      this.trust = lessTrust(this.trust, trustOf(serving, pressure, load, assumptions));
    this.latest = { serving, pressure, load };
    return load;
  }

  fork(): TrustedLoads {
    return Object.assign(new TrustedLoads(this.assumptions), this);
  }
}

function isSame(one: Pressure, other: Pressure): boolean {
  return one.perSecond === other.perSecond && one.ready === other.ready && one.waiting === other.waiting;
}
