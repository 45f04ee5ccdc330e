import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../src/engine/time.ts';
import { planVolumeCommand, type VolumeCommand, type VolumeCommandView } from '../../../src/platform/volume/command.ts';
import { volumesetSettings } from '../../../src/platform/volume/settings.ts';
import type { Snapshot } from '../../../src/platform/volume/volumeRecord.ts';
import { assume, GB, settings, spec, volume } from './specs.ts';

const now = 50 * day;
const nightly: Snapshot = {
  name: 'nightly',
  createdAt: now - day,
  expiresAt: now + day,
  usedBytes: 15 * GB,
  capacityMicroGB: 20e6,
  tags: {},
  by: 'command',
};

function view(changes: Partial<VolumeCommandView> = {}): VolumeCommandView {
  return {
    set: 'data',
    settings: settings({ maxCapacity: 100 }),
    location: 'aws-eu-central-1',
    index: 0,
    volume: volume({ capacityMicroGB: 40e6, snapshots: [nightly] }),
    inUse: true,
    usedBytes: 12 * GB,
    now,
    ...changes,
  };
}

const expand = (newStorageCapacity: number): VolumeCommand => ({ type: 'expandVolume', newStorageCapacity });
const shrink = (newStorageCapacity: number): VolumeCommand => ({ type: 'shrinkVolume', newStorageCapacity });
const take = (snapshotName: string, snapshotExpirationAt: number | null = null): VolumeCommand => ({
  type: 'createVolumeSnapshot',
  snapshotName,
  snapshotExpirationAt,
  tags: { tier: 'gold' },
});
const restore: VolumeCommand = { type: 'restoreVolume', snapshotName: 'nightly' };
const remove: VolumeCommand = { type: 'deleteVolume' };
const deleted = volume({ capacityMicroGB: 40e6, lifecycle: 'deleted', snapshots: [nightly] });

describe('what a command does', () => {
  it.each<[string, Partial<VolumeCommandView>, VolumeCommand, object]>([
    ['VOLCMD-5: expand grows and restarts', {}, expand(60), { do: 'expandVolume', toMicroGB: 60e6, restarts: true }],
    [
      'expand of an unused volume restarts nothing',
      { inUse: false },
      expand(60),
      { do: 'expandVolume', restarts: false },
    ],
    ['maxCapacity itself is allowed', {}, expand(100), { toMicroGB: 100e6 }],
    [
      'VOLCMD-7: shrink makes an empty, smaller volume',
      {},
      shrink(10),
      { do: 'replaceVolume', toMicroGB: 10e6, restarts: true },
    ],
    ['VOLCMD-8: delete', { inUse: false }, remove, { do: 'deleteVolume' }],
    [
      'VOLCMD-9: delete in use: an empty volume of the initial capacity',
      {},
      remove,
      { do: 'replaceVolume', toMicroGB: 10e6, restarts: true },
    ],
    [
      'delete in use: of the present capacity where so assumed',
      { settings: settings({}, { 'volume.deleteInUse.capacity': 'current' }) },
      remove,
      { toMicroGB: 40e6 },
    ],
    [
      'VOLCMD-12: delete a snapshot',
      {},
      { type: 'deleteVolumeSnapshot', snapshotName: 'nightly' },
      { do: 'deleteSnapshot', name: 'nightly' },
    ],
    [
      '... also of a deleted volume',
      { volume: deleted },
      { type: 'deleteVolumeSnapshot', snapshotName: 'nightly' },
      { do: 'deleteSnapshot' },
    ],
    [
      'VOLCMD-13: restore keeps the capacity',
      {},
      restore,
      { do: 'restoreVolume', toMicroGB: 40e6, usedBytes: 15 * GB, restarts: true },
    ],
    ['VOLCMD-14: ... and has no more than the snapshot holds', { usedBytes: 18 * GB }, restore, { usedBytes: 15 * GB }],
    [
      'restore to a volume shrunk since: as much as the snapshot needs',
      { volume: volume({ capacityMicroGB: 10e6, snapshots: [nightly] }) },
      restore,
      { toMicroGB: 15e6 },
    ],
    [
      "restore: the snapshot's capacity where so assumed",
      { settings: settings({}, { 'volume.restore.capacity': 'snapshot' }) },
      restore,
      { toMicroGB: 20e6 },
    ],
    [
      'a deleted index can be restored',
      { volume: deleted, inUse: false },
      restore,
      { do: 'restoreVolume', toMicroGB: 40e6, restarts: false },
    ],
    [
      'VOLCMD-11: a snapshot until creation plus retention',
      {},
      take('a'),
      {
        do: 'takeSnapshot',
        snapshot: {
          name: 'a',
          createdAt: now,
          expiresAt: now + 7 * day,
          usedBytes: 12 * GB,
          capacityMicroGB: 40e6,
          tags: { tier: 'gold' },
          by: 'command',
        },
      },
    ],
    ['VOLCMD-10: ... or until the date given', {}, take('a', now + 1), { snapshot: { expiresAt: now + 1 } }],
  ])('%s', (_, changes, command, action) => {
    expect(planVolumeCommand(view(changes), command)).toMatchObject({ kind: 'act', actions: [action] });
  });

  it.each<['yes' | 'online', boolean]>([
    ['yes', true],
    ['online', false],
  ])('an expansion restarts the replica that uses the volume: volume.expand.restart %s, %s', (how, restarts) => {
    const online = settings({ maxCapacity: 100 }, { 'volume.expand.restart': how });
    const restartsOf = (inUse: boolean) => {
      const plan = planVolumeCommand(view({ settings: online, inUse }), expand(60));
      return plan.kind === 'act' ? plan.actions : plan;
    };
    expect(restartsOf(true)).toEqual([{ do: 'expandVolume', toMicroGB: 60e6, restarts }]);
    expect(restartsOf(false)).toEqual([{ do: 'expandVolume', toMicroGB: 60e6, restarts: false }]);
  });

  it('a shared volume expands', () => {
    const shared = volumesetSettings(spec({ fileSystemType: 'shared', performanceClass: 'shared' }), assume({}));
    expect(planVolumeCommand(view({ settings: shared }), expand(60)).kind).toBe('act');
  });
});

