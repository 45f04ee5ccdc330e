/**
 * What each scaler of KEDA calls the target of its trigger, and which target it has where none is written.
 *
 * After the scalers of KEDA 2.18 and their documentation.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { type JsonObject, objectAt, textAt } from '../api/document/json.ts';

/** A key of a trigger's `metadata` that holds its target. */
interface TargetKey {
  readonly key: string;
  /** The key of the value above which the trigger is active. */
  readonly activation: string;
}

const noKeys: readonly TargetKey[] = [];

interface Scaler {
  /** In the order in which they count, if several are written. */
  readonly keys: readonly TargetKey[];
  /** The target where none is written; null: KEDA takes no such trigger. */
  readonly target: number | null;
  /** Nobody can write another target: the keys say only from which value on the trigger is active. */
  readonly isFixed: boolean;
  /** The activation value where none is written. */
  readonly activation: number;
}

export interface TriggerTarget {
  /** The key that it was read from; null: it is the scaler's own, or there is none. */
  readonly key: string | null;
  /** In thousandths, above 0; null: the trigger asks for no number of replicas. */
  readonly targetMilli: number | null;
  /** In thousandths. */
  readonly activationMilli: number;
}

/** The assumption about a target that is not written. */
export type TargetAssumptions = Pick<Assumptions, 'keda.target.missing'>;

/** Scalers of resources: they measure each replica, and never wake a workload. */
const resourceScalers: readonly string[] = ['cpu', 'memory'];

/**
 * The target of one entry of `triggers`. Only keys of its own scaler count; a scaler that is not known may use any key
 * that is.
 */
export function targetOf(written: JsonObject, assumptions: TargetAssumptions): TriggerTarget {
  const type = textAt(written, 'type') ?? '';
  const metadata = objectAt(written, 'metadata');
  const scaler = scalerOf(type);
  const found = keysOf(scaler).find(({ key }) => isWritten(metadata, key));
  return {
    key: found?.key ?? null,
    targetMilli: found === undefined ? defaultTarget(scaler, assumptions) : aboveZero(milliAt(metadata, found.key)),
    activationMilli: resourceScalers.includes(type)
      ? Number.MAX_SAFE_INTEGER
      : activationOf(metadata, scaler, found === undefined ? (scaler?.keys ?? noKeys) : [found]),
  };
}

function activationOf(metadata: JsonObject, scaler: Scaler | null, keys: readonly TargetKey[]): number {
  const [written] = keys.flatMap(({ activation }) => milliAt(metadata, activation) ?? []);
  return written ?? (scaler?.activation ?? 0) * 1_000;
}

/**
 * Whether the value is compared as it is, not shared out among the replicas: as the trigger says, and always if it
 * measures each replica.
 */
export function isComparedAsItIs(written: JsonObject): boolean {
  return written.metricType === 'Value' || measuresReplicas(written);
}

export function measuresReplicas(written: JsonObject): boolean {
  return resourceScalers.includes(textAt(written, 'type') ?? '');
}

/**
 * The keys that a scaler reads its target from, in the order in which they count; all that are known, of a scaler that
 * is not; none if its target is fixed.
 */
export function targetKeysOf(type: string): readonly string[] {
  return keysOf(scalerOf(type)).map(({ key }) => key);
}

export function isKnownScaler(type: string): boolean {
  return scalerOf(type) !== null;
}

/** Whether some scaler reads its target from such a key. */
export function isTargetKey(key: string): boolean {
  return allKeys.some((one) => one.key === key);
}

function scalerOf(type: string): Scaler | null {
  return Object.hasOwn(scalers, type) ? (scalers[type] ?? null) : null;
}

function keysOf(scaler: Scaler | null): readonly TargetKey[] {
  if (scaler === null) return allKeys;
  return scaler.isFixed ? noKeys : scaler.keys;
}

function defaultTarget(scaler: Scaler | null, assumptions: TargetAssumptions): number | null {
  if (scaler === null || scaler.target === null) return null;
  return assumptions['keda.target.missing'] === 'published' || scaler.isFixed ? scaler.target * 1_000 : null;
}

function isWritten(metadata: JsonObject, key: string): boolean {
  const written = metadata[key];
  return written !== undefined && written !== null && written !== '';
}

/** Null where nothing there is a number. */
function milliAt(metadata: JsonObject, key: string): number | null {
  const written = metadata[key];
  if (typeof written !== 'number' && (typeof written !== 'string' || written.trim() === '')) return null;
  const value = Number(written);
  return Number.isFinite(value) ? Math.round(value * 1_000) : null;
}

function aboveZero(milli: number | null): number | null {
  return milli !== null && milli > 0 ? milli : null;
}

/**
 * @param key such as `lagThreshold`; its activation value stands under `activationLagThreshold` unless another key is
 * given
 */
function target(key: string, activation = `activation${key.slice(0, 1).toUpperCase()}${key.slice(1)}`): TargetKey {
  return { key, activation };
}

/** A scaler with one key. */
function by(key: string, byDefault: number | null = null, activation?: string): Scaler {
  return byOneOf([target(key, activation)], byDefault);
}

