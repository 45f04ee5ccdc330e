/**
 * Converts a workload's spec, with its defaults, to the numbers that the planners use.
 */

import { second } from '../../../engine/time.ts';
import type { Amount } from '../../../rules/amount.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { autoscalingSettings } from '../../autoscaling/specSettings.ts';
import { parseSchedule } from '../../cron/expression.ts';
import { ephemeralBytes } from '../../workload/ephemeral.ts';
import { hookTime } from '../../workload/preStopHook.ts';
import type { HealthProbe } from '../../workload/probe.ts';
import type {
  ContainerSettings,
  EnvVariable,
  JobSettings,
  LocationOptions,
  RolloutSettings,
  WorkloadSettings,
  WorkloadType,
} from '../../workload/settings.ts';
import { mebibyte } from '../checks/reserve.ts';
import { parseAmount } from '../document/amount.ts';
import { probeWithDefaults, workloadType } from '../document/defaults.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textOf,
} from '../document/json.ts';
import { preStopCommand } from '../document/lifecycle.ts';
import { nameOfLink } from '../document/link.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../document/quantity.ts';
import { objectStoreCount, volumesetOfUri } from './mounts.ts';
import { requestSettings, requestTimeout } from './requestSettings.ts';

/**
 * Settings of a workload whose spec has been checked and filled (`withDefaults`). Throws on what a check should have
 * refused.
 *
 * A serverless workload with metric cpu or memory stops at one replica: a `minScale` of 0 counts as 1 there, unless
 * `maxScale` is 0 too (TYPE-14, `type.metrics`).
 */
export function workloadSettings(
  spec: JsonObject,
  tags: JsonObject,
  assumptions: Assumptions,
  prefix: 'svc' | 'cpln' = 'svc',
): WorkloadSettings {
  const type = workloadType(spec, assumptions);
  const defaults = objectAt(spec, 'defaultOptions');
  const isOff = assumptions['localOptions.suspend'] === 'everywhere' && defaults.suspend === true;
  const written = objectsAt(spec, 'containers');
  const objectStores = objectStoreCount(spec);
  const probed = type === 'serverless' ? withDefaultProbe(written, assumptions) : written;
  const containers = probed.map((container) => containerSettings(container, assumptions));
  const cpuMillicores = containers.reduce((sum, container) => sum + container.cpuMillicores, 0);
  return {
    type,
    containers,
    ...(objectStores > 0 && { objectStores }),
    hasPort: objectsAt(spec, 'containers').some((container) => objectsAt(container, 'ports').length > 0),
    rollout: rolloutSettings(objectAt(spec, 'rolloutOptions'), assumptions),
    job: type === 'cron' ? jobSettings(objectAt(spec, 'job'), assumptions) : null,
    options: locationOptions(defaults, type, { tags, prefix }, assumptions),
    localOptions: new Map(
      // Of two entries with one location the first has the effect (`localOptions.duplicate`).
      firstOfEach(objectsAt(spec, 'localOptions')).map((own) => [
        locationOf(own),
        locationOptions(isOff ? { ...own, suspend: true } : own, type, { tags, prefix }, assumptions),
      ]),
    ),
    requests: requestSettings(spec, tags, prefix, assumptions),
    ignored: isTrue(tags, `${prefix}/ignore`),
    publishesNotReady: isTrue(tags, `${prefix}/publishNotReadyAddresses`),
    ephemeralBytes: ephemeralBytes(cpuMillicores, isTrue(tags, `${prefix}/largeDisk`), assumptions),
  };
}

function firstOfEach(overrides: readonly JsonObject[]): readonly JsonObject[] {
  const names = overrides.map(locationOf);
  return overrides.filter((_, index) => names.indexOf(names[index] ?? '') === index);
}

function locationOf(override: JsonObject): string {
  return nameOfLink(textAt(override, 'location') ?? '');
}

function containerSettings(container: JsonObject, assumptions: Assumptions): ContainerSettings {
  const grammar = assumptions['quantity.grammar'];
  const read = (field: string, parse: typeof parseCpuMillicores, otherwise: () => number): number => {
    const text = textAt(container, field);
    if (text === undefined) return otherwise();
    const amount = parse(text, grammar);
    if (typeof amount === 'object') throw new Error(`${field} '${text}' ${amount.error}`);
    return amount;
  };
  const missing = (field: string) => (): number => {
    throw new Error(`${field} has no default`);
  };
  const floor = assumptions['fields.bounds.minCpuMillicores'];
  const memoryFloor = assumptions['fields.bounds.minMemoryMi'];
  const cpuMillicores = read('cpu', parseCpuMillicores, missing('cpu'));
  const memoryBytes = read('memory', parseMemoryBytes, missing('memory'));
  return {
    name: textAt(container, 'name') ?? '',
    image: textAt(container, 'image') ?? '',
    cpuMillicores,
    memoryBytes,
    minCpuMillicores: read('minCpu', parseCpuMillicores, () => leastReserve(cpuMillicores, 4000, lowest(floor))),
    minMemoryBytes: read('minMemory', parseMemoryBytes, () =>
      leastReserve(memoryBytes, 4096 * mebibyte, lowest(memoryFloor) * mebibyte),
    ),
    readinessProbe: probeOf(container.readinessProbe),
    livenessProbe: probeOf(container.livenessProbe),
    ...preStopOf(container),
    volumes: objectsAt(container, 'volumes').flatMap((volume) => {
      const volumeset = volumesetOfUri(textAt(volume, 'uri') ?? '');
      return volumeset === null ? [] : [{ volumeset, path: textAt(volume, 'path') ?? '' }];
    }),
    env: envVariables(container),
    inheritsEnv: container.inheritEnv === true,
  };
}

