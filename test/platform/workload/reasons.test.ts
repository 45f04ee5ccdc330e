import { describe, expect, it } from 'vitest';
import { minute } from '../../../src/engine/time.ts';
import { type RolloutBounds, rolloutBounds, settledBy } from '../../../src/platform/workload/bounds.ts';
import { planRollout } from '../../../src/platform/workload/rollout.ts';
import type { RolloutView } from '../../../src/platform/workload/rolloutView.ts';
import { isScaled, planScaling, type ScalingView } from '../../../src/platform/workload/scaling.ts';
import { planSwitch, retiresAt, type SwitchView } from '../../../src/platform/workload/serverless.ts';
import type { LocationOptions } from '../../../src/platform/workload/settings.ts';
import { spreadScaling } from '../../../src/platform/workload/spread.ts';
import { stepsAssumed } from '../../../src/platform/workload/start.ts';
import { type IndexState, planStateful, type StatefulView } from '../../../src/platform/workload/stateful.ts';
import { movingVersion, type VersionCount } from '../../../src/platform/workload/versionCount.ts';
import { sliding } from './rolloutFleet.ts';

const count = (version: number, replicas: number, available = replicas): VersionCount => {
  return { version, replicas, available };
};
const bounds = (surge: number, unavailable: number): RolloutBounds => ({ surge, unavailable, decidedBy: 'number' });

/** What a plan does, and what it cites. */
function told(plan: ReturnType<typeof planRollout | typeof planSwitch | typeof planStateful | typeof planScaling>) {
  const { rules, assumptions } = plan.reason;
  return [plan.kind === 'act' ? plan.actions : plan.kind, [...rules, ...assumptions]];
}

const rollout = (changes: Partial<RolloutView>): RolloutView => ({
  desired: 4,
  bounds: bounds(1, 1),
  newest: count(2, 0),
  old: [],
  terminating: 0,
  previous: null,
  ...changes,
});
const countsLeaving = { ...sliding, 'rollout.terminating.counts': 'yes' } as const;
const barrier = { ...sliding, 'rollout.window': 'barrier' } as const;
const evict = { ...sliding, 'reschedule.mode': 'evictWithinU' } as const;
const add = (replicas: number) => ({ do: 'add', count: replicas });
const remove = (version: number, replicas: number, which = 'any') => ({
  do: 'remove',
  version,
  count: replicas,
  which,
});

