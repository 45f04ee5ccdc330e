import { describe, expect, it } from 'vitest';
import { called, faulted, type World } from './calling.ts';

const two = { minScale: 2, maxScale: 2 };
const retrying = (retryOn: readonly string[], attempts = 2): object => ({ requestRetryPolicy: { attempts, retryOn } });
const failing = { request: { duration: '1s', failure: '100%' } };

describe('a try that fails', () => {
  it.each<[string, object, number, number]>([
    ['503 by default conditions, twice more', { requestRetryPolicy: {} }, 3, 3_075],
    ['so too without a policy of its own', {}, 3, 3_075],
    ['not with 0 attempts', retrying(['5xx'], 0), 1, 1_000],
    ['not on other conditions', retrying(['reset', 'connect-failure', '500']), 1, 1_000],
    ['by its status', retrying(['503'], 1), 2, 2_025],
    ['up to the cap of the wait', retrying(['5xx'], 6), 7, 7_000 + 25 + 50 + 100 + 200 + 250 + 250],
  ])('%s', (_, spec, tries, latencyMs) => {
    const { ends } = called({ spec, behavior: failing }, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 503, tries, latencyMs, waitedMs: 0 });
  });

  it('has the status that is assumed, which the conditions see', () => {
    const assumptions = { 'traffic.status.failed': 500 };
    const [code, listed] = [['retriable-status-codes'], ['500']].map(
      (retryOn) => called({ spec: retrying(retryOn), behavior: failing, assumptions }, [{ at: 0 }]).ends[0],
    );
    expect(code).toMatchObject({ status: 500, tries: 1 });
    expect(listed).toMatchObject({ status: 500, tries: 3 });
  });

  it('is followed by one that succeeds: the caller sees nothing of it but the time', () => {
    const timeline = [faulted(0, 'failingService', { service: 'requests', failure: '100%' }, { for: '500ms' })];
    const { ends } = called({ spec: retrying(['5xx']), timeline }, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 200, tries: 2, latencyMs: 2_025 });
  });
});

describe('the journal tells each try', () => {
  const timeline = [faulted(0, 'failingService', { service: 'requests', failure: '100%' }, { for: '500ms' })];

  const ended = (world: World, sent: Parameters<typeof called>[1]) =>
    called(world, sent).entries.flatMap(({ type, data }) => (type === 'call.ended' ? [data] : []));

  it('of a request that was tried again', () => {
    const [end] = ended({ spec: retrying(['5xx']), timeline }, [{ at: 0 }]);
    const at = { neededMs: 1_000, tookMs: 1_000, replica: end?.['replica'] };
    expect(end?.['each']).toEqual([
      { ...at, fromMs: 0, status: 503, pauseMs: 25 },
      { ...at, fromMs: 1_025, status: 200, pauseMs: 0 },
    ]);
  });

  it('of a request that shares its processor, with the time that it needs alone', () => {
    const behavior = { request: { cpu: '200ms', duration: '300ms' } };
    const [first, second] = ended({ behavior }, [{ at: 0 }, { at: 0 }]);
    expect([first?.['latencyMs'], second?.['latencyMs']]).toEqual([500, 500]);
    expect(first?.['each']).toEqual([
      { fromMs: 0, tookMs: 500, neededMs: 300, replica: first?.['replica'], status: 200, pauseMs: 0 },
    ]);
  });

  it('not of one that took no longer than it needs', () => {
    expect(ended({}, [{ at: 0 }])[0]).not.toHaveProperty('each');
  });
});