describe('what the platform refuses', () => {
  it.each<[string, Partial<VolumeCommandView>, VolumeCommand, number, string]>([
    ['ERR-3: expand to less', {}, expand(39), 400, 'COMMAND_REFUSED'],
    ['expand to the same', {}, expand(40), 400, 'COMMAND_REFUSED'],
    ['expand to no number', {}, expand(Number.NaN), 400, 'COMMAND_REFUSED'],
    ['VOLAUTO-1: expand above maxCapacity', {}, expand(100.000001), 400, 'INVALID'],
    ['VOL-7: expand above the class maximum', { settings: settings({}) }, expand(65_537), 400, 'INVALID'],
    ['shrink to the same', {}, shrink(40), 400, 'COMMAND_REFUSED'],
    ['shrink to more', {}, shrink(41), 400, 'COMMAND_REFUSED'],
    ['VOL-7: shrink below the class minimum', {}, shrink(9.99), 400, 'INVALID'],
    ['an index that the set does not have', { volume: null }, expand(60), 400, 'BAD_REFERENCE'],
    ['expand of a deleted volume', { volume: deleted }, expand(60), 400, 'BAD_REFERENCE'],
    ['delete of a deleted volume', { volume: deleted }, remove, 400, 'BAD_REFERENCE'],
    ['SNAP-5: a name that is taken', {}, take('nightly'), 409, 'EXISTS'],
    ['an expiry in the past', {}, take('a', now - 1), 400, 'INVALID'],
    ['an expiry now', {}, take('a', now), 400, 'INVALID'],
    ['restore of an unknown snapshot', {}, { type: 'restoreVolume', snapshotName: 'no' }, 400, 'BAD_REFERENCE'],
    ['delete of an unknown snapshot', {}, { type: 'deleteVolumeSnapshot', snapshotName: 'no' }, 400, 'BAD_REFERENCE'],
  ])('%s', (_, changes, command, status, code) => {
    expect(planVolumeCommand(view(changes), command)).toMatchObject({ kind: 'refuse', status, code, retryAt: null });
  });

  it('ERR-2: five of the six commands for a shared set', () => {
    const shared = volumesetSettings(spec({ fileSystemType: 'shared', performanceClass: 'shared' }), assume({}));
    for (const command of [
      shrink(20),
      remove,
      take('a'),
      restore,
      { type: 'deleteVolumeSnapshot', snapshotName: 'nightly' } as const,
    ]) {
      const plan = planVolumeCommand(view({ settings: shared }), command);
      expect(plan).toMatchObject({
        kind: 'refuse',
        status: 400,
        code: 'COMMAND_REFUSED',
        reason: { rules: ['ERR-2'] },
      });
    }
  });

  it('LIMIT-1: the fifth expansion by hand, with a message that says quota', () => {
    const expansions = [now - 20 * hour, now - 3 * hour, now - 2 * hour, now - hour];
    const used = volume({ capacityMicroGB: 40e6, expansions });
    const plan = planVolumeCommand(view({ volume: used }), expand(60));
    expect(plan).toMatchObject({ kind: 'refuse', status: 429, code: 'EXPANSION_QUOTA', retryAt: now + 4 * hour });
    expect(plan.kind === 'refuse' && plan.message).toContain('quota');
    expect(planVolumeCommand(view({ volume: used, now: now + 4 * hour }), expand(60)).kind).toBe('act');
  });

  it('a wrong size is said before a full quota', () => {
    const used = volume({ capacityMicroGB: 40e6, expansions: [now, now, now, now] });
    expect(planVolumeCommand(view({ volume: used }), expand(30))).toMatchObject({ code: 'COMMAND_REFUSED' });
  });
});