describe('each step of a rolling update cites its rules', () => {
  it.each<[string, Partial<RolloutView>, typeof sliding, unknown, string[]]>([
    ['all is as desired', { newest: count(2, 4) }, sliding, 'hold', ['ROLL-1']],
    ['not all are available', { newest: count(2, 4, 3) }, sliding, 'hold', ['ROLL-3']],
    ['nothing is desired', { desired: 0 }, sliding, 'hold', ['SUSP-3']],
    ['the desired count became 0', { desired: 0, newest: count(2, 3) }, sliding, [remove(2, 3)], ['SUSP-3']],
    ['too many', { newest: count(2, 6) }, sliding, [remove(2, 2)], ['WL-18', 'replica.scaleDown.order']],
    ['too few', { newest: count(2, 3) }, sliding, [add(1)], ['WL-18']],
    ['the surge', { old: [count(1, 4)] }, sliding, [add(1)], ['ROLL-7']],
    [
      'the surge, a rounded percentage',
      { old: [count(1, 4)], bounds: { ...bounds(1, 1), decidedBy: 'rounding' } },
      sliding,
      [add(1)],
      ['ROLL-7', 'rollout.rounding'],
    ],
    [
      'the surge is not kept down by replicas that are terminating, which is an assumption',
      { old: [count(1, 4)], bounds: bounds(1, 0), terminating: 1 },
      sliding,
      [add(1)],
      ['ROLL-7', 'rollout.terminating.counts'],
    ],
    [
      'terminating replicas that leave room enough are not mentioned',
      { newest: count(2, 3), bounds: bounds(2, 0), terminating: 1 },
      sliding,
      [add(1)],
      ['WL-18'],
    ],
    [
      'terminating replicas count, and too few are wanted to start',
      { newest: count(2, 3), bounds: bounds(0, 1), terminating: 1 },
      countsLeaving,
      'hold',
      ['ROLL-7', 'rollout.terminating.counts'],
    ],
    [
      'a count that changes while versions are mixed',
      {
        desired: 15,
        bounds: bounds(3, 0),
        newest: count(2, 5),
        old: [count(1, 8)],
        previous: { desired: 10, surge: 3 },
      },
      sliding,
      [
        { do: 'addTo', version: 1, count: 3 },
        { do: 'addTo', version: 2, count: 2 },
      ],
      ['WL-18', 'ROLL-7'],
    ],
    [
      'a lower count while versions are mixed',
      { desired: 4, bounds: bounds(0, 0), newest: count(2, 4), old: [count(1, 4)], previous: { desired: 8, surge: 0 } },
      sliding,
      [remove(1, 2), remove(2, 2)],
      ['WL-18', 'ROLL-7'],
    ],
    ['old replicas that may go', { newest: count(2, 2), old: [count(1, 3)] }, sliding, [remove(1, 2)], ['ROLL-5']],
    [
      'old replicas must stay until new ones are available',
      { newest: count(2, 2, 0), old: [count(1, 3)] },
      sliding,
      'hold',
      ['ROLL-3'],
    ],
    [
      'old replicas must stay, and no new one is starting',
      { newest: count(2, 1), old: [count(1, 3)], bounds: bounds(0, 0) },
      sliding,
      'hold',
      ['ROLL-5'],
    ],
    [
      'a part of a batch is available: the next old one goes, which is an assumption',
      { newest: count(2, 2, 1), old: [count(1, 3)] },
      sliding,
      [remove(1, 1)],
      ['ROLL-5', 'rollout.window'],
    ],
    [
      'a part of a batch is available, with a barrier',
      { newest: count(2, 2, 1), old: [count(1, 3)] },
      barrier,
      'hold',
      ['ROLL-3', 'ROLL-7', 'rollout.window'],
    ],
    [
      'with a barrier, old ones that are not available go all the same',
      { newest: count(2, 2, 1), old: [count(1, 3, 2)] },
      barrier,
      [remove(1, 1, 'notAvailable')],
      ['ROLL-5', 'rollout.window'],
    ],
    [
      'the budget is used up by old ones that are not available',
      { desired: 4, bounds: bounds(0, 1), newest: count(3, 0), old: [count(1, 2, 1), count(2, 2, 1)] },
      sliding,
      [remove(1, 1, 'notAvailable')],
      ['ROLL-5'],
    ],
    [
      'no old one is available, and the new ones are too few',
      { desired: 4, bounds: bounds(0, 3), newest: count(2, 3, 0), old: [count(1, 1)] },
      sliding,
      'hold',
      ['ROLL-3'],
    ],
  ])('%s', (_, given, assumptions, does, cites) => {
    expect(told(planRollout(rollout(given), assumptions))).toEqual([does, cites]);
  });
});

