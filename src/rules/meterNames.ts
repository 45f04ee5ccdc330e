/** The nine meters for which the platform states a charge. They are always metered. */
export const statedMeters = [
  'reserved-cpu',
  'reserved-memory',
  'volume-capacity',
  'shared-volume-capacity',
  'mount-cpu',
  'mount-memory',
  'mounter-cpu',
  'mounter-memory',
  'mounter-egress',
] as const;

/**
 * The meters without a stated charge. They are metered only if the price book or `billing.chargedMeters` names them.
 *
 * - `replica-time` (executions included) and `mount-time` count while the replica or mount point is billed.
 * - `load-balancer-time` counts while a workload has a load balancer in a location.
 * - `snapshot-storage` counts the stored data until the snapshot is deleted; `ephemeral-storage` counts the allotment.
 * - `requests` counts a request when it arrives at a workload, whatever the response. A single request counts when it
 *   has ended.
 * - `cron-executions` counts an execution when it starts.
 */
export const optionalMeters = [
  'replica-time',
  'mount-time',
  'load-balancer-time',
  'snapshot-storage',
  'ephemeral-storage',
  'log-storage',
  'workload-egress',
  'requests',
  'cron-executions',
] as const;

/** The name of a meter without a stated charge. */
export type OptionalMeter = (typeof optionalMeters)[number];

/** The name of a meter: what a row of the bill measures. */
export type Meter = (typeof statedMeters)[number] | OptionalMeter;

/** All meters, those with a stated charge first. */
export const meters: readonly Meter[] = [...statedMeters, ...optionalMeters];
