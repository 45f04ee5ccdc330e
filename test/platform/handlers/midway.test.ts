import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { database, ran, replicas, workload } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const place = 'aws-us-east-1';

function patched(name: string, at: string, spec: object): object {
  return { at, patch: `/gvc/shop/workload/${name}`, with: { spec } };
}

function image(name: string, tag: number): object {
  return { containers: [{ name: 'main', image: `${name}:${tag}` }] };
}

describe('what is written in the middle of a rollout', () => {
  const rolloutOptions = { minReadySeconds: 540, maxSurgeReplicas: 1, maxUnavailableReplicas: 0 };

  it('another minReadySeconds counts at once, for replicas that are ready already (ROLL-3)', () => {
    const { of } = ran({
      for: '2h',
      resources: [workload('web', 'standard', { ...replicas(2), rolloutOptions })],
      timeline: [
        patched('web', '+1h', image('web', 2)),
        patched('web', '+62m', { rolloutOptions: { minReadySeconds: 0 } }),
      ],
    });
    // The first was ready at 1:00:14 and would have been available at 1:09:14; the second needs its 14 s alone.
    expect(of('replica.available').map(({ at }) => at - start - hour)).toEqual([2 * minute, 2 * minute + 14 * second]);
  });

  it('a longer one takes availability back until its time has come, and says so (ROLL-3)', () => {
    const { of, entries, run } = ran({
      for: '2h',
      resources: [workload('web', 'standard', { ...replicas(1), rolloutOptions: { minReadySeconds: 0 } })],
      timeline: [
        patched('web', '+1h', image('web', 2)),
        patched('web', '+61m', { rolloutOptions: { minReadySeconds: 600 } }),
      ],
    });
    expect(of('replica.available').map(({ at }) => at - start - hour)).toEqual([
      14 * second,
      10 * minute + 14 * second,
    ]);
    const taken = of('replica.unavailable').map(({ at, ordinal, data, cause }) => ({
      at: at - start - hour,
      ordinal,
      availableAt: Number(data['availableAt']) - start - hour,
      cause: entries.find(({ seq }) => seq === cause)?.type,
    }));
    const availableAt = 10 * minute + 14 * second;
    expect(taken).toEqual([{ at: minute, ordinal: 1, availableAt, cause: 'request.accepted' }]);
    const available = (until: number): unknown => {
      const chronicle = new Chronicle(run.scenario);
      for (const entry of entries) if (entry.at < start + hour + until) chronicle.listen(entry);
      return chronicle.deployments.get(`shop/workload/web@${place}`)?.replicas.available.last;
    };
    expect([available(minute), available(availableAt), available(availableAt + 1)]).toEqual([1, 0, 1]);
  });

  it('one write of a count and an image rolls under the bounds of the new count (ROLL-5, ROLL-7)', () => {
    const { of } = ran({
      for: '2h',
      resources: [workload('web', 'standard', replicas(4))],
      timeline: [patched('web', '+1h', { ...image('web', 2), ...replicas(10) })],
    });
    expect(of('rollout.started')[0]?.data).toMatchObject({ desired: 10, surge: 3, unavailable: 2 });
  });

  it('a rollout tells the bounds that its type heeds, and cites no rounding of others (ROLL-4, ROLL-6)', () => {
    const began = (type: string, assumptions: object = {}) => {
      const spec = { ...replicas(5), rolloutOptions: { maxUnavailableReplicas: '40%' } };
      const containers = [{ name: 'main', image: 'web:1', ports: [{ number: 8080 }] }];
      const [entry] = ran({
        for: '2h',
        resources: [workload('web', type, { ...spec, containers })],
        timeline: [patched('web', '+1h', image('web', 2))],
        assumptions,
      }).of('rollout.started');
      const { surge, unavailable } = entry?.data ?? {};
      return [surge, unavailable, entry?.reason.assumptions.includes('rollout.rounding')];
    };
    expect(began('standard')).toEqual([2, 2, true]);
    expect(began('stateful')).toEqual([null, null, false]);
    expect(began('stateful', { 'rollout.stateful.maxUnavailable': 'honoured' })).toEqual([null, 2, false]);
    expect(began('serverless')).toEqual([null, null, false]);
  });

  it('a suspended serverless workload notes a new version and begins no rollout (SUSP-3)', () => {
    const autoscaling = { metric: 'concurrency', minScale: 1, maxScale: 3 };
    const containers = [{ name: 'main', image: 'web:1', ports: [{ number: 8080 }] }];
    const { of } = ran({
      for: '2h',
      resources: [workload('web', 'serverless', { containers, defaultOptions: { autoscaling, suspend: true } })],
      timeline: [
        patched('web', '+10m', image('web', 2)),
        patched('web', '+20m', { defaultOptions: { suspend: false } }),
      ],
    });
    expect(of('rollout.started')).toEqual([]);
    expect(of('replica.created').map(({ data }) => data['version'])).toEqual([2]);
  });
});

