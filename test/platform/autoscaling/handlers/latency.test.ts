import { describe, expect, it } from 'vitest';
import type { FactData } from '../../../../src/platform/facts.ts';
import { ended, scenarioOf } from '../../../laws/play.ts';
import { gvcOf } from '../../../laws/worlds.ts';

type Arrivals = 'fluid' | { readonly empirical: readonly number[] };

/**
 * Two replicas, of which a rollout held by `minReadySeconds` leaves one that answers in 100 ms and one in 400 ms; what
 * a metric with a target of 200 ms says a minute after that, in milliseconds, and to how many it scales.
 */
function scaled(arrivals: Arrivals, percentile: string): { readonly measured: number; readonly to: number } | null {
  const container = { name: 'main', image: 'api:1', memory: '256Mi', ports: [{ number: 8080, protocol: 'http' }] };
  const doc = {
    svcsim: 1 as const,
    start: '2026-11-02T00:00:00Z',
    for: '7m',
    seed: 1,
    timing: 'instant' as const,
    assumptions: {},
    resources: [
      gvcOf({ gvc: 'ash', locations: ['aws-us-east-1'] }),
      {
        kind: 'workload',
        gvc: 'ash',
        name: 'api',
        spec: {
          type: 'standard',
          containers: [{ ...container, cpu: '1000m' }],
          rolloutOptions: { maxSurgeReplicas: 0, maxUnavailableReplicas: 1, minReadySeconds: 1200 },
          defaultOptions: {
            autoscaling: { metric: 'latency', target: 200, metricPercentile: percentile, minScale: 2, maxScale: 10 },
          },
        },
      },
    ],
    behavior: { 'ash/api': { request: { cpu: '100ms' } } },
    demand: [{ to: 'ash/api', rate: '1/s', arrivals }],
    timeline: [
      { at: '+5m', patch: '/gvc/ash/workload/api', with: { spec: { containers: [{ name: 'main', cpu: '250m' }] } } },
    ],
  };
  const first = ended(scenarioOf(doc), false).journal.find(({ type }) => type === 'deployment.scaled');
  if (first === undefined) return null;
  const { measured, to } = first.data as FactData['deployment.scaled'];
  return { measured: (measured?.[0]?.valueMilli ?? 0) / 1_000, to };
}

describe('metric latency is the mean over ready replicas of the percentile of each (6.1)', () => {
  it.each(['p50', 'p99'])('of requests as amounts as of single ones: %s', (percentile) => {
    const single = scaled({ empirical: [1] }, percentile);
    const flowing = scaled('fluid', percentile);
    // Whatever the percentile, one takes 100 ms and one 400 ms.
    for (const one of [single, flowing]) {
      expect(one?.to).toBe(3);
      expect(Math.abs((one?.measured ?? 0) - (100 + 400) / 2)).toBeLessThan(0.06 * 250);
    }
  });
});