describe('`reschedule.mode` evictWithinU: replicas to be rescheduled leave before others come', () => {
  const moving = count(movingVersion, 4);

  it.each<[string, Partial<RolloutView>, unknown]>([
    ['as many as may be unavailable', { old: [moving], bounds: bounds(1, 2) }, [remove(movingVersion, 2)]],
    ['one at least', { old: [moving], bounds: bounds(1, 0) }, [remove(movingVersion, 1)]],
    ['then others take their place', { newest: count(2, 1, 0), old: [count(movingVersion, 2)] }, [add(1)]],
    [
      'no surge meanwhile, whatever the count was before',
      { old: [moving], bounds: bounds(3, 1), previous: { desired: 2, surge: 3 } },
      [remove(movingVersion, 1)],
    ],
    ['an old version without replicas does not matter', { old: [count(1, 0), moving] }, [remove(movingVersion, 1)]],
    ['with an old version it is an update', { old: [count(1, 2), count(movingVersion, 2)] }, [add(1)]],
    ['without any to move it is an update', { old: [count(1, 4)] }, [add(1)]],
    ['where none has replicas it is a start', { old: [count(movingVersion, 0)], newest: count(2, 3) }, [add(1)]],
    ['nothing is desired: they go', { desired: 0, old: [moving] }, [remove(movingVersion, 4)]],
  ])('%s', (_, given, does) => {
    expect(told(planRollout(rollout(given), evict))[0]).toEqual(does);
  });

  it('a version without replicas leaves the surge as it is', () => {
    const given = rollout({ newest: count(2, 3), old: [count(movingVersion, 0)], terminating: 1 });
    expect(told(planRollout(given, { ...evict, 'rollout.terminating.counts': 'yes' }))[0]).toEqual([add(1)]);
  });

  it('asRollout they stay until others are available', () => {
    expect(told(planRollout(rollout({ old: [moving] }), sliding))[0]).toEqual([add(1)]);
  });
});

describe('how a changed count is spread', () => {
  const view = (desired: number, newest: VersionCount, old: VersionCount[], before = 8) => ({
    desired,
    bounds: bounds(0, 0),
    newest,
    old,
    previous: { desired: before, surge: 0 },
  });

  it.each<[string, ReturnType<typeof view>, unknown]>([
    [
      'replicas to be rescheduled gain nothing',
      view(16, count(3, 2), [count(2, 2), count(movingVersion, 4)]),
      [
        { version: 3, change: 6 },
        { version: 2, change: 2 },
      ],
    ],
    [
      'but lose their share',
      view(4, count(2, 4), [count(movingVersion, 4)]),
      [
        { version: movingVersion, change: -2 },
        { version: 2, change: -2 },
      ],
    ],
    ['one version alone takes no share', view(16, count(2, 4), [count(movingVersion, 4)]), []],
    ['nothing is left to give', view(8, count(2, 4), [count(1, 4)], 4), []],
  ])('%s', (_, given, shares) => {
    expect(spreadScaling(given)).toEqual(shares);
  });
});