describe('another try', () => {
  it('goes to another replica, if there is one (retry.host)', () => {
    const world = { autoscaling: two, spec: retrying(['5xx'], 1), behavior: failing };
    const { ends } = called(world, [{ at: 0 }, { at: 10 }]);
    // By turns, the second call is at the other replica; tried again, each changes over.
    const names = ends.map(({ replica }) => replica);
    expect(new Set(names).size).toBe(2);
    const single = called({ ...world, autoscaling: {} }, [{ at: 0 }]).ends[0];
    expect(single).toMatchObject({ tries: 2 });
    expect(single?.replica).not.toBeNull();
  });

  it('goes to any where that is assumed', () => {
    const given = (assumptions: object): string[] => {
      const world = { autoscaling: two, spec: retrying(['5xx'], 1), behavior: failing, assumptions };
      // One call alone, then one that turns the round robin on, so that the next turn is that of the first replica.
      const { ends } = called(world, [{ at: 0 }, { at: 500 }]);
      return ends.map(({ replica }) => replica ?? '');
    };
    const [other, any] = [given({}), given({ 'retry.host': 'any' })];
    // 0: first to A, then B. 500: to B, then A; with any: 0 to A, 500 to B, then by turns A and B again.
    expect(other[0]).not.toBe(any[0]);
    expect(other[1]).not.toBe(any[1]);
  });

  it('waits in line like a newcomer', () => {
    const world: World = {
      type: 'serverless',
      autoscaling: { minScale: 1, maxScale: 1, maxConcurrency: 1 },
      spec: retrying(['5xx'], 1),
      timeline: [faulted(0, 'failingService', { service: 'requests', failure: '100%' }, { for: '1500ms' })],
    };
    const { ends } = called(world, [{ at: 0 }, { at: 100 }, { at: 200 }]);
    // The first fails at 1 s, the second, which began then, at 2 s; the third is done at 3 s. Then those two again, in
    // that order.
    expect(ends.map(({ endsAt, tries, waitedMs }) => [endsAt, tries, waitedMs])).toEqual([
      [4_000, 2, 3_000 - 1_025],
      [5_000, 2, 900 + (4_000 - 2_025)],
      [3_000, 1, 1_800],
    ]);
  });
});

describe('a replica that is killed under a call', () => {
  const killed = {
    timeline: [faulted(500, 'replicaKill', { replicas: 1 })],
    autoscaling: { minScale: 1, maxScale: 1 },
  };

  it('503 where nothing is tried again', () => {
    const { ends } = called({ ...killed, spec: retrying([], 2) }, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 503, endsAt: 500, tries: 1 });
    const assumptions = { 'traffic.status.replicaKilled': 559 };
    expect(called({ ...killed, assumptions }, [{ at: 0 }]).ends[0]).toMatchObject({ status: 559, endsAt: 500 });
  });

  it('is tried again elsewhere, by the default conditions', () => {
    const world = { ...killed, autoscaling: two, spec: { requestRetryPolicy: {} } };
    const { ends, entries } = called(world, [{ at: 0 }, { at: 10 }]);
    const lost = entries.find(({ type }) => type === 'replica.lost');
    const [struck] = ends.filter(({ tries }) => tries === 2);
    expect(struck).toMatchObject({ status: 200, latencyMs: struck === ends[0] ? 1_525 : 1_515 });
    expect(lost).toBeDefined();
    expect(new Set(ends.map(({ replica }) => replica)).size).toBe(1);
  });

  it('by `reset` too, and not by `connect-failure`', () => {
    const tried = (retryOn: readonly string[]): number =>
      called({ ...killed, autoscaling: two, spec: retrying(retryOn) }, [{ at: 0 }, { at: 0 }]).ends.filter(
        ({ tries }) => tries === 2,
      ).length;
    expect(tried(['reset'])).toBe(1);
    expect(tried(['connect-failure'])).toBe(0);
  });

  it('a crash of its container is the same to the call', () => {
    const world = { timeline: [faulted(500, 'replicaCrash')], spec: retrying([]) };
    expect(called(world, [{ at: 0 }]).ends[0]).toMatchObject({ status: 503, endsAt: 500 });
  });

  it('all calls at it are struck at that instant, each once', () => {
    const world = { ...killed, behavior: { request: { cpu: '400ms' } }, spec: retrying([]) };
    const { ends } = called(
      world,
      [0, 0, 0, 0].map((at) => ({ at })),
    );
    // Four share the processor: none is done after 500 ms.
    expect(ends.map(({ status, endsAt }) => [status, endsAt])).toEqual([0, 0, 0, 0].map(() => [503, 500]));
  });
});

describe('a connection that is refused', () => {
  // Without a probe it counts as ready as soon as it runs, though its application is not up for another 10 s.
  const late: World = {
    behavior: { request: { duration: '1s' }, readyAfter: '10s' },
    timeline: [faulted(0, 'replicaKill')],
  };

  it('503 at once; tried again on `connect-failure`', () => {
    const tried = (retryOn: readonly string[]): object | undefined =>
      called({ ...late, spec: retrying(retryOn) }, [{ at: 16_000 }]).ends[0];
    expect(tried(['connect-failure'])).toMatchObject({ status: 503, tries: 3, latencyMs: 75 });
    expect(tried(['reset'])).toMatchObject({ status: 503, tries: 1, latencyMs: 0 });
  });

  it('an application that is up again answers', () => {
    expect(called(late, [{ at: 24_000 }]).ends[0]).toMatchObject({ status: 200 });
  });
});
