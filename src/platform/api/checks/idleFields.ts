/**
 * Fields that the platform takes although nothing acts on them, for the type of the workload or another field says so.
 *
 * A field that says what it would be anyway is no mistake: clients send whole records back.
 */
import { second } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { hookTime } from '../../workload/preStopHook.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  type Path,
  textAt,
} from '../document/json.ts';
import { preStopCommand } from '../document/lifecycle.ts';
import { metricOf } from '../document/metric.ts';
import { type Breach, doubt, noEffect } from '../requests/breach.ts';
import type { Placed, ScaledType, WorkloadSubject } from './subject.ts';

/** Of an autoscaling, of containers, and of what only workloads that serve requests have. */
export function checkIdleFields(workload: WorkloadSubject): readonly Breach[] {
  const { containers, context, options, spec, type } = workload;
  const shared = containers.flatMap((container) => idleInContainer(container, context.assumptions));
  if (type === 'cron') return [...shared, ...idleInCron(spec)];
  const blocks = options.flatMap(({ value, path }) => {
    const block = objectAt(value, 'autoscaling');
    const scaling = {
      block,
      type,
      metric: metricOf(value, type, context.assumptions),
      assumptions: context.assumptions,
    };
    const at = [...path, 'autoscaling'];
    return [...idleForMetric(scaling, at), ...idleLists(scaling, at), ...idleInKeda(scaling, [...at, 'keda'])];
  });
  return [...shared, ...blocks, ...idleRetries(spec)];
}

/** An autoscaling block, what it is for, and the metric that it comes to. */
interface Scaling {
  readonly block: JsonObject;
  readonly type: ScaledType;
  readonly metric: string;
  readonly assumptions: Assumptions;
}

/** Single numbers that the metric, or the type, does not go by. */
function idleForMetric({ block, type, metric, assumptions }: Scaling, path: Path): readonly Breach[] {
  const isByRequests = type === 'serverless' && (metric === 'concurrency' || metric === 'rps');
  const minScale = numberAt(block, 'minScale') ?? assumptions['fields.defaults.minScale'];
  const delayActs = isByRequests ? minScale === 0 : assumptions['hpa.down.window'] === 'scaleToZeroDelay';
  // Who writes `disabled` keeps the target for later, and the platform's own client fills it in.
  const isUnwrittenOff = metric === 'disabled' && block.metric === undefined;
  const ofTriggers =
    metric === 'keda'
      ? 'with metric keda each trigger has its own target'
      : 'with metric multi each entry has its own target';
  const fields: readonly { readonly name: IdleField; readonly why: string | null }[] = [
    {
      name: 'target',
      why: isUnwrittenOff ? 'metric disabled has no target' : isApart(metric) ? ofTriggers : null,
    },
    {
      name: 'scaleToZeroDelay',
      why:
        metric === 'disabled'
          ? 'with metric disabled the replica count stays at minScale'
          : delayActs
            ? null
            : isByRequests
              ? `minScale is ${minScale}, so the workload never scales to zero`
              : 'the assumption hpa.down.window sets the scale-down stabilisation window',
    },
    {
      name: 'maxConcurrency',
      why: type === 'serverless' ? null : `it applies only to serverless workloads; this one is ${type}`,
    },
    {
      name: 'metricPercentile',
      why: metric === 'latency' ? null : `it applies only to metric latency; this one is ${metric}`,
    },
  ];
  return fields.flatMap(({ name, why }) => {
    if (why === null || block[name] === undefined) return [];
    if (block[name] === assumptions[`fields.defaults.${name}`]) return [];
    return [noEffect([...path, name], 'type.metrics', `${name} has no effect: ${why}`)];
  });
}

type IdleField = 'target' | 'scaleToZeroDelay' | 'maxConcurrency' | 'metricPercentile';

/** Metrics whose targets stand elsewhere. */
function isApart(metric: string): boolean {
  return metric === 'keda' || metric === 'multi';
}