describe('each step of a serverless rollout cites its rules', () => {
  const usual = { 'rollout.serverless.initial': 'minimum', 'rollout.serverless.old': 'atSwitch' } as const;
  const lingers = { ...usual, 'rollout.serverless.old': 'afterWindow' } as const;
  const view = (changes: Partial<SwitchView>): SwitchView => ({
    desired: 2,
    minScale: 0,
    off: false,
    newest: count(2, 2),
    serving: 2,
    old: [],
    switchedAt: 0,
    now: minute,
    ...changes,
  });
  const addTo = (version: number, replicas: number) => ({ do: 'addTo', version, count: replicas });
  const switchTo = (version: number, desired: number) => ({ do: 'switch', version, desired });
  const moving = count(movingVersion, 2);

  it.each<[string, Partial<SwitchView>, typeof usual | typeof lingers, unknown, string[]]>([
    ['all is as desired', {}, usual, 'hold', ['ROLL-1']],
    ['not all are available', { newest: count(2, 2, 1) }, usual, 'hold', ['ROLL-3']],
    ['more are available than desired at zero', { desired: 0, newest: count(2, 0) }, usual, 'hold', ['ROLL-1']],
    ['off: a new version takes over', { off: true, serving: 1 }, usual, [switchTo(2, 0)], ['SUSP-3']],
    ['off: what runs leaves', { off: true }, usual, [remove(2, 2)], ['SUSP-3']],
    ['off: nothing runs', { off: true, newest: count(2, 0) }, usual, 'hold', ['SUSP-3']],
    ['up', { desired: 3 }, usual, [addTo(2, 1)], ['WL-18']],
    ['down', { desired: 1 }, usual, [remove(2, 1)], ['WL-18']],
    [
      'the new version starts',
      { serving: 1, newest: count(2, 0), old: [count(1, 2)] },
      usual,
      [addTo(2, 1)],
      ['ROLL-1', 'rollout.serverless.initial'],
    ],
    [
      'it has more than it starts with',
      { serving: 1, newest: count(2, 3), old: [count(1, 2)] },
      usual,
      [remove(2, 2)],
      ['ROLL-1', 'rollout.serverless.initial'],
    ],
    ['it is not available yet', { serving: 1, newest: count(2, 1, 0), old: [count(1, 2)] }, usual, 'hold', ['ROLL-3']],
    [
      'it takes over',
      { serving: 1, newest: count(2, 1), old: [count(1, 2)] },
      usual,
      [switchTo(2, 1)],
      ['ROLL-1', 'ROLL-3'],
    ],
    [
      'a version that has not taken over is replaced',
      { serving: 1, newest: count(3, 0), old: [count(1, 2), count(2, 1)] },
      usual,
      [remove(2, 1)],
      ['ROLL-1'],
    ],
    [
      'an old version leaves at the switch',
      { old: [count(1, 2)] },
      usual,
      [remove(1, 2)],
      ['ROLL-1', 'rollout.serverless.old'],
    ],
    [
      'an old version lingers',
      { old: [count(1, 2)], now: minute - 1 },
      lingers,
      'hold',
      ['ROLL-1', 'rollout.serverless.old'],
    ],
    ['an old version without replicas is none', { old: [count(1, 0)] }, usual, 'hold', ['ROLL-1']],
    [
      'replicas to be rescheduled leave once all desired ones are available beside them',
      { old: [moving] },
      usual,
      [remove(movingVersion, 2)],
      ['ROLL-5', 'reschedule.mode'],
    ],
    ['not before', { newest: count(2, 2, 1), old: [moving] }, usual, 'hold', ['ROLL-3']],
    ['none is left to be rescheduled', { old: [count(movingVersion, 0)] }, usual, 'hold', ['ROLL-1']],
    [
      'the version that serves is the one whose replicas count',
      { serving: 1, newest: count(3, 1), old: [count(0, 0), count(1, 2)], desired: 3 },
      usual,
      [addTo(1, 1)],
      ['WL-18'],
    ],
    [
      'a first version: nothing serves, so there is no count to keep',
      { serving: null, newest: count(1, 0), desired: 5 },
      usual,
      [addTo(1, 1)],
      ['ROLL-1', 'rollout.serverless.initial'],
    ],
  ])('%s', (_, given, assumptions, does, cites) => {
    expect(told(planSwitch(view(given), assumptions))).toEqual([does, cites]);
  });

  it('replicas to be rescheduled of a version that has none leave if none is desired', () => {
    const asleep = view({ desired: 0, serving: 1, newest: count(2, 0), old: [moving] });
    expect(told(planSwitch(asleep, usual))[0]).toEqual([remove(movingVersion, 2)]);
    expect(told(planSwitch({ ...asleep, desired: 1 }, usual))[0]).toEqual([addTo(1, 1)]);
  });

  it('before the first switch nothing lingers', () => {
    expect(retiresAt(null)).toBe(0);
  });
});

