/**
 * Workloads whose full replicas ask for no more of them (`hpa.tolerance`).
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { processorOf } from '../../traffic/serving.ts';
import { type JsonObject, numberAt, type Path } from '../document/json.ts';
import { type Breach, doubt } from '../requests/breach.ts';
import { gvcLocations } from './options.ts';
import { amountAt } from './reserve.ts';
import { scaleOf } from './scale.ts';
import type { ScaledType, WorkloadSubject } from './subject.ts';

/** A target so high that the tolerance swallows what a full replica exceeds it by (`hpa.tolerance`). */
export function neverUp(workload: WorkloadSubject, metric: string, block: JsonObject, path: Path): readonly Breach[] {
  const { assumptions } = workload.context;
  if (!isNeverExceeded(assumptions, metric, block) || mayExceedBase(workload, metric)) return [];
  const written = numberAt(block, 'target');
  const found = written ?? `the default ${assumptions['fields.defaults.target']}`;
  const message = `this workload never scales up: utilisation is at most 100%, which is within the tolerance around ${found}; set a target of at most ${highestTarget(assumptions)}`;
  return [doubt(written === undefined ? path : [...path, 'target'], 'hpa.tolerance', message)];
}

/** Whether full replicas ask for no more of them, though the scale has room for more. */
function isNeverExceeded(assumptions: Assumptions, metric: string, block: JsonObject): boolean {
  const { min, max } = scaleOf(block, assumptions);
  if ((metric !== 'cpu' && metric !== 'memory') || min >= max) return false;
  const target = numberAt(block, 'target') ?? assumptions['fields.defaults.target'];
  return target <= 100 && 100 <= target * (1 + assumptions['hpa.tolerance']);
}

/** Whether the cpu of a container may be above the reserve that utilisation is a share of (`hpa.cpu.base`). */
function mayExceedBase({ containers, context: { assumptions } }: WorkloadSubject, metric: string): boolean {
  if (metric !== 'cpu' || assumptions['hpa.cpu.base'] === 'limit') return false;
  return assumptions['resource.min.absent'] === 'floor' || containers.some(({ value }) => value.minCpu !== undefined);
}

/** The highest target, in whole percent, that full replicas exceed by more than the tolerance. */
function highestTarget(assumptions: Assumptions): number {
  return Math.ceil(100 / (1 + assumptions['hpa.tolerance'])) - 1;
}

/**
 * The same where no autoscaling is written at all: told only where requests need more than the replicas that the
 * defaults leave it at.
 */
export function neverUpByDefault(workload: WorkloadSubject, type: ScaledType): readonly Breach[] {
  const { context, options } = workload;
  const { assumptions } = context;
  if (options.some(({ value }) => value.autoscaling !== undefined || value.suspend === true)) return [];
  const metric = assumptions['autoscaling.metric.default'][type];
  const millicores = processorIn(workload);
  if (millicores === null || !isNeverExceeded(assumptions, metric, {}) || mayExceedBase(workload, metric)) return [];
  const { min } = scaleOf({}, assumptions);
  const locations = Math.max(1, gvcLocations(workload).length);
  if (!context.demandsMoreThan(millicores * min * locations)) return [];
  const target = assumptions['fields.defaults.target'];
  const place = locations === 1 ? '' : ` in each of ${locations} locations`;
  const has = `the ${millicores * min}m of ${min === 1 ? 'its one replica' : `its ${min} replicas`}${place}`;
  const message = `requests need more cpu than ${has}, and this workload never scales up: the default metric is ${metric} with target ${target}, and 100% utilisation is within the tolerance around it; set an autoscaling target of at most ${highestTarget(assumptions)}, or a higher minScale`;
  return [doubt(['spec', 'defaultOptions', 'autoscaling'], 'hpa.tolerance', message)];
}

/** The millicores that the requests of one replica share; null where an amount cannot be read. */
function processorIn({ containers, context: { assumptions } }: WorkloadSubject): number | null {
  const cpu = assumptions['fields.defaults.cpu'];
  const amounts = containers.flatMap(({ value }) => amountAt(value, 'cpu', cpu, 'cpu', assumptions) ?? []);
  if (amounts.length === 0 || amounts.length < containers.length) return null;
  return processorOf(
    amounts.map((cpuMillicores) => ({ cpuMillicores, memoryBytes: 0 })),
    assumptions,
  );
}
