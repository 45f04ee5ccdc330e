/**
 * What requests went through while a workload was at maxScale.
 */
import type { Loads } from '../capacity/capacityLoad.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import { pressureTogether, type RequestPressure, starting } from '../load/scalePressure.ts';

/**
 * What was lost and waited while as many replicas were desired and ready as `maxScale` allows; null if the same count
 * was desired under another maxScale, too, because the two times cannot be told apart.
 */
export function pressureAt(
  maxScale: number,
  heard: DeploymentChronicle,
  loads: Loads['loads'],
): RequestPressure | null {
  if (!isAlone(maxScale, heard)) return null;
  const load = loads.get(heard);
  const ofCalls = heard.calls.pressure.while(maxScale);
  return load === undefined ? ofCalls : pressureTogether(load.pressure.while(maxScale), ofCalls);
}

/**
 * Requests that were not served while the workload was at any maxScale that it had and was below before or after.
 *
 * @param last the maxScale at the end of the run
 */
export function unservedAtMax(last: number, heard: DeploymentChronicle, loads: Loads['loads']): number {
  const reached = [...heard.replicas.bounds.reached({ minScale: 0, maxScale: last })];
  return reached.reduce((sum, [maxScale]) => sum + (pressureAt(maxScale, heard, loads)?.unserved ?? 0), 0);
}

/** Requests that were not served while fewer replicas were ready than desired. */
export function unservedWhileStarting(heard: DeploymentChronicle, loads: Loads['loads']): number {
  const amounts = loads.get(heard)?.pressure.while(starting).unserved ?? 0;
  return amounts + heard.calls.pressure.while(starting).unserved;
}

function isAlone(value: number, { replicas }: DeploymentChronicle): boolean {
  const under = [...replicas.bounds.reached({ minScale: 0, maxScale: value })];
  return under.every(([maxScale, { wanted }]) => maxScale === value || !wanted.has(value));
}
