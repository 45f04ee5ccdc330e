import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { hpa, keda, kpa, queue, read } from './built.ts';

type Type = 'standard' | 'stateful' | 'serverless';

describe('which loop moves the count', () => {
  it.each<[Type, JsonObject, string]>([
    ['standard', {}, 'hpa'],
    ['standard', { metric: 'cpu' }, 'hpa'],
    ['standard', { metric: 'latency' }, 'hpa'],
    ['standard', { metric: 'rps' }, 'hpa'],
    ['stateful', { metric: 'multi', multi: [{ metric: 'memory' }] }, 'hpa'],
    ['stateful', { metric: 'keda' }, 'keda'],
    ['standard', { metric: 'disabled' }, 'disabled'],
    ['serverless', {}, 'kpa'],
    ['serverless', { metric: 'concurrency' }, 'kpa'],
    ['serverless', { metric: 'rps' }, 'kpa'],
    ['serverless', { metric: 'cpu' }, 'hpa'],
    ['serverless', { metric: 'memory' }, 'hpa'],
    ['serverless', { metric: 'disabled' }, 'disabled'],
  ])('%s with %j: %s', (type, block, loop) => {
    expect(read(type, block).loop).toBe(loop);
  });

  it('every metric that a type may have has a loop', () => {
    for (const type of ['standard', 'stateful', 'serverless'] as const)
      for (const metric of defaultAssumptions['type.metrics'][type])
        expect(() => read(type, { metric, multi: [{ metric: 'cpu' }] })).not.toThrow();
  });

  it('throws on a metric that a check refuses', () => {
    expect(() => read('standard', { metric: 'luck' })).toThrow('luck');
  });
});

describe('what is compared with a target', () => {
  it('targets in thousandths, 95 by default', () => {
    expect(hpa({ metric: 'cpu' }).metrics).toMatchObject([{ metric: 'cpu', targetMilli: 95_000, percentile: null }]);
    expect(hpa({ metric: 'rps', target: 12.5 }).metrics).toMatchObject([{ metric: 'rps', targetMilli: 12_500 }]);
    const own = hpa({ metric: 'cpu' }, { 'fields.defaults.target': 80 });
    expect(own.metrics).toMatchObject([{ targetMilli: 80_000 }]);
  });

  it.each([
    [undefined, 50],
    ['p50', 50],
    ['p75', 75],
    ['p99', 99],
  ])('percentile %s of latency is %s', (metricPercentile, percentile) => {
    const block = metricPercentile === undefined ? {} : { metricPercentile };
    expect(hpa({ metric: 'latency', ...block }).metrics).toMatchObject([{ percentile }]);
  });

  it('multi has a target for each', () => {
    const multi = [{ metric: 'cpu', target: 50 }, { metric: 'memory', target: 60 }, { metric: 'rps' }];
    expect(hpa({ metric: 'multi', multi }).metrics.map(({ metric, targetMilli }) => [metric, targetMilli])).toEqual([
      ['cpu', 50_000],
      ['memory', 60_000],
      ['rps', 95_000],
    ]);
  });

  it('each metric is sampled in its own way, and only cpu has a start-up grace (metric.sample.*)', () => {
    expect(hpa({ metric: 'cpu' }).metrics).toMatchObject([
      { interval: 15 * second, window: 15 * second, initialization: 5 * minute },
    ]);
    expect(hpa({ metric: 'latency' }).metrics).toMatchObject([
      { interval: 20 * second, window: minute, initialization: 0 },
    ]);
    expect(hpa({ metric: 'cpu' }).sync.cites).toEqual([
      'hpa.sync',
      'hpa.tolerance',
      'metric.sample.cpuInterval',
      'metric.sample.cpuWindow',
      'hpa.cpuInitialization',
      'hpa.cpu.base',
    ]);
    for (const name of ['hpa.cpuInitialization', 'hpa.cpu.base'])
      expect(hpa({ metric: 'latency' }).sync.cites).not.toContain(name);
  });
});

describe('the bounds', () => {
  it('TYPE-4: a sync has a minimum of one', () => {
    expect(hpa({ metric: 'cpu', minScale: 0, maxScale: 5 }).sync).toMatchObject({
      minScale: 1,
      maxScale: 5,
      neverZero: 'TYPE-4',
    });
    expect(hpa({ metric: 'cpu', minScale: 0 }, {}, 'serverless').sync).toMatchObject({
      minScale: 1,
      neverZero: 'type.metrics',
    });
    expect(keda({ minScale: 0, maxScale: 5 }, [])).toMatchObject({ minScale: 0, sync: { minScale: 1, maxScale: 5 } });
  });

  it('TYPE-14: concurrency and rps may reach zero', () => {
    expect(kpa({ minScale: 0, maxScale: 5 })).toMatchObject({ minScale: 0, maxScale: 5 });
  });

  it('a minimum above the maximum raises it, where such a pair is let through', () => {
    expect(hpa({ metric: 'cpu', minScale: 9, maxScale: 5 }).sync).toMatchObject({ minScale: 9, maxScale: 9 });
    expect(kpa({ minScale: 9, maxScale: 5 })).toMatchObject({ minScale: 9, maxScale: 9 });
  });
});

describe('the times', () => {
  it('hpa.down.window is scaleToZeroDelay, or fixed', () => {
    expect(hpa({ metric: 'cpu' }).sync.downWindow).toBe(300 * second);
    expect(hpa({ metric: 'cpu', scaleToZeroDelay: 60 }).sync.downWindow).toBe(60 * second);
    const fixed = hpa({ metric: 'cpu', scaleToZeroDelay: 60 }, { 'hpa.down.window': 90 * second });
    expect(fixed.sync.downWindow).toBe(90 * second);
  });

  it('keda has its own times, or those assumed', () => {
    expect(keda({}, [])).toMatchObject({ poll: 30 * second, cooldown: 300 * second, initialCooldown: 0 });
    const own = { pollingInterval: 5, cooldownPeriod: 0, initialCooldownPeriod: 20 };
    expect(keda({ keda: own }, [])).toMatchObject({ poll: 5 * second, cooldown: 0, initialCooldown: 20 * second });
    expect(keda({}, [], { 'keda.poll': 10 * second }).poll).toBe(10 * second);
    expect(keda({ keda: { pollingInterval: 0 } }, []).poll).toBe(second);
  });

  it('keda reads its triggers and its fallback', () => {
    const read = keda({ keda: { fallback: { replicas: 2, failureThreshold: 3 } } }, [queue(5), queue(7)]);
    expect(read.triggers.map(({ targetMilli }) => targetMilli)).toEqual([5000, 7000]);
    expect(read.fallback).toMatchObject({ replicas: 2, failedPolls: 4 });
    expect(keda({}, []).fallback).toBeNull();
  });
});
