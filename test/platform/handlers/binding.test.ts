import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import type { Run } from '../../../src/experiment/run.ts';
import { database, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const here = 'aws-us-east-1';
const mounting = (tag: string): object => ({
  containers: [{ name: 'main', image: tag, volumes: [{ uri: 'svc://volumeset/data', path: '/data' }] }],
});
const without = (tag: string): object => ({ containers: [{ name: 'main', image: tag, volumes: [] }] });
const patched = (name: string, at: string, spec: object): object => ({
  at,
  patch: `/gvc/shop/workload/${name}`,
  with: { spec },
});
/** Names of replicas or volumes of a kind of entry, with the seconds since `from`. */
type Line = readonly [name: string, seconds: number];

describe('VOL-13: a volume set that another workload takes over', () => {
  const other = workload('other', 'stateful', { ...mounting('other:1'), ...replicas(1) }) as {
    readonly name: string;
    readonly spec: object;
  };
  const quick = { rolloutOptions: { terminationGracePeriodSeconds: 0 } };
  const lines = (entries: ReturnType<ReturnType<typeof ran>['of']>): Line[] =>
    entries
      .filter(({ at }) => at >= start + 10 * minute)
      .map(({ at, subject, ordinal }) => [
        `${subject.name.split('/').at(-1)?.split('@')[0]}-${ordinal}`,
        (at - start) / second - 600,
      ]);

  it('is bound to a new workload only when the replica of the one before is gone', () => {
    const { of } = ran({
      for: '30m',
      resources: database({}),
      timeline: [
        { at: '+10m', delete: '/gvc/shop/workload/db' },
        { at: '+10m', post: '/gvc/shop/workload', with: { name: 'other', spec: other.spec }, answers: 201 },
      ],
    });
    expect(of('request.unexpected')).toEqual([]);
    const [gone] = of('replica.gone');
    expect(lines(of('replica.gone'))).toEqual([['db-0', 46]]);
    expect(lines(of('replica.created'))).toEqual([['other-0', 46]]);
    // 1 s for a place, 30 s to detach and 15 s to attach the volume, 13 s to pull and start.
    expect(lines(of('replica.ready'))).toEqual([['other-0', 46 + 59]]);
    const [taken] = of('volume.bound').slice(-1);
    expect(of('replica.created').map(({ cause }) => cause)).toEqual([taken?.seq]);
    expect(taken?.cause).toBe(gone?.seq);
    expect(of('volume.bound').at(-1)).toMatchObject({
      at: start + 646 * second,
      reason: { rules: ['VOL-12', 'VOL-13'] },
    });
    expect(of('volume.unused')).toEqual([]);
  });

  it('is waited for by each replica that lets its own volumes go at once', () => {
    const { of } = ran({
      for: '1h',
      resources: [
        ...database({}, 2),
        workload('other', 'stateful', { ...without('other:1'), ...replicas(2), ...quick }),
      ],
      timeline: [patched('db', '+10m', without('db:2')), patched('other', '+10m', mounting('other:2'))],
    });
    expect(of('request.refused')).toEqual([]);
    // db goes from 1 to 0, each 46 s to leave and 14 s to return; other leaves at once, and returns to an index that db
    // has left.
    expect(lines(of('replica.gone'))).toEqual([
      ['other-1', 0],
      ['db-1', 46],
      ['other-0', 46 + 59],
      ['db-0', 46 + 14 + 46],
    ]);
    expect(lines(of('volume.bound')).map(([, seconds]) => seconds)).toEqual([46, 46 + 14 + 46]);
  });

  it('is waited for while it is created, too', () => {
    const { of } = ran({
      for: '30m',
      resources: [...database({}, 0), workload('other', 'stateful', { ...without('other:1'), ...replicas(0) })],
      assumptions: { 'volume.duration.create': '5m' },
      timeline: [
        patched('db', '+10m', replicas(1)),
        patched('db', '+11m', { ...without('db:2'), ...replicas(0) }),
        patched('other', '+11m', { ...mounting('other:2'), ...replicas(1) }),
      ],
    });
    expect(of('request.refused')).toEqual([]);
    expect(lines(of('replica.created'))).toEqual([
      ['db-0', 0],
      ['other-0', 60 + 46],
    ]);
    // Created at +10m1s in five minutes, then attached and started.
    expect(lines(of('replica.ready'))).toEqual([['other-0', 1 + 300 + 28]]);
  });

  it('is not taken back by a replica that returns on an older version', () => {
    const { of, run } = ran({
      for: '1h',
      resources: database({}, 2),
      timeline: [
        patched('db', '+10m', without('db:2')),
        { at: '+10m', post: '/gvc/shop/workload', with: { name: 'other', spec: other.spec } },
        // db-0 is lost while the rollout is still at db-1.
        {
          at: '+10m10s',
          post: '/gvc/shop/workload/db/-command',
          with: { type: 'stopReplica', spec: { location: here, replica: 'db-0' } },
        },
      ],
    });
    expect(of('request.refused')).toEqual([]);
    expect(of('replica.created').map(({ subject, ordinal, data }) => [subject.name, ordinal, data['version']])).toEqual(
      [
        ['shop/workload/db@aws-us-east-1', 0, 2],
        ['shop/workload/other@aws-us-east-1', 0, 1],
        ['shop/workload/db@aws-us-east-1', 1, 2],
      ],
    );
    expect(lifecyclesOf(run)).toEqual(['bound', 'unused']);
  });

  it('nor by one that waits for its turn while the other takes it: both come to their end', () => {
    const parallel = { rolloutOptions: { scalingPolicy: 'Parallel' } };
    const { of, run } = ran({
      for: '1h',
      resources: database({}, 3),
      timeline: [
        patched('db', '+10m', without('db:2')),
        // db-2 leaves for its update, the others are stopped: db-0 returns on version 1, and db-1 would after it.
        {
          at: '+10m1s',
          post: '/gvc/shop/workload/db/-command',
          with: { type: 'stopReplica', spec: { location: here } },
        },
        {
          at: '+11m',
          post: '/gvc/shop/workload',
          with: { name: 'other', spec: { ...other.spec, ...replicas(3), ...parallel } },
        },
      ],
    });
    expect(of('request.refused')).toEqual([]);
    const created = of('replica.created').filter(({ subject }) => subject.name.includes('/db@'));
    expect(created.map(({ ordinal, data }) => [ordinal, data['version']])).toEqual([
      [0, 1],
      [1, 2],
      [2, 2],
      [0, 2],
    ]);
    expect(of('rollout.completed')).toHaveLength(1);
    expect(lifecyclesOf(run)).toEqual(['bound', 'bound', 'bound']);
  });
});

describe('a volume whose replica is on its way', () => {
  it('VOL-13: leaves its index free for its own workload', () => {
    const { of } = ran({
      for: '30m',
      resources: database({}),
      timeline: [patched('db', '+10m', { containers: [{ name: 'main', image: 'db:2' }] })],
    });
    expect(of('replica.created').map(({ at }) => (at - start) / second - 600)).toEqual([46]);
    expect(of('volume.bound').at(-1)?.reason.rules).toEqual(['VOL-12', 'REPL-2']);
  });
});

function lifecyclesOf(run: Run): string[] {
  const { body } = run.request({ method: 'GET', path: `/org/${run.scenario.org}/gvc/shop/volumeset/data` });
  const { status } = body as unknown as {
    status: { locations: readonly { volumes: readonly { lifecycle: string }[] }[] };
  };
  return status.locations.flatMap(({ volumes }) => volumes.map(({ lifecycle }) => lifecycle));
}
