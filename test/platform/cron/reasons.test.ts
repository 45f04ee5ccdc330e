import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { type AttemptEndView, planAttemptEnd } from '../../../src/platform/cron/attempt.ts';
import { planDeadline } from '../../../src/platform/cron/deadline.ts';
import { type HistoryView, insertFinal, type KeptExecution, planHistory } from '../../../src/platform/cron/history.ts';
import { planRunNow, type RunNowView } from '../../../src/platform/cron/runNow.ts';
import { planRun, type RunAssumptions, type RunDraws, type RunSettings } from '../../../src/platform/cron/runPlan.ts';
import { planSuspend } from '../../../src/platform/cron/suspend.ts';
import { planMissed, planTick, type TickAssumptions, type TickView } from '../../../src/platform/cron/tick.ts';
import type { ContainerSettings } from '../../../src/platform/workload/settings.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { assumed } from './assumed.ts';

const finish = (status: string) => [{ do: 'finish', status }];

/** What a plan does or says, and what it cites. */
function told(plan: ReturnType<typeof planTick | typeof planAttemptEnd | typeof planDeadline | typeof planHistory>) {
  const { rules, assumptions } = plan.reason;
  const does = plan.kind === 'act' ? plan.actions : plan.kind === 'refuse' ? plan.message : 'hold';
  return [does, rules, assumptions];
}

describe('each end of an attempt cites its rules', () => {
  const attempt = (parts: Partial<AttemptEndView>, changes: Partial<typeof assumed> = {}) =>
    planAttemptEnd(
      { ended: 0, exitCodes: [1], restartPolicy: 'Never', restarts: 0, failedReplicas: 0, crashes: 1, ...parts },
      { ...assumed, ...changes },
    );
  const onFailure = { restartPolicy: 'OnFailure' } as const;
  const wait = 10 * second;

  it.each<[string, ReturnType<typeof planAttemptEnd>, unknown, string[], string[]]>([
    ['a container still runs', attempt({ exitCodes: [0, null] }), 'hold', ['CRON-8'], []],
    ['all exited with 0', attempt({ exitCodes: [0, 0] }), finish('Success'), ['CRON-11'], []],
    ['no retry is left', attempt({}), finish('Failure'), ['CRON-8', 'CRON-11'], ['cron.never.retries']],
    [
      'a retry is left',
      attempt({}, { 'cron.never.retries': 1 }),
      [{ do: 'replace', wait }],
      ['CRON-8'],
      ['cron.never.retries', 'cron.backoff.first', 'cron.backoff.cap'],
    ],
    [
      'a restart in place',
      attempt(onFailure),
      [{ do: 'restart', container: 0, wait }],
      ['CRON-8'],
      [
        'cron.onFailure.limit',
        'replica.crash.first',
        'replica.backoff.crashFirst',
        'replica.backoff.crashFactor',
        'replica.backoff.crashCap',
        'replica.start.duration',
      ],
    ],
    [
      'no restart is left',
      attempt({ ...onFailure, restarts: 5 }),
      finish('Failure'),
      ['CRON-8', 'CRON-11'],
      ['cron.onFailure.limit'],
    ],
    [
      'the replica was lost',
      attempt({ ...onFailure, ended: 'replica' }),
      [{ do: 'replace', wait }],
      ['CRON-8'],
      ['cron.onFailure.limit', 'cron.backoff.first', 'cron.backoff.cap'],
    ],
    [
      'the replica was lost once too often',
      attempt({ ...onFailure, ended: 'replica', failedReplicas: 3, restarts: 2 }),
      finish('Failure'),
      ['CRON-8', 'CRON-11'],
      ['cron.onFailure.limit'],
    ],
  ])('%s', (_, plan, does, rules, assumptions) => {
    expect(told(plan)).toEqual([does, rules, assumptions]);
  });
});

