import fc from 'fast-check';
import { weightedQuantile } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { Occupancy } from '../../src/engine/occupancy.ts';
import { hour } from '../../src/engine/time.ts';
import { classLimits } from '../../src/platform/volume/capacity.ts';
import type { Capacity } from '../../src/report/capacity/capacity.ts';
import { Ramps } from '../../src/report/load/ramps.ts';
import { ceilingIn, ReplicaUse, reserveIn } from '../../src/report/load/replicaUse.ts';
import { weightedPercentile } from '../../src/report/load/weightedPercentile.ts';
import { decimalText } from '../../src/report/words/numbers.ts';
import { ran } from './ran.ts';

interface Given {
  readonly spec: string;
  readonly kind?: string;
  readonly behavior: string;
  readonly demand?: string;
  readonly timeline?: readonly string[];
  readonly more?: string;
  readonly assume?: string;
}

/** Two days of `shop/api`. */
function twoDays({
  spec,
  kind = 'workload',
  behavior,
  demand = '',
  timeline = [],
  more = '',
  assume = '',
}: Given): Capacity {
  return ran(`svcsim: 1
name: instants
start: 2026-11-02T00:00:00Z
for: 2d
timing: instant
${assume}
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: ${kind}, gvc: shop, name: api, spec: ${spec} }${more}
behavior: { ${behavior} }
demand: [${demand}]
timeline: [${timeline.join(', ')}]
`).report.capacity;
}

const scaled = (hours: string, count: number): string =>
  `{ every: "0 ${hours} * * *", patch: /gvc/shop/workload/api, with: { spec: { defaultOptions: { autoscaling: { minScale: ${count}, maxScale: ${count} } } } } }`;

const serving = (more = ''): string =>
  `{ type: standard, containers: [{ name: main, image: "api:1", cpu: 500m, memory: 512Mi${more}, ports: [{ number: 80, protocol: http }] }], defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } } }`;

const ports = 'ports: [{ number: 80, protocol: http }]';

describe('use is set against the limit of the same instant', () => {
  // By night one replica at 95 % of 500m; by day, from 8:00 to 20:00, ten of them at 30 %.
  const given = {
    spec: serving(),
    behavior: 'shop/api: { request: { cpu: 10ms, duration: 20ms } }',
    demand:
      '{ to: shop/api, rate: { daily: [["00:00", 47.5/s], ["07:59", 47.5/s], ["08:00", 150/s], ["19:59", 150/s], ["20:00", 47.5/s]] } }',
    timeline: [scaled('8', 10), scaled('20', 1)],
  };

  it('a replica that is busy while it is alone is busy, however idle ten others are at another time', () => {
    const [api] = twoDays(given).workloads;
    expect(api?.cpu).toMatchObject({ headroom: '0.05', usedP99: '1500.0' });
    expect(api?.cpu.ofReserve).toMatchObject({ p50: '0.3', p95: '0.95', p99: '0.95' });
    // All together 1,500m are in use of 5,000m by day, 475m of 500m by night.
    expect(Number(api?.cpu.utilisation?.p99)).toBeLessThan(0.35 * Number(api?.cpu.reservedP95));
    expect(api?.headrooms.find(({ of, limit }) => of === 'cpu' && limit === 'reserve')).toEqual({
      of: 'cpu',
      limit: 'reserve',
      unit: 'm',
      p99: '475.0',
      bound: '500.0',
      headroom: '0.05',
    });
  });

  it('is told as a finding where it is above its reserve by night alone', () => {
    const found = (reserve: number): readonly string[] =>
      ran(`svcsim: 1
name: night
start: 2026-11-02T00:00:00Z
for: 2d
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: workload, gvc: shop, name: api, spec: ${serving(`, minCpu: ${reserve}m`)} }
behavior: { ${given.behavior} }
demand: [${given.demand}]
timeline: [${given.timeline.join(', ')}]
`)
        .report.summary.findings.filter(({ kind }) => kind === 'reserve-exceeded')
        .map(({ message }) => message);
    expect(found(400)[0]).toMatch(/cpu 4\d(\.\d)? % of the reserved amount on average, 118\.8 % at p95/);
    expect(found(480)).toEqual([]);
  });

  it('memory of a replica whose reserve was raised on the way is set against the reserve that it had', () => {
    const raise = `{ at: +44h, patch: /gvc/shop/workload/api, with: { spec: { containers: [{ name: main, minMemory: 512Mi }] } } }`;
    const [api] = twoDays({
      spec: serving(', minMemory: 256Mi'),
      behavior: 'shop/api: { memory: 230Mi }',
      timeline: [raise],
    }).workloads;
    expect(Number(api?.memory.headroom)).toBeCloseTo(1 - 230 / 256, 5);
    expect(Number(api?.memory.ofReserve?.p50)).toBeCloseTo(230 / 256, 5);
  });

  it('executions are set against the reserve that each was started with', () => {
    const job = `{ type: cron, containers: [{ name: main, image: "j:1", cpu: 200m, memory: 128Mi, minCpu: 200m }], job: { schedule: "0 * * * *", restartPolicy: Never } }`;
    const { workloads } = twoDays({
      spec: job,
      behavior: 'shop/api: { execution: { duration: 30m, cpu: 160m } }',
      timeline: [
        '{ at: +24h, patch: /gvc/shop/workload/api, with: { spec: { containers: [{ name: main, minCpu: 100m }] } } }',
      ],
    });
    const [api] = workloads;
    // Half of them use 160m of 200m, the other half 160m of 100m: 60m more than they reserve.
    expect(api?.cpu.ofReserve).toMatchObject({ mean: '1.2', p50: '0.8', p99: '1.6' });
    expect(api?.cpu).toMatchObject({ headroom: '-0.6', waste: { over: '2592.0' } });
  });

  it('wanted replicas are set against the greatest scale of the time', () => {
    const [api] = twoDays({
      spec: `{ type: standard, containers: [{ name: main, image: "api:1", cpu: 500m, memory: 512Mi, ${ports} }], defaultOptions: { autoscaling: { metric: cpu, target: 50, minScale: 1, maxScale: 2 } } }`,
      behavior: 'shop/api: { request: { cpu: 10ms, duration: 20ms } }',
      demand: '{ to: shop/api, rate: 90/s }',
      timeline: [
        '{ at: +47h, patch: /gvc/shop/workload/api, with: { spec: { defaultOptions: { autoscaling: { maxScale: 20 } } } } }',
      ],
    }).workloads;
    expect(api?.headrooms.find(({ of }) => of === 'replicas')).toMatchObject({ p99: '20.0', headroom: '0.0' });
  });

  it('what a volume stores, and what it is asked for, is set against what it had and gave at the time', () => {
    const data = `{ fileSystemType: ext4, performanceClass: high-throughput-ssd, initialCapacity: 200 }`;
    const db = `
  - { kind: workload, gvc: shop, name: db, spec: { type: stateful, containers: [{ name: main, image: "db:1", cpu: 100m, memory: 128Mi, minCpu: 100m, minMemory: 128Mi, volumes: [{ uri: "svc://volumeset/api", path: /data }] }], defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } } } }`;
    const [volume] = twoDays({
      kind: 'volumeset',
      assume: 'assumptions: { volume.iops.curve: throughOrigin }',
      spec: data,
      more: db,
      behavior: 'shop/api: { usage: { start: 180GB }, operations: 10/s }',
      timeline: [
        '{ at: +47h, post: /gvc/shop/volumeset/api/-command, with: { type: expandVolume, spec: { location: aws-us-east-1, volumeIndex: 0, newStorageCapacity: 400 } } }',
      ],
    }).volumes;
    const [before = 0, now = 0] = [200, 400].map(
      (gb) => classLimits('high-throughput-ssd', 'aws', gb * 1e6, 'throughOrigin')?.iops,
    );
    expect([before, volume?.iops, volume?.capacityGB]).toEqual([14, now, '400.0']);
    expect(volume?.headrooms).toMatchObject([
      { of: 'used', p99: '360.0', bound: '400.0', headroom: '0.1' },
      { of: 'iops', p99: decimalText((10 / before) * now), bound: String(now), headroom: decimalText(1 - 10 / before) },
    ]);
  });
});

