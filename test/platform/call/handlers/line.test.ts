import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { called, faulted, patched, type World } from './calling.ts';

const oneAtATime = (count: number): World => ({
  type: 'serverless',
  autoscaling: { minScale: count, maxScale: count, maxConcurrency: 1 },
});
const sleeping = (more: object = {}): World => ({
  type: 'serverless',
  autoscaling: { metric: 'concurrency', target: 1, minScale: 0, maxScale: 1, maxConcurrency: 0, ...more },
});
const suspend = { defaultOptions: { suspend: true } };
const standing = (count: number): World => ({ autoscaling: { minScale: count, maxScale: count } });

describe('a line', () => {
  it('is served first come, first served, each as soon as there is room', () => {
    const { ends } = called(oneAtATime(2), [{ at: 0 }, { at: 100 }, { at: 200 }, { at: 300 }, { at: 1_050 }]);
    expect(ends.map(({ waitedMs }) => waitedMs)).toEqual([0, 0, 800, 800, 950]);
    expect(ends.map(({ endsAt }) => endsAt)).toEqual([1_000, 1_100, 2_000, 2_100, 3_000]);
    expect(ends.every(({ held, status, tries }) => !held && status === 200 && tries === 1)).toBe(true);
  });

  it('has no end, unless it is given a length (traffic.queue)', () => {
    const many = Array.from({ length: 40 }, () => ({ at: 0 }));
    const statusesOf = (assumptions: object): number[] =>
      called({ ...oneAtATime(1), assumptions }, many).ends.map(({ status }) => status);
    expect(statusesOf({})).not.toContain(503);
    expect(statusesOf({ 'traffic.queue': 3 }).filter((status) => status === 200)).toHaveLength(4);
    expect(statusesOf({ 'traffic.queue': 0 }).filter((status) => status === 200)).toHaveLength(1);
    expect(statusesOf({ 'traffic.queue': 0, 'traffic.status.queueFull': 529 }).slice(0, 2)).toEqual([200, 529]);
  });

  it('moves up at once where a caller gives up, and where a replica comes', () => {
    const world = { ...oneAtATime(1), options: { timeoutSeconds: 1 }, behavior: { request: { duration: '1500ms' } } };
    const { ends } = called(world, [{ at: 0 }, { at: 100 }]);
    expect(ends.map(({ endsAt, status }) => [endsAt, status])).toEqual([
      [1_000, 504],
      [2_000, 504],
    ]);
    const grown = {
      ...oneAtATime(1),
      timing: 'instant' as const,
      timeline: [patched(400, { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } })],
    };
    expect(called(grown, [{ at: 0 }, { at: 100 }]).ends[1]).toMatchObject({ waitedMs: 300, endsAt: 1_400 });
  });

  it('is told so when its workload is suspended', () => {
    const world = { ...oneAtATime(1), timeline: [patched(400, suspend)], assumptions: { 'traffic.status.off': 554 } };
    const { ends } = called(world, [{ at: 0 }, { at: 100 }]);
    expect(ends[1]).toMatchObject({ status: 554, endsAt: 400, waitedMs: 300, tries: 0 });
  });

  it('does not outlast its replicas: those in line hear what newcomers hear', () => {
    const timeline = [faulted(400, 'stuckReadiness'), faulted(500, 'replicaKill')];
    const { ends } = called({ ...oneAtATime(1), timeline, for: '10m' }, [{ at: 0 }, { at: 100 }, { at: 600 }]);
    // Serverless: held for a replica that is ready, up to a minute.
    expect(ends[2]).toMatchObject({ status: 503, held: true, endsAt: 60_600 });
    expect(ends[1]).toMatchObject({ status: 503, held: true });
  });
});

