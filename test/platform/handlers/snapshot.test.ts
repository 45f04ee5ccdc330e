import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import { database, ran, replicas } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const set = '/gvc/shop/volumeset/data';
const more = { at: '+10m', patch: '/gvc/shop/workload/db', with: { spec: replicas(2) } };
const secondsOf = (entries: readonly { readonly at: number }[]): number[] =>
  entries.map(({ at }) => (at - start - 10 * minute) / second);

function command(at: string, type: string, spec: object): object {
  return { at, post: `${set}/-command`, with: { type, spec: { location: 'aws-us-east-1', volumeIndex: 1, ...spec } } };
}

/** One replica with 4 GB, a second one at +10m whose volume is there at +10m21s. */
function growing(timeline: readonly object[], assumptions: object = {}) {
  return ran({
    for: '30m',
    resources: database({ initialCapacity: 20 }),
    behavior: { 'shop/data': { usage: { start: '4GB' } } },
    timeline: [more, ...timeline],
    assumptions,
  });
}

describe('a snapshot of a volume that is still being created (`snapshot.whileCreating`)', () => {
  const early = command('+10m5s', 'createVolumeSnapshot', { snapshotName: 'early' });

  it('is taken when the volume is there, of what it begins with', () => {
    const { of } = growing([early]);
    expect(secondsOf(of('snapshot.taken'))).toEqual([21]);
    expect(of('snapshot.taken')[0]).toMatchObject({
      data: { name: 'early', bytes: 4e9 },
      reason: { rules: ['VOLCMD-11'], assumptions: ['snapshot.whileCreating'] },
    });
    expect(secondsOf(of('command.completed'))).toEqual([21]);
    expect(secondsOf(of('replica.ready'))).toEqual([1 + 20 + 15 + 13]);
  });

  it('goes before what was asked for after it', () => {
    const { of } = growing([
      early,
      command('+10m6s', 'createVolumeSnapshot', { snapshotName: 'early' }),
      command('+10m7s', 'expandVolume', { newStorageCapacity: 30 }),
    ]);
    expect(secondsOf(of('snapshot.taken'))).toEqual([21]);
    expect(of('command.failed').map(({ data }) => data['message'])).toEqual([
      "the volume has a snapshot 'early' already",
    ]);
    // The replica that has just been given its volume leaves for 46 s, then the device grows.
    expect(secondsOf(of('volume.expanded'))).toEqual([21 + 46 + 20]);
    expect(secondsOf(of('replica.ready'))).toEqual([21 + 46 + 20 + 29]);
  });

  it('does not keep a replica away from its index', () => {
    const { of } = growing(
      [
        early,
        { at: '+10m6s', patch: '/gvc/shop/workload/db', with: { spec: replicas(1) } },
        { at: '+10m7s', patch: '/gvc/shop/workload/db', with: { spec: replicas(2) } },
      ],
      { 'volume.duration.create': '5m' },
    );
    expect(secondsOf(of('snapshot.taken'))).toEqual([301]);
    // Back as soon as it has left, 46 s after +10m6s; it waits for the volume, which is attached and started from then
    // on.
    expect(secondsOf(of('replica.created'))).toEqual([0, 6 + 46]);
    expect(secondsOf(of('replica.ready'))).toEqual([301 + 28]);
  });

  it('is refused where so assumed', () => {
    const { of } = growing([early], { 'snapshot.whileCreating': 'refused' });
    expect(of('snapshot.taken')).toEqual([]);
    expect(of('request.refused').map(({ data, reason }) => [data['status'], ...reason.assumptions])).toEqual([
      [400, 'snapshot.whileCreating'],
    ]);
  });

  it('one that is deleted meanwhile is gone at once: no device is needed for that (VOLCMD-12)', () => {
    const { of } = ran({
      for: '30m',
      resources: database({}, 2),
      timeline: [
        command('+5m', 'createVolumeSnapshot', { snapshotName: 'old' }),
        { at: '+6m', patch: '/gvc/shop/workload/db', with: { spec: replicas(1) } },
        command('+8m', 'deleteVolume', {}),
        more,
        command('+10m5s', 'deleteVolumeSnapshot', { snapshotName: 'old' }),
      ],
    });
    expect(secondsOf(of('snapshot.deleted'))).toEqual([5]);
  });
});