describe('each decision at a deadline cites its rules', () => {
  const removes = [{ do: 'remove' }];
  it.each<[string, number | null, 'ownStatus' | 'removed', unknown, string[]]>([
    ['it ends before', 99, 'ownStatus', 'hold', []],
    ['it ends later', 101, 'ownStatus', removes, ['cron.deadline.from']],
    ['it never ends', null, 'ownStatus', removes, ['cron.deadline.from']],
    ['it ends then', 100, 'ownStatus', 'hold', ['cron.deadline.from', 'cron.deadline.tie']],
    ['it ends then, where so assumed', 100, 'removed', removes, ['cron.deadline.from', 'cron.deadline.tie']],
  ])('%s', (_, endsAt, tie, does, assumptions) => {
    const plan = planDeadline({ deadlineAt: 100, endsAt }, { 'cron.deadline.tie': tie });
    expect(told(plan)).toEqual([does, ['CRON-10'], assumptions]);
  });
});

describe('which final executions are dropped, and the rule that says so', () => {
  const cites = [['CRON-7'], ['cron.history.counts']];
  const statuses = ['Invalid', 'Success', 'Failure', 'Removed', 'Invalid', 'Success', 'Failure', 'Removed'] as const;
  const history = (limit: number, counts: 'allFinal' | 'perStatus' | 'withoutRemoved', given = statuses.slice()) => {
    const view: HistoryView = { finals: given.map((status) => ({ status })), limit };
    return told(planHistory(view, { 'cron.history.counts': counts }));
  };
  const drop = (...indexes: number[]) => [indexes.map((index) => ({ do: 'drop', index })), ...cites];

  it.each([
    ['all together', history(5, 'allFinal'), drop(0, 1, 2)],
    ['all together, as many as the limit', history(8, 'allFinal'), ['hold', ...cites]],
    ['of each status the oldest', history(1, 'perStatus'), drop(0, 1, 2, 3)],
    ['of each status as many as the limit', history(2, 'perStatus'), ['hold', ...cites]],
    ['all that are Removed, and others beyond the limit', history(5, 'withoutRemoved'), drop(3, 7, 0)],
    ['all that are Removed, below the limit, too', history(6, 'withoutRemoved'), drop(3, 7)],
    ['none Removed, as many as the limit', history(2, 'withoutRemoved', ['Success', 'Failure']), ['hold', ...cites]],
  ])('%s', (_, plan, expected) => {
    expect(plan).toEqual(expected);
  });

  it('of two with the same start the name decides, and an equal one comes last', () => {
    const final = (ordinal: number, startedAt: number): KeptExecution => ({ ordinal, startedAt, status: 'Success' });
    const finals: KeptExecution[] = [];
    const [first, second, third] = [final(1, 5), final(2, 5), final(1, 5)];
    for (const one of [second, first, third]) insertFinal(finals, one, 'nightly');
    expect(finals.map((one) => [first, second, third].indexOf(one))).toEqual([0, 2, 1]);
  });
});

describe('each decision about a suspension cites its rules', () => {
  const active = [{ handle: 7, scheduled: true }];
  it.each([
    ['of the job', 'job', 'alsoRemove', active, 'hold', ['SUSP-6'], []],
    ['of the workload', 'defaultOptions', 'likeJobSuspend', active, 'hold', ['SUSP-2'], ['cron.defaultSuspend']],
    [
      'of the workload, which removes',
      'defaultOptions',
      'alsoRemove',
      active,
      [{ do: 'remove', execution: 7 }],
      ['SUSP-2'],
      ['cron.defaultSuspend'],
    ],
    ['with nothing Active', 'defaultOptions', 'alsoRemove', [], 'hold', ['SUSP-2'], ['cron.defaultSuspend']],
  ] as const)('%s', (_, suspendedBy, assumption, given, does, rules, assumptions) => {
    const plan = planSuspend({ suspendedBy, active: given }, { 'cron.defaultSuspend': assumption });
    expect([plan.kind === 'act' ? plan.actions : plan.kind, plan.reason]).toEqual([does, { rules, assumptions }]);
  });
});

