import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { ran } from '../ran.ts';

/**
 * Two replicas, one from 02:00 to 05:00 and none from 08:00 on for half an hour; a volume that is short of room from
 * 10:00 on.
 */
const promising = (expect: string): string => `svcsim: 1
name: promising
start: 2026-11-01T00:00:00Z
for: 12h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: stateful
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
behavior:
  shop/data: { usage: { points: [[0h, 3GB], [10h, 8GB], [12h, 9GB]] } }
timeline:
  - { at: +2h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } }
  - { at: +5h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } } } }
  - { at: +8h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { suspend: true } } } }
  - { at: +8h30m, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { suspend: false } } } }
  - at: +9h
    post: /gvc/shop/workload
    with: { name: late, spec: { type: standard, containers: [{ name: main, image: "l:1", cpu: 100m, memory: 128Mi }], defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } } } }
expect:
${expect}
`;

const objective = (line: string) => ran(promising(`  - ${line}`)).report.capacity.objectives[0];

describe('an objective', () => {
  it('that must always hold has no budget: all the time in which it fails is overdrawn', () => {
    expect(objective('{ metric: replicas.desired, of: shop/web, always: ">= 2" }')).toMatchObject({
      threshold: '>= 2',
      pass: false,
      window: { start: '2026-11-01T00:00:00.000Z', ms: 12 * hour, leftOutMs: 0 },
      breach: { ms: 3.5 * hour, count: 2, longestMs: 3 * hour, firstAt: '2026-11-01T02:00:00.000Z' },
      budget: { unit: 'ms', granted: '0', used: String(3.5 * hour), left: String(-3.5 * hour) },
    });
  });

  it.each([
    ['at least', '>= 2', '>= 75%', 3.5 * hour, 3 * hour],
    ['at most, of what is not wanted', '< 2', '<= 50%', 3.5 * hour, 6 * hour],
    ['all of it', '>= 1', '= 100%', 0.5 * hour, 0],
  ])('for a share of the time grants the rest of it: %s', (_, holds, share, used, granted) => {
    const line = `{ metric: replicas.desired, of: shop/web, is: "${holds}", share: "${share}" }`;
    expect(objective(line)?.budget).toEqual({
      unit: 'ms',
      granted: String(granted),
      used: String(used),
      left: String(granted - used),
    });
  });

  it('leaves out the time before anything that it is about was there, and says how long that was', () => {
    const { window, breach } = objective('{ metric: replicas.ready, of: shop/late, always: ">= 1" }') ?? {};
    expect(window).toEqual({
      start: '2026-11-01T09:00:00.000Z',
      end: '2026-11-01T12:00:00.000Z',
      ms: 3 * hour,
      leftOutMs: 9 * hour,
    });
    expect(breach?.ms).toBe(0);
  });

  it('of the room in volumes goes by every reading, although no entry of the journal names them', () => {
    const { breach, pass } = objective('{ metric: volumes.freePercentage, of: shop/data, always: ">= 20%" }') ?? {};
    // 8 GB of 10 at 10:00 is just enough.
    expect(pass).toBe(false);
    expect(breach).toMatchObject({ count: 1, firstAt: '2026-11-01T10:01:00.000Z' });
    expect(breach?.ms).toBe(2 * hour - minute);
  });

  it('of the GB in volumes goes by them, too: of all together', () => {
    const { breach } = objective('{ metric: volumes.usedGB, of: shop/data, always: "<= 15 GB" }') ?? {};
    // Two volumes of 3 GB and half a gigabyte an hour have 15 GB at 09:00.
    expect(breach).toEqual({
      ms: 3 * hour - minute,
      count: 1,
      longestMs: 3 * hour - minute,
      firstAt: '2026-11-01T09:01:00.000Z',
    });
  });

  it('is no expectation of money, or of how a run ends', () => {
    expect(objective('{ metric: bill.total, is: "<= 100 USD" }')).toBeUndefined();
    expect(objective('{ metric: replicas.ready, of: shop/web, is: "2" }')).toBeUndefined();
  });
});

describe('an objective of requests', () => {
  const asked = (rate: string): string =>
    promising('  - { metric: load.goodPercentage, of: shop/api, is: ">= 99.9%" }').replace(
      'behavior:',
      `  - kind: workload
    gvc: shop
    name: api
    spec:
      type: standard
      containers: [{ name: main, image: "api:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
demand:
  - { to: shop/api, rate: ${rate} }
behavior:
  shop/api: { request: { duration: 10ms, failure: 20% } }`,
    );

  it('counts those that came to nothing against what may', () => {
    const [one] = ran(asked('10/s')).report.capacity.objectives;
    // 432,000 requests; three tries each fail with 0.008.
    expect(one).toMatchObject({ breach: null, pass: false });
    expect(one?.budget).toMatchObject({ unit: 'requests', granted: '432.0' });
    expect(Number(one?.budget?.used)).toBeCloseTo(3_456, 3);
    expect(Number(one?.budget?.left)).toBeCloseTo(432 - 3_456, 3);
  });
});
