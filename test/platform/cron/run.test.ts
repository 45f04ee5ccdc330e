import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Instant, second } from '../../../src/engine/time.ts';
import { holdsReplica, isRunning, planRunAfterExit, planRunAfterLoss } from '../../../src/platform/cron/brokenRun.ts';
import { attemptsBy, cutRun, type ExecutionRun } from '../../../src/platform/cron/run.ts';
import {
  planRun,
  proceed,
  type RunAssumptions,
  type RunDraws,
  type RunSettings,
  withDeadline,
} from '../../../src/platform/cron/runPlan.ts';
import { because } from '../../../src/rules/reason.ts';
import { assumed } from './assumed.ts';

/** Default durations; run times in seconds and failures, attempt by attempt; the last repeats. */
function draws(runTimes: readonly number[], failures: readonly boolean[] = [false]): RunDraws {
  let [times, fails] = [0, 0];
  const next = <T>(values: readonly T[], index: number) => values[Math.min(index, values.length - 1)] as T;
  return {
    schedule: () => second,
    pull: () => 8 * second,
    start: () => 5 * second,
    runTime: () => next(runTimes, times++) * second,
    fails: () => next(failures, fails++),
  };
}

/** Settings of an execution with the assumptions of its run. */
type Given = RunSettings & { readonly assumptions: RunAssumptions };

const lifeOf = (given: Given, drawn: RunDraws): ExecutionRun => planRun(given, drawn, given.assumptions);
const afterLoss = (run: ExecutionRun, at: Instant, given: Given, drawn: RunDraws): ExecutionRun =>
  planRunAfterLoss({ run, at, settings: given }, drawn, given.assumptions);
const afterExit = (run: ExecutionRun, at: Instant, given: Given, drawn: RunDraws): ExecutionRun =>
  planRunAfterExit({ run, at, settings: given }, drawn, given.assumptions);

function settings(parts: Partial<Given> = {}): Given {
  return {
    startTime: 0,
    restartPolicy: 'Never',
    activeDeadline: null,
    isImageMalformed: false,
    assumptions: assumed,
    ...parts,
  };
}

const onFailure = settings({ restartPolicy: 'OnFailure' });
const oneRetry = settings({ assumptions: { ...assumed, 'cron.never.retries': 1 } });
const replaced = because(['CRON-4']);

