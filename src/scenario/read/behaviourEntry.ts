/**
 * One entry of `behavior:`, with its texts parsed to numbers.
 */

import { constant } from '../../engine/distribution.ts';
import type { Path } from '../../platform/api/document/json.ts';
import type {
  ExecutionBehaviour,
  MounterBehaviour,
  VolumesetBehaviour,
  WorkloadBehaviour,
} from '../../platform/behaviour.ts';
import type { AuthorizationBehaviour, RateLimitBehaviour, ServiceBehaviour } from '../../platform/call/guard.ts';
import type { RequestBehaviour } from '../../platform/traffic/serving.ts';
import { isMap, type Tree, type TreeMap, valueAt } from '../text/tree.ts';
import { readOwnLines } from './ownLines.ts';
import { PartReader } from './partReader.ts';
import { readSignals } from './signals.ts';
import { readUsage } from './usage.ts';
import type { UsageContext } from './usageContext.ts';
import { readVolumeWork } from './volumeWork.ts';

/** What an entry says, for whichever kind it turns out to mean. */
export interface BehaviourEntry {
  /** null: nothing that a workload could do. */
  readonly workload: WorkloadBehaviour | null;
  readonly volumeset: VolumesetBehaviour | null;
  /** Bytes added at once; null outside of the timeline. */
  readonly addBytes: number | null;
}

/** Reads the entry at a path; what cannot be read is a problem and left out. */
export function readEntry(root: TreeMap, path: Path, context: UsageContext): BehaviourEntry {
  const given = valueAt(root, path);
  if (!isMap(given)) return { workload: null, volumeset: null, addBytes: null };
  const read = new PartReader(root, path, context);
  const workload: { -readonly [Key in keyof WorkloadBehaviour]: WorkloadBehaviour[Key] } = {};
  for (const key of ['start', 'readyAfter', 'stop', 'preStop', 'pull'] as const) {
    const value = read.durations(key);
    if (value !== null) workload[key] = value;
  }
  const crashEvery = read.durations('crash', 'every');
  if (crashEvery !== null) workload.crashEvery = crashEvery;
  const cpuMillicores = read.cpu('cpu');
  if (cpuMillicores !== null) workload.cpuMillicores = cpuMillicores;
  const memoryBytes = read.size('memory');
  if (memoryBytes !== null) workload.memoryBytes = memoryBytes;
  if (given.ephemeral !== undefined) workload.ephemeral = readEphemeral(given.ephemeral, read);
  if (isMap(given.execution)) workload.execution = readExecution(read);
  if (isMap(given.mounter)) workload.mounter = readMounter(read);
  if (isMap(given.request)) workload.request = readRequest(read);
  if (isMap(given.authorization)) workload.authorization = readAuthorization(read);
  if (isMap(given.rateLimit)) workload.rateLimit = readRateLimit(read);
  if (isMap(given.keda)) workload.keda = readSignals(root, [...path, 'keda'], context);
  if (given.logs !== undefined) workload.logs = readOwnLines(root, [...path, 'logs'], context);
  const usage = readUsage(root, [...path, 'usage'], context);
  const volumeset = {
    ...(usage.usage === null ? {} : { usage: usage.usage }),
    ...readVolumeWork(root, path, context),
  };
  return {
    workload: Object.keys(workload).length === 0 ? null : workload,
    volumeset: Object.keys(volumeset).length === 0 ? null : volumeset,
    addBytes: usage.addBytes,
  };
}

function readEphemeral(
  given: Tree,
  read: PartReader,
): { readonly startBytes: number; readonly growthBytesPerHour: number } {
  if (!isMap(given)) return { startBytes: read.size('ephemeral') ?? 0, growthBytesPerHour: 0 };
  return {
    startBytes: read.size('ephemeral', 'start') ?? 0,
    growthBytesPerHour: read.sizeRate('ephemeral', 'growth') ?? 0,
  };
}

const neverExits = {
  code: 'never-exits',
  rule: 'TYPE-10',
  message:
    'the containers of a cron workload must exit: these never do, so an execution stays Active until its deadline, or for ever without one',
} as const;

function readExecution(read: PartReader): ExecutionBehaviour {
  const duration =
    read.value('execution', 'duration') === 'never'
      ? 'never'
      : (read.durations('execution', 'duration') ?? constant(0));
  const cpuMillicores = read.cpu('execution', 'cpu');
  if (duration === 'never') read.warn(neverExits, 'execution', 'duration');
  return {
    duration,
    failure: read.share('execution', 'failure') ?? 0,
    ...(cpuMillicores === null ? {} : { cpuMillicores }),
  };
}

function readMounter(read: PartReader): MounterBehaviour {
  const cpuMillicores = read.cpu('mounter', 'cpu');
  const memoryBytes = read.size('mounter', 'memory');
  const stores = read.count('mounter', 'stores');
  const egressBytesPerHour = read.flow('mounter', 'egress');
  return {
    ...(stores === null ? {} : { stores }),
    ...(cpuMillicores === null ? {} : { cpuMillicores }),
    ...(memoryBytes === null ? {} : { memoryBytes }),
    ...(egressBytesPerHour === null ? {} : { egressBytesPerHour }),
  };
}

function readService(read: PartReader, key: 'authorization' | 'rateLimit'): ServiceBehaviour {
  const latency = read.durations(key, 'latency');
  const failure = read.share(key, 'failure');
  return { ...(latency === null ? {} : { latency }), ...(failure === null ? {} : { failure }) };
}

function readAuthorization(read: PartReader): AuthorizationBehaviour {
  const denied = read.share('authorization', 'denied');
  return { ...readService(read, 'authorization'), ...(denied === null ? {} : { denied }) };
}

function readRateLimit(read: PartReader): RateLimitBehaviour {
  const perSecond = read.rate('rateLimit', 'rate');
  const burst = read.count('rateLimit', 'burst');
  return {
    ...readService(read, 'rateLimit'),
    ...(perSecond === null ? {} : { perSecond }),
    ...(burst === null ? {} : { burst }),
  };
}

function readRequest(read: PartReader): RequestBehaviour {
  const cpu = read.withMean(read.durations('request', 'cpu'), 'request', 'cpu');
  const duration = read.withMean(read.durations('request', 'duration'), 'request', 'duration');
  const memoryBytes = read.withMean(read.sizes('request', 'memory'), 'request', 'memory');
  const failure = read.share('request', 'failure');
  return {
    ...(cpu === null ? {} : { cpu }),
    ...(duration === null ? {} : { duration }),
    ...(memoryBytes === null ? {} : { memoryBytes }),
    ...(failure === null ? {} : { failure }),
  };
}
