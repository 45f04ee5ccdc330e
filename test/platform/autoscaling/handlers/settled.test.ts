import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../../src/engine/time.ts';
import { journalLine } from '../../../../src/report/render/journalLine.ts';
import { type Given, ran, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const ports = [{ number: 8080, protocol: 'http' }];
const containers = [{ name: 'main', image: 'api:1', cpu: '1', memory: '512Mi', ports }];

interface Asked {
  readonly type?: string;
  readonly autoscaling: object;
  readonly rate?: unknown;
  readonly arrivals?: string;
  readonly behavior?: object;
  readonly more?: Partial<Given>;
}

/**
 * Replicas that are there at the start, and what is scaled in the next ten minutes: `15: 3 -> 4`. The literal run is
 * the same.
 */
function begun({ type = 'standard', autoscaling, rate, arrivals, behavior = {}, more = {} }: Asked) {
  const given: Given = {
    for: '10m',
    resources: [workload('api', type, { containers, defaultOptions: { timeoutSeconds: 120, autoscaling } })],
    behavior: { 'shop/api': { request: { cpu: '10ms', duration: '100ms' }, ...behavior } },
    demand: rate === undefined ? [] : [{ to: 'shop/api', rate, ...(arrivals === undefined ? {} : { arrivals }) }],
    ...more,
  };
  const [ahead, literal] = [ran(given), ran(given, true)];
  expect(ahead.entries.map(journalLine)).toEqual(literal.entries.map(journalLine));
  const scaled = ahead
    .of('deployment.scaled')
    .map(({ at, data }) => `${(at - start) / second}: ${data['from']} -> ${data['to']}`);
  return { settled: ahead.of('replica.settled').length, scaled, ahead };
}

const cpu = { metric: 'cpu', target: 60, minScale: 1, maxScale: 20 };

describe('a run begins at the counts that its loops hold under the demand of the first instant (`run.start`)', () => {
  it.each<[string, Asked, number]>([
    // 900 a second are 9 cores: 14 replicas are 64 % busy, which is 1.07 of 60 %, and 13 are 69 %.
    ['cpu: the least count within the tolerance', { autoscaling: cpu, rate: '900/s' }, 14],
    ['cpu: no more than maxScale', { autoscaling: { ...cpu, maxScale: 6 }, rate: '900/s' }, 6],
    ['cpu: minScale where less comes', { autoscaling: { ...cpu, minScale: 3 }, rate: '10/s' }, 3],
    ['cpu: what idle replicas use counts', { autoscaling: { ...cpu, maxScale: 4 }, behavior: { cpu: '900m' } }, 4],
    ['rps', { autoscaling: { metric: 'rps', target: 50, minScale: 1, maxScale: 20 }, rate: '220/s' }, 4],
    [
      'several metrics: the most of any',
      {
        autoscaling: {
          metric: 'multi',
          multi: [
            { metric: 'cpu', target: 60 },
            { metric: 'rps', target: 20 },
          ],
          minScale: 1,
          maxScale: 30,
        },
        rate: '220/s',
      },
      10,
    ],
    [
      'calls that come one by one',
      {
        autoscaling: { metric: 'rps', target: 50, minScale: 1, maxScale: 20 },
        rate: '220/s',
        arrivals: 'poisson',
        more: { for: '10s' },
      },
      4,
    ],
    [
      'concurrency',
      {
        type: 'serverless',
        autoscaling: { metric: 'concurrency', target: 5, minScale: 0, maxScale: 20 },
        rate: '120/s',
      },
      3,
    ],
    [
      'concurrency: asleep where nothing comes (TYPE-14)',
      { type: 'serverless', autoscaling: { metric: 'concurrency', target: 5, minScale: 0, maxScale: 20 } },
      0,
    ],
    ['stateful', { type: 'stateful', autoscaling: cpu, rate: '300/s' }, 5],
  ])('%s', (_, asked, count) => {
    const { settled, scaled } = begun(asked);
    expect(settled).toBe(count);
    expect(scaled).toEqual([]);
  });

  const queue = { type: 'rabbitmq', name: 'queue', metadata: { value: '10' } };
  const keda = { metric: 'keda', minScale: 0, maxScale: 20, keda: { triggers: [queue] } };

  it.each([
    [35, 4],
    [0, 0],
    [400, 20],
  ])('keda: a trigger that says %i of 10 has %i replicas (TYPE-4)', (value, count) => {
    const { settled, scaled } = begun({ autoscaling: keda, behavior: { keda: { queue: value } } });
    expect([settled, scaled]).toEqual([count, []]);
  });

  it('holds the count up for a window, as one that has held it for long (`hpa.down.window`)', () => {
    const rate = {
      steps: [
        ['0s', '900/s'],
        ['10s', '90/s'],
      ],
    };
    const { settled, scaled } = begun({ autoscaling: { ...cpu, scaleToZeroDelay: 120 }, rate });
    expect(settled).toBe(14);
    expect(scaled[0]).toMatch(/^(120|135): 14 -> /);
  });

  it('begins at minScale where that is assumed (`run.start`: minScale)', () => {
    const { settled, scaled } = begun({
      autoscaling: cpu,
      rate: '900/s',
      more: { assumptions: { 'run.start': 'minScale' } },
    });
    expect(settled).toBe(1);
    expect(scaled[0]).toBe('15: 1 -> 2');
  });

  it('has the volumes of all replicas that are there, beyond minScale too (VOL-12)', () => {
    const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];
    const spec = { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10 };
    const { of } = ran({
      for: '1m',
      resources: [
        { kind: 'volumeset', gvc: 'shop', name: 'data', spec },
        workload('api', 'stateful', {
          containers: [{ ...containers[0], volumes }],
          defaultOptions: { autoscaling: cpu },
        }),
      ],
      behavior: { 'shop/api': { request: { cpu: '10ms' } } },
      demand: [{ to: 'shop/api', rate: '300/s' }],
    });
    expect(of('volume.settled').map(({ subject }) => subject.name.split('/').at(-1))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ]);
    expect(of('volume.created')).toEqual([]);
    expect(of('replica.settled')).toHaveLength(5);
  });

  it('counts what workloads ask of one another from where their settled replicas are', () => {
    const web = workload('web', 'standard', {
      containers: [{ ...containers[0], image: 'web:1' }],
      defaultOptions: { autoscaling: cpu },
    });
    const { settled, ahead } = begun({
      autoscaling: cpu,
      more: {
        resources: [web, workload('api', 'standard', { containers, defaultOptions: { autoscaling: cpu } })],
        behavior: { 'shop/web': { request: { cpu: '10ms' } }, 'shop/api': { request: { cpu: '10ms' } } },
        demand: [
          { to: 'shop/web', rate: '300/s' },
          { to: 'shop/api', by: 'shop/web', rate: '120/s' },
        ],
      },
    });
    const of = (name: string): number =>
      ahead.of('replica.settled').filter(({ subject }) => subject.name.includes(name)).length;
    expect([settled, of('web'), of('api')]).toEqual([7, 5, 2]);
  });

  it('makes the first minute no outage: nothing waits, and nobody is given up', () => {
    const { ahead } = begun({ autoscaling: cpu, rate: '900/s' });
    const [deployment] = ahead.run.sim.world.entities;
    expect(deployment?.kind === 'deployment' && deployment.inflow.waiting).toBe(0);
    expect(ahead.entries.filter(({ at, type }) => at < start + minute && type === 'replica.created')).toEqual([]);
  });
});
