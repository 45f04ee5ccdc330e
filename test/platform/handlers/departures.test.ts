import { describe, expect, it } from 'vitest';
import { ran, replicas, workload } from './ran.ts';

describe('replicas of an older version that leave together', () => {
  it('each follow from a replica that became available, not from one that leaves with them', () => {
    const { entries, of } = ran({
      for: '20m',
      resources: [
        workload('web', 'standard', {
          ...replicas(10),
          rolloutOptions: { minReadySeconds: 5, maxSurgeReplicas: '50%', maxUnavailableReplicas: '20%' },
        }),
      ],
      timeline: [
        {
          at: '+5m',
          patch: '/gvc/shop/workload/web',
          with: { spec: { containers: [{ name: 'main', image: 'web:2', cpu: '100m', memory: '128Mi' }] } },
        },
      ],
    });
    const causes = of('replica.terminating').map(({ cause }) => entries.find(({ seq }) => seq === cause)?.type);
    expect(causes).toHaveLength(10);
    expect(new Set(causes)).toEqual(new Set(['rollout.started', 'replica.available']));
  });
});
