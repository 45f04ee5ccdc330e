import { describe, expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import { Run } from '../../../../src/experiment/run.ts';
import { settleInflow } from '../../../../src/platform/traffic/handlers/inflow.ts';
import type { Deployment } from '../../../../src/platform/workload/deployment.ts';
import { Chronicle } from '../../../../src/report/fold/chronicle.ts';
import { reportOf } from '../../../../src/report/report.ts';
import { good } from '../../../scenario/builders.ts';

interface Given {
  readonly type?: string;
  readonly autoscaling: object;
  readonly perSecond: number;
  readonly arrivals?: unknown;
  readonly assumptions?: object;
}

const container = (image: string): object => ({
  name: 'main',
  image,
  cpu: '1',
  memory: '256Mi',
  ports: [{ number: 8080, protocol: 'http' }],
});

/**
 * `shop/api`: 100 ms a request, one at a time. A second version comes after 5 minutes; it is ready 14 s later and
 * available 2 minutes after that.
 */
function begun({ type = 'serverless', autoscaling, perSecond, arrivals = 'fluid', assumptions = {} }: Given) {
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } };
  const spec = {
    type,
    containers: [container('api:1')],
    defaultOptions: { timeoutSeconds: 600, autoscaling },
    rolloutOptions: { minReadySeconds: 120 },
  };
  const scenario = good(
    JSON.stringify({
      svcsim: 1,
      name: 'answering',
      start: '2026-11-02T00:00:00Z',
      for: '10m',
      resources: [gvc, { kind: 'workload', gvc: 'shop', name: 'api', spec }],
      behavior: { 'shop/api': { request: { cpu: '90ms', duration: '100ms' }, cpu: '100m' } },
      demand: [{ to: 'shop/api', rate: `${perSecond}/s`, arrivals }],
      timeline: [{ at: '+5m', patch: '/gvc/shop/workload/api', with: { spec: { containers: [container('api:2')] } } }],
      assumptions: { 'traffic.route.replica': 'leastRequests', ...assumptions },
    }),
  );
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
  const deployment = run.sim.world.entities.find((entity) => entity.kind === 'deployment') as Deployment;
  return { run, deployment, report: () => reportOf(run, chronicle).capacity.workloads[0] };
}

const fixed = (count: number): object => ({ metric: 'disabled', minScale: count, maxScale: count, maxConcurrency: 1 });
const single = { uniform: { from: 1, to: 1 } };

/** How many wait so many seconds after the start. */
function waitingAt(given: Given, seconds: readonly number[]): readonly number[] {
  const { run, deployment } = begun(given);
  return seconds.map((at) => {
    run.sim.runUntil(run.scenario.start + at * second);
    settleInflow(run.sim, deployment);
    return Math.round(deployment.inflow.waiting + (deployment.waitingLine?.count ?? 0));
  });
}

describe('5.7: of two versions of a serverless workload one gets requests', () => {
  it.each<[string, object, readonly number[]]>([
    // Two of each version are ready from 314 s on, two are sent away at 434 s: 20 a second are answered all the time,
    // and 5 wait more.
    ['until it has been ready for long enough', {}, [1_500, 1_625, 2_100, 2_250]],
    ['the old one lingers, and gets none', { 'rollout.serverless.old': 'afterWindow' }, [1_500, 1_625, 2_100, 2_250]],
  ])('what waits for one that is ready too goes on waiting: %s', (_, assumptions, expected) => {
    const at = [300, 325, 420, 450];
    const given = { autoscaling: fixed(2), perSecond: 25, assumptions };
    expect(waitingAt(given, at)).toEqual(expected);
    const singles = waitingAt({ ...given, arrivals: single }, at);
    singles.forEach((count, index) => {
      expect(Math.abs(count - (expected[index] ?? 0))).toBeLessThan(5);
    });
  });

  it('a standard workload sends to both', () => {
    const [before, after = 0] = waitingAt({ type: 'standard', autoscaling: fixed(2), perSecond: 30 }, [300, 420]);
    expect(before).toBeGreaterThan(after);
  });

  it.each(['concurrency', 'cpu'])('a loop that follows %s finds the same load as for single requests', (metric) => {
    const autoscaling = { metric, target: metric === 'cpu' ? 60 : 1, minScale: 1, maxScale: 9, scaleToZeroDelay: 60 };
    const [flowing, calling] = ['fluid', single].map((arrivals) => {
      const { run, report } = begun({ autoscaling, perSecond: 13, arrivals });
      run.advance();
      return report();
    });
    expect(flowing?.desired?.max).toBe(calling?.desired?.max);
    expect(flowing?.replicas?.max).toBe(calling?.replicas?.max);
  });

  it('the report counts what the version that serves has answered, and what the other uses though it does nothing', () => {
    const { run, report } = begun({ autoscaling: fixed(2), perSecond: 25 });
    run.advance();
    const one = report();
    // 5 a second too many for 10 minutes.
    expect(one?.load?.requests).toMatchObject({ offered: '15000.0', served: '12000.0', waiting: '3000.0' });
    // 20 a second use 1.8 cores, two replicas 0.2; two more 0.2 for two minutes.
    expect(Number(one?.cpu.used)).toBeCloseTo(2 * 600 + 0.2 * 120, 6);
  });
});