describe('the life of an execution', () => {
  it.each<[string, Given, RunDraws, string, number | null]>([
    ['succeeds', settings(), draws([60]), 'Success', 74],
    ['starts later', settings({ startTime: 3600 * second }), draws([60]), 'Success', 3674],
    ['fails', settings(), draws([60], [true]), 'Failure', 74],
    ['OnFailure, fails once', onFailure, draws([60], [true, false]), 'Success', 149],
    ['OnFailure, always fails: six attempts', onFailure, draws([1], [true]), 'Failure', 14 + 6 + 5 * 5 + 310],
    ['OnFailure, long runs forget the failures before', onFailure, draws([600], [true]), 'Failure', 14 + 3600 + 5 * 15],
    ['Never, one retry', oneRetry, draws([60], [true, false]), 'Success', 158],
    ['Never, one retry in vain', oneRetry, draws([60], [true]), 'Failure', 158],
    ['containers that never exit', settings(), draws([Number.POSITIVE_INFINITY]), 'Active', null],
    [
      'containers that never exit, with a deadline',
      settings({ activeDeadline: 90 * second }),
      draws([Number.POSITIVE_INFINITY]),
      'Removed',
      90,
    ],
    ['a deadline just in time', settings({ activeDeadline: 74 * second }), draws([60]), 'Success', 74],
    ['a deadline just too short', settings({ activeDeadline: 74 * second - 1 }), draws([60]), 'Removed', 73.999],
    [
      'a deadline at the end, where that is too late',
      settings({ activeDeadline: 74 * second, assumptions: { ...assumed, 'cron.deadline.tie': 'removed' } }),
      draws([60]),
      'Removed',
      74,
    ],
    [
      'a deadline from the start of the containers',
      settings({ activeDeadline: 60 * second, assumptions: { ...assumed, 'cron.deadline.from': 'containerStart' } }),
      draws([61]),
      'Removed',
      74,
    ],
    ['a deadline while the image is pulled', settings({ activeDeadline: 5 * second }), draws([60]), 'Removed', 5],
    ['a malformed image', settings({ isImageMalformed: true }), draws([60]), 'Invalid', 0],
    [
      'a malformed image, taken as a failure',
      settings({ isImageMalformed: true, assumptions: { ...assumed, 'cron.invalid': 'asFailure' } }),
      draws([60]),
      'Failure',
      0,
    ],
  ])('%s', (_, given, drawn, status, seconds) => {
    const run = lifeOf(given, drawn);
    expect([run.status, run.finishedAt]).toEqual([status, seconds === null ? null : seconds * second]);
  });

  it('knows every attempt: restarts in place share a replica, retries have their own', () => {
    const inPlace = lifeOf(onFailure, draws([60], [true, false])).attempts;
    expect(inPlace).toMatchObject([
      { replica: 0, createdAt: 0, placedAt: 1000, startedAt: 14_000, endedAt: 74_000, exitCode: 1, reason: null },
      { replica: 0, createdAt: 0, placedAt: 1000, startedAt: 89_000, endedAt: 149_000, exitCode: 0 },
    ]);
    const retried = lifeOf(oneRetry, draws([60], [true, false])).attempts;
    expect(retried[1]).toMatchObject({
      replica: 1,
      createdAt: 84_000,
      placedAt: 85_000,
      startedAt: 98_000,
      endedAt: 158_000,
      exitCode: 0,
    });
  });

  it('goes on from attempts that have ended, and leaves their list as it is', () => {
    const before = Object.freeze(lifeOf(onFailure, draws([60], [true, false])).attempts.slice(0, 1));
    const from = {
      replica: 0,
      createdAt: 0,
      placedAt: second,
      startedAt: 100 * second,
      restarts: 1,
      crashes: 1,
      reason: null,
    };
    const life = proceed({ settings: onFailure, before, from }, draws([60]), assumed);
    expect(life.attempts.map(({ endedAt }) => endedAt)).toEqual([74 * second, 160 * second]);
  });

  it('CRON-10: one without an attempt is removed at its deadline, too', () => {
    const given = settings({ activeDeadline: 10 * second });
    const run: ExecutionRun = { ...lifeOf(settings(), draws([Number.POSITIVE_INFINITY])), attempts: [] };
    expect(withDeadline(run, given, assumed)).toMatchObject({ status: 'Removed', finishedAt: 10 * second });
    const fromStart = { ...assumed, 'cron.deadline.from': 'containerStart' } as const;
    expect(withDeadline(run, given, fromStart)).toBe(run);
  });

  it('cites the tie only where it occurs', () => {
    const tied = lifeOf(settings({ activeDeadline: 74 * second }), draws([60]));
    const early = lifeOf(settings({ activeDeadline: 75 * second }), draws([60]));
    expect([tied.reason.assumptions, early.reason.assumptions]).toEqual([
      ['cron.deadline.from', 'cron.deadline.tie'],
      [],
    ]);
  });
});

describe('CRON-12: an execution cut short', () => {
  const run = lifeOf(onFailure, draws([60], [true, false]));
  it.each([
    ['before it is placed', 0.5, [{ placedAt: null, startedAt: null, endedAt: null, exitCode: null }]],
    ['while it runs', 40, [{ placedAt: 1000, startedAt: 14_000, endedAt: null, exitCode: null }]],
    ['at the instant an attempt ends', 74, [{ endedAt: 74_000, exitCode: 1 }]],
    ['while it waits to restart', 80, [{ endedAt: 74_000, exitCode: 1 }]],
    ['in its second attempt', 100, [{ exitCode: 1 }, { startedAt: 89_000, endedAt: null, exitCode: null }]],
  ])('%s keeps what was reached', (_, seconds, expected) => {
    const cut = cutRun(run, seconds * second, replaced);
    expect(cut).toMatchObject({ finishedAt: seconds * second, status: 'Removed', reason: replaced });
    const reached = attemptsBy(cut, seconds * second);
    expect(reached).toHaveLength(expected.length);
    expect(reached).toMatchObject(expected);
  });

  it('stays as it is where it has ended by then', () => {
    expect(cutRun(run, 149 * second, replaced)).toBe(run);
  });

  it('drops a retry that was not yet created', () => {
    const retried = lifeOf(oneRetry, draws([60], [true, false]));
    expect(attemptsBy(retried, 84 * second - 1)).toHaveLength(1);
    expect(attemptsBy(retried, 84 * second)).toHaveLength(2);
  });
});