describe('each step of a stateful workload cites its rules', () => {
  const usual = { 'rollout.stateful.maxUnavailable': 'ignored', 'rollout.stateful.stuck': 'stay' } as const;
  const replaceBroken = { ...usual, 'rollout.stateful.stuck': 'replaceBroken' } as const;
  const honoured = { ...usual, 'rollout.stateful.maxUnavailable': 'honoured' } as const;
  const here = (version: number): IndexState => ({ state: 'here', version, ready: true, available: true });
  const broken = (version: number): IndexState => ({ state: 'here', version, ready: false, available: false });
  const starting = (version: number): IndexState => ({ state: 'here', version, ready: true, available: false });
  const terminating: IndexState = { state: 'terminating' };
  const lost: IndexState = { state: 'missing', returnsOn: 1 };
  const view = (indexes: readonly IndexState[], changes: Partial<StatefulView> = {}): StatefulView => ({
    desired: 2,
    newest: 2,
    indexes,
    scalingPolicy: 'OrderedReady',
    maxUnavailable: { value: 1, unit: 'replicas' },
    ...changes,
  });
  const parallel = { scalingPolicy: 'Parallel' } as const;
  const create = (index: number, version = 2) => ({ do: 'create', index, version });
  const update = (index: number) => ({ do: 'update', index });
  const leave = (index: number) => ({ do: 'remove', index });

  it.each<[string, StatefulView, typeof usual | typeof replaceBroken | typeof honoured, unknown, string[]]>([
    ['all is as desired', view([here(2), here(2)]), usual, 'hold', ['ROLL-1']],
    ['the next index', view([here(2)]), usual, [create(1)], ['ROLL-8', 'REPL-1']],
    ['a lost index', view([here(2), lost]), usual, [create(1, 1)], ['ROLL-8', 'REPL-2']],
    ['a lower index is not available', view([starting(2)]), usual, 'hold', ['ROLL-8', 'ROLL-3']],
    [
      'a lower index is not ready, whatever it was before',
      view([{ state: 'here', version: 2, ready: false, available: true }]),
      usual,
      'hold',
      ['ROLL-8', 'ROLL-3'],
    ],
    ['a lower index terminates', view([terminating, here(1)]), usual, 'hold', ['ROLL-8', 'ROLL-3']],
    ['the newest is broken', view([broken(2), here(1)]), replaceBroken, 'hold', ['ROLL-8', 'ROLL-3']],
    [
      'an old one is broken, and stays',
      view([broken(1), here(1)]),
      usual,
      'hold',
      ['ROLL-8', 'ROLL-3', 'rollout.stateful.stuck'],
    ],
    [
      'an old one is broken, and is replaced',
      view([broken(1), here(1)]),
      replaceBroken,
      [update(0)],
      ['ROLL-1', 'rollout.stateful.stuck'],
    ],
    ['the highest leaves', view([here(2), here(2), here(2)]), usual, [leave(2)], ['ROLL-8', 'WL-18']],
    ['the highest is leaving', view([here(2), here(2), terminating]), usual, 'hold', ['ROLL-8']],
    [
      'a lower surplus one is broken, too',
      view([here(2), here(2), broken(2), broken(2)]),
      usual,
      'hold',
      ['ROLL-8', 'ROLL-3'],
    ],
    [
      'a lower surplus one terminates while the highest is broken',
      view([here(2), here(2), terminating, broken(2)]),
      usual,
      'hold',
      ['ROLL-8', 'ROLL-3'],
    ],
    ['in parallel: missing ones', view([], parallel), usual, [create(0), create(1)], ['ROLL-9', 'REPL-1']],
    [
      'in parallel: missing ones, and surplus ones leave',
      view([lost, here(2), here(2)], parallel),
      usual,
      [create(0, 1), leave(2)],
      ['ROLL-9', 'REPL-1'],
    ],
    [
      'in parallel: surplus ones leave',
      view([here(2), here(2), here(2), here(2)], parallel),
      usual,
      [leave(3), leave(2)],
      ['ROLL-9', 'WL-18'],
    ],
    [
      'an update',
      view([here(1), here(1)]),
      usual,
      [update(1)],
      ['ROLL-1', 'ROLL-10', 'rollout.stateful.maxUnavailable'],
    ],
    [
      'an update waits for the one before',
      view([here(1), starting(2)], parallel),
      usual,
      'hold',
      ['ROLL-3', 'rollout.stateful.maxUnavailable'],
    ],
    [
      'several at once',
      view([here(1), here(1)], { maxUnavailable: { value: 2, unit: 'replicas' } }),
      honoured,
      [update(1), update(0)],
      ['ROLL-1', 'ROLL-5', 'rollout.stateful.maxUnavailable'],
    ],
    [
      'several at once wait for those before',
      view([here(1), starting(2)], parallel),
      honoured,
      'hold',
      ['ROLL-3', 'rollout.stateful.maxUnavailable'],
    ],
    [
      'several at once wait for a terminating one',
      view([here(1), terminating], parallel),
      honoured,
      'hold',
      ['ROLL-3', 'rollout.stateful.maxUnavailable'],
    ],
    ['several at once: all is updated', view([here(2), here(2)]), honoured, 'hold', ['ROLL-1']],
    [
      'several at once: all is updated, and one is not available yet',
      view([here(2), starting(2)], parallel),
      honoured,
      'hold',
      ['ROLL-3', 'rollout.stateful.maxUnavailable'],
    ],
  ])('%s', (_, given, assumptions, does, cites) => {
    expect(told(planStateful(given, assumptions))).toEqual([does, cites]);
  });
});

