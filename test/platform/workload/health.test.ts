import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import {
  deploymentStatus,
  type Health,
  healthReason,
  type LocationState,
  type LocationView,
  locationState,
  suspendedStatus,
  workloadHealth,
} from '../../../src/platform/workload/health.ts';

const usual = {
  'health.rule': 'allLocations',
  'health.suspended': 'Unknown',
  'health.cron': 'deployed',
  'rollout.progressDeadline': 10 * minute,
} as const;
const byExecution = { ...usual, 'health.cron': 'lastExecution' } as const;
const view: LocationView = {
  type: 'standard',
  off: false,
  silent: false,
  desired: 2,
  ready: 0,
  awaitedSince: 0,
  lastExecution: null,
  now: 0,
};

describe('HEALTH-1: the state of a workload in one location, the first that fits', () => {
  it.each<[string, Partial<LocationView>, LocationState]>([
    ['off before all else', { off: true, silent: true, ready: 1 }, 'off'],
    ['silent before ready', { silent: true, ready: 1 }, 'silent'],
    ['one ready replica of any version', { ready: 1, awaitedSince: 0, now: 20 * minute }, 'ready'],
    ['scaled to zero', { desired: 0, awaitedSince: null }, 'ready'],
    ['a cron workload, however its executions end', { type: 'cron', lastExecution: 'Failure' }, 'ready'],
    ['the first replica is awaited', { awaitedSince: 5, now: 10 * minute + 4 }, 'loading'],
    ['for no longer than the deadline, its end excluded', { awaitedSince: 5, now: 10 * minute + 5 }, 'notReady'],
    ['all were lost that were ready once', { awaitedSince: null, now: second }, 'notReady'],
  ])('%s', (_, given, expected) => {
    expect(locationState({ ...view, ...given }, usual)).toBe(expected);
  });
});

describe('`health.cron`: a cron workload judged by its last execution', () => {
  it.each([
    ['Success', 'ready'],
    ['Failure', 'notReady'],
    ['Removed', 'notReady'],
    ['Invalid', 'notReady'],
    [null, 'ready'],
  ] as const)('%s is %s', (lastExecution, expected) => {
    expect(locationState({ ...view, type: 'cron', lastExecution }, byExecution)).toBe(expected);
  });
});

describe('what decided on a health', () => {
  it.each<[Health, LocationState[], LocationView['type'], string[], boolean?]>([
    ['Deleting', ['ready'], 'standard', ['api.deleteStatus']],
    ['Unknown', ['off', 'off'], 'standard', ['health.suspended']],
    ['Unknown', ['off', 'silent'], 'standard', ['health.rule']],
    ['Unhealthy', ['notReady'], 'standard', ['health.rule']],
    ['Unhealthy', ['notReady'], 'standard', ['health.rule', 'rollout.progressDeadline'], true],
    ['Loading', ['loading', 'ready'], 'standard', ['health.rule', 'rollout.progressDeadline'], true],
    ['Unhealthy', ['notReady'], 'cron', ['health.rule', 'health.cron']],
    ['Healthy', ['ready'], 'standard', ['health.rule']],
    ['Unknown', [], 'standard', ['health.rule']],
  ])('%s of %j, %s', (health, states, type, assumptions, isAwaited = false) => {
    expect(healthReason({ health, states, type, isAwaited })).toEqual({ rules: ['HEALTH-1'], assumptions });
  });
});

describe('HEALTH-1: the health of a workload over its locations', () => {
  it.each<[LocationState[], Health]>([
    [[], 'Unknown'],
    [['off', 'off'], 'Unknown'],
    [['silent', 'off'], 'Unknown'],
    [['ready', 'silent'], 'Healthy'],
    [['ready', 'off'], 'Healthy'],
    [['loading', 'silent'], 'Loading'],
    [['ready', 'loading'], 'Loading'],
    [['loading', 'notReady', 'ready'], 'Unhealthy'],
  ])('%j is %s', (states, expected) => {
    expect(workloadHealth(states, false, usual)).toBe(expected);
  });

  it('is Deleting while something is left of a deleted workload', () => {
    expect(workloadHealth(['notReady'], true, usual)).toBe('Deleting');
  });

  it('is Healthy with one ready location where `health.rule` says so', () => {
    const anyReady = { ...usual, 'health.rule': 'anyReady' } as const;
    expect(workloadHealth(['ready', 'notReady'], false, anyReady)).toBe('Healthy');
    expect(workloadHealth(['loading', 'notReady'], false, anyReady)).toBe('Unhealthy');
  });

  it('is Healthy where all is off and `health.suspended` says so, but not without a location', () => {
    const healthy = { ...usual, 'health.suspended': 'Healthy' } as const;
    expect(workloadHealth(['off'], false, healthy)).toBe('Healthy');
    expect(workloadHealth([], false, healthy)).toBe('Unknown');
  });
});

describe('SUSP-2: suspension over locations', () => {
  it.each([
    [[], 'notSuspended'],
    [[false, false], 'notSuspended'],
    [[true, false], 'partiallySuspended'],
    [[true, true], 'suspended'],
  ])('%j is %s', (flags, expected) => {
    expect(suspendedStatus(flags.map((suspended) => ({ suspended })))).toBe(expected);
  });
});

describe('ROLL-1: a deployment', () => {
  it.each<[string, LocationState, boolean, boolean, { ready: boolean; deploying: boolean }]>([
    ['serves by an old version while it deploys', 'ready', true, false, { ready: true, deploying: true }],
    ['deploys from its first action only', 'ready', false, false, { ready: true, deploying: false }],
    ['is done', 'ready', true, true, { ready: true, deploying: false }],
    ['stands still without a ready replica', 'notReady', true, true, { ready: false, deploying: false }],
  ])('%s', (_, state, begun, complete, expected) => {
    expect(deploymentStatus({ state, begun, complete })).toEqual(expected);
  });
});
