import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import type { Run } from '../../../src/experiment/run.ts';
import { database, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const here = 'aws-us-east-1';
const there = 'gcp-us-east1';
const files = { fileSystemType: 'shared', performanceClass: undefined };

const enabled = (at: string, value: boolean): object => ({
  at,
  patch: `/location/${here}`,
  with: { spec: { enabled: value } },
});
const placed = (at: string, ...names: string[]): object => ({
  at,
  patch: '/gvc/shop',
  with: { spec: { staticPlacement: { locationLinks: names.map((name) => `//location/${name}`) } } },
});

function lifecyclesOf(run: Run): Record<string, string[]> {
  const { body } = run.request({ method: 'GET', path: `/org/${run.scenario.org}/gvc/shop/volumeset/data` });
  const { status } = body as unknown as {
    status: { locations: readonly { name: string; volumes: readonly { lifecycle: string }[] }[] };
  };
  return Object.fromEntries(
    status.locations.map(({ name, volumes }) => [name, volumes.map(({ lifecycle }) => lifecycle)]),
  );
}

const sharedRan = (timeline: readonly object[], count = 2) =>
  ran({ for: '1h', resources: database(files, count), timeline });
const unusedAt = ({ of }: ReturnType<typeof ran>): (readonly [string, number])[] =>
  of('volume.unused').map(({ subject, at }) => [subject.name.split('@')[1] ?? '', (at - start - 10 * minute) / second]);

describe('VOL-17, LOC-7: a shared volume whose location is closed', () => {
  it('is unused once the last replica is gone that mounts it', () => {
    const off = sharedRan([enabled('+10m', false)]);
    expect(unusedAt(off)).toEqual([[`${here}/0`, 46]]);
    expect(off.of('volume.unused')[0]).toMatchObject({ reason: { rules: ['VOL-17', 'LOC-7'] } });
    expect(lifecyclesOf(off.run)).toEqual({ [here]: ['unused'] });
  });

  it('is unused at once where nothing runs', () => {
    expect(unusedAt(sharedRan([enabled('+10m', false)], 0))).toEqual([[`${here}/0`, 0]]);
  });

  it('is unused where the location has left the GVC', () => {
    const left = sharedRan([placed('+5m', here, there), placed('+10m', there)]);
    expect(unusedAt(left)).toEqual([[`${here}/0`, 46]]);
    expect(lifecyclesOf(left.run)).toEqual({ [here]: ['unused'], [there]: ['bound'] });
  });

  it('waits for a replica whose workload has dropped the set, too', () => {
    const container = { name: 'main', image: 'db:2', volumes: [] };
    const dropped = { at: '+10m', patch: '/gvc/shop/workload/db', with: { spec: { containers: [container] } } };
    expect(unusedAt(sharedRan([dropped, enabled('+10m', false)]))).toEqual([[`${here}/0`, 46]]);
  });

  it('is in use again when the location is enabled, and is never unused while replicas come and go', () => {
    const back = sharedRan([enabled('+10m', false), enabled('+20m', true)]);
    expect(lifecyclesOf(back.run)).toEqual({ [here]: ['bound'] });
    expect(back.of('volume.unused')).toHaveLength(1);
    const scaled = { at: '+10m', patch: '/gvc/shop/workload/db', with: { spec: replicas(0) } };
    expect(unusedAt(sharedRan([scaled]))).toEqual([]);
  });

  it('stays so after it has grown', () => {
    const grown = sharedRan([
      enabled('+10m', false),
      {
        at: '+20m',
        post: '/gvc/shop/volumeset/data/-command',
        with: { type: 'expandVolume', spec: { location: here, volumeIndex: 0, newStorageCapacity: 20 } },
      },
    ]);
    expect(unusedAt(grown).map(([, seconds]) => seconds)).toEqual([46, 620]);
    expect(lifecyclesOf(grown.run)).toEqual({ [here]: ['unused'] });
  });

  it('says nothing of an ext4 volume, which is kept for its replica (VOL-15)', () => {
    const { of } = ran({
      for: '1h',
      resources: [...database({}), workload('web', 'standard', replicas(1))],
      timeline: [enabled('+10m', false)],
    });
    expect(of('volume.unused').map(({ reason }) => reason.rules)).toEqual([['VOL-15']]);
  });
});