describe('a broken version of a stateful workload (`rollout.stateful.stuck`)', () => {
  const probed = (tag: number): object => ({
    containers: [{ name: 'main', image: `db:${tag}`, readinessProbe: { tcpSocket: { port: 80 } } }],
  });

  it('blocks also after a revert, and does not come back once its replica has been stopped', () => {
    const { of } = ran({
      for: '4h',
      resources: [workload('db', 'stateful', { ...replicas(2), ...probed(1) })],
      timeline: [
        { at: '+30m', behavior: { 'shop/db': { readyAfter: '30d' } } },
        patched('db', '+1h', probed(2)),
        { at: '+80m', behavior: { 'shop/db': { readyAfter: '0s' } } },
        patched('db', '+90m', probed(1)),
        {
          at: '+2h',
          post: '/gvc/shop/workload/db/-command',
          with: { type: 'stopReplica', spec: { location: place, replica: 'db-1' } },
        },
      ],
    });
    expect(of('replica.created').map(({ ordinal, data }) => [ordinal, data['version']])).toEqual([
      [1, 2],
      [1, 3],
      [0, 3],
    ]);
  });
});

describe('a command to stop a replica', () => {
  const stop = (name: string, replica: string): object => ({
    at: '+5m',
    post: `/gvc/shop/workload/${name}/-command`,
    with: { type: 'stopReplica', spec: { location: place, replica } },
  });

  it('finds a standard one by the name that its deployment shows', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('web', 'standard', replicas(2))],
      timeline: [stop('web', 'web-1-1')],
    });
    expect(of('replica.terminating').map(({ ordinal }) => ordinal)).toEqual([1]);
  });

  it('removes an execution of a cron workload', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('job', 'cron', { job: { schedule: '0 * * * *' } })],
      behavior: { 'shop/job': { execution: { duration: '30m' } } },
      timeline: [stop('job', `job-${start / minute}`)],
    });
    expect(of('execution.removed').map(({ at }) => at - start)).toEqual([5 * minute]);
  });
});

describe('a cron workload in a disabled location (LOC-7)', () => {
  const enabled = (at: string, value: boolean): object => ({
    at,
    patch: `/location/${place}`,
    with: { spec: { enabled: value } },
  });

  it('starts nothing while it is disabled, and fires at the tick of the instant that enables it', () => {
    const { of } = ran({
      for: '4h',
      resources: [workload('job', 'cron', { job: { schedule: '0 * * * *' } })],
      timeline: [enabled('+30m', false), enabled('+2h', true)],
    });
    expect(of('execution.started').map(({ at }) => (at - start) / hour)).toEqual([0, 2, 3]);
  });
});

describe('an execution whose deadline lies before its start (CRON-10)', () => {
  it('says when it would have run, and costs nothing where it never had a place', () => {
    const { of, run } = ran({
      for: '10m',
      resources: [workload('job', 'cron', { job: { schedule: '0 * * * *', activeDeadlineSeconds: 5 } })],
      assumptions: { 'replica.schedule.duration': '20s' },
    });
    expect(of('execution.started')[0]?.data).toMatchObject({
      placedAt: start + 20 * second,
      startedAt: start + 33 * second,
    });
    expect(of('execution.removed').map(({ at }) => at - start)).toEqual([5 * second]);
    expect(run.bill().bill.totals).toEqual([]);
  });
});

describe('the end of a GVC', () => {
  it('is journalled with that of its last workload', () => {
    const { of } = ran({
      for: '1h',
      resources: [workload('web', 'standard', replicas(1))],
      timeline: [{ at: '+5m', delete: '/gvc/shop' }],
    });
    expect(of('record.deleted').map(({ subject }) => subject.name)).toEqual(['shop/workload/web', 'gvc/shop']);
  });
});

describe('why a replica leaves', () => {
  it('is the location, the deletion or the suspension, not a smaller count', () => {
    const whys = (timeline: readonly object[]): unknown => {
      const { of } = ran({ for: '1h', resources: [workload('web', 'standard', replicas(1))], timeline });
      return of('replica.terminating').map(({ data, reason }) => [data['why'], ...reason.rules]);
    };
    expect(whys([{ at: '+5m', patch: `/location/${place}`, with: { spec: { enabled: false } } }])).toEqual([
      ['disabled', 'LOC-7'],
    ]);
    expect(whys([{ at: '+5m', delete: '/gvc/shop/workload/web' }])).toEqual([['deleting']]);
    expect(whys([patched('web', '+5m', { defaultOptions: { suspend: true } })])).toEqual([['suspended', 'SUSP-3']]);
  });

  it('is the expansion, where a shared volume grew (`volume.shared.restart`)', () => {
    const { of } = ran({
      for: '1h',
      resources: database({ fileSystemType: 'shared' }),
      timeline: [
        {
          at: '+5m',
          post: '/gvc/shop/volumeset/data/-command',
          with: { type: 'expandVolume', spec: { location: place, volumeIndex: 0, newStorageCapacity: 20 } },
        },
      ],
    });
    expect(of('replica.terminating').map(({ reason }) => reason.assumptions)).toEqual([['volume.shared.restart']]);
  });
});