describe('each tick that is skipped, dropped or made up cites its rules', () => {
  const usual: TickAssumptions = {
    'cron.forbid.missed': 'skip',
    'cron.resume.missed': 'none',
    'cron.replace.start': 'atOnce',
    'cron.runNow.counts': 'yes',
  };
  const lateStart: TickAssumptions = { ...usual, 'cron.forbid.missed': 'lateStart' };
  const byTick = { handle: 7, scheduled: true };
  const byCommand = { handle: 8, scheduled: false };
  const view = (parts: Partial<TickView>): TickView => {
    return { tickAt: 60_000, closed: 'none', suspendedBy: null, policy: 'Forbid', active: [], stopping: 0, ...parts };
  };
  const one = 'skipped because concurrencyPolicy is Forbid: an earlier execution is still Active';
  const two = 'skipped because concurrencyPolicy is Forbid: 2 earlier executions are still Active';

  it.each<[string, ReturnType<typeof planTick>, unknown, string[], string[]]>([
    ['one is Active', planTick(view({ active: [byTick] }), usual), one, ['CRON-3'], ['cron.forbid.missed']],
    [
      'one is Active by command',
      planTick(view({ active: [byCommand] }), usual),
      one,
      ['CRON-3'],
      ['cron.forbid.missed', 'cron.runNow.counts'],
    ],
    [
      'both are Active: the scheduled one blocks by itself',
      planTick(view({ active: [byCommand, byTick] }), usual),
      two,
      ['CRON-3'],
      ['cron.forbid.missed'],
    ],
    [
      'a missed tick is dropped as the location closes',
      planMissed(view({ closed: 'disabled' }), 'ended', lateStart),
      'the missed tick is dropped: the deployment is disabled',
      ['LOC-7'],
      [],
    ],
    [
      'a missed tick is dropped by a suspension',
      planMissed(view({ suspendedBy: 'job' }), 'ended', lateStart),
      'the missed tick is dropped: the workload is suspended',
      ['SUSP-6'],
      ['cron.resume.missed'],
    ],
    [
      'a missed tick waits',
      planMissed(view({ active: [byTick] }), 'ended', lateStart),
      'hold',
      ['CRON-3'],
      ['cron.forbid.missed'],
    ],
    [
      'a missed tick is dropped, as nothing is made up',
      planMissed(view({ active: [byTick] }), 'ended', usual),
      'the missed tick is dropped: an earlier execution is still Active',
      ['CRON-3'],
      ['cron.forbid.missed'],
    ],
    [
      'a missed tick starts',
      planMissed(view({}), 'ended', lateStart),
      [{ do: 'start' }],
      ['CRON-3'],
      ['cron.forbid.missed'],
    ],
    [
      'a missed tick starts as the workload is resumed',
      planMissed(view({}), 'resumed', lateStart),
      [{ do: 'start' }],
      ['SUSP-6'],
      ['cron.resume.missed'],
    ],
    [
      'a missed tick starts as the removed execution has stopped',
      planMissed(view({ policy: 'Replace' }), 'ended', lateStart),
      [{ do: 'start' }],
      ['CRON-4'],
      ['cron.replace.start'],
    ],
  ])('%s', (_, plan, does, rules, assumptions) => {
    expect(told(plan)).toEqual([does, rules, assumptions]);
  });
});

describe('what the command runCronWorkload does and says', () => {
  const main: ContainerSettings = {
    name: 'main',
    image: 'job:1',
    cpuMillicores: 1000,
    memoryBytes: 512,
    minCpuMillicores: 500,
    minMemoryBytes: 256,
    volumes: [],
  };
  const run = (parts: Partial<RunNowView>) =>
    planRunNow({
      type: 'cron',
      location: 'east',
      locations: ['east', 'west'],
      closed: 'none',
      suspendedBy: null,
      containers: [main, { ...main, name: 'sidecar' }],
      overrides: [],
      assumptions: defaultAssumptions,
      ...parts,
    });

  it.each<[string, Partial<RunNowView>, string[], string[]]>([
    ['runCronWorkload is only for cron workloads; this one is standard', { type: 'standard' }, ['CRON-13'], []],
    ["'north' is not a location of the GVC; it has east, west", { location: 'north' }, ['CRON-14'], []],
    ["'north' is not a location of the GVC; it has none", { location: 'north', locations: [] }, ['CRON-14'], []],
    [
      "container 'other' does not exist; the workload has main, sidecar",
      { overrides: [{ name: 'other' }] },
      ['CRON-15'],
      [],
    ],
    ['no execution can start in east now: deleting', { closed: 'deleting' }, ['CRON-13'], []],
    ['no execution can start in east now: disabled', { closed: 'disabled' }, ['LOC-7'], []],
    ['no execution can start in east now: outage', { closed: 'outage' }, [], ['fault.outage.replicas']],
    ['no execution can start in east now: ignored', { closed: 'ignored' }, ['TAG-35'], []],
    ['no execution can start in east now: withdrawn', { closed: 'withdrawn' }, ['TAG-35'], ['ignore.effect']],
  ])('%s', (message, parts, rules, assumptions) => {
    expect(run(parts)).toMatchObject({ kind: 'refuse', message, retryAt: null, reason: { rules, assumptions } });
  });

  it.each<[string, RunNowView['overrides'], string[], string[]]>([
    ['none', [], ['CRON-18'], []],
    ['an image', [{ name: 'main', image: 'job:2' }], ['CRON-18', 'CRON-17'], []],
    ['cpu', [{ name: 'main', cpuMillicores: 1 }], ['CRON-18', 'CRON-17'], ['billing.cronOverrideReserve']],
    ['memory', [{ name: 'main', memoryBytes: 1 }], ['CRON-18', 'CRON-17'], ['billing.cronOverrideReserve']],
    ['variables', [{ name: 'main', env: [] }], ['CRON-18', 'CRON-17'], ['cron.override.env']],
  ])('cites what an override needs: %s', (_, overrides, rules, assumptions) => {
    expect(run({ overrides }).reason).toEqual({ rules, assumptions });
  });

  it('a container without variables gets those of its override, and no others', () => {
    const plan = run({ overrides: [{ name: 'main', env: [{ name: 'LOG', value: 'debug' }] }] });
    expect(plan.kind === 'act' && plan.actions[0]?.containers.map(({ env }) => env)).toEqual([
      [{ name: 'LOG', value: 'debug' }],
      undefined,
    ]);
  });
});

