import { describe, expect, it } from 'vitest';
import { minute } from '../../../../src/engine/time.ts';
import { Run } from '../../../../src/experiment/run.ts';
import { Chronicle } from '../../../../src/report/fold/chronicle.ts';
import { reportOf } from '../../../../src/report/report.ts';
import { good } from '../../../scenario/builders.ts';

const ports = [{ number: 8080, protocol: 'http' }];

interface Given {
  readonly spec?: object;
  readonly autoscaling?: object;
  readonly request?: object;
  readonly timeline: readonly object[];
  readonly arrivals?: unknown;
  readonly assumptions?: object;
}

/** `shop/api`, to which 10 requests a second come for an hour: one replica of a core, 40 ms of it a request. */
function reported({
  spec = {},
  autoscaling,
  request = { cpu: '40ms' },
  timeline,
  arrivals = 'fluid',
  assumptions,
}: Given) {
  const containers = [{ name: 'main', image: 'api:1', cpu: '1', memory: '256Mi', ports }];
  const defaultOptions = { autoscaling: autoscaling ?? { metric: 'disabled', minScale: 1, maxScale: 1 } };
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } };
  const document = {
    svcsim: 1,
    name: 'trouble',
    start: '2026-11-02T00:00:00Z',
    for: '1h',
    resources: [
      gvc,
      { kind: 'workload', gvc: 'shop', name: 'api', spec: { type: 'standard', containers, defaultOptions, ...spec } },
    ],
    behavior: { 'shop/api': { request } },
    demand: [{ to: 'shop/api', rate: '10/s', arrivals }],
    timeline,
    assumptions: assumptions ?? {},
  };
  const scenario = good(JSON.stringify(document));
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
  run.advance();
  const [one] = reportOf(run, chronicle).capacity.workloads;
  if (one === undefined) throw new Error('no workload');
  return one;
}

const lasting = (fault: object): object => ({ at: '+20m', fault, for: '20m' });
const failing = lasting({ failingService: { of: 'shop/api', failure: '50%' } });
const slow = (latency: string): object => lasting({ slowService: { of: 'shop/api', latency } });

/** Minutes and counts. */
function counts(autoscaling: object, timeline: readonly object[]): readonly (readonly [number, number])[] {
  const { load } = reported({ autoscaling, timeline });
  const start = Date.parse('2026-11-02T00:00:00Z');
  return (load?.replicasOverTime ?? []).map(({ at, desired }) => [(Date.parse(at) - start) / minute, desired]);
}

