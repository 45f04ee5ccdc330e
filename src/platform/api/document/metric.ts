/** The autoscaling metric of options that may not state one. */
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { WorkloadType } from '../../workload/settings.ts';
import { type JsonObject, objectAt, textAt } from './json.ts';

/**
 * The metric that options state; else the default of the type (`autoscaling.metric.default`), but `disabled` where that
 * is cpu and Capacity AI is on, which it does not go together with (`autoscaling.metric.withCapacityAI`).
 */
export function metricOf(options: JsonObject, type: Exclude<WorkloadType, 'cron'>, assumptions: Assumptions): string {
  const written = textAt(objectAt(options, 'autoscaling'), 'metric');
  if (written !== undefined) return written;
  const metric = assumptions['autoscaling.metric.default'][type];
  const isOff = options.capacityAI === true && assumptions['autoscaling.metric.withCapacityAI'] === 'disabled';
  return metric === 'cpu' && isOff ? 'disabled' : metric;
}
