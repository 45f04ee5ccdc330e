import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { ran, replicas, workload } from './ran.ts';

const newImage = {
  at: '+1m',
  patch: '/gvc/shop/workload/web',
  with: { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
};

describe('ROLL-1: a rollout follows rolloutOptions', () => {
  it.each([
    ['one more at a time, none missing', { maxSurgeReplicas: 1, maxUnavailableReplicas: 0 }, 4 * 14, 4],
    ['none more, all missing at once', { maxSurgeReplicas: 0, maxUnavailableReplicas: '100%' }, 14, 0],
    ['twice as many at once', { maxSurgeReplicas: '100%', maxUnavailableReplicas: 0 }, 14, 4],
    ['none given: a quarter more, a quarter missing', {}, 2 * 14, 3],
  ])('%s', (_, rolloutOptions, seconds, lowestReady) => {
    const { of } = ran({
      for: '10m',
      resources: [workload('web', 'standard', { ...replicas(4), rolloutOptions })],
      timeline: [newImage],
    });
    expect(of('rollout.completed')[0]?.data).toMatchObject({ tookMs: seconds * second, lowestReady });
  });
});

describe('`rollout.progressDeadline`: a rollout that gets stuck', () => {
  const containers = [
    { name: 'main', image: 'web:1', readinessProbe: { tcpSocket: { port: 80 }, initialDelaySeconds: 0 } },
  ];
  const stalls = (never: string): unknown => {
    const { of, run } = ran({
      for: '20m',
      resources: [
        workload('web', 'standard', {
          containers,
          ...replicas(2),
          rolloutOptions: { maxSurgeReplicas: 1, maxUnavailableReplicas: 0 },
        }),
      ],
      behavior: { 'shop/web': { readyAfter: '0s' } },
      timeline: [{ at: never, behavior: { 'shop/web': { readyAfter: '30d' } } }, newImage],
      assumptions: { 'rollout.progressDeadline': '90s' },
    });
    return of('rollout.stalled').map(({ at, data }) => [
      (at - run.scenario.start) / second,
      (Number(data['sinceAt']) - run.scenario.start) / second,
    ]);
  };

  it('is said once, at the end of the deadline', () => {
    expect(stalls('+1s')).toEqual([[60 + 90, 60]]);
  });

  it('says which replicas it waits for, and what they lack (ROLL-3)', () => {
    const stalled = (behavior: object, more: object, fault: object[] = []) => {
      const { of } = ran({
        for: '20m',
        resources: [workload('web', 'standard', { ...replicas(1), ...more })],
        behavior: { 'shop/web': behavior },
        timeline: [...fault, newImage],
        assumptions: { 'rollout.progressDeadline': '90s' },
      });
      const [first] = of('rollout.stalled');
      const waitsFor = first?.data['waitsFor'] as readonly { replica: string; lacks: string }[] | undefined;
      return { lacks: waitsFor?.map(({ lacks }) => lacks), rules: first?.reason.rules, waitsFor };
    };
    const probed = stalled({ readyAfter: '30d' }, { containers });
    expect(probed).toMatchObject({ lacks: ['readinessProbe'], rules: ['ROLL-3'] });
    expect(probed.waitsFor?.[0]?.replica).toMatch(/^web-/);
    expect(stalled({}, { rolloutOptions: { minReadySeconds: 600 } }).lacks).toEqual(['minReadySeconds']);
    expect(stalled({ start: '10m' }, {}).lacks).toEqual(['start']);
    expect(stalled({ crash: { every: '5s' } }, { rolloutOptions: { minReadySeconds: 30 } }).lacks).toEqual(['restart']);
    const noImage = { at: '+30s', fault: { pullFailure: { of: 'shop/web' } }, for: '10m' };
    expect(stalled({}, {}, [noImage]).lacks).toEqual(['image']);
  });

  it('counts from its last progress', () => {
    // The first new replica is ready 14 s after the write; the second then starts and never is.
    expect(stalls('+80s')).toEqual([[74 + 90, 74]]);
  });
});