function byOneOf(keys: readonly TargetKey[], byDefault: number | null = null): Scaler {
  return { keys, target: byDefault, isFixed: false, activation: 0 };
}

/** A scaler whose value is a number of replicas. */
function countsReplicas(keys: readonly TargetKey[] = noKeys): Scaler {
  return { keys, target: 1, isFixed: true, activation: 0 };
}

const ofList = by('listLength', 5);
const ofStream = byOneOf([target('lagCount'), target('pendingEntriesCount'), target('streamLength')], 5);

const scalers: { readonly [type: string]: Scaler } = {
  activemq: by('targetQueueSize', 10),
  'apache-kafka': by('lagThreshold', 10),
  arangodb: by('queryValue'),
  'artemis-queue': { ...by('queueLength', 10), activation: 10 },
  'aws-cloudwatch': by('targetMetricValue'),
  'aws-dynamodb': by('targetValue'),
  'aws-dynamodb-streams': by('shardCount', 2),
  'aws-kinesis-stream': by('shardCount', 2),
  'aws-sqs-queue': by('queueLength', 5),
  'azure-app-insights': by('targetValue'),
  'azure-blob': by('blobCount', 5),
  'azure-data-explorer': by('threshold'),
  'azure-eventhub': by('unprocessedEventThreshold', 64),
  'azure-log-analytics': by('threshold'),
  'azure-monitor': by('targetValue'),
  'azure-pipelines': by('targetPipelinesQueueLength', 1),
  'azure-queue': by('queueLength', 5),
  'azure-servicebus': by('messageCount', 5),
  beanstalkd: by('value'),
  cassandra: by('targetQueryValue'),
  clickhouse: by('targetQueryValue'),
  couchdb: by('queryValue'),
  cpu: by('value'),
  cron: countsReplicas(),
  datadog: byOneOf([target('targetValue'), target('queryValue')]),
  dynatrace: by('threshold'),
  'elastic-forecast': by('targetValue'),
  elasticsearch: by('targetValue'),
  etcd: by('value'),
  'forgejo-runner': countsReplicas(),
  'gcp-cloudtasks': by('value', 100),
  'gcp-pubsub': byOneOf([target('subscriptionSize', 'activationValue'), target('value')], 10),
  'gcp-spanner': by('targetValue', 5, 'activationValue'),
  'gcp-stackdriver': by('targetValue', 5),
  'gcp-storage': by('targetObjectCount', 100),
  'github-runner': by('targetWorkflowQueueLength', 1),
  graphite: by('threshold', 100),
  'huawei-cloudeye': by('targetMetricValue'),
  ibmmq: by('queueDepth', 20),
  influxdb: by('thresholdValue'),
  kafka: by('lagThreshold', 10),
  'kubernetes-resource': by('targetValue'),
  'kubernetes-workload': by('value'),
  liiklus: by('lagThreshold', 10),
  loki: by('threshold'),
  memory: by('value'),
  'metrics-api': by('targetValue'),
  mongodb: by('queryValue'),
  mssql: by('targetValue'),
  mysql: by('queryValue'),
  'nats-jetstream': by('lagThreshold', 10),
  'new-relic': by('threshold'),
  nsq: by('depthThreshold', 10),
  opensearch: by('targetValue'),
  'openstack-metric': by('threshold'),
  'openstack-swift': by('objectCount', 2),
  postgresql: by('targetQueryValue'),
  predictkube: by('threshold'),
  prometheus: by('threshold'),
  pulsar: by('msgBacklogThreshold', 10),
  rabbitmq: byOneOf([target('value'), target('queueLength', 'activationValue')], 20),
  redis: ofList,
  'redis-cluster': ofList,
  'redis-cluster-streams': ofStream,
  'redis-sentinel': ofList,
  'redis-sentinel-streams': ofStream,
  'redis-streams': ofStream,
  'selenium-grid': countsReplicas([target('threshold')]),
  'solace-direct-messaging': byOneOf([
    target('aggregatedClientTxMsgRateTarget'),
    target('aggregatedClientTxByteRateTarget'),
    target('aggregatedClientAverageTxMsgRateTarget'),
    target('aggregatedClientAverageTxByteRateTarget'),
  ]),
  'solace-event-queue': byOneOf([
    target('messageCountTarget'),
    target('messageSpoolUsageTarget'),
    target('messageReceiveRateTarget'),
  ]),
  solarwinds: by('targetValue', null, 'activationValue'),
  solr: by('targetQueryValue'),
  splunk: by('targetValue', null, 'activationValue'),
  'splunk-observability': by('targetValue'),
  stan: by('lagThreshold', 10),
  sumologic: by('threshold'),
  temporal: by('targetQueueSize', 5),
};

/** Each key once, as the first scaler that has it. */
const allKeys: readonly TargetKey[] = Object.values(scalers)
  .flatMap(({ keys, isFixed }) => (isFixed ? noKeys : keys))
  .filter((one, index, all) => all.findIndex(({ key }) => key === one.key) === index);

/** The scalers whose target is known. */
export const scalerTypes: readonly string[] = Object.keys(scalers);
