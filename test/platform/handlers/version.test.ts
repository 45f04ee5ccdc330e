import { describe, expect, it } from 'vitest';
import { ran, workload } from './ran.ts';

describe('VER-3: scaling makes no version', () => {
  it('nor does another metric, though the default of capacityAI follows it', () => {
    const scale = (metric: string) => ({ defaultOptions: { autoscaling: { metric, minScale: 1, maxScale: 1 } } });
    const { of } = ran({
      for: '1h',
      resources: [workload('web', 'standard', scale('disabled'))],
      timeline: [{ at: '+10m', patch: '/gvc/shop/workload/web', with: { spec: scale('cpu') } }],
    });
    expect(of('request.accepted').map(({ data }) => data['changes'])).toEqual([1]);
    expect(of('rollout.started')).toEqual([]);
  });
});