describe('weighted percentiles', () => {
  const pieces = fc.array(
    fc.record({ value: fc.integer({ min: 0, max: 50 }), weight: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 40 },
  );
  const percents = fc.integer({ min: 1, max: 100 });
  /** By the definition: the least value up to which so much of the weight lies. */
  const plain = (some: readonly { value: number; weight: number }[], percent: number): number => {
    const total = some.reduce((sum, { weight }) => sum + weight, 0);
    const upTo = (most: number): number =>
      some.reduce((sum, { value, weight }) => sum + (value <= most ? weight : 0), 0);
    return Math.min(...some.map(({ value }) => value).filter((value) => upTo(value) * 100 >= total * percent));
  };

  it('of steps, of courses and of the library are one', () => {
    fc.assert(
      fc.property(pieces, percents, (some, percent) => {
        const expected = plain(some, percent);
        const values = some.map(({ value }) => value);
        const weights = some.map(({ weight }) => weight);
        expect(weightedPercentile(values, weights, percent)).toBe(expected);
        const course = new Ramps();
        const steps = new Occupancy();
        let at = 0;
        for (const { value, weight } of some) {
          course.add(value, value, weight * hour);
          steps.set(at, value);
          at += weight * hour;
        }
        steps.settle(at);
        expect(course.percentile(percent)).toBe(expected);
        expect(steps.percentile(percent)).toBe(expected);
        expect(weightedQuantile(values, weights, (percent / 100) * (1 - 1e-12))).toBe(expected);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it('are none without any weight', () => {
    expect(weightedPercentile([], [], 99)).toBeNull();
    expect(weightedPercentile([1, 2], [0, 0], 99)).toBeNull();
  });

  it('of use over several limits are those of each piece over its own', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            reserve: fc.constantFrom(100, 250, 500),
            used: fc.integer({ min: 0, max: 500 }),
            weight: fc.integer({ min: 1, max: 9 }),
          }),
          { minLength: 1, maxLength: 30 },
        ),
        (some) => {
          const use = new ReplicaUse();
          for (const { reserve, used, weight } of some) use.add({ reserve, ceiling: 1_000 }, used, used, weight);
          const weights = some.map(({ weight }) => weight);
          const p95 = weightedQuantile(
            some.map(({ reserve, used }) => used / reserve),
            weights,
            0.95 * (1 - 1e-12),
          );
          expect(use.shareOf(reserveIn)?.p95).toBeCloseTo(p95, 9);
          const ofCeiling = weightedQuantile(
            some.map(({ used }) => used / 1_000),
            weights,
            0.95 * (1 - 1e-12),
          );
          expect(use.shareOf(ceilingIn)?.p95).toBeCloseTo(ofCeiling, 9);
        },
      ),
      { numRuns: 200, seed: 12 },
    );
  });
});