describe('each decision about the desired count cites its rules', () => {
  const options = (changes: Partial<LocationOptions> = {}): LocationOptions => ({
    minScale: 2,
    maxScale: 5,
    metric: 'cpu',
    autoscaling: null,
    maxConcurrency: null,
    timeout: 5_000,
    timeoutBy: 'field',
    suspend: false,
    multiZone: false,
    debug: false,
    ...changes,
  });
  const view = (changes: Partial<ScalingView>): ScalingView => ({
    type: 'standard',
    options: options(),
    open: true,
    standing: 'on',
    desired: 3,
    desiredBefore: null,
    ...changes,
  });
  const minimum = { 'suspend.resume.scale': 'minimum' } as const;
  const asBefore = { 'suspend.resume.scale': 'asBefore' } as const;
  const scale = (to: number, standing = 'on') => [{ do: 'scale', to, standing }];
  // Only whether there is a loop counts here.
  const looped = { loop: 'kpa' } as LocationOptions['autoscaling'];
  const disabled = { loop: 'disabled' } as LocationOptions['autoscaling'];

  it.each<[string, Partial<ScalingView>, unknown, string[]]>([
    ['a cron workload', { type: 'cron' }, 'hold', ['TYPE-11']],
    ['a closed location', { open: false }, scale(0, 'new'), ['LOC-7']],
    ['suspended', { options: options({ suspend: true }) }, scale(0, 'off'), ['SUSP-2', 'SUSP-3']],
    [
      'both scales are 0',
      { options: options({ minScale: 0, maxScale: 0 }) },
      scale(0, 'off'),
      ['WL-18', 'scale.zeroBounds'],
    ],
    ['it begins', { standing: 'new', desired: 0 }, scale(2), ['WL-18']],
    ['it resumes', { standing: 'off', desired: 0 }, scale(2), ['SUSP-4', 'suspend.resume.scale']],
    ['below its bounds', { desired: 1 }, scale(2), ['WL-18']],
    ['within its bounds', {}, 'hold', ['WL-18']],
    [
      'a loop looks after the bounds',
      { desired: 9, options: options({ autoscaling: looped }) },
      'hold',
      ['WL-18', 'grid.anchor'],
    ],
    ['not at zero', { desired: 0, options: options({ autoscaling: looped }) }, scale(2), ['WL-18']],
    ['nor if it is disabled', { desired: 9, options: options({ autoscaling: disabled }) }, scale(5), ['WL-18']],
    [
      'nor if both bounds are equal',
      { desired: 9, options: options({ minScale: 5, autoscaling: looped }) },
      scale(5),
      ['WL-18'],
    ],
  ])('%s', (_, given, does, cites) => {
    expect(told(planScaling(view(given), minimum))).toEqual([does, cites]);
  });

  it.each([
    ['concurrency', 'serverless', 0],
    ['rps', 'serverless', 0],
    ['cpu', 'serverless', 1],
    ['keda', 'standard', 0],
    ['rps', 'standard', 1],
    ['keda', 'serverless', 1],
  ] as const)('metric %s of a %s workload keeps it at %i at least', (metric, type, least) => {
    const zero = view({ type, desired: 0, options: options({ metric, minScale: 0 }) });
    expect(told(planScaling(zero, minimum))[0]).toEqual(least === 0 ? 'hold' : scale(least));
  });

  it('resumes with as many as before where so assumed, or with the minimum if it never was turned off', () => {
    const off = { standing: 'off', desired: 0 } as const;
    expect(told(planScaling(view({ ...off, desiredBefore: 4 }), asBefore))[0]).toEqual(scale(4));
    expect(told(planScaling(view({ ...off, desiredBefore: 4 }), minimum))[0]).toEqual(scale(2));
    expect(told(planScaling(view(off), asBefore))[0]).toEqual(scale(2));
    // keda may stay at zero, but resumes with one.
    const keda = view({ ...off, options: options({ metric: 'keda', minScale: 0 }) });
    expect(told(planScaling(keda, asBefore))[0]).toEqual(scale(1));
    expect(told(planScaling({ ...keda, desiredBefore: 0 }, asBefore))[0]).toEqual(scale(0));
  });

  it('is scaled by a loop that is enabled and has room', () => {
    expect(isScaled(options())).toBe(false);
    expect(isScaled(options({ autoscaling: looped }))).toBe(true);
    expect(isScaled(options({ autoscaling: disabled }))).toBe(false);
    expect(isScaled(options({ autoscaling: looped, minScale: 5 }))).toBe(false);
    expect(isScaled(options({ autoscaling: looped, minScale: 6 }))).toBe(false);
  });
});

