import { describe, expect, it } from 'vitest';
import { planDeviceWork } from '../../../src/platform/volume/deviceWork.ts';
import type { DeviceWork } from '../../../src/platform/volume/job.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

const yes = {};
const online = { 'volume.expand.restart': 'online' } as const;
const growFirst = { 'volume.expand.order': 'growFirst' } as const;
const prepareFirst = { 'volume.restore.order': 'prepareFirst' } as const;
const all = { 'volume.shared.restart': 'allAtOnce' } as const;

function planned(does: DeviceWork, isShared: boolean, terms: Partial<Assumptions>, toMicroGB = 1) {
  return planDeviceWork({ does, toMicroGB }, isShared, { ...defaultAssumptions, ...terms });
}

describe('a job on a device and the replicas that use the volume', () => {
  it.each([
    ['expand', false, yes, 'stopReplica none true'],
    ['expand', false, growFirst, 'changeDevice holder true'],
    ['expand', false, online, 'changeDevice none false'],
    ['expand', false, { ...online, ...growFirst }, 'changeDevice none false'],
    ['expand', true, yes, 'changeDevice oneByOne false'],
    ['expand', true, all, 'changeDevice allAtOnce false'],
    ['expand', true, { ...online, ...all }, 'changeDevice none false'],
    ['shrink', false, { ...online, ...growFirst }, 'stopReplica none true'],
    ['delete', false, { ...online, ...growFirst }, 'stopReplica none true'],
    ['restore', false, online, 'stopReplica none true'],
    ['restore', false, { ...online, ...prepareFirst }, 'prepareDevice none true'],
  ] as const)('%s, shared %s, with %j', (does, isShared, terms, plan) => {
    const { first, after, keepsAway } = planned(does, isShared, terms);
    expect(`${first} ${after} ${keepsAway}`).toBe(plan);
  });

  it.each([
    [
      'expand',
      false,
      yes,
      ['VOLCMD-6', 'volume.expand.order', 'volume.expand.restart'],
      ['VOLCMD-5', 'volume.duration.device', 'volume.expand.order'],
    ],
    [
      'expand',
      false,
      online,
      ['volume.expand.restart'],
      ['VOLCMD-5', 'volume.duration.device', 'volume.expand.restart'],
    ],
    [
      'expand',
      true,
      yes,
      ['VOLCMD-6', 'volume.shared.restart'],
      ['VOLCMD-5', 'VOLCMD-6', 'volume.duration.device', 'volume.shared.restart'],
    ],
    ['shrink', false, yes, ['VOLCMD-6'], ['VOLCMD-7', 'volume.duration.device']],
    [
      'restore',
      false,
      yes,
      ['VOLCMD-6', 'volume.restore.order'],
      ['VOLCMD-13', 'VOLCMD-14', 'volume.duration.device', 'volume.restore.order'],
    ],
    ['delete', false, yes, ['VOLCMD-9'], ['VOLCMD-9', 'volume.duration.device']],
  ] as const)(
    '%s, shared %s, with %j: why replicas restart, and why the device changes',
    (does, isShared, terms, restarts, changes) => {
      const plan = planned(does, isShared, terms);
      const cited = (reason: typeof plan.changes): readonly string[] => [...reason.rules, ...reason.assumptions];
      expect([cited(plan.restarts), cited(plan.changes)]).toEqual([restarts, changes]);
    },
  );

  it('a deletion that leaves no device cites its own rules', () => {
    expect(planned('delete', false, yes, 0).changes.rules).toEqual(['VOLCMD-8', 'VOL-16']);
  });
});
