/**
 * The amounts of a container that its replica is billed by: those that it reserves, or its limits.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import type { WorkloadType } from '../workload/settings.ts';

/** The facts about a workload in one location that decide which amounts are billed. */
export interface BilledWorkload {
  readonly type: WorkloadType;
  /** Capacity AI sizes its replicas there. */
  readonly hasCapacityAI: boolean;
}

/**
 * Whether containers are billed by `minCpu` and `minMemory` or by `cpu` and `memory` (BILL-1, `billing.reserved`,
 * `billing.minHonouredOn`).
 *
 *   defaults, any workload                                          -> minima
 *   limitsWithoutCapacityAI: stateful, or standard without it       -> limits     standard with it -> minima
 *   statefulOnly: standard -> limits     stateful -> minima
 */
export function billedBy(
  { type, hasCapacityAI }: BilledWorkload,
  assumptions: Pick<Assumptions, 'billing.reserved' | 'billing.minHonouredOn'>,
): 'minima' | 'limits' {
  if (assumptions['billing.reserved'] === 'limitsWithoutCapacityAI' && !hasCapacityAI) return 'limits';
  return assumptions['billing.minHonouredOn'] === 'allTypes' || type === 'stateful' ? 'minima' : 'limits';
}