describe('nobody is ready', () => {
  it('standard and stateful: 503 at once', () => {
    for (const type of ['standard', 'stateful']) {
      const world = { type, timeline: [faulted(0, 'replicaKill')], assumptions: { 'traffic.status.noReplica': 557 } };
      expect(called(world, [{ at: 500 }]).ends[0]).toMatchObject({ status: 557, latencyMs: 0, held: false, tries: 0 });
    }
  });

  it('serverless: held until a replica is ready, the coldest of starts', () => {
    // Asleep since the second minute; 1 s to schedule, 8 s to pull, 5 s to start.
    const { ends } = called(sleeping({ scaleToZeroDelay: 60 }), [{ at: 300_500 }]);
    expect(ends[0]).toMatchObject({ status: 200, held: true, waitedMs: 14_000, latencyMs: 15_000, tries: 1 });
  });

  it('serverless: held for a minute, then 503 (coldStart.hold)', () => {
    const world = { ...sleeping(), behavior: { request: { duration: '1s' }, start: '2m' } };
    const [byDefault, longer] = [{}, { 'coldStart.hold': '200s', 'traffic.status.noReplica': 557 }].map(
      (assumptions) => called({ ...world, assumptions }, [{ at: 2_000_000 }]).ends[0],
    );
    expect(byDefault).toMatchObject({ status: 503, held: true, waitedMs: 60_000, tries: 0 });
    expect(byDefault?.assumptions).toContain('coldStart.hold');
    expect(longer).toMatchObject({ status: 200, held: true, waitedMs: 134_000 });
    const short = { ...world, assumptions: { 'coldStart.hold': '10s', 'traffic.status.noReplica': 557 } };
    expect(called(short, [{ at: 2_000_000 }]).ends[0]).toMatchObject({ status: 557, waitedMs: 10_000 });
  });

  it('the first of a crowd wakes it, and all are served when it is awake', () => {
    const crowd = [0, 1_000, 5_000].map((at) => ({ at: 2_000_000 + at }));
    const { ends, entries } = called(sleeping(), crowd);
    expect(ends.map(({ waitedMs }) => waitedMs)).toEqual([14_000, 13_000, 9_000]);
    const woken = entries.filter(({ type, data }) => type === 'deployment.scaled' && data.from === 0);
    expect(woken).toHaveLength(1);
  });

  it('it wakes at the next tick where that is assumed (serverless.wake)', () => {
    const world = { ...sleeping(), assumptions: { 'serverless.wake': 'nextTick' } };
    // Ticks lie on even seconds.
    expect(called(world, [{ at: 2_000_500 }]).ends[0]).toMatchObject({ status: 200, waitedMs: 15_500 });
  });

  it('asleep, but with a replica that still terminates: that one serves, and another is woken for those after', () => {
    // Asleep at 300 s; the old one is gone 46 s later, the new one ready 14 s after the call.
    const { ends, entries } = called(sleeping(), [{ at: 310_000 }, { at: 350_000 }]);
    const [asleep, woken] = entries.filter(({ type }) => type === 'deployment.scaled');
    expect([asleep?.data.to, woken?.data.to]).toEqual([0, 1]);
    expect((woken?.at ?? 0) - Date.UTC(2026, 10, 1)).toBe(310_000);
    expect(ends.map(({ status, held, waitedMs }) => [status, held, waitedMs])).toEqual([
      [200, false, 0],
      [200, false, 0],
    ]);
  });

  it('a suspended one is not woken by a call that is tried again', () => {
    const world = {
      ...sleeping({ minScale: 1 }),
      spec: { requestRetryPolicy: { attempts: 3, retryOn: ['5xx'] } },
      behavior: { request: { duration: '1s', failure: '100%' } },
      timeline: [patched(500, suspend)],
      assumptions: { 'traffic.status.off': 554 },
    };
    const { ends, entries } = called(world, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 554, tries: 1 });
    expect(entries.filter(({ type }) => type === 'deployment.scaled')).toEqual([]);
  });
});

