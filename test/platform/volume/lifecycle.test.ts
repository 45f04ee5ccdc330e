import { describe, expect, it } from 'vitest';
import { mountsOf, planVolumes, type VolumesView, volumesWanted } from '../../../src/platform/volume/lifecycle.ts';
import type { VolumeLifecycle } from '../../../src/platform/volume/volume.ts';

const view = (replicas: number, ...lifecycles: VolumeLifecycle[]): VolumesView => ({
  replicas,
  volumes: lifecycles.map((lifecycle, index) => ({ index, lifecycle })),
});

describe('VOL-12, VOL-15 to VOL-17: volumes appear with their replicas and outlive them', () => {
  it.each([
    ['one per replica', 'ext4', view(3, 'bound', 'bound'), [{ do: 'create', index: 2 }]],
    ['all there', 'ext4', view(2, 'bound', 'creating'), []],
    ['kept when scaled away', 'xfs', view(1, 'bound', 'bound'), [{ do: 'release', index: 1 }]],
    ['kept already', 'xfs', view(1, 'bound', 'unused'), []],
    ['the same volume for a replica that is back', 'ext4', view(2, 'bound', 'unused'), [{ do: 'takeBack', index: 1 }]],
    ['a new device where the old one was deleted', 'ext4', view(1, 'deleted'), [{ do: 'create', index: 0 }]],
    ['a deleted one that nobody wants stays so', 'ext4', view(0, 'deleted'), []],
    ['work in progress is left alone', 'ext4', view(0, 'repairing'), []],
    ['no replica, no volume', 'ext4', view(0), []],
    ['shared: one, also without replicas', 'shared', view(0), [{ do: 'create', index: 0 }]],
    ['shared: one for many replicas', 'shared', view(9, 'bound'), []],
  ] as const)('%s', (_, fileSystem, what, actions) => {
    const plan = planVolumes(fileSystem, what);
    expect(plan.kind === 'act' ? plan.actions : []).toEqual(actions);
    expect(plan.kind).toBe(actions.length === 0 ? 'hold' : 'act');
  });

  it('counts the volumes wanted', () => {
    expect([volumesWanted('ext4', 3), volumesWanted('shared', 3), volumesWanted('shared', 0)]).toEqual([3, 1, 1]);
  });
});

describe('VOL-20: mount points of a shared volume', () => {
  const mount = { minCpuMillicores: 500, maxCpuMillicores: 2000, minMemoryBytes: 1000, maxMemoryBytes: 2000 };

  it.each([
    ['one per replica', 4, 'perReplica', 4],
    ['one per zone', 4, 'perZone', 3],
    ['no more than replicas', 2, 'perZone', 2],
    ['none', 0, 'perReplica', 0],
  ] as const)('%s', (_, replicas, per, count) => {
    expect(mountsOf(mount, replicas, 3, per)).toEqual({ count, cpuMillicores: 500 * count, memoryBytes: 1000 * count });
  });
});