/** Lists beside another metric than the one that goes by them (TYPE-4, `type.metrics`). */
function idleLists({ block, metric }: Scaling, path: Path): readonly Breach[] {
  const found = block.metric === undefined ? 'no metric is written' : `the metric is ${metric}`;
  const idle = [
    ...(metric !== 'multi' && objectsAt(block, 'multi').length > 0 ? ['multi'] : []),
    ...(metric !== 'keda' && Object.keys(objectAt(block, 'keda')).length > 0 ? ['keda'] : []),
  ];
  return idle.map((name) =>
    noEffect([...path, name], 'TYPE-4', `'${name}' applies only with metric: ${name}, and ${found}: it is ignored`),
  );
}

const behaviors = ['static', 'currentReplicas', 'currentReplicasIfHigher', 'currentReplicasIfLower'];

/** Fields of metric keda that its loop does not go by. */
function idleInKeda({ block, metric, assumptions }: Scaling, path: Path): readonly Breach[] {
  if (metric !== 'keda') return [];
  const keda = objectAt(block, 'keda');
  const minScale = numberAt(block, 'minScale') ?? assumptions['fields.defaults.minScale'];
  const cooldowns = (['cooldown', 'initialCooldown'] as const).flatMap((name) => {
    const field = `${name}Period`;
    const given = numberAt(keda, field);
    if (minScale === 0 || given === undefined || given * second === assumptions[`keda.${name}`]) return [];
    const message = `${field} has no effect: it applies only when the workload can scale to zero, and minScale is ${minScale}; set minScale to 0`;
    return [noEffect([...path, field], `keda.${name}`, message)];
  });
  return [...cooldowns, ...idleInFallback(keda.fallback, [...path, 'fallback']), ...idleAdvanced(keda, path)];
}

function idleInFallback(fallback: Json | undefined, path: Path): readonly Breach[] {
  if (!isObject(fallback) || Object.keys(fallback).length === 0) return [];
  if (fallback.replicas === undefined)
    return [noEffect(path, 'TYPE-4', 'fallback has no effect without replicas: add fallback.replicas')];
  const behavior = textAt(fallback, 'behavior');
  if (behavior === undefined || behaviors.includes(behavior)) return [];
  const message = `behavior must be one of ${behaviors.join(', ')}, else static applies; found ${behavior}`;
  return [noEffect([...path, 'behavior'], 'TYPE-4', message)];
}

function idleAdvanced(keda: JsonObject, path: Path): readonly Breach[] {
  if (Object.keys(objectAt(keda, 'advanced')).length === 0) return [];
  const message = 'advanced has no effect: the HPA uses the assumptions hpa.*; set them instead';
  return [noEffect([...path, 'advanced'], 'TYPE-4', message)];
}

/** Hooks: nothing but the time of a preStop hook counts, where its command says it (`termination.hooks`). */
function idleInContainer({ value, path }: Placed, { 'termination.hooks': hooks }: Assumptions): readonly Breach[] {
  if (Object.keys(objectAt(value, 'lifecycle')).length === 0) return [];
  const command = preStopCommand(value);
  if (command === null || hooks === 'ignored') {
    const why = command === null ? 'it has no preStop hook' : 'termination.hooks is ignored';
    return [noEffect([...path, 'lifecycle'], 'termination.hooks', `lifecycle has no effect: ${why}`)];
  }
  if (hookTime(command) !== null) return [];
  const message =
    'svcsim cannot tell how long this preStop hook takes: it counts as behavior.preStop says, else as termination.preStop';
  return [doubt([...path, 'lifecycle', 'preStop'], 'termination.hooks', message)];
}

/** Conditions of tries that there are none of (RETRY-1). */
function idleRetries(spec: JsonObject): readonly Breach[] {
  const { attempts, retryOn } = objectAt(spec, 'requestRetryPolicy');
  if (attempts !== 0 || !Array.isArray(retryOn) || retryOn.length === 0) return [];
  const message = 'retryOn has no effect: attempts is 0, so no request is retried';
  return [noEffect(['spec', 'requestRetryPolicy', 'retryOn'], 'RETRY-1', message)];
}

/** Of requests, which no cron workload gets (TYPE-8). */
function idleInCron(spec: JsonObject): readonly Breach[] {
  if (Object.keys(objectAt(spec, 'requestRetryPolicy')).length === 0) return [];
  const message = 'requestRetryPolicy has no effect: a cron workload serves no requests';
  return [noEffect(['spec', 'requestRetryPolicy'], 'TYPE-8', message)];
}
