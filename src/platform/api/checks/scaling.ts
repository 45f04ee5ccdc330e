/**
 * Autoscaling of a workload: metric, target, bounds of the scale, and which of them reach zero (TYPE-4, TYPE-7,
 * TYPE-14, WL-18).
 */
import type { AssumptionName, Assumptions } from '../../../rules/assumptions.ts';
import { isObject, type JsonObject, numberAt, objectsAt, type Path, textAt } from '../document/json.ts';
import { metricOf } from '../document/metric.ts';
import { type Breach, breach, doubt, shown } from '../requests/breach.ts';
import { outside } from './bound.ts';
import { neverUp, neverUpByDefault } from './neverUp.ts';
import { scaleOf } from './scale.ts';
import type { ScaledType, WorkloadSubject } from './subject.ts';

/** Every autoscaling block, the default one and those of single locations. */
export function checkScaling(workload: WorkloadSubject): readonly Breach[] {
  const { type } = workload;
  if (type === 'cron') return [];
  const blocks = workload.options.flatMap(({ value, path }) => {
    const block = value.autoscaling;
    if (!isObject(block)) return [];
    const metric = metricOf(value, type, workload.context.assumptions);
    return blockBreaches(workload, { type, metric, block }, [...path, 'autoscaling']);
  });
  return [...blocks, ...neverUpByDefault(workload, type)];
}

/** An autoscaling block, and the metric that it comes to. */
interface Block {
  readonly type: ScaledType;
  readonly metric: string;
  readonly block: JsonObject;
}

function blockBreaches(workload: WorkloadSubject, { type, metric, block }: Block, path: Path): readonly Breach[] {
  const { assumptions } = workload.context;
  return [
    ...metricBreaches(assumptions, type, metric, path),
    ...targetBreaches(assumptions, metric, block, path),
    ...scaleBreaches(assumptions, type, metric, block, path),
    ...delayBreaches(assumptions, block, path),
    ...multiBreaches(assumptions, metric, block, path),
    ...percentileBreaches(assumptions, block, path),
    ...neverUp(workload, metric, block, path),
  ];
}

function metricBreaches(assumptions: Assumptions, type: ScaledType, metric: string, path: Path): readonly Breach[] {
  const allowed = assumptions['type.metrics'][type];
  if (allowed.includes(metric)) return [];
  const at = [...path, 'metric'];
  if (type === 'stateful' && metric === 'concurrency') {
    return [breach(at, 'TYPE-7', 'a stateful workload must not scale on concurrency; choose another metric')];
  }
  return [
    breach(at, 'type.metrics', `metric of a ${type} workload must be one of ${allowed.join(', ')}; found ${metric}`),
  ];
}

function targetBreaches(assumptions: Assumptions, metric: string, block: JsonObject, path: Path): readonly Breach[] {
  const target = numberAt(block, 'target');
  if (target === undefined) return [];
  const at = [...path, 'target'];
  if (metric === 'keda' || metric === 'multi') {
    if (assumptions['fields.bounds.targetWithKedaOrMulti'] === 'off') return [];
    const where = metric === 'keda' ? 'keda.triggers' : 'the entries of multi';
    return [
      breach(
        at,
        'fields.bounds.targetWithKedaOrMulti',
        `with metric ${metric} set the targets in ${where}; found target ${target}`,
      ),
    ];
  }
  return [...targetBreach(assumptions, metric, target, at)];
}

function targetBreach(assumptions: Assumptions, metric: string, target: number, at: Path): readonly Breach[] {
  const isPercent = metric === 'cpu' || metric === 'memory';
  const name = isPercent ? 'fields.bounds.targetPercent' : 'fields.bounds.target';
  const wanted = outside(target, assumptions[name]);
  if (wanted === null) return [];
  return [breach(at, name, `target of ${metric} must be ${wanted}${isPercent ? ' percent' : ''}; found ${target}`)];
}

function scaleBreaches(
  assumptions: Assumptions,
  type: ScaledType,
  metric: string,
  block: JsonObject,
  path: Path,
): readonly Breach[] {
  const breaches: Breach[] = [];
  const bounds = [
    ['minScale', 'fields.bounds.scale'],
    ['minScale', 'fields.bounds.minScale'],
    ['maxScale', 'fields.bounds.scale'],
  ] as const;
  for (const [field, rule] of bounds) {
    const found = numberAt(block, field);
    const wanted = found === undefined ? null : outside(found, assumptions[rule]);
    if (wanted !== null) breaches.push(breach([...path, field], rule, `${field} must be ${wanted}; found ${found}`));
  }
  if (breaches.length > 0) return breaches;
  const { min, max } = scaleOf(block, assumptions);
  if (min > max && assumptions['fields.bounds.minScaleAboveMax'] === 'refuse') {
    const written = numberAt(block, 'minScale') === undefined ? `${min} by default` : min;
    const at = [...path, numberAt(block, 'minScale') === undefined ? 'maxScale' : 'minScale'];
    return [
      breach(
        at,
        'fields.bounds.minScaleAboveMax',
        `maxScale is ${max}, so minScale must be at most that; found ${written}`,
      ),
    ];
  }
  return min === 0 ? zeroBreaches(assumptions, type, metric, max, [...path, 'minScale']) : [];
}

