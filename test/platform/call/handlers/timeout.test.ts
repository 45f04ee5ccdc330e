import { describe, expect, it } from 'vitest';
import { kind } from '../../../../src/platform/handlers/eventKinds.ts';
import { called, container, patched, type World } from './calling.ts';

const slow = { request: { duration: '3s' } };
const five = { timeoutSeconds: 5 };
const two = { timeoutSeconds: 2 };
const oneAtATime: Pick<World, 'type' | 'autoscaling'> = {
  type: 'serverless',
  autoscaling: { minScale: 1, maxScale: 1, maxConcurrency: 1 },
};

describe('a call is given up after its timeout', () => {
  it('504, whatever the replica would still do', () => {
    const { ends } = called({ options: two, behavior: slow }, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 504, latencyMs: 2_000, tries: 1, rules: ['WL-19'] });
    const assumptions = { 'traffic.status.timeout': 558 };
    expect(called({ options: two, behavior: slow, assumptions }, [{ at: 0 }]).ends[0]?.status).toBe(558);
  });

  it('in the very last moment it is not', () => {
    const { ends } = called({ options: two, behavior: { request: { duration: '2s' } } }, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 200, latencyMs: 2_000 });
  });

  it('counted from when it was given to a replica, or from its arrival (timeout.from)', () => {
    const world = { ...oneAtATime, options: five, behavior: slow };
    const calls = [{ at: 0 }, { at: 0 }, { at: 0 }];
    const forward = called(world, calls).ends;
    expect(forward.map(({ status, latencyMs }) => [status, latencyMs])).toEqual([
      [200, 3_000],
      [200, 6_000],
      [200, 9_000],
    ]);
    const arrival = called({ ...world, assumptions: { 'timeout.from': 'arrival' } }, calls).ends;
    expect(arrival.map(({ status, latencyMs, tries }) => [status, latencyMs, tries])).toEqual([
      [200, 3_000, 1],
      [504, 5_000, 1],
      // The second was given up at the same instant, before it; and its own time is over, too.
      [504, 5_000, 1],
    ]);
  });

  it('each at its own instant, with one event in the agenda for all of them', () => {
    const calls = [{ at: 0 }, { at: 1 }, { at: 1 }, { at: 5_003 }];
    const { ends, run } = called({ ...oneAtATime, options: five, behavior: { request: { duration: '1h' } } }, calls);
    expect(ends.map(({ endsAt, status }) => [endsAt, status])).toEqual([
      [5_000, 504],
      [10_000, 504],
      [15_000, 504],
      [20_000, 504],
    ]);
    const arrival = { 'timeout.from': 'arrival' };
    const since = called({ ...oneAtATime, options: five, behavior: slow, assumptions: arrival }, calls);
    expect(since.ends.map(({ endsAt, status }) => [endsAt, status])).toEqual([
      [3_000, 200],
      [5_001, 504],
      [5_001, 504],
      [8_003, 200],
    ]);
    // One event for each call here, as each ends at its timeout.
    expect(run.sim.handledOf(kind['call.givenUp'])).toBe(4);
  });

  it('in the order in which they came among all that is due at that instant', () => {
    const timeline = [
      patched(1_500, { containers: [{ ...container, image: 'api:2' }], rolloutOptions: { minReadySeconds: 600 } }),
    ];
    // The rollout makes its last progress after 15.5 s: after the calls came, before the first is given up.
    const assumptions = { 'rollout.progressDeadline': '45500ms' };
    const world = { options: { timeoutSeconds: 60 }, behavior: { request: { duration: '1h' } }, timeline, assumptions };
    const { entries, run } = called(world, [{ at: 0 }, { at: 1_000 }]);
    const order = entries.flatMap(({ at, type, data }) =>
      type === 'call.ended' || type === 'rollout.stalled'
        ? `${at - run.scenario.start} ${data.caller ?? 'stalled'}`
        : [],
    );
    expect(order).toEqual(['60000 0', '61000 1', '61000 stalled']);
  });

  it('after a shorter timeout was set, each by that which held when it began', () => {
    const timeline = [patched(1_000, { defaultOptions: { timeoutSeconds: 2 } })];
    const world = { options: five, behavior: { request: { duration: '1h' } }, timeline };
    const { ends } = called(world, [{ at: 0 }, { at: 1_500 }, { at: 4_000 }]);
    expect(ends.map(({ endsAt, status }) => [endsAt, status])).toEqual([
      [5_000, 504],
      [3_500, 504],
      [6_000, 504],
    ]);
  });

  it('also while it is checked, from its arrival', () => {
    const world = {
      options: { timeoutSeconds: 1 },
      tags: { 'svc/externalAuthAddress': 'auth.example.com', 'svc/externalAuthTimeout': '10s' },
      behavior: { authorization: { latency: '5s' } },
    };
    const arrival = called({ ...world, assumptions: { 'timeout.from': 'arrival' } }, [{ at: 0 }]).ends[0];
    expect(arrival).toMatchObject({ status: 504, latencyMs: 1_000, tries: 0, replica: null });
    expect(called(world, [{ at: 0 }]).ends[0]).toMatchObject({ status: 200, latencyMs: 6_000 });
  });

  it('is not tried again', () => {
    const spec = { requestRetryPolicy: { attempts: 3, retryOn: ['5xx', 'gateway-error', '504'] } };
    const { ends } = called({ spec, options: two, behavior: slow }, [{ at: 0 }]);
    expect(ends[0]).toMatchObject({ status: 504, tries: 1 });
  });

  it('a tag raises it up to an hour, included (TAG-12)', () => {
    const hour = {
      tags: { 'svc/timeoutSecondsOverride': '3600' },
      behavior: { request: { duration: '1h' } },
      for: '2h',
    };
    expect(called(hour, [{ at: 0 }]).ends[0]).toMatchObject({ status: 200, latencyMs: 3_600_000 });
    const more = { ...hour, tags: { 'svc/timeoutSecondsOverride': '3601' } };
    expect(called(more, [{ at: 0 }]).ends[0]).toMatchObject({ status: 504, latencyMs: 600_000 });
    const tags = { 'svc/timeoutSecondsOverride': '900' };
    const world = { tags, behavior: { request: { duration: '15m' } }, for: '1h' };
    expect(called(world, [{ at: 0 }]).ends[0]).toMatchObject({ status: 200, latencyMs: 900_000 });
    expect(called({ ...world, tags: {} }, [{ at: 0 }]).ends[0]).toMatchObject({ status: 504, latencyMs: 600_000 });
  });
});

