import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../../src/engine/time.ts';
import { Run } from '../../../../src/experiment/run.ts';
import { answeringIn } from '../../../../src/platform/traffic/handlers/answering.ts';
import { servingAt } from '../../../../src/platform/traffic/handlers/inflow.ts';
import type { Deployment } from '../../../../src/platform/workload/deployment.ts';
import { good } from '../../../scenario/builders.ts';

interface Given {
  readonly type?: string;
  readonly autoscaling?: object;
  readonly arrivals?: unknown;
  /** From the tenth minute on no new replica gets its image. */
  readonly isStuck?: boolean;
  readonly isLiteral?: boolean;
}

const regular = { uniform: { from: 1, to: 1 } };
const scaled = { metric: 'cpu', target: 60, minScale: 4, maxScale: 20 };

const container = (image: string, cpu: string): object => ({
  name: 'main',
  image,
  cpu,
  memory: '256Mi',
  ports: [{ number: 8080, protocol: 'http' }],
});

/** Four replicas of a core each, busy for 55 %; after ten minutes a version of a quarter of a core comes. */
function begun({
  type = 'standard',
  autoscaling = scaled,
  arrivals = 'fluid',
  isStuck = false,
  isLiteral = false,
}: Given) {
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } };
  const spec = {
    type,
    containers: [container('api:1', '1')],
    defaultOptions: { capacityAI: false, timeoutSeconds: 600, autoscaling },
    rolloutOptions: { maxSurgeReplicas: '1', maxUnavailableReplicas: '0' },
  };
  const change = { patch: '/gvc/shop/workload/api', with: { spec: { containers: [container('api:2', '250m')] } } };
  const scenario = good(
    JSON.stringify({
      svcsim: 1,
      name: 'versions',
      start: '2026-11-02T00:00:00Z',
      for: '30m',
      resources: [gvc, { kind: 'workload', gvc: 'shop', name: 'api', spec }],
      behavior: { 'shop/api': { request: { cpu: '200ms', duration: '200ms' } } },
      demand: [{ to: 'shop/api', rate: '11/s', arrivals }],
      timeline: [
        ...(isStuck ? [{ at: '+10m', fault: { pullFailure: { of: 'shop/workload/api' } }, for: '25m' }] : []),
        { at: '+10m1s', ...change },
      ],
    }),
  );
  const scalings: number[] = [];
  const run = new Run(scenario, {
    isLiteral,
    sink: ({ type: what, at }) => {
      if (what === 'deployment.scaled') scalings.push((at - scenario.start) / second);
    },
  });
  const deployment = run.sim.world.entities.find((entity) => entity.kind === 'deployment') as Deployment;
  return { run, deployment, scalings };
}

describe('a version that may use less than the one before it', () => {
  it.each<[string, Given]>([
    ['amounts', {}],
    ['amounts, tick by tick', { isLiteral: true }],
    ['single requests', { arrivals: regular }],
    ['a serverless workload', { type: 'serverless' }],
  ])('while none of its replicas runs, cpu is that of those that do (6.1): %s', (_, given) => {
    const { run, scalings } = begun({ ...given, isStuck: true });
    run.advance();
    expect(scalings).toEqual([]);
  });

  it.each(['fluid', regular])('one that is there counts with what it may use itself', (arrivals) => {
    const { run, deployment, scalings } = begun({ arrivals });
    run.advance();
    // Once all four are of a quarter of a core, they can do 5/s of 11/s.
    expect(scalings.length).toBeGreaterThan(0);
    expect(deployment.desired).toBeGreaterThan(8);
  });

  it('requests meet the mean of those that answer', () => {
    const { run, deployment } = begun({ autoscaling: { metric: 'disabled', minScale: 4, maxScale: 4 } });
    const { sim, scenario } = run;
    const seen = new Set<string>();
    for (let at = 10 * minute; at < 20 * minute; at += second) {
      sim.runUntil(scenario.start + at);
      const { cpuMillicores, processorTime, duration, capacityPerSecond } = servingAt(sim.world, deployment);
      const ready = answeringIn(sim.world, deployment);
      seen.add([ready, cpuMillicores, processorTime, duration, capacityPerSecond].join(' '));
    }
    expect([...seen]).toEqual([
      '4 1000 200 200 5',
      // Three of 200 ms and 5/s, and one of 800 ms and 1.25/s.
      '4 812.5 350 350 4.0625',
      '4 625 500 500 3.125',
      '4 437.5 650 650 2.1875',
      '4 250 800 800 1.25',
    ]);
  });
});

it('a single request takes as long as the processor of its own replica needs', () => {
  const { run } = begun({ arrivals: regular, isStuck: true });
  const latencies = new Set<number>();
  const again = new Run(run.scenario, {
    sink: ({ type, data }) => {
      if (type === 'call.ended') latencies.add((data as { latencyMs: number }).latencyMs);
    },
  });
  again.advance();
  expect([...latencies]).toEqual([200]);
});
