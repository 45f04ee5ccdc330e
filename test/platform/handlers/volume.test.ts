import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { minute, second } from '../../../src/engine/time.ts';
import type { Run } from '../../../src/experiment/run.ts';
import { database, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const here = 'aws-us-east-1';
const set = '/gvc/shop/volumeset/data';

function scale(at: string, count: number): object {
  return { at, patch: '/gvc/shop/workload/db', with: { spec: replicas(count) } };
}

function command(at: string, type: string, spec: object = {}): object {
  return { at, post: `${set}/-command`, with: { type, spec: { location: here, volumeIndex: 0, ...spec } } };
}

/** `db` with so many replicas, 4 GB in each of its volumes of 20 GB. */
function databaseRan(count: number, timeline: readonly object[], given: { growth?: string } = {}) {
  return ran({
    for: '1h',
    resources: database({ initialCapacity: 20 }, count),
    behavior: { 'shop/data': { usage: { start: '4GB', ...given } } },
    timeline,
  });
}

interface ShownVolume {
  readonly index: number;
  readonly lifecycle: string;
  readonly currentSize: number;
  readonly currentBytesUsed: number;
  readonly volumeSnapshots: readonly { readonly name: string }[];
}

/** Volumes of the set as the API shows them, of all locations. */
function volumesOf(run: Run): readonly ShownVolume[] {
  const { body } = run.request({ method: 'GET', path: `/org/${run.scenario.org}${set}` });
  const { status } = body as unknown as { status: { locations: readonly { volumes: readonly ShownVolume[] }[] } };
  return status.locations.flatMap(({ volumes }) => volumes);
}

const usedGB = (run: Run): number[] => volumesOf(run).map(({ currentBytesUsed }) => currentBytesUsed / 1e9);
const minutesOf = (entries: readonly Entry[]): number[] => entries.map(({ at }) => (at - start) / minute);

describe('volumes of an ext4 set', () => {
  it('VOL-12: each replica has one of its own, under its index', () => {
    const { run, of } = databaseRan(1, [scale('+10m', 3)]);
    expect(volumesOf(run).map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(of('volume.created').map(({ subject }) => subject.name.split('/').at(-1))).toEqual(['1', '2']);
  });

  it('VOL-14: one that was replaced stays empty beside another that has data', () => {
    const { run } = databaseRan(2, [command('+10m', 'deleteVolume', { volumeIndex: 1 })]);
    expect(usedGB(run)).toEqual([4, 0]);
  });

  it('VOL-15: one stays, unused and with its data, when its replica is scaled away, and serves it again', () => {
    const down = databaseRan(2, [scale('+10m', 1)]);
    expect(volumesOf(down.run).map(({ lifecycle }) => lifecycle)).toEqual(['bound', 'unused']);
    expect(usedGB(down.run)).toEqual([4, 4]);
    const back = databaseRan(2, [scale('+10m', 1), scale('+30m', 2)]);
    expect(volumesOf(back.run).map(({ lifecycle }) => lifecycle)).toEqual(['bound', 'bound']);
    expect(back.of('volume.created')).toEqual([]);
  });

  it('VOL-16: the deletion of the workload removes none, that of the set removes all', () => {
    const workloadGone = { at: '+10m', delete: '/gvc/shop/workload/db' };
    const kept = databaseRan(2, [workloadGone]);
    expect(volumesOf(kept.run).map(({ lifecycle }) => lifecycle)).toEqual(['unused', 'unused']);
    expect(kept.of('volume.deleted')).toEqual([]);
    const gone = databaseRan(2, [workloadGone, { at: '+30m', delete: set }]);
    expect(minutesOf(gone.of('volume.deleted'))).toEqual([30, 30]);
  });
});

describe('volumes of a shared set', () => {
  const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];
  const container = (name: string) => ({ name, image: 'app:1', cpu: '100m', memory: '128Mi', volumes });
  const shared = (timeline: readonly object[]) =>
    ran({
      for: '1h',
      resources: [
        { kind: 'volumeset', gvc: 'shop', name: 'data', spec: { fileSystemType: 'shared', initialCapacity: 10 } },
        workload('app', 'stateful', { containers: [container('main'), container('side')], ...replicas(2) }),
      ],
      timeline,
    });

  it('VOL-17: a location that joins the GVC gets one, and one only', () => {
    const locationLinks = [`//location/${here}`, '//location/gcp-us-east1'];
    const { of } = shared([{ at: '+30m', patch: '/gvc/shop', with: { spec: { staticPlacement: { locationLinks } } } }]);
    const names = [...of('volume.settled'), ...of('volume.created')].map(({ subject }) => subject.name);
    expect(names.map((name) => name.split('@')[1])).toEqual([`${here}/0`, 'gcp-us-east1/0']);
  });

  it('VOL-19: all replicas of a location use its one volume', () => {
    const { run, of } = shared([]);
    expect(volumesOf(run)).toHaveLength(1);
    expect(of('mount.opened').map(({ ordinal }) => ordinal)).toEqual([0, 1]);
  });

  it('VOL-20: a replica has one mount point, however many of its containers mount the set', () => {
    expect(shared([]).of('mount.opened')).toHaveLength(2);
  });

  it('VOL-20: so has its node, which is its own, while replicas crash, are lost with their nodes, restart and roll out', () => {
    const { entries } = shared([
      { at: '+5m', fault: { replicaCrash: { of: 'shop/app', replicas: ['app-0'] } } },
      { at: '+10m', fault: { nodeLoss: { of: 'shop/app', replicas: ['app-1'] } } },
      command('+25m', 'expandVolume', { newStorageCapacity: 20 }),
      { at: '+40m', patch: '/gvc/shop/workload/app', with: { tags: { 'svc/largeDisk': 'true' } } },
    ]);
    // By the life of a replica: its index, and how often that one was made before.
    const lives = new Map<string, number>();
    const mounts = new Map<string, number>();
    for (const { type, ordinal } of entries) {
      const index = String(ordinal);
      if (type === 'replica.created' || type === 'replica.settled') lives.set(index, (lives.get(index) ?? 0) + 1);
      if (type !== 'mount.opened') continue;
      const life = `${index} for the ${lives.get(index)}`;
      mounts.set(life, (mounts.get(life) ?? 0) + 1);
    }
    expect([...lives.values()].every((count) => count >= 3)).toBe(true);
    expect(mounts.size).toBe([...lives.values()].reduce((sum, count) => sum + count, 0));
    expect([...mounts.values()]).toEqual(Array(mounts.size).fill(1));
  });
});

describe('commands to a volume', () => {
  it.each([
    ['expandVolume', { newStorageCapacity: 30 }, 1],
    ['shrinkVolume', { newStorageCapacity: 10 }, 1],
    ['restoreVolume', { snapshotName: 'before' }, 1],
    ['deleteVolume', {}, 1],
    ['createVolumeSnapshot', { snapshotName: 'other' }, 0],
    ['deleteVolumeSnapshot', { snapshotName: 'before' }, 0],
  ])('VOLCMD-6, VOLCMD-9: %s restarts the linked replica: %j, %i times', (type, spec, restarts) => {
    const snapshot = command('+5m', 'createVolumeSnapshot', { volumeIndex: 1, snapshotName: 'before' });
    const { of } = databaseRan(2, [snapshot, command('+10m', type, { volumeIndex: 1, ...spec })]);
    expect(of('replica.terminating').map(({ ordinal }) => ordinal)).toEqual(restarts === 0 ? [] : [1]);
    // 46 s to leave, 20 s of work on the device, then back: 1 s for a place, 15 s to attach, 13 s to start.
    const back = of('replica.ready').map(({ at, ordinal }) => [ordinal, (at - start) / second]);
    expect(back).toEqual(restarts === 0 ? [] : [[1, 600 + 46 + 20 + 29]]);
  });

  it('VOLCMD-5: expandVolume grows the volume that it names, and keeps what is in it', () => {
    const { run } = databaseRan(2, [command('+10m', 'expandVolume', { volumeIndex: 1, newStorageCapacity: 30 })]);
    expect(volumesOf(run).map(({ currentSize }) => currentSize)).toEqual([20, 30]);
    expect(usedGB(run)).toEqual([4, 4]);
  });

  it('VOLCMD-7: shrinkVolume leaves a smaller volume without the data of the old one', () => {
    const { run, of } = databaseRan(1, [command('+10m', 'shrinkVolume', { newStorageCapacity: 10 })]);
    expect(volumesOf(run).map(({ currentSize }) => currentSize)).toEqual([10]);
    expect(usedGB(run)).toEqual([0]);
    expect(of('volume.replaced')[0]?.data).toMatchObject({ usedBytes: 0, lostBytes: 4e9 });
  });

  it('VOLCMD-8: deleteVolume takes the device and leaves the index, with its snapshots', () => {
    const { run } = databaseRan(2, [
      command('+5m', 'createVolumeSnapshot', { volumeIndex: 1, snapshotName: 'last' }),
      scale('+10m', 1),
      command('+20m', 'deleteVolume', { volumeIndex: 1 }),
    ]);
    const [, second] = volumesOf(run);
    expect(second).toMatchObject({ index: 1, lifecycle: 'deleted', volumeSnapshots: [{ name: 'last' }] });
  });

  it('VOLCMD-11, VOLCMD-12: snapshots come and go by name', () => {
    const { run } = databaseRan(1, [
      command('+5m', 'createVolumeSnapshot', { snapshotName: 'first' }),
      command('+6m', 'createVolumeSnapshot', { snapshotName: 'second' }),
      command('+7m', 'deleteVolumeSnapshot', { snapshotName: 'first' }),
    ]);
    expect(volumesOf(run)[0]?.volumeSnapshots.map(({ name }) => name)).toEqual(['second']);
  });

  it('VOLCMD-13, VOLCMD-14: restoreVolume brings back what the snapshot holds, and what came later is lost', () => {
    const { run, of } = databaseRan(
      1,
      [
        command('+10m', 'createVolumeSnapshot', { snapshotName: 'ten' }),
        command('+40m', 'restoreVolume', { snapshotName: 'ten' }),
      ],
      { growth: '6GB/h' },
    );
    // 5 GB at ten minutes; 66 s after the command the device is there, and use goes on from 5 GB for 18:54.
    expect(of('volume.replaced')[0]?.data).toMatchObject({ usedBytes: 5e9, lostBytes: 3.11e9 });
    expect(usedGB(run)).toEqual([5 + (6 * (20 - 1.1)) / 60]);
  });
});