describe('the course of an execution', () => {
  const draws: RunDraws = {
    schedule: () => second,
    pull: (_, from) => (from === 11 * second ? 8 * second : 9 * second),
    start: () => 5 * second,
    runTime: () => 60 * second,
    fails: () => false,
  };
  const forever: RunDraws = { ...draws, runTime: () => Number.POSITIVE_INFINITY };
  const life = (given: Partial<RunSettings>, drawn = draws, changes: Partial<RunAssumptions> = {}) => {
    const settings = {
      startTime: 10_000,
      restartPolicy: 'Never',
      activeDeadline: null,
      isImageMalformed: false,
    } as const;
    return planRun({ ...settings, ...given }, drawn, { ...assumed, ...changes });
  };
  const attempt = { replica: 0, createdAt: 10_000, placedAt: 11_000, startedAt: 24_000, reason: null };

  it('whose image cannot be read', () => {
    const at = { startTime: 10_000, placedAt: 10_000, startedAt: 10_000, finishedAt: 10_000, attempts: [] };
    const reason = { rules: ['CRON-11'], assumptions: ['cron.invalid'] };
    expect(life({ isImageMalformed: true })).toEqual({ ...at, status: 'Invalid', reason });
    expect(life({ isImageMalformed: true }, draws, { 'cron.invalid': 'asFailure' }).status).toBe('Failure');
    expect(life({ isImageMalformed: true, activeDeadline: 0 }).status).toBe('Invalid');
  });

  it('whose containers never exit', () => {
    expect(life({}, forever)).toEqual({
      startTime: 10_000,
      placedAt: 11_000,
      startedAt: 24_000,
      attempts: [{ ...attempt, endedAt: null, exitCode: null }],
      finishedAt: null,
      status: 'Active',
      reason: { rules: ['TYPE-10'], assumptions: ['cron.neverExits'] },
    });
  });

  it('that ends well', () => {
    expect(life({})).toMatchObject({
      placedAt: 11_000,
      startedAt: 24_000,
      attempts: [{ ...attempt, endedAt: 84_000, exitCode: 0 }],
      finishedAt: 84_000,
      reason: { rules: ['CRON-11'], assumptions: [] },
    });
  });

  it('that ends before its deadline, at it, and after it', () => {
    const reasonAt = (seconds: number) => life({ activeDeadline: seconds * second }).reason;
    expect(reasonAt(75)).toEqual({ rules: ['CRON-11'], assumptions: [] });
    expect(reasonAt(74)).toEqual({ rules: ['CRON-10'], assumptions: ['cron.deadline.from', 'cron.deadline.tie'] });
    expect(reasonAt(73)).toEqual({ rules: ['CRON-10'], assumptions: ['cron.deadline.from'] });
  });
});
