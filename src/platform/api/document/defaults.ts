/**
 * Specs with all defaults filled in: the API shows them when a record is read, and the simulation uses them.
 */
import { second } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { WorkloadType } from '../../workload/settings.ts';
import type { Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import { taggedProtocol } from '../settings/protocol.ts';
import { amountText } from './amount.ts';
import { isList, isObject, type Json, type JsonObject, numberAt, objectAt, objectsAt, textAt } from './json.ts';
import { metricOf } from './metric.ts';

/** What of a record its defaults depend on. */
export type WithoutDefaults = Pick<StoredRecord, 'kind' | 'spec' | 'tags'>;

/**
 * The spec of a record with every default applied (`fields.defaults.*`, `keda.poll`, `keda.cooldown`); fields without a
 * default, and unknown ones, as they are written. Asked again for the parts of one stored record, it gives the same
 * object.
 */
export function withDefaults(
  record: WithoutDefaults,
  assumptions: Assumptions,
  prefix: 'svc' | 'cpln' = 'svc',
): JsonObject {
  const { kind, spec, tags } = record;
  // By tags, too: runs with one past may tag a record each in its own way, by turns.
  const byTags = memory.get(spec) ?? new WeakMap<JsonObject, Remembered>();
  const known = byTags.get(tags);
  const isKnown = known?.kind === kind && known.assumptions === assumptions;
  if (isKnown && known.prefix === prefix) return known.filled;
  const result = fill(record, assumptions, prefix);
  if (Object.isFrozen(spec) && Object.isFrozen(tags))
    memory.set(spec, byTags.set(tags, { kind, assumptions, prefix, filled: result }));
  return result;
}

interface Remembered {
  readonly kind: Kind;
  readonly assumptions: Assumptions;
  readonly prefix: string;
  readonly filled: JsonObject;
}

/** By spec and tags, for specs that cannot change any more; a spec is asked for at each read and at the next change. */
const memory = new WeakMap<JsonObject, WeakMap<JsonObject, Remembered>>();

function fill(record: WithoutDefaults, assumptions: Assumptions, prefix: 'svc' | 'cpln'): JsonObject {
  switch (record.kind) {
    case 'gvc':
      return {
        ...record.spec,
        staticPlacement: filledPlacement(objectAt(record.spec, 'staticPlacement'), assumptions),
      };
    case 'location':
      return { enabled: assumptions['fields.defaults.locationEnabled'], ...record.spec };
    case 'volumeset':
      return filledVolumeset(record.spec, assumptions);
    case 'workload':
      return filledWorkload(record.spec, record.tags, assumptions, prefix);
    default:
      return record.spec;
  }
}

/** The type of a workload whose spec has been checked; what the spec leaves open is `type.default`. */
export function workloadType(spec: JsonObject, assumptions: Assumptions): WorkloadType {
  const { type } = spec;
  if (type === 'standard' || type === 'stateful' || type === 'cron' || type === 'serverless') return type;
  return assumptions['type.default'] === 'standard' ? 'standard' : 'serverless';
}

function filledVolumeset(spec: JsonObject, assumptions: Assumptions): JsonObject {
  const fileSystemType = textAt(spec, 'fileSystemType') ?? assumptions['fields.defaults.fileSystemType'];
  const written = textAt(spec, 'performanceClass') ?? assumptions['fields.defaults.performanceClass'];
  const { autoscaling } = spec;
  return {
    ...spec,
    fileSystemType,
    performanceClass: fileSystemType === 'shared' ? 'shared' : written,
    ...(isObject(autoscaling) ? { autoscaling: filledGrowth(autoscaling) } : {}),
  };
}

/** VOLAUTO-4 to VOLAUTO-9. */
function filledGrowth(autoscaling: JsonObject): JsonObject {
  const { predictive, scalingFactor } = autoscaling;
  if (!isObject(predictive)) return autoscaling;
  return {
    ...autoscaling,
    predictive: {
      enabled: false,
      lookbackHours: 24,
      projectionHours: 6,
      minDataPoints: 10,
      minGrowthRateGBPerHour: 0.01,
      // One below 1.1 could not be written there (VOLAUTO-3 against VOLAUTO-9).
      ...(typeof scalingFactor !== 'number' || scalingFactor < 1.1 ? {} : { scalingFactor }),
      ...predictive,
    },
  };
}

/** Links to locations in the order of their names, or as they are written (`api.locationLinks`). */
function filledPlacement(written: JsonObject, assumptions: Assumptions): JsonObject {
  const { locationLinks = [] } = written;
  const isSorted = assumptions['api.locationLinks'] === 'sorted' && isList(locationLinks);
  return { ...written, locationLinks: isSorted ? locationLinks.toSorted() : locationLinks };
}

function filledWorkload(spec: JsonObject, tags: JsonObject, assumptions: Assumptions, prefix: string): JsonObject {
  const type = workloadType(spec, assumptions);
  const { job, localOptions } = spec;
  const defaults = filledOptions(objectAt(spec, 'defaultOptions'), type, assumptions);
  const isUnavailableKept = type !== 'stateful' || assumptions['fields.maxUnavailableOnStateful'] === 'keep';
  const base = assumptions['localOptions.base'] === 'defaultOptions' ? objectAt(spec, 'defaultOptions') : {};
  return {
    ...spec,
    type,
    containers: objectsAt(spec, 'containers').map((container) => filledContainer(container, tags, assumptions, prefix)),
    defaultOptions: defaults,
    ...(isList(localOptions)
      ? {
          localOptions: objectsAt(spec, 'localOptions').map((own) => filledOptions(over(base, own), type, assumptions)),
        }
      : {}),
    loadBalancer: { replicaDirect: assumptions['fields.defaults.replicaDirect'], ...objectAt(spec, 'loadBalancer') },
    rolloutOptions: {
      minReadySeconds: assumptions['fields.defaults.minReadySeconds'],
      maxSurgeReplicas: amountText(assumptions['rollout.surge.default']),
      ...(isUnavailableKept && { maxUnavailableReplicas: amountText(assumptions['rollout.unavailable.default']) }),
      scalingPolicy: 'OrderedReady',
      terminationGracePeriodSeconds: assumptions['fields.defaults.terminationGracePeriodSeconds'],
      ...objectAt(spec, 'rolloutOptions'),
    },
    requestRetryPolicy: { attempts: 2, retryOn: defaultRetryOn, ...objectAt(spec, 'requestRetryPolicy') },
    firewallConfig: objectAt(spec, 'firewallConfig'),
    ...(isObject(job)
      ? {
          job: {
            concurrencyPolicy: assumptions['fields.defaults.concurrencyPolicy'],
            historyLimit: assumptions['fields.defaults.historyLimit'],
            restartPolicy: assumptions['fields.defaults.restartPolicy'],
            suspend: false,
            ...job,
          },
        }
      : {}),
  };
}

/** RETRY-4. */
const defaultRetryOn: readonly string[] = [
  'connect-failure',
  'refused-stream',
  'unavailable',
  'cancelled',
  'resource-exhausted',
  'retriable-status-codes',
];

function filledContainer(
  container: JsonObject,
  tags: JsonObject,
  assumptions: Assumptions,
  prefix: string,
): JsonObject {
  const cpu = container.cpu ?? assumptions['fields.defaults.cpu'];
  const memory = container.memory ?? assumptions['fields.defaults.memory'];
  const protocol = taggedProtocol(tags, prefix) ?? assumptions['fields.defaults.protocol'];
  const result: { [key: string]: Json } = { ...container, cpu, memory };
  if (assumptions['resource.min.absent'] === 'equalToMax') {
    result.minCpu = container.minCpu ?? cpu;
    result.minMemory = container.minMemory ?? memory;
  }
  if (isList(container.ports)) result.ports = objectsAt(container, 'ports').map((port) => ({ protocol, ...port }));
  for (const field of ['readinessProbe', 'livenessProbe'] as const) {
    const probe = container[field];
    if (isObject(probe)) result[field] = probeWithDefaults(probe, field, assumptions);
  }
  return result;
}

/** A probe as it is written, its defaults filled in (`fields.defaults.*`). */
export function probeWithDefaults(
  probe: JsonObject,
  field: 'readinessProbe' | 'livenessProbe',
  assumptions: Assumptions,
): JsonObject {
  const delay =
    field === 'readinessProbe'
      ? 'fields.defaults.readinessInitialDelaySeconds'
      : 'fields.defaults.livenessInitialDelaySeconds';
  return {
    initialDelaySeconds: assumptions[delay],
    periodSeconds: assumptions['fields.defaults.probePeriodSeconds'],
    timeoutSeconds: assumptions['fields.defaults.probeTimeoutSeconds'],
    successThreshold: assumptions['fields.defaults.probeSuccessThreshold'],
    failureThreshold: assumptions['fields.defaults.probeFailureThreshold'],
    ...probe,
  };
}

function filledOptions(options: JsonObject, type: WorkloadType, assumptions: Assumptions): JsonObject {
  const suspend = options.suspend ?? assumptions['fields.defaults.suspend'];
  const multiZone = { enabled: false, ...objectAt(options, 'multiZone') };
  if (type === 'cron') return { ...options, suspend, multiZone };
  const metric = metricOf(options, type, assumptions);
  const autoscaling = filledAutoscaling(objectAt(options, 'autoscaling'), metric, assumptions);
  const cannot = autoscaling.metric === 'cpu' || autoscaling.metric === 'multi';
  return {
    ...options,
    autoscaling,
    timeoutSeconds: options.timeoutSeconds ?? assumptions['fields.defaults.timeoutSeconds'],
    capacityAI: options.capacityAI ?? (!cannot && assumptions['fields.defaults.capacityAI'][type] === 'true'),
    debug: options.debug ?? assumptions['fields.defaults.debug'],
    suspend,
    multiZone,
  };
}

function filledAutoscaling(written: JsonObject, metric: string, assumptions: Assumptions): JsonObject {
  const minScale = numberAt(written, 'minScale') ?? assumptions['fields.defaults.minScale'];
  const { keda } = written;
  return {
    ...written,
    metric,
    ...(metric === 'keda' || metric === 'multi' || metric === 'disabled'
      ? {}
      : { target: written.target ?? assumptions['fields.defaults.target'] }),
    minScale,
    maxScale: written.maxScale ?? Math.max(assumptions['fields.defaults.maxScale'], minScale),
    scaleToZeroDelay: written.scaleToZeroDelay ?? assumptions['fields.defaults.scaleToZeroDelay'],
    maxConcurrency: written.maxConcurrency ?? assumptions['fields.defaults.maxConcurrency'],
    ...(metric === 'latency'
      ? { metricPercentile: written.metricPercentile ?? assumptions['fields.defaults.metricPercentile'] }
      : {}),
    ...(isObject(keda)
      ? {
          keda: {
            pollingInterval: assumptions['keda.poll'] / second,
            cooldownPeriod: assumptions['keda.cooldown'] / second,
            ...keda,
          },
        }
      : {}),
  };
}

/**
 * An override's own fields above the default options (`localOptions.base: defaultOptions`); its autoscaling field by
 * field.
 */
function over(base: JsonObject, own: JsonObject): JsonObject {
  const autoscaling = { ...objectAt(base, 'autoscaling'), ...objectAt(own, 'autoscaling') };
  return { ...base, ...own, ...(Object.keys(autoscaling).length === 0 ? {} : { autoscaling }) };
}