describe('who gets a call', () => {
  it('round robin, by turns', () => {
    const { ends } = called(
      standing(3),
      [0, 10, 20, 30, 40, 50].map((at) => ({ at })),
    );
    const names = ends.map(({ replica }) => replica);
    expect(new Set(names).size).toBe(3);
    expect(names.slice(3)).toEqual(names.slice(0, 3));
  });

  it('least requests: the one with the fewest in flight', () => {
    const world = { ...standing(2), assumptions: { 'traffic.route.replica': 'leastRequests' } };
    const { ends } = called(world, [{ at: 0 }, { at: 10 }, { at: 1_005 }, { at: 1_006 }, { at: 1_020 }]);
    const [first, second, ...others] = ends.map(({ replica }) => replica);
    expect(second).not.toBe(first);
    // At 1,005 the first is done and the second is not; at 1,006 they are even; at 1,020 the first has two.
    expect(others).toEqual([first, first, second]);
  });

  it('the one of that index, of a stateful workload (NET-4)', () => {
    const world = { ...standing(3), type: 'stateful', spec: { loadBalancer: { replicaDirect: true } } };
    const { ends } = called(
      world,
      [2, 2, 0, 1, 7].map((ordinal) => ({ at: 0, ordinal })),
    );
    expect(ends.map(({ replica }) => replica)).toEqual(['api-2', 'api-2', 'api-0', 'api-1', null]);
    expect(ends[4]).toMatchObject({ status: 503, tries: 0 });
    expect(ends[4]?.assumptions).toContain('traffic.status.noReplica');
  });

  it('the one of that index is gone: 503, though others are ready', () => {
    const world = {
      ...standing(3),
      type: 'stateful',
      spec: { loadBalancer: { replicaDirect: true } },
      timeline: [faulted(0, 'replicaKill', { replicas: ['api-1'] })],
    };
    const { ends } = called(world, [{ at: 500, ordinal: 1 }, { at: 500, ordinal: 2 }, { at: 500 }]);
    expect(ends.map(({ status }) => status)).toEqual([503, 200, 200]);
  });

  it('those that are not ready too, from inside, with svc/publishNotReadyAddresses (TAG-2, NET-13)', () => {
    // Its application does not answer from the fifth second on; the connection is refused.
    const world = {
      tags: { 'svc/publishNotReadyAddresses': 'true' },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'api:1',
            cpu: '1',
            memory: '128Mi',
            ports: [{ number: 8080, protocol: 'http' }],
            readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 30 },
          },
        ],
      },
      behavior: { request: { duration: '1s' } },
      timeline: [faulted(0, 'replicaKill')],
    };
    // Gone at 0, runs again 14 s later, is ready at its first probe, 30 s after that.
    const { ends, entries } = called(world, [
      { at: 20_000 },
      { at: 20_000, by: '/org/acme/gvc/shop/workload/web' },
      { at: 60_000 },
    ]);
    expect(entries.find(({ type }) => type === 'replica.ready')?.at).toBeGreaterThan(Date.UTC(2026, 10, 1) + 20_000);
    expect(ends.map(({ status }) => status)).toEqual([503, 200, 200]);
    // While its containers do not run there is nobody to reach.
    expect(called(world, [{ at: 5_000, by: '/org/acme/gvc/shop/workload/web' }]).ends[0]).toMatchObject({
      status: 503,
      tries: 0,
    });
    const silent = { ...world, tags: {} };
    expect(called(silent, [{ at: 20_000, by: '/org/acme/gvc/shop/workload/web' }]).ends[0]).toMatchObject({
      status: 503,
      tries: 0,
    });
  });
});

describe('the replica of a call is chosen without a list of those that are ready', () => {
  const web = '/org/acme/gvc/shop/workload/web';

  it.each(['roundRobin', 'leastRequests'] as const)('law: as from the list (%s)', (how) => {
    const worlds = fc.record({
      replicas: fc.integer({ min: 1, max: 5 }),
      maxConcurrency: fc.integer({ min: 1, max: 3 }),
      calls: fc.array(fc.record({ at: fc.nat(4_000) }), { minLength: 1, maxLength: 40 }),
    });
    fc.assert(
      fc.property(worlds, ({ replicas, maxConcurrency, calls }) => {
        const world: World = {
          type: 'serverless',
          autoscaling: { minScale: replicas, maxScale: replicas, maxConcurrency },
          assumptions: { 'traffic.route.replica': how },
        };
        // The list is made where replicas may be called that are not ready; all are ready here.
        const listed = { ...world, tags: { 'svc/publishNotReadyAddresses': 'true' } };
        const byWeb = calls.map((call) => ({ ...call, by: web }));
        const served = (one: World) => called(one, byWeb).ends.map(({ replica, endsAt }) => ({ replica, endsAt }));
        expect(served(world)).toEqual(served(listed));
      }),
      { seed: 1, numRuns: 30 },
    );
  });
});
