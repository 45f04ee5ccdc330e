import { describe, expect, it } from 'vitest';
import type { WorkloadCapacity } from '../../../src/report/capacity/capacityWorkloads.ts';
import { ran } from '../ran.ts';

interface Given {
  readonly behavior: string;
  readonly demand?: string;
  readonly timeline?: string;
}

/** `shop/api` in two locations for ten hours: two replicas in each, of 1,000m and 1 GiB. */
function used({ behavior, demand = '', timeline = '' }: Given): readonly WorkloadCapacity[] {
  return ran(`svcsim: 1
name: used
start: 2026-11-02T00:00:00Z
for: 10h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-eu-central-1, //location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: standard
      containers: [{ name: main, image: "api:1", cpu: 1000m, memory: 1Gi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
behavior: { shop/api: ${behavior} }
demand: [${demand}]
timeline: [${timeline}]
`).report.capacity.workloads;
}

const toEurope = '{ to: shop/api, from: { aws-eu-central-1: 100% }, rate: 40/s }';
const request = 'request: { cpu: 5ms, duration: 20ms, memory: 1Mi }';

describe('what replicas use where nobody calls them', () => {
  it('is their idle use, beside a location that is called', () => {
    const [called, idle] = used({ behavior: `{ ${request}, cpu: 100m, memory: 512Mi }`, demand: toEurope });
    // Two replicas of 100m for 36,000 s, of 72,000 core-seconds; of 512 MiB each of 1 GiB.
    expect(idle?.cpu).toMatchObject({
      reserved: '72000.0',
      used: '7200.0',
      usedP99: '200.0',
      headroom: '0.9',
      efficiency: '0.1',
      waste: { quantity: '64800.0', over: '0.0' },
    });
    expect(idle?.memory).toMatchObject({ used: '36000.0', efficiency: '0.5', headroom: '0.5' });
    // 40 a second for 5 ms are 200m on top; 0.8 requests in flight have 0.8 MiB.
    expect(called?.cpu).toMatchObject({ used: '14400.0', efficiency: '0.2' });
    expect(Number(called?.memory.used)).toBeCloseTo(36_000 * (1 + 0.8 / 1024), 3);
  });

  it('is the same whether or not somewhere else is called', () => {
    const behavior = `{ ${request}, cpu: 100m, memory: 512Mi }`;
    const [, beside] = used({ behavior, demand: toEurope });
    const unasked = used({ behavior });
    for (const one of unasked) {
      expect(one.cpu).toEqual(beside?.cpu);
      expect(one.memory).toEqual(beside?.memory);
    }
  });

  it('is no more than containers may use', () => {
    const behavior = `{ ${request}, cpu: 1500m, memory: 2Gi }`;
    for (const one of [...used({ behavior }), ...used({ behavior, demand: toEurope })]) {
      expect(one.cpu).toMatchObject({ used: '72000.0', efficiency: '1.0', waste: { quantity: '0.0', over: '0.0' } });
      expect(one.memory).toMatchObject({ used: '72000.0', efficiency: '1.0' });
    }
  });
});

describe('idle use that is changed on the way', () => {
  // 100m and 256 MiB for two hours of ten, then 300m, and 512 MiB from the sixth hour on.
  const timeline = `{ at: +2h, behavior: { shop/api: { cpu: 300m } } },
    { at: +6h, behavior: { shop/api: { memory: 512Mi } } }`;
  const hours = 3600;
  const cpu = 2 * (0.1 * 2 + 0.3 * 8) * hours;
  const memory = 2 * (0.25 * 6 + 0.5 * 4) * hours;

  it.each([
    ['nobody calls it', '{ cpu: 100m, memory: 256Mi }', ''],
    ['somebody calls it elsewhere', `{ ${request}, cpu: 100m, memory: 256Mi }`, toEurope],
  ])('counts as it was at each time: %s', (_, behavior, demand) => {
    const [, idle] = used({ behavior, demand, timeline });
    expect(Number(idle?.cpu.used)).toBeCloseTo(cpu, 6);
    expect(Number(idle?.memory.used)).toBeCloseTo(memory, 6);
    expect(idle?.cpu.utilisation).toMatchObject({ mean: '520.0', p50: '600.0', p99: '600.0', peak: '600.0' });
  });

  it('is that of a location that is called, too', () => {
    const [called] = used({ behavior: `{ ${request}, cpu: 100m, memory: 256Mi }`, demand: toEurope, timeline });
    expect(Number(called?.cpu.used)).toBeCloseTo(cpu + 0.2 * 10 * hours, 6);
    expect(Number(called?.memory.used)).toBeCloseTo(memory + (0.8 / 1024) * 10 * hours, 3);
  });
});
