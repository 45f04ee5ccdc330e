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