describe('CRON-8: an execution whose replica is lost', () => {
  it('fails under Never', () => {
    const lost = afterLoss(lifeOf(settings(), draws([60])), 40 * second, settings(), draws([60]));
    expect(lost).toMatchObject({ status: 'Failure', finishedAt: 40_000 });
    expect(lost.attempts).toMatchObject([{ startedAt: 14_000, endedAt: 40_000, exitCode: null }]);
  });

  it('gets a new replica under OnFailure, 10 s later', () => {
    const lost = afterLoss(lifeOf(onFailure, draws([60])), 40 * second, onFailure, draws([60]));
    expect(lost).toMatchObject({ status: 'Success', finishedAt: (40 + 10 + 14 + 60) * second });
    expect(lost.attempts).toMatchObject([{ replica: 0 }, { replica: 1, createdAt: 50_000, placedAt: 51_000 }]);
  });

  it('keeps the deadline of the whole execution', () => {
    const limited = { ...onFailure, activeDeadline: 100 * second };
    const lost = afterLoss(lifeOf(limited, draws([60])), 40 * second, limited, draws([60]));
    expect(lost).toMatchObject({ status: 'Removed', finishedAt: 100_000 });
  });

  it('goes on counting the failures from before the loss', () => {
    const before = lifeOf(onFailure, draws([60], [true, false]));
    const lost = afterLoss(before, 100 * second, onFailure, draws([1], [true]));
    expect(lost.status).toBe('Failure');
    expect(lost.attempts).toHaveLength(6);
  });

  it('counts restarts and losses together up to the limit', () => {
    let run = lifeOf(onFailure, draws([1], [true]));
    for (let loss = 1; loss <= 5; loss += 1) {
      const at = (run.attempts.at(-1)?.createdAt ?? 0) + 2 * second;
      run = afterLoss(cutRun(run, at, replaced), at, onFailure, draws([60]));
      expect(run.status).toBe('Success');
    }
    const at = (run.attempts.at(-1)?.createdAt ?? 0) + 2 * second;
    expect(afterLoss(run, at, onFailure, draws([60])).status).toBe('Failure');
  });
});

describe('CRON-8: an execution whose container exits before its time', () => {
  it('fails under Never', () => {
    const exited = afterExit(lifeOf(settings(), draws([60])), 40 * second, settings(), draws([60]));
    expect(exited).toMatchObject({ status: 'Failure', finishedAt: 40_000 });
    expect(exited.attempts).toMatchObject([{ startedAt: 14_000, endedAt: 40_000, exitCode: 1 }]);
  });

  it('gets a new replica where Never retries, 10 s later', () => {
    const exited = afterExit(lifeOf(oneRetry, draws([60])), 40 * second, oneRetry, draws([60]));
    expect(exited).toMatchObject({ status: 'Success', finishedAt: (40 + 10 + 14 + 60) * second });
    expect(exited.attempts).toMatchObject([{ replica: 0 }, { replica: 1, createdAt: 50_000 }]);
  });

  it('starts again in its place under OnFailure, 10 s later', () => {
    const exited = afterExit(lifeOf(onFailure, draws([60])), 40 * second, onFailure, draws([60]));
    expect(exited).toMatchObject({ status: 'Success', finishedAt: (40 + 10 + 5 + 60) * second });
    expect(exited.attempts).toMatchObject([{ replica: 0 }, { replica: 0, startedAt: 55_000 }]);
  });

  it('waits longer each time, the exits before counted', () => {
    const before = lifeOf(onFailure, draws([60], [true, false]));
    const exited = afterExit(before, 100 * second, onFailure, draws([60]));
    expect(exited.attempts.map(({ startedAt }) => (startedAt ?? 0) / second)).toEqual([14, 89, 100 + 20 + 5]);
  });
});