/**
 * A minimum of 0 (TYPE-4, TYPE-14, `scale.zeroBounds`): the metric must bring the workload to zero, or both bounds turn
 * it off.
 */
function zeroBreaches(
  assumptions: Assumptions,
  type: ScaledType,
  metric: string,
  max: number,
  at: Path,
): readonly Breach[] {
  if (type === 'serverless') {
    if (max === 0) return [];
    if (metric === 'cpu' || metric === 'memory') {
      const message = `a serverless workload scales to zero by its requests: with metric ${metric} it keeps 1 replica; found minScale 0`;
      return [doubt(at, 'type.metrics', message)];
    }
    if (metric !== 'disabled') return [];
    return [
      breach(
        at,
        'type.metrics',
        `with metric disabled a serverless workload stays at minScale; minScale 0 requires maxScale 0, found ${max}`,
      ),
    ];
  }
  if (metric === 'keda') return [];
  const zeroBounds = assumptions['scale.zeroBounds'];
  const mayBeOff = zeroBounds === 'anyMetric' || (zeroBounds === 'disabledOnly' && metric === 'disabled');
  if (max === 0 && mayBeOff) return [];
  const how =
    zeroBounds === 'refuse'
      ? ''
      : `, or turn it off with a maxScale of 0${zeroBounds === 'disabledOnly' ? ' and metric disabled' : ''}`;
  const message = `a ${type} workload scales to zero only with metric keda${how}; found minScale 0 with ${metric}`;
  if (max > 0) return [breach(at, 'TYPE-4', message)];
  const assumption = 'scale.zeroBounds';
  return [{ ...breach(at, 'TYPE-4', `${message} (${assumption}: ${zeroBounds})`), assumptions: [assumption] }];
}

function delayBreaches(assumptions: Assumptions, block: JsonObject, path: Path): readonly Breach[] {
  const fields = [
    ['scaleToZeroDelay', 'fields.bounds.scaleToZeroDelay'],
    ['maxConcurrency', 'fields.bounds.maxConcurrency'],
  ] as const satisfies readonly (readonly [string, AssumptionName])[];
  return fields.flatMap(([field, name]) => {
    const found = numberAt(block, field);
    const wanted = found === undefined ? null : outside(found, assumptions[name]);
    return wanted === null ? [] : [breach([...path, field], name, `${field} must be ${wanted}; found ${found}`)];
  });
}

function multiBreaches(assumptions: Assumptions, metric: string, block: JsonObject, path: Path): readonly Breach[] {
  const at = [...path, 'multi'];
  const entries = objectsAt(block, 'multi');
  if (metric === 'multi' && entries.length === 0) {
    return [breach(at, 'fields.bounds.multiMetrics', 'metric multi requires entries in multi; found none')];
  }
  const seen = new Set<string>();
  const allowed = assumptions['fields.bounds.multiMetrics'];
  return entries.flatMap((entry, index) => {
    const own = textAt(entry, 'metric') ?? '';
    const target = numberAt(entry, 'target');
    const isRepeated = seen.has(own);
    seen.add(own);
    const where = [...at, index, 'metric'];
    return [
      ...(allowed.includes(own)
        ? []
        : [notListed(where, 'fields.bounds.multiMetrics', 'a metric of multi', allowed, own)]),
      ...(isRepeated
        ? [breach(where, 'fields.bounds.multiMetrics', `metrics in multi must be unique; found ${own} again`)]
        : []),
      ...(target === undefined ? [] : targetBreach(assumptions, own, target, [...at, index, 'target'])),
    ];
  });
}

function percentileBreaches(assumptions: Assumptions, block: JsonObject, path: Path): readonly Breach[] {
  const name = 'fields.bounds.metricPercentile';
  const allowed = assumptions[name];
  return [
    { value: block, at: path },
    ...objectsAt(block, 'multi').map((value, index) => ({ value, at: [...path, 'multi', index] })),
  ].flatMap(({ value, at }) => {
    const found = textAt(value, 'metricPercentile');
    if (found === undefined || allowed.includes(found)) return [];
    return [notListed([...at, 'metricPercentile'], name, 'metricPercentile', allowed, found)];
  });
}

function notListed(path: Path, rule: AssumptionName, what: string, allowed: readonly string[], found: string): Breach {
  return breach(path, rule, `${what} must be one of ${allowed.join(', ')}; found ${shown(found)}`);
}

/** Capacity AI (TYPE-6, `fields.bounds.capacityAIWithCpu`) in every options block. */
export function checkCapacityAI(workload: WorkloadSubject): readonly Breach[] {
  const { assumptions } = workload.context;
  const { type } = workload;
  if (type === 'cron') return [];
  return workload.options.flatMap(({ value, path }) => {
    if (value.capacityAI !== true) return [];
    const at = [...path, 'capacityAI'];
    if (type === 'stateful')
      return [breach(at, 'TYPE-6', 'capacityAI must be false for a stateful workload; found true')];
    const metric = metricOf(value, type, assumptions);
    if (metric !== 'cpu' || assumptions['fields.bounds.capacityAIWithCpu'] === 'off') return [];
    return [
      breach(
        at,
        'fields.bounds.capacityAIWithCpu',
        `capacityAI must not be true with metric ${shown(metric)}: choose another metric, or set it to false`,
      ),
    ];
  });
}
