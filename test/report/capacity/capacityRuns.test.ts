import { describe, expect, it } from 'vitest';
import { ran } from '../ran.ts';

interface Shape {
  readonly rollout?: string;
  readonly probe?: string;
  readonly type?: 'standard' | 'stateful';
  readonly replicas?: number;
  readonly behavior?: string;
}

/**
 * One release after an hour of two; every step of a start takes its usual time: 1 s to be placed, 8 s for the image, 5
 * s to start.
 */
const released = ({
  rollout = '',
  probe = '',
  type = 'standard',
  replicas = 4,
  behavior = '',
}: Shape): string => `svcsim: 1
name: released
start: 2026-11-01T00:00:00Z
for: 2h
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: ${type}
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi${probe} }]
      rolloutOptions: { ${rollout} }
      defaultOptions: { autoscaling: { metric: disabled, minScale: ${replicas}, maxScale: ${replicas} } }
${behavior}timeline:
  - { at: +1h, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "web:2" }] } } }
`;

const rolloutOf = (shape: Shape) => ran(released(shape)).report.capacity.rollouts[0];
const allAtOnce = 'maxSurgeReplicas: 100%, maxUnavailableReplicas: 0';

describe('what a rollout waits for', () => {
  it.each([
    ['image', {}, { placement: 1_000, image: 13_000 }],
    [
      'minReadySeconds',
      { rollout: 'minReadySeconds: 60' },
      { placement: 1_000, image: 13_000, minReadySeconds: 60_000 },
    ],
    [
      'readiness',
      {
        probe:
          ', ports: [{ number: 8080, protocol: http }], readinessProbe: { httpGet: { path: /, port: 8080 }, initialDelaySeconds: 30, periodSeconds: 10 }',
      },
      { placement: 1_000, image: 13_000, readiness: 30_000 },
    ],
  ] as const)('is its %s, where all new replicas may begin at once', (limitingFactor, shape, waits) => {
    const rollout = 'rollout' in shape ? `${allAtOnce}, ${shape.rollout}` : allAtOnce;
    const one = rolloutOf({ ...shape, rollout });
    expect(one).toMatchObject({ limitingFactor, heldBackMs: 0, waits });
    expect(Object.values(one?.waits ?? {}).reduce((sum, ms) => sum + ms, 0)).toBe(one?.longestMs);
  });

  it('is its bounds, where they hold replicas back for more than half of the time', () => {
    const one = rolloutOf({ rollout: 'maxSurgeReplicas: 1, maxUnavailableReplicas: 0' });
    // Three times somebody waits for the one before, the fourth is the last.
    expect(one).toMatchObject({
      limitingFactor: 'maxSurge, maxUnavailable',
      heldBackMs: 3 * 14_000,
      longestMs: 4 * 14_000,
    });
  });

  it('of a stateful workload is that its replicas come one at a time', () => {
    expect(rolloutOf({ type: 'stateful' })?.limitingFactor).toBe('one at a time');
    // A single one is held back by nobody once the old one is gone.
    expect(rolloutOf({ type: 'stateful', replicas: 1 })).toMatchObject({
      waits: { termination: 46_000, placement: 1_000, image: 13_000 },
      limitingFactor: 'one at a time',
    });
  });

  it('costs what its surplus replicas are of all', () => {
    const { rollouts, workloads } = ran(released({ rollout: allAtOnce })).report.capacity;
    const [one] = rollouts;
    const cost = Number(workloads[0]?.cost);
    const hours = Number(workloads[0]?.replicas?.mean) * 2;
    expect(Number(one?.surgeReplicaHours)).toBeGreaterThan(0);
    expect(Number(one?.surgeCost)).toBeCloseTo((cost * Number(one?.surgeReplicaHours)) / hours, 6);
  });
});

describe('how long more replicas take', () => {
  const scaled = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 6, maxScale: 6 } } } } }
  - { at: +20m, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } } } }
  - { at: +30m, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 9, maxScale: 9 } } } } }
  - { at: +30m5s, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } } } }
`;

  it('is from the decision to as many being ready; one that is taken back has its end there', () => {
    const [web] = ran(released({}).replace(/timeline:[\s\S]*$/, scaled)).report.capacity.workloads;
    expect(web?.scaleOuts).toEqual({
      count: 2,
      meanMs: '9500.0',
      longestMs: 14_000,
      longestAt: '2026-11-01T00:10:00.000Z',
    });
    expect(web?.coldStarts.count).toBe(0);
  });

  it('from none is a cold start, until the first is ready', () => {
    const woken = `svcsim: 1
name: woken
start: 2026-11-01T00:00:00Z
for: 2h
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: fn
    spec:
      type: serverless
      containers: [{ name: main, image: "fn:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: concurrency, target: 10, minScale: 0, maxScale: 4, scaleToZeroDelay: 300 } }
behavior:
  shop/fn: { request: { duration: 200ms } }
demand:
  - { to: shop/fn, rate: { steps: [[0h, 0/s], [1h, 2/s], [65m, 0/s], [90m, 2/s], [91m, 0/s]] } }
`;
    const [fn] = ran(woken).report.capacity.workloads;
    expect(fn?.coldStarts).toMatchObject({ count: 2, meanMs: '14000.0', longestMs: 14_000 });
  });
});