describe('what settles the bounds of a rollout', () => {
  const usual = { 'rollout.rounding': 'perKind', 'rollout.bothZero': 'unavailableOne' } as unknown as Parameters<
    typeof rolloutBounds
  >[2];
  const replicas = (value: number) => ({ value, unit: 'replicas' }) as const;
  const percent = (value: number) => ({ value, unit: 'percent' }) as const;

  it.each([
    ['numbers', replicas(1), replicas(1), 'number', []],
    ['a percentage of surge', percent(25), replicas(1), 'rounding', ['rollout.rounding']],
    ['a percentage of unavailable', replicas(1), percent(25), 'rounding', ['rollout.rounding']],
    ['two zeros', replicas(0), replicas(0), 'bothZero', ['rollout.bothZero']],
    ['one zero', replicas(0), replicas(2), 'number', []],
  ] as const)('%s', (_, maxSurge, maxUnavailable, decidedBy, assumptions) => {
    expect(rolloutBounds(8, { maxSurge, maxUnavailable }, usual).decidedBy).toBe(decidedBy);
    expect(settledBy[decidedBy]).toEqual({ rules: [], assumptions });
  });
});

describe('the assumptions that say how long a start takes', () => {
  const [schedule, attach, start] = ['replica.schedule.duration', 'volume.duration.attach', 'replica.start.duration'];
  const [pull, cache] = ['replica.pull.duration', 'replica.pull.cache'];

  it.each([
    [{ isAtHand: true, pulls: true, attaches: false }, [schedule, cache, start]],
    [{ isAtHand: true, pulls: false, attaches: true }, [schedule, attach, cache, start]],
    [{ isAtHand: false, pulls: true, attaches: false }, [schedule, pull, start]],
    [{ isAtHand: false, pulls: true, attaches: true }, [schedule, attach, pull, start]],
    [{ isAtHand: false, pulls: false, attaches: false }, [schedule, start]],
    [{ isAtHand: false, pulls: false, attaches: true }, [schedule, attach, start]],
  ])('%j', (given, assumptions) => {
    expect(stepsAssumed(given)).toEqual({ rules: [], assumptions });
  });
});
