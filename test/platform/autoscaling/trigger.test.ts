import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { bandAround } from '../../../src/platform/autoscaling/ratio.ts';
import {
  fallbackOf,
  fallbackReplicas,
  isActive,
  isTriggerAtTolerance,
  proposeByTrigger,
  type Trigger,
  triggersOf,
} from '../../../src/platform/autoscaling/trigger.ts';
import { inUtc } from '../cron/assumed.ts';

const options = {
  'cron.dialect': 'kubernetes',
  'cron.dayRule': 'kubernetes',
  ...inUtc,
  'keda.name.missing': 'type',
  'keda.target.missing': 'published',
} as const;
const tolerated = bandAround(0.1);
const trigger = (targetMilli: number, metricType: 'AverageValue' | 'Value' = 'AverageValue') => {
  return { name: 'queue', metricType, targetMilli, activationMilli: 0, window: null };
};

// After the KEDA documentation on scaling deployments, and the Kubernetes one on external metrics.
describe('what a trigger asks for', () => {
  it.each<[string, 'AverageValue' | 'Value', number, number, { current: number; ready: number }, number]>([
    ['24 in all, 5 each', 'AverageValue', 5, 24, { current: 3, ready: 3 }, 5],
    ['... whoever is ready', 'AverageValue', 5, 24, { current: 3, ready: 1 }, 5],
    ['25: an exact quotient', 'AverageValue', 5, 25, { current: 3, ready: 3 }, 5],
    ['16.5 over 3 * 5 is exactly 1.1: stays', 'AverageValue', 5, 16.5, { current: 3, ready: 3 }, 3],
    ['a thousandth more: goes', 'AverageValue', 5, 16.501, { current: 3, ready: 3 }, 4],
    ['13.5 is exactly 0.9: stays', 'AverageValue', 5, 13.5, { current: 3, ready: 3 }, 3],
    ['nothing: none', 'AverageValue', 5, 0, { current: 3, ready: 3 }, 0],
    ['Value: 250 of 100, 2 ready', 'Value', 100, 250, { current: 2, ready: 2 }, 5],
    ['Value counts by the ready ones', 'Value', 100, 250, { current: 4, ready: 2 }, 5],
    ['Value: exactly 1.1: stays at what is wanted', 'Value', 100, 110, { current: 4, ready: 2 }, 4],
    ['Value: half', 'Value', 100, 50, { current: 4, ready: 4 }, 2],
    ['ten million in a queue', 'AverageValue', 3, 10_000_000, { current: 3, ready: 3 }, 3_333_334],
  ])('%s', (_, metricType, target, value, count, to) => {
    expect(proposeByTrigger(trigger(target * 1000, metricType), tolerated, count, value * 1000)).toBe(to);
  });

  it('tells that it is held by the end of the tolerance', () => {
    expect(isTriggerAtTolerance(trigger(5000), tolerated, 3, 16_500)).toBe(true);
    expect(isTriggerAtTolerance(trigger(5000), tolerated, 3, 16_000)).toBe(false);
    expect(isTriggerAtTolerance(trigger(100_000, 'Value'), tolerated, 7, 110_000)).toBe(true);
  });

  it('is active strictly above its activation value', () => {
    expect([isActive(trigger(5000), 0), isActive(trigger(5000), 1), isActive(trigger(5000), null)]).toEqual([
      false,
      true,
      false,
    ]);
    const late = { ...trigger(5000), activationMilli: 2000 };
    expect([isActive(late, 2000), isActive(late, 2001)]).toEqual([false, true]);
  });
});

describe('reading a trigger', () => {
  it.each<[string, JsonObject, Partial<Trigger>]>([
    [
      'numbers as texts, as KEDA has them',
      { type: 'prometheus', metadata: { threshold: '100.5', activationThreshold: '3' } },
      { name: 'prometheus', targetMilli: 100_500, activationMilli: 3000, metricType: 'AverageValue' },
    ],
    [
      'numbers as numbers, under a name',
      { type: 'kafka', name: 'orders', metadata: { lagThreshold: 50, activationLagThreshold: 5 } },
      { name: 'orders', targetMilli: 50_000, activationMilli: 5000 },
    ],
    [
      'the activation value of its own target only',
      { type: 'rabbitmq', metadata: { value: '20', activationThreshold: '7' } },
      { targetMilli: 20_000, activationMilli: 0 },
    ],
    ['Value', { type: 'aws-sqs-queue', metricType: 'Value', metadata: { queueLength: '5' } }, { metricType: 'Value' }],
    ['no number: no target', { type: 'prometheus', metadata: { threshold: 'many', value: '' } }, { targetMilli: null }],
    ['a target of 0 is none', { type: 'prometheus', metadata: { threshold: '0' } }, { targetMilli: null }],
    ['nothing at all', {}, { name: 'trigger-1', targetMilli: null, activationMilli: 0, metricType: 'AverageValue' }],
  ])('%s', (_, written, read) => {
    expect(triggersOf([written], options)[0]).toMatchObject(read);
  });
});

