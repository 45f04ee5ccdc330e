import { describe, expect, it } from 'vitest';
import { called, container, faulted, patched, type World } from './calling.ts';

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

/** Milliseconds after the start at which something is told. */
const told = ({ entries }: ReturnType<typeof called>, type: string): number[] =>
  entries.flatMap((entry) => (entry.type === type ? [entry.at - Date.UTC(2026, 10, 1)] : []));

const newer = (at: number): object => patched(at, { containers: [{ ...container, image: 'api:2' }] });
const noSurge = { maxSurgeReplicas: 0, maxUnavailableReplicas: 1, terminationGracePeriodSeconds: 90 };
/** Whoever takes the place of a replica comes far later. */
const lonely: World = {
  spec: { rolloutOptions: noSurge, requestRetryPolicy: { attempts: 0 } },
  behavior: { pull: '5m', request: { duration: '20ms' } },
};
const livenessProbe = { tcpSocket: { port: 8080 }, initialDelaySeconds: 0, periodSeconds: 1, failureThreshold: 1 };
const probed = { ...lonely.spec, containers: [{ ...container, livenessProbe }] };

describe('replicas that had exited when they were told to stop', () => {
  const crash = faulted(5_000, 'replicaCrash');
  const stop = {
    at: '+10s',
    post: '/gvc/shop/workload/api/-command',
    with: { type: 'stopReplica', spec: { location: 'aws-us-east-1' } },
  };
  const silence = faulted(4_500, 'stuckReadiness', { replicas: 1 }, { for: '1s' });

  it.each<[string, World]>([
    ['a new version', { timeline: [crash, newer(10_000)] }],
    ['a command', { timeline: [crash, stop] }],
    ['a command, stateful', { type: 'stateful', timeline: [crash, stop] }],
    ['a drain', { timeline: [crash, faulted(10_000, 'drain')] }],
    ['a new version, ended by their liveness probe', { spec: probed, timeline: [silence, newer(10_000)] }],
  ])('%s: get no calls, when they would have been back neither (traffic.terminating)', (_, world) => {
    const found = called({ ...lonely, ...world }, [{ at: 15_000 }, { at: 20_500 }, { at: 55_000 }, { at: 57_000 }]);
    const events = ['exited', 'terminating', 'restarted', 'gone'].map((what) => told(found, `replica.${what}`));
    expect(events).toEqual([[5_000], [10_000], [], [56_000]]);
    for (const end of found.ends) expect(end).toMatchObject({ status: 503, tries: 0, replica: null });
  });

  it.each([
    ['fullGrace', 56_000],
    ['atOnce', 10_000],
  ])('are gone after %s (termination.notRunning)', (assumed, goneAt) => {
    const assumptions = { 'termination.notRunning': assumed };
    const found = called({ ...lonely, assumptions, timeline: [crash, newer(10_000)] }, []);
    expect(told(found, 'replica.gone')).toEqual([goneAt]);
    const reasons = found.entries.flatMap(({ type, reason }) => (type === 'replica.gone' ? reason.assumptions : []));
    expect(reasons).toContain('termination.notRunning');
    // One that runs has its grace.
    expect(told(called({ ...lonely, assumptions, timeline: [newer(10_000)] }, []), 'replica.gone')).toEqual([56_000]);
  });

  it('but get some where they were back before', () => {
    const found = called({ ...lonely, timeline: [crash, newer(21_000)] }, [{ at: 22_000 }, { at: 68_000 }]);
    expect(told(found, 'replica.restarted')).toEqual([20_000]);
    expect(told(found, 'replica.gone')).toEqual([67_000]);
    expect(found.ends.map(({ status, tries }) => [status, tries])).toEqual([
      [200, 1],
      [503, 0],
    ]);
  });

  it('refuse calls while their application is not up yet', () => {
    const behavior = { ...lonely.behavior, readyAfter: '20s' };
    const found = called({ ...lonely, behavior, timeline: [crash, newer(25_000)] }, [{ at: 30_000 }, { at: 41_000 }]);
    expect(found.ends.map(({ status, tries }) => [status, tries])).toEqual([
      [503, 1],
      [200, 1],
    ]);
  });
});

describe('replicas that are not ready, for callers inside, with svc/publishNotReadyAddresses (TAG-2)', () => {
  const by = '/org/acme/gvc/shop/workload/web';
  const tags = { 'svc/publishNotReadyAddresses': 'true' };
  const readinessProbe = { tcpSocket: { port: 8080 }, initialDelaySeconds: 600 };
  const spec = { ...lonely.spec, containers: [{ ...container, readinessProbe }] };
  const later = { at: '+10s', behavior: { 'shop/api': { pull: '5m' } } };

  it('get calls while they terminate as well, if they run', () => {
    // Up after 1 s of scheduling, 2 s of pulling and 5 s of starting, and not ready for ten minutes.
    const world = { ...lonely, spec, tags, assumptions: { 'run.start': 'cold' } };
    const behavior = { ...lonely.behavior, pull: '2s' };
    const calls = [{ at: 9_000, by }, { at: 12_000, by }, { at: 12_000 }, { at: 58_000, by }];
    const statuses = (at: number): number[] =>
      called({ ...world, behavior, timeline: [later, newer(at)] }, calls).ends.map(({ status }) => status);
    expect(statuses(11_000)).toEqual([200, 200, 503, 503]);
    const crash = faulted(10_000, 'replicaCrash');
    const crashed = called({ ...world, behavior, timeline: [crash, later, newer(11_000)] }, calls);
    expect(crashed.ends.map(({ status }) => status)).toEqual([200, 503, 503, 503]);
  });
});