describe('TAG-12: a tag that says less than the field (`timeout.override`)', () => {
  const behavior = { request: { duration: '15m' } };
  const outcome = (seconds: string, assumptions: object): unknown => {
    const tags = { 'svc/timeoutSecondsOverride': seconds };
    const [end] = called({ tags, behavior, assumptions, for: '1h' }, [{ at: 0 }]).ends;
    return [end?.status, end?.latencyMs, end?.rules];
  };

  it('never lowers the timeout, unless it replaces the field', () => {
    expect(outcome('10', {})).toEqual([504, 600_000, ['WL-19', 'TAG-12']]);
    expect(outcome('600', {})).toEqual([504, 600_000, ['WL-19', 'TAG-12']]);
    expect(outcome('601', {})).toEqual([504, 601_000, ['TAG-12']]);
    expect(outcome('10', { 'timeout.override': 'replaces' })).toEqual([504, 10_000, ['TAG-12']]);
    expect(outcome('10', { 'timeout.override': 'fieldWins' })).toEqual([504, 600_000, ['WL-19', 'TAG-12']]);
    expect(outcome('601', { 'timeout.override': 'fieldWins' })).toEqual([504, 600_000, ['WL-19', 'TAG-12']]);
  });
});

describe('several tries', () => {
  // Each try takes 3 s and fails; 25 and 50 ms between them.
  const failing = {
    options: five,
    spec: { requestRetryPolicy: { attempts: 2, retryOn: ['5xx'] } },
    behavior: { request: { duration: '3s', failure: '100%' } },
  };

  it('share the timeout', () => {
    expect(called(failing, [{ at: 0 }]).ends[0]).toMatchObject({ status: 504, latencyMs: 5_000, tries: 2 });
  });

  it('have one each where that is assumed (timeout.scope)', () => {
    const world = { ...failing, assumptions: { 'timeout.scope': 'perTry' } };
    expect(called(world, [{ at: 0 }]).ends[0]).toMatchObject({ status: 503, latencyMs: 9_075, tries: 3 });
  });

  it('have one each: what passes between them does not count', () => {
    // A try of 1.99 s, then 25 ms of pause, which reach beyond 2 s.
    const world = {
      options: two,
      spec: failing.spec,
      behavior: { request: { duration: '1990ms', failure: '100%' } },
      assumptions: { 'timeout.scope': 'perTry' },
    };
    expect(called(world, [{ at: 0 }]).ends[0]).toMatchObject({ status: 503, latencyMs: 3 * 1_990 + 75, tries: 3 });
  });

  it('count from the arrival where that is assumed, all of them', () => {
    const assumptions = { 'timeout.scope': 'perTry', 'timeout.from': 'arrival' };
    expect(called({ ...failing, assumptions }, [{ at: 0 }]).ends[0]).toMatchObject({ status: 504, latencyMs: 5_000 });
  });
});