describe('names of triggers', () => {
  it.each<[string, readonly JsonObject[], readonly string[]]>([
    ['their own', [{ type: 'kafka', name: 'orders' }, { name: 'refunds' }], ['orders', 'refunds']],
    [
      'their type, and a number from the second on',
      [{ type: 'kafka' }, { type: 'cron' }, { type: 'kafka' }],
      ['kafka', 'cron', 'kafka-2'],
    ],
    ['a name that is taken gets a number too', [{ name: 'a' }, { name: 'a' }, { name: 'a' }], ['a', 'a-2', 'a-3']],
    ['a number that is taken is passed over', [{ name: 'a' }, { name: 'a-2' }, { name: 'a' }], ['a', 'a-2', 'a-3']],
    ['a name of its own comes before a type', [{ type: 'kafka' }, { name: 'kafka' }], ['kafka-2', 'kafka']],
    ['neither name nor type: its place', [{ type: 'kafka' }, {}, { name: '' }], ['kafka', 'trigger-2', 'trigger-3']],
  ])('%s', (_, written, names) => {
    expect(triggersOf(written, options).map(({ name }) => name)).toEqual(names);
  });

  it('or their place, whatever their type (`keda.name.missing`)', () => {
    const written = [{ type: 'kafka' }, { type: 'kafka', name: 'orders' }, { type: 'cron' }];
    const names = triggersOf(written, { ...options, 'keda.name.missing': 'place' }).map(({ name }) => name);
    expect(names).toEqual(['trigger-1', 'orders', 'trigger-3']);
  });

  it('those that are appended know what stands before them', () => {
    const named = (unnamed: 'type' | 'place') =>
      triggersOf([{ type: 'kafka' }, { name: 'b' }], { ...options, 'keda.name.missing': unnamed }, ['kafka', 'a']).map(
        ({ name }) => name,
      );
    expect(named('type')).toEqual(['kafka-2', 'b']);
    expect(named('place')).toEqual(['trigger-3', 'b']);
  });

  it('one of type cron asks for as many as its schedule says', () => {
    const metadata = { start: '0 8 * * *', end: '0 18 * * *', desiredReplicas: '4' };
    const [read] = triggersOf([{ type: 'cron', metadata }], options);
    expect(read).toMatchObject({ name: 'cron', metricType: 'AverageValue', targetMilli: 1_000, activationMilli: 0 });
    expect(read?.window).toMatchObject({ replicas: 4 });
  });

  it('one of type cron in a zone that does not exist has no window of its own, and compares a value that is given with a target of 1', () => {
    const metadata = { start: '0 8 * * *', end: '0 18 * * *', desiredReplicas: '4', timezone: 'Tokyo' };
    const [read] = triggersOf([{ type: 'cron', metadata }], options);
    expect(read).toMatchObject({ targetMilli: 1_000, window: null });
  });
});

describe('the fallback of a trigger that fails', () => {
  it.each([
    ['static', 6],
    ['currentReplicas', 4],
    ['currentReplicasIfHigher', 6],
    ['currentReplicasIfLower', 4],
  ] as const)('%s: %s of 6, with 4 wanted', (behavior, replicas) => {
    expect(fallbackReplicas({ behavior, replicas: 6, failedPolls: 3 }, 4)).toBe(replicas);
  });

  it('is static where it says nothing known, and none without replicas', () => {
    expect(fallbackOf({ replicas: 6, failureThreshold: 3 }, { 'keda.fallback.at': 'reached' })).toEqual({
      replicas: 6,
      failedPolls: 3,
      behavior: 'static',
    });
    expect(fallbackOf({ replicas: 6, behavior: 'currentReplicasIfLower' }, { 'keda.fallback.at': 'reached' })).toEqual({
      replicas: 6,
      failedPolls: 1,
      behavior: 'currentReplicasIfLower',
    });
    expect(fallbackOf({ failureThreshold: 3 }, { 'keda.fallback.at': 'reached' })).toBeNull();
  });

  it.each([
    [{ failureThreshold: 3 }, 4, 3],
    [{ failureThreshold: 1 }, 2, 1],
    [{ failureThreshold: 0 }, 1, 1],
    [{}, 1, 1],
  ])(
    'counts at more failures than its threshold, or at as many (`keda.fallback.at`): %j',
    (written, exceeded, reached) => {
      expect(fallbackOf({ replicas: 6, ...written }, { 'keda.fallback.at': 'exceeded' })?.failedPolls).toBe(exceeded);
      expect(fallbackOf({ replicas: 6, ...written }, { 'keda.fallback.at': 'reached' })?.failedPolls).toBe(reached);
    },
  );
});
