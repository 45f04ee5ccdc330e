/**
 * What the platform takes of an autoscaling although nothing comes of it, or not what was meant.
 */

import { isObject, type JsonObject, objectAt, objectsAt, type Path, textAt } from '../../platform/api/document/json.ts';
import type { TriggerAssumptions } from '../../platform/autoscaling/trigger.ts';
import { measuresReplicas, type TargetAssumptions } from '../../platform/autoscaling/triggerTarget.ts';
import { parseSchedule } from '../../platform/cron/expression.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { fieldsBelow, type SpecField, type SpecPath, specPaths, specPathsOf } from '../read/specPaths.ts';
import { meantZone } from '../read/zones.ts';
import { scalarText, shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';
import { targetTrouble } from './triggerTargets.ts';

/**
 * Warns of metrics without what they go by, of what goes by no metric, and of numbers of triggers that count otherwise
 * than they are written (TYPE-4, `type.metrics`).
 */
export function warnOfScalers(root: TreeMap, assumptions: Assumptions, reading: ScenarioReading): void {
  const isScaledByTriggers = (workload: string): boolean =>
    specPathsOf(root, workload).some((path) => fieldsBelow(root, path).some(isTriggers));
  for (const spec of specPaths(root))
    for (const { name, path, value } of fieldsBelow(root, spec.path)) {
      if (!isObject(value)) continue;
      const warn = warnAt(root, path, reading);
      if (name === 'autoscaling') {
        // Of a resource the platform's own checks say it.
        if (spec.path[0] === 'timeline') warnOfUnused(value, isPatched(root, spec), warn);
        if (value.metric === 'keda' && !isScaledByTriggers(spec.workload))
          warn(['metric'], 'metric keda scales by triggers and has none here: it never asks for a replica');
      }
      if (name === 'keda') warnOfKeda(value, assumptions, warn, reading);
    }
}

type Warn = (below: Path, message: string, hint?: string | null) => void;

function warnAt(root: TreeMap, path: Path, reading: ScenarioReading): Warn {
  return (below, message, hint = null) => {
    const complaint = { code: 'no-effect', severity: 'warning', rule: 'TYPE-4', message, hint } as const;
    reading.complain(root, [...path, ...below], complaint);
  };
}

function isTriggers({ name, value }: SpecField): boolean {
  return name === 'triggers' && Array.isArray(value) && value.length > 0;
}

/** Whether what it does not say stands in the workload already. */
function isPatched(root: TreeMap, { path: [list, index = 0] }: SpecPath): boolean {
  const entry = list === 'timeline' ? valueAt(root, [list, index]) : undefined;
  return isObject(entry) && entry.patch !== undefined;
}

/** Lists that stand beside another metric than the one that goes by them. */
function warnOfUnused(block: JsonObject, mayStand: boolean, warn: Warn): void {
  const metric = textAt(block, 'metric');
  if (metric === undefined && mayStand) return;
  const found = metric === undefined ? 'no metric is written' : `the metric is ${metric}`;
  if (metric !== 'multi' && objectsAt(block, 'multi').length > 0)
    warn(['multi'], `'multi' applies only with metric: multi, and ${found}: it is ignored`);
  if (metric !== 'keda' && objectsAt(objectAt(block, 'keda'), 'triggers').length > 0)
    warn(['keda'], `'keda' applies only with metric: keda, and ${found}: it is ignored`);
}

function warnOfKeda(keda: JsonObject, assumptions: TargetAssumptions, warn: Warn, reading: ScenarioReading): void {
  const threshold = objectAt(keda, 'fallback').failureThreshold;
  if (threshold === 0)
    warn(
      ['fallback', 'failureThreshold'],
      'expected a whole number of at least 1, found 0: the first failed poll is enough, as with 1',
    );
  for (const [index, trigger] of (Array.isArray(keda.triggers) ? keda.triggers : []).entries()) {
    if (!isObject(trigger)) continue;
    const { metricType } = trigger;
    const known = measuresReplicas(trigger) ? [...metricTypes, 'Utilization'] : metricTypes;
    if (metricType !== undefined && !known.some((one) => one === metricType))
      warn(
        ['triggers', index, 'metricType'],
        `expected ${known.join(' or ')}, found ${shown(metricType)}: it is treated as ${measuresReplicas(trigger) ? 'Utilization' : 'AverageValue'}`,
      );
    const trouble = targetTrouble(trigger, assumptions, reading);
    if (trouble !== null) warn(['triggers', index, ...trouble.path], trouble.message, trouble.hint);
  }
}

const metricTypes = ['AverageValue', 'Value'] as const;

/** Why a trigger of type cron asks for nothing by itself, as the end of a sentence. */
export function whyNoWindow(trigger: JsonObject, assumptions: TriggerAssumptions): string {
  const metadata = objectAt(trigger, 'metadata');
  for (const key of ['start', 'end']) {
    const text = textAt(metadata, key);
    if (text === undefined) return `it has no '${key}'`;
    const schedule = parseSchedule(text, assumptions);
    if ('error' in schedule) return `its ${key} ${shown(text)} is not a schedule (${schedule.error})`;
    if (schedule.kind === 'every') return `its ${key} ${shown(text)} is not a time of day`;
  }
  const replicas = metadata.desiredReplicas;
  if (!/^\d+$/.test(scalarText(replicas ?? ''))) return `desiredReplicas is ${shown(replicas)}, not a whole number`;
  return `its time zone ${shown(metadata.timezone)} is none of the IANA database${meantZone(scalarText(metadata.timezone ?? ''))}`;
}
