import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { ran } from '../ran.ts';

interface Shape {
  readonly type?: string;
  readonly options?: string;
  readonly request: string;
  readonly rate: string;
  readonly more?: string;
}

/** One replica that is asked for an hour. */
const asked = ({ type = 'standard', options = '', request, rate, more = '' }: Shape): string => `svcsim: 1
name: asked
start: 2026-11-01T00:00:00Z
for: 1h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: ${type}
      containers: [{ name: main, image: "api:1", cpu: 1000m, memory: 1Gi, minCpu: 500m, minMemory: 512Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1${options} } }
behavior:
  shop/api: { request: ${request} }
demand:
  - { to: shop/api, rate: ${rate}${more} }
`;

const workloadOf = (shape: Shape) => ran(asked(shape)).report.capacity.workloads[0];

describe('time at a limit of load', () => {
  // 100 a second are all that a core can do.
  const rush = '{ steps: [[0m, 50/s], [10m, 120/s], [20m, 50/s]] }';

  it('is that of a full processor, until what has waited is done', () => {
    const { saturation, load } = workloadOf({ request: '{ cpu: 10ms }', rate: rush }) ?? {};
    const processor = saturation?.find(({ limit }) => limit === 'processor');
    expect(processor).toMatchObject({ count: 1, firstAt: '2026-11-01T00:10:00.000Z' });
    expect(processor?.ms).toBeGreaterThanOrEqual(10 * minute);
    expect(processor?.longestMs).toBe(processor?.ms);
    const line = saturation?.find(({ limit }) => limit === 'line');
    expect(line?.ms).toBe(processor?.ms);
    expect(Number(load?.waitingP99)).toBeGreaterThan(0);
    expect(Number(load?.waitingP99)).toBeLessThanOrEqual(Number(load?.waitingPeak?.requests));
  });

  it('is that of all places taken, where concurrency is what limits', () => {
    const shape = { type: 'serverless', options: ', maxConcurrency: 5', request: '{ duration: 50ms }', rate: rush };
    const full = workloadOf(shape)?.saturation.find(({ limit }) => limit === 'maxConcurrency');
    expect(full).toMatchObject({ value: 5, count: 1, firstAt: '2026-11-01T00:10:00.000Z' });
    expect(workloadOf(shape)?.saturation.some(({ limit }) => limit === 'processor')).toBe(false);
  });

  it('is none where there is room for all', () => {
    const { saturation, load } = workloadOf({ request: '{ cpu: 10ms }', rate: '50/s' }) ?? {};
    expect(saturation?.map(({ limit, ms, count, firstAt }) => [limit, ms, count, firstAt])).toEqual([
      ['processor', 0, 0, null],
      ['line', 0, 0, null],
    ]);
    expect(load?.waitingP99).toBe('0.0');
  });

  it('of requests that come one by one is the time in which somebody waited', () => {
    const shape = { type: 'serverless', options: ', maxConcurrency: 1', request: '{ duration: 2s }', rate: '1/s' };
    const { saturation, calls } = workloadOf({ ...shape, more: ', arrivals: poisson' }) ?? {};
    const line = saturation?.find(({ limit }) => limit === 'line');
    expect(line?.ms).toBeGreaterThan(hour / 2);
    expect(line?.ms).toBeLessThanOrEqual(hour);
    expect(calls?.waitedP99Ms).toBeGreaterThan(Number(calls?.waitedMs));
  });
});

describe('use beside the reserve', () => {
  // Of the 500m that are reserved 200m are used for half an hour, and 900m for the other half.
  const { cpu, headrooms, costEfficiency, memory } =
    workloadOf({ request: '{ cpu: 10ms, memory: 1Mi }', rate: '{ steps: [[0m, 20/s], [30m, 90/s]] }' }) ?? {};

  it('does not set off what is used beyond it against what is not', () => {
    expect(cpu).toMatchObject({ reserved: '1800.0', used: '1980.0', efficiency: '1.1' });
    expect(cpu?.waste).toMatchObject({ quantity: '540.0', over: '720.0' });
  });

  it('has the mean, percentiles and the peak of what is used at once', () => {
    expect(cpu?.utilisation).toEqual({ mean: '550.0', p50: '200.0', p95: '900.0', p99: '900.0', peak: '900.0' });
    expect(cpu?.usedP99).toBe('900.0');
  });

  it('is headroom against each limit by its name', () => {
    expect(headrooms?.filter(({ of }) => of === 'cpu')).toEqual([
      { of: 'cpu', limit: 'reserve', unit: 'm', p99: '900.0', bound: '500.0', headroom: '-0.8' },
      { of: 'cpu', limit: 'ceiling', unit: 'm', p99: '900.0', bound: '1000.0', headroom: '0.1' },
    ]);
  });

  it('is weighted over cpu and memory by what they cost, without what is used beyond a reserve', () => {
    // Of the cpu 1,260 of 1,800 core-seconds that are paid for are used: 720 of 1,980 lie beyond.
    const [cpuCost, memoryCost] = [Number(cpu?.cost), Number(memory?.cost)];
    const used = cpuCost * (1_260 / 1_800) + memoryCost * Number(memory?.efficiency);
    expect(Number(costEfficiency)).toBeCloseTo(used / (cpuCost + memoryCost), 3);
  });
});