describe('amounts meet a failing service', () => {
  it('each failure is tried again, which takes the processor again; what fails in all three tries is told', () => {
    const { load, cpu } = reported({ timeline: [failing] });
    // 10 a second for 20 minutes: 1.75 tries each, one in eight fails three times.
    expect(load?.requests).toMatchObject({ served: '36000.0', failed: '1500.0', retries: '9000.0' });
    // 0.4 of a core, and 0.7 of it for a third of the time.
    expect(load?.utilisation).toMatchObject({ p50: '0.4', mean: '0.5', max: '0.7' });
    expect(cpu.used).toBe('1800.0');
    // 40 ms of a processor that is busy for 0.4; for a third of the time 25/2 + 50/4 ms of pauses, and 70 ms of one
    // that is busy for 0.7.
    expect(Number(load?.latencyMs?.mean)).toBeCloseTo((2 * (40 / 0.6) + 25 + 70 / 0.3) / 3, 5);
  });

  it.each<[string, object, string, string]>([
    ['nobody tries again', { requestRetryPolicy: { attempts: 0 } }, '6000.0', '0.0'],
    ['no condition names the failure', { requestRetryPolicy: { attempts: 5, retryOn: ['reset'] } }, '6000.0', '0.0'],
    ['one does', { requestRetryPolicy: { attempts: 1, retryOn: ['5xx'] } }, '3000.0', '6000.0'],
  ])('%s', (_, spec, failed, retries) => {
    expect(reported({ spec, timeline: [failing] }).load?.requests).toMatchObject({ failed, retries });
  });

  it('a policy that changes while it lasts counts from then on', () => {
    const patch = {
      at: '+30m',
      patch: '/gvc/shop/workload/api',
      with: { spec: { requestRetryPolicy: { attempts: 0 } } },
    };
    const { load } = reported({ timeline: [failing, patch] });
    expect(load?.requests).toMatchObject({ failed: '3750.0', retries: '4500.0' });
  });

  it('failures of a behaviour are tried again for the whole run', () => {
    const { load } = reported({ request: { cpu: '40ms', failure: '50%' }, timeline: [] });
    expect(load?.requests).toMatchObject({ failed: '4500.0', retries: '27000.0' });
  });

  it('retries make it worse: what a replica could just answer it cannot answer any more', () => {
    const { load } = reported({ request: { cpu: '85ms' }, timeline: [failing] });
    // As many as it answers in 5 s wait; then all are given up for as long as the fault lasts, and a bit longer.
    expect(Number(load?.waitingPeak?.requests)).toBeCloseTo(5_000 / (85 * 1.75), 3);
    expect(Number(load?.requests.byStatus?.['504'])).toBeGreaterThan(10_000);
    const { load: patient } = reported({
      request: { cpu: '85ms' },
      spec: { requestRetryPolicy: { attempts: 0 } },
      timeline: [failing],
    });
    expect(patient?.waitingPeak).toBeNull();
  });

  it('cpu that retries use brings replicas', () => {
    const scaled = counts({ metric: 'cpu', target: 50, minScale: 1, maxScale: 9, scaleToZeroDelay: 60 }, [failing]);
    // 40 %, then 70 % of a core.
    expect(scaled.map(([, count]) => count)).toEqual([1, 2, 2, 1]);
    expect(scaled[1]?.[0]).toBeCloseTo(20, 0);
  });
});

describe('amounts meet a slow service', () => {
  it('each try takes longer, the processor has no more to do', () => {
    const { load, cpu } = reported({ timeline: [slow('2s')] });
    expect(load?.requests).toMatchObject({ served: '36000.0', failed: '0.0', retries: '0.0' });
    expect(Number(load?.latencyMs?.mean)).toBeCloseTo(40 / 0.6 + 2_000 / 3, 5);
    // A third of the requests takes the two seconds more.
    expect(Number(load?.latencyMs?.p50)).toBeLessThan(200);
    expect(Number(load?.latencyMs?.p90)).toBeGreaterThan(2_000);
    expect(cpu.used).toBe('1440.0');
  });

  it('what takes longer than callers wait fails, and is not tried again', () => {
    const { load } = reported({ timeline: [slow('10s')] });
    expect(load?.requests).toMatchObject({ served: '36000.0', failed: '12000.0', retries: '0.0' });
    expect(load?.latencyMs?.max).toBe('5000.0');
  });

  it('places are taken for longer', () => {
    const autoscaling = { metric: 'disabled', minScale: 1, maxScale: 1, maxConcurrency: 1 };
    const spec = { type: 'serverless' };
    expect(reported({ autoscaling, spec, timeline: [] }).load?.waitingPeak).toBeNull();
    // 100 ms more: 7.1 a second can be answered, and 2.9 must wait.
    const { load } = reported({ autoscaling, spec, timeline: [slow('100ms')] });
    expect(Number(load?.waitingPeak?.requests)).toBeCloseTo((10 - 1_000 / 140) * 1_200, 0);
  });

  it.each<[string, unknown]>([
    ['fluid', 'fluid'],
    ['single requests', { uniform: { from: 1, to: 1 } }],
  ])('concurrency brings replicas of a serverless workload: %s', (_, arrivals) => {
    const autoscaling = { metric: 'concurrency', target: 5, minScale: 1, maxScale: 9 };
    const { load, replicas } = reported({
      spec: { type: 'serverless' },
      autoscaling,
      timeline: [slow('2s')],
      arrivals,
    });
    // 20.4 in flight or some more: 5 replicas in the place of one.
    expect(replicas?.max).toBe(5);
    if (arrivals === 'fluid') expect(load?.requests.failed).toBe('0.0');
  });
});
