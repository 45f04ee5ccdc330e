/**
 * The metering policy: the billed length of a run. It is a what-if of the price book; the default is the exact length.
 */

import { type Duration, hour, type Instant, minute, second } from '../../engine/time.ts';
import type { Meter } from '../../rules/meterNames.ts';

/** How the length of one run (the unbroken life of a replica, a volume or a mount) is counted. */
export interface MeteringPolicy {
  /** At least 1. */
  readonly granularity: Duration;
  readonly minimum: Duration;
  /** Otherwise down. */
  readonly roundUp: boolean;
  /** `clock` counts the clock units that a run touches, from 1970-01-01. */
  readonly align: 'run' | 'clock';
}

/** Policies of all meters. */
export interface Metering {
  readonly policy: MeteringPolicy;
  /** Replaces `policy` for a meter. */
  readonly perMeter: { readonly [meter in Meter]?: MeteringPolicy };
}

export const presets = {
  exact: { granularity: 1, minimum: 0, roundUp: false, align: 'run' },
  'per-second-min-60': { granularity: second, minimum: minute, roundUp: true, align: 'run' },
  'per-minute-min-1': { granularity: minute, minimum: minute, roundUp: true, align: 'run' },
  'whole-hours': { granularity: hour, minimum: hour, roundUp: true, align: 'run' },
} as const satisfies { readonly [name: string]: MeteringPolicy };

export const exactMetering: Metering = { policy: presets.exact, perMeter: {} };

/** The policy of a meter. */
export function policyOf(metering: Metering, meter: Meter): MeteringPolicy {
  return metering.perMeter[meter] ?? metering.policy;
}

/** Whether every run counts exactly as long as it lasted. */
export function isExact(policy: MeteringPolicy): boolean {
  return policy.granularity === 1 && policy.minimum <= 1;
}

/**
 * The billed length of a run.
 *
 * A run of 3 min 20 s:
 *   per-second-min-60 -> 200 s, per-minute-min-1 -> 240 s, whole-hours -> 3,600 s
 *   10:59:30 to 11:00:30 in whole hours of the clock -> two hours touched, 7,200 s
 *
 * @param until excluded, after `from`
 */
export function billedLength(policy: MeteringPolicy, from: Instant, until: Instant): Duration {
  const { granularity, minimum } = policy;
  if (policy.align === 'clock') {
    const units = Math.ceil(until / granularity) - Math.floor(from / granularity);
    return Math.max(minimum, units * granularity);
  }
  const rest = (until - from) % granularity;
  const down = until - from - rest;
  return Math.max(minimum, rest > 0 && policy.roundUp ? down + granularity : down);
}
