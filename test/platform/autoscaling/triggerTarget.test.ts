import { describe, expect, it } from 'vitest';
import {
  isComparedAsItIs,
  scalerTypes,
  targetKeysOf,
  targetOf,
} from '../../../src/platform/autoscaling/triggerTarget.ts';

const none = { 'keda.target.missing': 'none' } as const;
const read = (type: string, metadata: { readonly [key: string]: string | number }) =>
  targetOf({ type, metadata }, { 'keda.target.missing': 'published' });

describe('TYPE-4: the target of a trigger stands under the key of its scaler', () => {
  // As the scalers of KEDA name it: type, key, target without it, key of the activation value.
  it.each([
    ['activemq', 'targetQueueSize', 10, 'activationTargetQueueSize'],
    ['apache-kafka', 'lagThreshold', 10, 'activationLagThreshold'],
    ['artemis-queue', 'queueLength', 10, 'activationQueueLength'],
    ['aws-cloudwatch', 'targetMetricValue', null, 'activationTargetMetricValue'],
    ['aws-kinesis-stream', 'shardCount', 2, 'activationShardCount'],
    ['aws-sqs-queue', 'queueLength', 5, 'activationQueueLength'],
    ['azure-blob', 'blobCount', 5, 'activationBlobCount'],
    ['azure-eventhub', 'unprocessedEventThreshold', 64, 'activationUnprocessedEventThreshold'],
    ['azure-pipelines', 'targetPipelinesQueueLength', 1, 'activationTargetPipelinesQueueLength'],
    ['azure-queue', 'queueLength', 5, 'activationQueueLength'],
    ['azure-servicebus', 'messageCount', 5, 'activationMessageCount'],
    ['datadog', 'targetValue', null, 'activationTargetValue'],
    ['datadog', 'queryValue', null, 'activationQueryValue'],
    ['elasticsearch', 'targetValue', null, 'activationTargetValue'],
    ['gcp-pubsub', 'subscriptionSize', 10, 'activationValue'],
    ['gcp-pubsub', 'value', 10, 'activationValue'],
    ['gcp-spanner', 'targetValue', 5, 'activationValue'],
    ['gcp-storage', 'targetObjectCount', 100, 'activationTargetObjectCount'],
    ['github-runner', 'targetWorkflowQueueLength', 1, 'activationTargetWorkflowQueueLength'],
    ['ibmmq', 'queueDepth', 20, 'activationQueueDepth'],
    ['influxdb', 'thresholdValue', null, 'activationThresholdValue'],
    ['kafka', 'lagThreshold', 10, 'activationLagThreshold'],
    ['loki', 'threshold', null, 'activationThreshold'],
    ['mongodb', 'queryValue', null, 'activationQueryValue'],
    ['mssql', 'targetValue', null, 'activationTargetValue'],
    ['mysql', 'queryValue', null, 'activationQueryValue'],
    ['nats-jetstream', 'lagThreshold', 10, 'activationLagThreshold'],
    ['nsq', 'depthThreshold', 10, 'activationDepthThreshold'],
    ['postgresql', 'targetQueryValue', null, 'activationTargetQueryValue'],
    ['prometheus', 'threshold', null, 'activationThreshold'],
    ['pulsar', 'msgBacklogThreshold', 10, 'activationMsgBacklogThreshold'],
    ['rabbitmq', 'value', 20, 'activationValue'],
    ['rabbitmq', 'queueLength', 20, 'activationValue'],
    ['redis', 'listLength', 5, 'activationListLength'],
    ['redis-streams', 'pendingEntriesCount', 5, 'activationPendingEntriesCount'],
    ['redis-streams', 'lagCount', 5, 'activationLagCount'],
    ['solace-direct-messaging', 'aggregatedClientTxMsgRateTarget', null, 'activationAggregatedClientTxMsgRateTarget'],
    ['solace-direct-messaging', 'aggregatedClientTxByteRateTarget', null, 'activationAggregatedClientTxByteRateTarget'],
    ['solace-event-queue', 'messageCountTarget', null, 'activationMessageCountTarget'],
    ['temporal', 'targetQueueSize', 5, 'activationTargetQueueSize'],
  ])('%s: %s', (type, key, byDefault, activation) => {
    expect(read(type, { [key]: '7', [activation]: 3 })).toEqual({ key, targetMilli: 7_000, activationMilli: 3_000 });
    expect(read(type, {}).targetMilli).toBe(byDefault === null ? null : byDefault * 1_000);
  });

  it('a scaler reads the key of no other scaler', () => {
    expect(read('kafka', { threshold: 3 })).toMatchObject({ key: null, targetMilli: 10_000 });
    expect(read('prometheus', { value: 3 })).toMatchObject({ key: null, targetMilli: null });
  });

  it('one that is not known may use the key of any, and has no target without one', () => {
    expect(scalerTypes).not.toContain('my-own');
    expect(read('my-own', { targetObjectCount: 3 })).toMatchObject({ key: 'targetObjectCount', targetMilli: 3_000 });
    expect(read('my-own', {})).toEqual({ key: null, targetMilli: null, activationMilli: 0 });
  });

  it('without a target that is written the activation value still counts', () => {
    expect(read('kafka', { activationLagThreshold: '4' })).toMatchObject({
      targetMilli: 10_000,
      activationMilli: 4_000,
    });
    expect(read('artemis-queue', {}).activationMilli).toBe(10_000);
    expect(read('artemis-queue', { activationQueueLength: ' ' }).activationMilli).toBe(10_000);
    expect(read('selenium-grid', { activationThreshold: 2 })).toMatchObject({
      targetMilli: 1_000,
      activationMilli: 2_000,
    });
  });

  it('a number of replicas is compared with 1, whatever is written', () => {
    for (const type of ['cron', 'forgejo-runner', 'selenium-grid']) {
      expect(targetKeysOf(type)).toEqual([]);
      expect(read(type, { threshold: 5, value: 5 }).targetMilli).toBe(1_000);
      expect(targetOf({ type }, none).targetMilli).toBe(1_000);
    }
  });

  it('cpu and memory are compared for each replica, and wake nothing', () => {
    expect(isComparedAsItIs({ type: 'cpu', metricType: 'Utilization' })).toBe(true);
    expect(isComparedAsItIs({ type: 'kafka', metricType: 'Utilization' })).toBe(false);
    expect(read('memory', { value: '80' })).toMatchObject({ targetMilli: 80_000 });
    expect(read('cpu', { value: '80', activationValue: 1 }).activationMilli).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('no target stands in for one that is not written, where that is assumed (`keda.target.missing`)', () => {
    expect(targetOf({ type: 'kafka' }, none).targetMilli).toBeNull();
    expect(targetOf({ type: 'kafka', metadata: { lagThreshold: 5 } }, none).targetMilli).toBe(5_000);
  });
});