describe('what of an execution is there to be struck', () => {
  const never = lifeOf(oneRetry, draws([60], [true, false]));
  const again = lifeOf(onFailure, draws([60], [true, false]));

  it.each([
    ['it is being started', never, 5, true, false],
    ['its containers run', never, 20, true, true],
    ['its replica has failed, and the next one is not made yet', never, 80, false, false],
    ['the next one is made', never, 84, true, false],
    ['it has ended', never, 158, false, false],
    ['it waits to be started again in place', again, 80, true, false],
  ])('%s', (_, run, at, holds, runs) => {
    expect([holdsReplica(run, at * second), isRunning(run, at * second)]).toEqual([holds, runs]);
  });

  it('a replica that is lost while it waits to be started again has failed twice', () => {
    const lost = afterLoss(again, 80 * second, onFailure, draws([1], [true]));
    expect(lost.attempts.slice(0, 3)).toMatchObject([
      { replica: 0, endedAt: 74_000 },
      { replica: 0, startedAt: null, endedAt: 80_000 },
      { replica: 1, createdAt: 90_000 },
    ]);
    expect(lost).toMatchObject({ status: 'Failure' });
    expect(lost.attempts).toHaveLength(6);
  });
});

describe('laws of every life', () => {
  const lives = fc
    .record({
      restartPolicy: fc.constantFrom('Never', 'OnFailure'),
      retries: fc.nat(3),
      deadline: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: null }),
      runTimes: fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 8 }),
      failures: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
    })
    .map(({ restartPolicy, retries, deadline, runTimes, failures }) => ({
      given: settings({
        restartPolicy: restartPolicy as Given['restartPolicy'],
        activeDeadline: deadline === null ? null : deadline * second,
        assumptions: { ...assumed, 'cron.never.retries': retries },
      }),
      make: () => draws(runTimes, failures),
    }));

  it('instants never go back, and the last is the end', () => {
    fc.assert(
      fc.property(lives, ({ given, make }) => {
        const run = lifeOf(given, make());
        const instants = attemptsBy(run, run.finishedAt ?? Number.POSITIVE_INFINITY)
          .flatMap(({ placedAt, startedAt, endedAt }, index) =>
            run.attempts[index - 1]?.placedAt === placedAt ? [startedAt, endedAt] : [placedAt, startedAt, endedAt],
          )
          .filter((instant) => instant !== null);
        expect([...instants, run.finishedAt ?? Number.NaN]).toEqual(
          [...instants, run.finishedAt ?? Number.NaN].sort((a, b) => a - b),
        );
        if (run.status !== 'Removed') expect(run.attempts.at(-1)?.endedAt).toBe(run.finishedAt);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('a deadline changes nothing before it', () => {
    fc.assert(
      fc.property(lives, ({ given, make }) => {
        const [limited, free] = [lifeOf(given, make()), lifeOf({ ...given, activeDeadline: null }, make())];
        const end = limited.finishedAt ?? Number.NaN;
        expect(limited.attempts).toEqual(free.attempts);
        if (given.activeDeadline !== null) expect(end).toBeLessThanOrEqual(given.activeDeadline);
        if (limited.status === 'Removed') expect(free.finishedAt).toBeGreaterThan(end);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('tries at most as often as the policy says', () => {
    fc.assert(
      fc.property(lives, ({ given, make }) => {
        const { attempts } = lifeOf(given, make());
        const most = given.restartPolicy === 'OnFailure' ? 6 : given.assumptions['cron.never.retries'] + 1;
        expect(attempts.length).toBeLessThanOrEqual(most);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