function preStopOf(container: JsonObject): Pick<ContainerSettings, 'preStop'> {
  const command = preStopCommand(container);
  return command === null ? {} : { preStop: hookTime(command) ?? 'unknown' };
}

/** Variables that a container, a command's override or a GVC's spec writes in `env`; one without a value is empty. */
export function envVariables(owner: JsonObject): readonly EnvVariable[] {
  return objectsAt(owner, 'env').map((one) => ({ name: textAt(one, 'name') ?? '', value: textAt(one, 'value') ?? '' }));
}

/**
 * With an own probe of its port, of default readiness fields, for a serverless workload that states none
 * (`probe.serverless`).
 */
function withDefaultProbe(containers: readonly JsonObject[], assumptions: Assumptions): readonly JsonObject[] {
  if (assumptions['probe.serverless'] === 'portOpen') return containers;
  if (containers.some(({ readinessProbe }) => isObject(readinessProbe))) return containers;
  return containers.map((container) => {
    const [port] = objectsAt(container, 'ports');
    if (port === undefined) return container;
    const probe = { tcpSocket: { port: port.number ?? null } };
    return { ...container, readinessProbe: probeWithDefaults(probe, 'readinessProbe', assumptions) };
  });
}

function probeOf(written: Json | undefined): HealthProbe | null {
  if (!isObject(written)) return null;
  return {
    initialDelay: (numberAt(written, 'initialDelaySeconds') ?? 0) * second,
    period: (numberAt(written, 'periodSeconds') ?? 1) * second,
    successThreshold: Math.max(1, numberAt(written, 'successThreshold') ?? 1),
    failureThreshold: Math.max(1, numberAt(written, 'failureThreshold') ?? 1),
  };
}

/**
 * The least that may be reserved below a limit (`resource.min.absent: floor`): a quarter of it, at most the gap below
 * it, never under the floor (WL-7 to WL-10).
 *
 *   limit 1000m -> 250m     limit 8000m -> 4000m     limit 50m -> 25m
 */
function leastReserve(limit: number, gapMax: number, floor: number): number {
  return Math.min(limit, Math.max(Math.ceil(limit / 4), limit - gapMax, floor));
}

function lowest(bound: Assumptions['fields.bounds.minCpuMillicores']): number {
  return bound === 'off' ? 0 : (bound.from ?? 0);
}

function rolloutSettings(options: JsonObject, assumptions: Assumptions): RolloutSettings {
  const amount = (field: string, otherwise: Amount): Amount => parseAmount(options[field]) ?? otherwise;
  return {
    minReady: (numberAt(options, 'minReadySeconds') ?? 0) * second,
    maxSurge: amount('maxSurgeReplicas', assumptions['rollout.surge.default']),
    maxUnavailable: amount('maxUnavailableReplicas', assumptions['rollout.unavailable.default']),
    scalingPolicy: options.scalingPolicy === 'Parallel' ? 'Parallel' : 'OrderedReady',
    terminationGrace: (numberAt(options, 'terminationGracePeriodSeconds') ?? 0) * second,
  };
}

/** Special tags, under the platform's prefix. */
interface Tagged {
  readonly tags: JsonObject;
  readonly prefix: 'svc' | 'cpln';
}

function locationOptions(
  options: JsonObject,
  type: WorkloadType,
  { tags, prefix }: Tagged,
  assumptions: Assumptions,
): LocationOptions {
  const autoscaling = objectAt(options, 'autoscaling');
  const metric = textAt(autoscaling, 'metric') ?? 'disabled';
  const minScale = numberAt(autoscaling, 'minScale') ?? 0;
  const maxScale = numberAt(autoscaling, 'maxScale') ?? 0;
  const stopsAtOne = type === 'serverless' && (metric === 'cpu' || metric === 'memory') && maxScale > 0;
  const leastScale = stopsAtOne ? Math.max(1, minScale) : minScale;
  const maxConcurrency = numberAt(autoscaling, 'maxConcurrency') ?? 0;
  return {
    minScale: leastScale,
    maxScale,
    metric,
    autoscaling:
      type === 'cron' ? null : autoscalingSettings(autoscaling, { type, minScale: leastScale, maxScale }, assumptions),
    maxConcurrency: type === 'serverless' && maxConcurrency > 0 ? maxConcurrency : null,
    ...requestTimeout(options, tags, prefix, assumptions),
    suspend: options.suspend === true,
    multiZone: isMultiZone(tags, prefix) || objectAt(options, 'multiZone').enabled === true,
    debug: options.debug === true,
    ...(options.capacityAI === true && { capacityAI: true }),
  };
}

function jobSettings(job: JsonObject, assumptions: Assumptions): JobSettings {
  const text = textAt(job, 'schedule') ?? '';
  const schedule = parseSchedule(text, assumptions);
  if ('error' in schedule) throw new Error(`unreadable schedule '${text}': ${schedule.error}`);
  const policy = textAt(job, 'concurrencyPolicy');
  const deadline = numberAt(job, 'activeDeadlineSeconds');
  return {
    schedule,
    concurrencyPolicy: policy === 'Replace' || policy === 'Allow' ? policy : 'Forbid',
    historyLimit: numberAt(job, 'historyLimit') ?? assumptions['fields.defaults.historyLimit'],
    restartPolicy: job.restartPolicy === 'OnFailure' ? 'OnFailure' : 'Never',
    activeDeadline: deadline === undefined ? null : deadline * second,
    suspend: job.suspend === true,
  };
}

function isMultiZone(tags: JsonObject, prefix: string): boolean {
  return isTrue(tags, `${prefix}/multiZone`);
}

/** A special tag is on with `true`, written as a text or as a boolean. */
function isTrue(tags: JsonObject, key: string): boolean {
  return textOf(tags[key]) === 'true';
}
