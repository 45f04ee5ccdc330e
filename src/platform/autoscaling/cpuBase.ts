/**
 * What the cpu utilisation of a replica is a share of.
 */
import type { Assumptions } from '../../rules/assumptions.ts';
import type { ContainerSettings } from '../workload/settings.ts';
import { timesDown } from './ratio.ts';

type Containers = readonly Pick<ContainerSettings, 'cpuMillicores' | 'minCpuMillicores'>[];
type Terms = Pick<Assumptions, 'hpa.cpu.base'>;

/**
 * The millicores that 100 % of metric cpu means for a replica with these containers (`hpa.cpu.base`).
 *
 *   cpu 1000m, minCpu 250m: limit -> 1000     reserve -> 250
 */
export function cpuBaseOf(containers: Containers, assumptions: Terms): number {
  const of = assumptions['hpa.cpu.base'] === 'limit' ? 'cpuMillicores' : 'minCpuMillicores';
  return containers.reduce((sum, container) => sum + container[of], 0);
}

/**
 * The cpu utilisation of a replica that uses all that its limits allow, in whole percent.
 *
 *   cpu 1000m, minCpu 250m: limit -> 100     reserve -> 400
 */
export function fullPercentOf(containers: Containers, assumptions: Terms): number {
  const whole = cpuBaseOf(containers, assumptions);
  return whole === 0 ? 100 : timesDown(100, { part: cpuBaseOf(containers, { 'hpa.cpu.base': 'limit' }), whole });
}
