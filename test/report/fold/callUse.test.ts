import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { Run } from '../../../src/experiment/run.ts';
import { advanceGauge } from '../../../src/platform/call/gauge.ts';
import type { WorkloadCapacity } from '../../../src/report/capacity/capacityWorkloads.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { reportOf } from '../../../src/report/report.ts';
import { good } from '../../scenario/builders.ts';

const Mi = 1 / 1_024;

interface Given {
  readonly for?: string;
  readonly spec?: object;
  readonly request?: object;
  readonly rate?: object;
  readonly arrivals?: string;
  readonly timeline?: readonly object[];
}

interface Reported {
  readonly run: Run;
  readonly ended: readonly Entry[];
  readonly api: WorkloadCapacity;
}

/**
 * `shop/api`, two replicas of 500m; 20 requests a second of 10 ms of a core, 80 ms and 10Mi; by default they come one
 * by one.
 */
function reported(given: Given): Reported {
  const ports = [{ number: 8080, protocol: 'http' }];
  const containers = [{ name: 'main', image: 'api:1', cpu: '500m', memory: '512Mi', ports }];
  const autoscaling = { metric: 'disabled', minScale: 2, maxScale: 2 };
  const spec = { type: 'standard', containers, defaultOptions: { autoscaling }, ...given.spec };
  const request = given.request ?? { cpu: '10ms', duration: '80ms', memory: '10Mi' };
  const scenario = good(
    JSON.stringify({
      svcsim: 1,
      name: 'calls',
      start: '2026-11-02T00:00:00Z',
      for: given.for ?? '1h',
      resources: [
        { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
        { kind: 'workload', gvc: 'shop', name: 'api', spec },
      ],
      behavior: { 'shop/api': { request, memory: '100Mi', cpu: '20m' } },
      demand: [{ to: 'shop/api', rate: given.rate ?? '20/s', arrivals: given.arrivals ?? 'poisson' }],
      timeline: given.timeline ?? [],
    }),
  );
  const chronicle = new Chronicle(scenario);
  const ended: Entry[] = [];
  const run = new Run(scenario, {
    sink: (entry) => {
      chronicle.listen(entry);
      if (entry.type === 'call.ended') ended.push(entry);
    },
  });
  run.advance();
  const [api] = reportOf(run, chronicle).capacity.workloads;
  if (api === undefined) throw new Error('no workload');
  return { run, ended, api };
}

const sumOf = (entries: readonly Entry[], of: string): number =>
  entries.reduce((sum, { data }) => sum + Number(data[of]), 0);

const inOnePlaceEach = {
  type: 'serverless',
  defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2, maxConcurrency: 1 } },
};

describe('what single requests use of a reserve', () => {
  it.each<[string, Given]>([
    ['all at once at a replica', {}],
    ['some in line', { spec: inOnePlaceEach }],
  ])('is memory for as long as they are at a replica, and the cpu that they take: %s', (_, given) => {
    // None comes in the last minute, so that all have ended.
    const untilLast = {
      steps: [
        ['0m', '20/s'],
        ['59m', '0/s'],
      ],
    };
    const { ended, api } = reported({ ...given, rate: untilLast });
    const atReplicas = sumOf(ended, 'latencyMs') - sumOf(ended, 'waitedMs');
    expect(Number(api.memory.used)).toBeCloseTo(2 * 3_600 * 100 * Mi + (atReplicas / 1_000) * 10 * Mi, 1);
    const cpu = 2 * 3_600 * 0.02 + ended.length * 0.01;
    expect(Math.abs(Number(api.cpu.used) - cpu)).toBeLessThan(0.01 * cpu);
  });

  it('is what amounts use, but for chance', () => {
    const [single, amount] = ['poisson', 'fluid'].map((arrivals) => reported({ arrivals }).api);
    for (const of of ['cpu', 'memory'] as const) {
      const [used, expected] = [Number(single?.[of].used), Number(amount?.[of].used)];
      expect(Math.abs(used - expected), of).toBeLessThan(0.01 * expected);
      expect(Number(single?.[of].efficiency), of).toBeCloseTo(Number(amount?.[of].efficiency), 2);
    }
  });

  it('counts those that are under way at the end up to then', () => {
    const { run, api } = reported({ for: '20s', request: { cpu: '4s', duration: '4s', memory: '10Mi' } });
    const { world, now } = run.sim;
    const deployment = world.entities.find((entity) => entity.kind === 'deployment');
    if (deployment?.kind !== 'deployment' || deployment.waitingLine === null) throw new Error('nobody has called');
    expect(world.calls.size).toBeGreaterThan(10);
    advanceGauge(deployment.waitingLine.gauge, now);
    const { presentMs } = deployment.waitingLine.gauge;
    expect(Number(api.memory.used)).toBeCloseTo(2 * 20 * 100 * Mi + (presentMs / 1_000) * 10 * Mi, 4);
    // Both are at work from the first requests on.
    expect(Number(api.cpu.used)).toBeGreaterThan(2 * 20 * 0.02 + 2 * 19 * 0.5);
    expect(Number(api.cpu.used)).toBeLessThanOrEqual(2 * 20 * 0.02 + 2 * 20 * 0.5);
  });

  it('is known in sum, not from one instant to the next', () => {
    const { cpu, memory } = reported({ for: '1m' }).api;
    for (const { usedP99, headroom, efficiency, waste } of [cpu, memory]) {
      expect([usedP99, headroom]).toEqual([null, null]);
      expect(efficiency).not.toBeNull();
      expect(waste).not.toBeNull();
    }
  });

  it('is no memory to be told where what each has changes on the way', () => {
    const timeline = [{ at: '+30s', behavior: { 'shop/api': { request: { memory: '50Mi' } } } }];
    const { cpu, memory } = reported({ for: '1m', timeline }).api;
    expect(memory).toMatchObject({ used: null, efficiency: null, waste: null });
    expect(cpu.used).not.toBeNull();
  });

  it('is idle memory alone where requests are said to have none', () => {
    const { memory } = reported({ for: '1m', request: { duration: '80ms' } }).api;
    expect(Number(memory.used)).toBeCloseTo(2 * 60 * 100 * Mi, 9);
    expect(memory.usedP99).not.toBeNull();
  });
});

it('the course of replicas is reported where requests come one by one', () => {
  const { calls, load } = reported({ for: '1m' }).api;
  expect(load).toBeNull();
  expect(calls?.replicasOverTime).toEqual([{ at: '2026-11-02T00:00:00.000Z', desired: 2, ready: 2 }]);
});
