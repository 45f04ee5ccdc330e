/** The nine for which the platform states a charge: always held. */
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
 * Those for which no charge is stated: held only where a price book or `billing.chargedMeters` asks for them.
 *
 * Replicas (those of executions too) and mount points count as long as they are billed, a load balancer as long as a
 * workload has one in a location. Snapshots count what they store until they are gone, ephemeral storage its allotment.
 * A request counts when it comes to a workload, whatever its answer: of those that come one by one, once it has ended.
 * An execution counts when it starts.
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

export type OptionalMeter = (typeof optionalMeters)[number];

export type Meter = (typeof statedMeters)[number] | OptionalMeter;

export const meters: readonly Meter[] = [...statedMeters, ...optionalMeters];
