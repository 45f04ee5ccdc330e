import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import { database, ran, replicas } from './ran.ts';

const start = Date.UTC(2026, 10, 1);

function scale(at: string, count: number): object {
  return { at, patch: '/gvc/shop/workload/db', with: { spec: replicas(count) } };
}

function command(at: string, type: string, spec: object = {}): object {
  return {
    at,
    post: '/gvc/shop/volumeset/data/-command',
    with: { type, spec: { location: 'aws-us-east-1', volumeIndex: 1, ...spec } },
  };
}

/** What the journal says of volume 1, with the seconds since +10m. */
function volumeRan(timeline: readonly object[], assumptions: object = {}): (readonly [string, number])[] {
  const { entries } = ran({ for: '1h', resources: database({}, 2), timeline, assumptions });
  return entries
    .filter(({ subject, type }) => subject.name === 'shop/volumeset/data@aws-us-east-1/1' && type.startsWith('volume.'))
    .filter(({ at }) => at > start)
    .map(({ type, at }) => [type, (at - start - 10 * minute) / second]);
}

describe('VOL-15: a volume that nobody wants at the end of work on it', () => {
  it('is unused, and the journal says so', () => {
    expect(volumeRan([command('+10m', 'expandVolume', { newStorageCapacity: 20 }), scale('+10m30s', 1)])).toEqual([
      ['volume.expanded', 66],
      ['volume.unused', 66],
    ]);
  });

  it('says for what, and how much it holds', () => {
    const { of } = ran({
      for: '1h',
      resources: database({}, 2),
      behavior: { 'shop/data': { usage: { start: '3GB' } } },
      timeline: [command('+10m', 'expandVolume', { newStorageCapacity: 20 }), scale('+10m30s', 1)],
    });
    const [expanded] = of('volume.expanded');
    expect(of('volume.unused')[0]).toMatchObject({ cause: expanded?.seq, data: { usedBytes: 3e9 } });
  });

  it('is so again after work on one that was unused before', () => {
    expect(volumeRan([scale('+5m', 1), command('+10m', 'shrinkVolume', { newStorageCapacity: 10 })])).toEqual([
      ['volume.unused', -300 + 46],
    ]);
    expect(volumeRan([scale('+5m', 1), command('+10m', 'expandVolume', { newStorageCapacity: 20 })])).toEqual([
      ['volume.unused', -300 + 46],
      ['volume.expanded', 20],
      ['volume.unused', 20],
    ]);
  });

  it('is so where a deleted one is restored', () => {
    expect(
      volumeRan([
        command('+1m', 'createVolumeSnapshot', { snapshotName: 'one' }),
        scale('+2m', 1),
        command('+5m', 'deleteVolume'),
        command('+10m', 'restoreVolume', { snapshotName: 'one' }),
      ]).slice(1),
    ).toEqual([
      ['volume.deleted', -300 + 20],
      ['volume.replaced', 20],
      ['volume.unused', 20],
    ]);
  });

  it('is so where its replica was scaled away while it was created', () => {
    const timeline = [scale('+1m', 1), command('+5m', 'deleteVolume'), scale('+10m', 2), scale('+11m', 1)];
    expect(volumeRan(timeline, { 'volume.duration.create': '5m' }).slice(2)).toEqual([
      ['volume.created', 301],
      ['volume.unused', 301],
    ]);
  });

  it('is not so where its replica returns', () => {
    expect(volumeRan([command('+10m', 'expandVolume', { newStorageCapacity: 20 })])).toEqual([
      ['volume.expanded', 66],
      ['volume.bound', 66],
    ]);
  });
});
