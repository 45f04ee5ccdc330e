import { describe, expect, it } from 'vitest';
import { called, faulted, patched, type World } from './calling.ts';

const suspend = { defaultOptions: { suspend: true } };
const standing = (count: number): World => ({ autoscaling: { minScale: count, maxScale: count } });

describe('replicas that terminate', () => {
  // Grace of 90 s, of which preStop takes half; the process stops at once.
  const dying: World = {
    spec: { rolloutOptions: { terminationGracePeriodSeconds: 90 } },
    timeline: [
      {
        at: '+10s',
        post: '/gvc/shop/workload/api/-command',
        with: { type: 'stopReplica', spec: { location: 'aws-us-east-1' } },
      },
    ],
  };

  it('finish what they have begun', () => {
    expect(called(dying, [{ at: 9_500 }]).ends[0]).toMatchObject({ status: 200, endsAt: 10_500 });
  });

  it('get new calls where there is no other, unless assumed never (traffic.terminating)', () => {
    for (const [assumed, status] of [
      ['whenNoOther', 200],
      ['never', 503],
    ] as const) {
      const assumptions = { 'traffic.terminating': assumed };
      expect(called({ ...dying, assumptions }, [{ at: 11_000 }]).ends[0]).toMatchObject({ status });
    }
  });

  it('get none where another is ready', () => {
    const world = {
      ...dying,
      ...standing(2),
      timeline: [patched(10_000, { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } })],
    };
    const { ends } = called(world, [{ at: 9_000 }, { at: 9_100 }, { at: 10_100 }, { at: 10_200 }, { at: 10_300 }]);
    const [first, second, ...others] = ends.map(({ replica }) => replica);
    expect(first).not.toBe(second);
    expect(new Set(others).size).toBe(1);
  });

  it('get none where the workload is suspended', () => {
    const world = { ...dying, timeline: [patched(10_000, suspend)], assumptions: { 'traffic.status.off': 554 } };
    const { ends } = called(world, [{ at: 9_500 }, { at: 10_100 }]);
    expect(ends.map(({ status }) => status)).toEqual([200, 554]);
  });

  it('get none that have never run', () => {
    const world = {
      ...dying,
      timeline: [faulted(1_000, 'replicaKill'), patched(3_000, { containers: [{ name: 'main', image: 'api:2' }] })],
      spec: { rolloutOptions: { maxSurgeReplicas: 0, maxUnavailableReplicas: 1, terminationGracePeriodSeconds: 90 } },
    };
    const { ends, entries } = called(world, [{ at: 3_500 }]);
    expect(
      entries.some(({ type, at, data }) => type === 'replica.terminating' && data.why === 'older version' && at > 0),
    ).toBe(true);
    expect(ends[0]).toMatchObject({ status: 503, tries: 0 });
  });

  it('are gone when their grace is over, with what they were at', () => {
    const world = {
      ...dying,
      spec: { rolloutOptions: { terminationGracePeriodSeconds: 4 }, requestRetryPolicy: { attempts: 0 } },
    };
    const { ends, entries } = called({ ...world, behavior: { request: { duration: '1m' } } }, [{ at: 9_000 }]);
    const gone = entries.find(({ type }) => type === 'replica.gone');
    expect(ends[0]).toMatchObject({ status: 503, endsAt: (gone?.at ?? 0) - Date.UTC(2026, 10, 1) });
  });
});
