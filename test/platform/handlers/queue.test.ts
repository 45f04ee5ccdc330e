import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import { database, ran, replicas } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const place = 'aws-us-east-1';
const five = { 'shop/data': { usage: { start: '5GB' } } };

function command(at: string, type: string, spec: object): object {
  return {
    at,
    post: '/gvc/shop/volumeset/data/-command',
    with: { type, spec: { location: place, volumeIndex: 0, ...spec } },
  };
}

describe('commands to one volume run one after another (`api.commandQueue`)', () => {
  it('a restore behind an expansion keeps the capacity that it finds (`volume.restore.capacity`)', () => {
    const { of } = ran({
      for: '2h',
      resources: database({}),
      behavior: five,
      timeline: [
        command('+10m', 'createVolumeSnapshot', { snapshotName: 'one' }),
        command('+1h', 'expandVolume', { newStorageCapacity: 20 }),
        command('+1h5s', 'restoreVolume', { snapshotName: 'one' }),
      ],
    });
    expect(of('volume.replaced')[0]?.data).toMatchObject({ fromMicroGB: 20e6, toMicroGB: 20e6, usedBytes: 5e9 });
  });

  it('a snapshot behind an expansion is taken when that is done (VOLCMD-11)', () => {
    const { of } = ran({
      for: '2h',
      resources: database({}),
      behavior: five,
      timeline: [
        command('+1h', 'expandVolume', { newStorageCapacity: 20 }),
        command('+1h5s', 'createVolumeSnapshot', { snapshotName: 'one' }),
      ],
    });
    // 46 s until its replica is gone, 20 s for the device.
    expect(of('snapshot.taken').map(({ at }) => at - start - hour)).toEqual([66 * second]);
    expect(of('replica.created').map(({ at }) => at - start - hour)).toEqual([66 * second]);
  });

  it('what no longer makes sense at its turn has failed: a second snapshot of one name (SNAP-5)', () => {
    const { of } = ran({
      for: '2h',
      resources: database({}),
      timeline: [
        command('+1h', 'expandVolume', { newStorageCapacity: 20 }),
        command('+1h5s', 'createVolumeSnapshot', { snapshotName: 'one' }),
        command('+1h6s', 'createVolumeSnapshot', { snapshotName: 'one' }),
      ],
    });
    expect(of('snapshot.taken')).toHaveLength(1);
    expect(of('command.failed').map(({ data }) => data['message'])).toEqual([
      "the volume has a snapshot 'one' already",
    ]);
  });
});

describe('a volume and the version that mounts it', () => {
  it('is unused once the replica that mounted it is gone, though the record dropped it before (VOL-15)', () => {
    const { of } = ran({
      for: '2h',
      resources: database({}),
      timeline: [
        {
          at: '+1h',
          patch: '/gvc/shop/workload/db',
          with: { spec: { containers: [{ name: 'main', image: 'db:2', volumes: [] }] } },
        },
      ],
    });
    expect(of('volume.unused').map(({ at }) => at - start - hour)).toEqual([46 * second]);
  });

  it('a command ends the replica that still holds it (VOLCMD-6)', () => {
    const { of } = ran({
      for: '2h',
      resources: database({}, 2),
      timeline: [
        {
          at: '+1h',
          patch: '/gvc/shop/workload/db',
          with: { spec: { containers: [{ name: 'main', image: 'db:2', volumes: [] }] } },
        },
        command('+1h1s', 'expandVolume', { newStorageCapacity: 20 }),
      ],
    });
    expect(of('replica.terminating').map(({ data }) => data['why'])).toContain('expand of its volume');
  });

  it('takes 29 s to return to an index whose volume grew while nobody wanted it', () => {
    const { of } = ran({
      for: '2h',
      resources: database({}, 2),
      timeline: [
        { at: '+10m', patch: '/gvc/shop/workload/db', with: { spec: replicas(1) } },
        command('+20m', 'expandVolume', { volumeIndex: 1, newStorageCapacity: 20 }),
        { at: '+40m', patch: '/gvc/shop/workload/db', with: { spec: replicas(2) } },
      ],
    });
    expect(of('replica.ready').map(({ at }) => at - start)).toEqual([40 * minute + 29 * second]);
  });
});

describe('a jump of use', () => {
  const usedAt = (growth: object, add: string): unknown => {
    const { of } = ran({
      for: '4h',
      resources: database({}),
      behavior: { 'shop/data': { usage: growth } },
      timeline: [
        { at: '+1h', behavior: { 'shop/data': { usage: { add } } } },
        command('+2h', 'createVolumeSnapshot', { snapshotName: 'one' }),
      ],
    });
    return of('snapshot.taken')[0]?.data['bytes'];
  };

  it('deletes no more than there is: growth goes on from nothing', () => {
    expect(usedAt({ start: '5GB', growth: '1GB/h' }, '-40GB')).toBe(1e9);
  });

  it('stores no more than fits: what shrinks, shrinks from the capacity (`volume.full`)', () => {
    const points = [
      ['0h', '5GB'],
      ['1h', '5GB'],
      ['2h', '4GB'],
    ];
    expect(usedAt({ points }, '40GB')).toBe(9e9);
  });
});

describe('snapshots by `@every` (SNAP-2)', () => {
  it('count from the start of the run (`run.start`)', () => {
    const { of } = ran({ for: '3h', resources: database({ snapshots: { schedule: '@every 1h' } }) });
    expect(of('snapshot.taken').map(({ at }) => at - start)).toEqual([hour, 2 * hour]);
  });
});
