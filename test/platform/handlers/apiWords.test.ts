import { describe, expect, it } from 'vitest';
import { database, ran, replicas, workload } from './ran.ts';

const shop = '/org/acme/gvc/shop';
type Body = Record<string, unknown>;

/** What a client reads at the end of a small world. */
function reading(given: Parameters<typeof ran>[0]): (path: string) => Body {
  const { run } = ran(given);
  return (path) => run.request({ method: 'GET', path: `${shop}${path}` }).body as Body;
}

const nightly = workload('nightly', 'cron', { job: { schedule: '*/10 * * * *' } });
const behavior = { 'shop/nightly': { execution: { duration: '1m' } } };
const runNow = (at: string): object => ({
  at,
  post: '/gvc/shop/workload/nightly/-command',
  with: { type: 'runCronWorkload', spec: { location: 'aws-us-east-1' } },
});
const onVolume = (at: string, type: string, spec: object): object => ({
  at,
  post: '/gvc/shop/volumeset/data/-command',
  with: { type, spec: { location: 'aws-us-east-1', volumeIndex: 0, ...spec } },
});

describe('executions of a deployment (CRON-11)', () => {
  const executions = (assumptions: object): Body[] => {
    const read = reading({ for: '11m', resources: [nightly], behavior, timeline: [runNow('+10m30s')], assumptions });
    const { status } = read('/workload/nightly/deployment/aws-us-east-1') as { status: { jobExecutions: Body[] } };
    return status.jobExecutions;
  };

  it('have their times, their replica and what became of its containers; a commanded one is named by its command', () => {
    const { run } = ran({ for: '11m', resources: [nightly], behavior, timeline: [runNow('+10m30s')] });
    const commands = run.request({ method: 'GET', path: `${shop}/workload/nightly/-command` }).body as {
      items: { id: string }[];
    };
    const [first, , commanded] = executions({});
    expect(first).toMatchObject({
      status: 'Success',
      workloadVersion: 1,
      startTime: '2026-11-01T00:00:00.000Z',
      completionTime: expect.any(String),
      containers: { main: { message: 'exited with 0' } },
    });
    expect(commanded).toMatchObject({
      status: 'Active',
      replica: expect.stringContaining(commands.items[0]?.id ?? '-'),
    });
    expect(commanded).not.toHaveProperty('completionTime');
  });

  it('say how they stand in other words, where clients want those (`api.executionWords`)', () => {
    expect(executions({ 'api.executionWords': 'wire' }).map(({ status }) => status)).toEqual([
      'successful',
      'active',
      'active',
    ]);
  });
});

describe('the five states of an execution (CRON-11)', () => {
  const job = (image: string, more: object = {}): object =>
    workload('nightly', 'cron', {
      containers: [{ name: 'main', image, cpu: '100m', memory: '128Mi' }],
      job: { schedule: '@hourly', restartPolicy: 'Never', ...more },
    });
  const lasting = { duration: '1m' };

  it.each([
    ['Invalid', 'invalid', job('report:'), lasting],
    ['Active', 'active', job('report:1'), { duration: '1h' }],
    ['Success', 'successful', job('report:1'), lasting],
    ['Failure', 'failed', job('report:1'), { ...lasting, failure: '100%' }],
    ['Removed', 'removed', job('report:1', { activeDeadlineSeconds: 30 }), lasting],
  ])('%s', (status, word, resource, execution) => {
    for (const [words, expected] of [
      ['spec', status],
      ['wire', word],
    ]) {
      const read = reading({
        for: '10m',
        resources: [resource],
        behavior: { 'shop/nightly': { execution } },
        assumptions: { 'cron.never.retries': 0, 'api.executionWords': words },
      });
      const body = read('/workload/nightly/deployment/aws-us-east-1') as { status: { jobExecutions: Body[] } };
      expect(body.status.jobExecutions.map((one) => one.status)).toEqual([expected]);
    }
  });
});

describe('a commanded execution that is removed (`api.removedCommand`)', () => {
  const stop = {
    at: '+1m',
    post: '/gvc/shop/workload/nightly/-command',
    with: { type: 'stopReplica', spec: { location: 'aws-us-east-1' } },
  };

  it.each(['failed', 'cancelled', 'completed'])('ends its command as %s', (stage) => {
    const read = reading({
      for: '2m',
      resources: [nightly],
      behavior: { 'shop/nightly': { execution: { duration: '1h' } } },
      timeline: [runNow('+30s'), stop],
      assumptions: { 'api.removedCommand': stage },
    });
    const { items } = read('/workload/nightly/-command') as { items: Body[] };
    expect(items.find(({ type }) => type === 'runCronWorkload')).toMatchObject({ lifecycleStage: stage });
  });
});

describe('commands on one volume (`api.commandQueue`)', () => {
  const two = [
    onVolume('+1m', 'expandVolume', { newStorageCapacity: 20 }),
    onVolume('+61s', 'expandVolume', { newStorageCapacity: 30 }),
  ];
  const stages = (seconds: number): unknown => {
    const read = reading({ for: `${seconds}s`, resources: database({}), timeline: two });
    return (read('/volumeset/data/-command') as { items: Body[] }).items.map(({ lifecycleStage }) => lifecycleStage);
  };

  it('wait for each other: the second is pending until the first is completed', () => {
    expect(stages(70)).toEqual(['pending', 'running']);
    expect(stages(130)).toEqual(['running', 'completed']);
    expect(stages(400)).toEqual(['completed', 'completed']);
  });

  it('or the second is refused', () => {
    const { of } = ran({
      for: '2m',
      resources: database({}),
      timeline: two,
      assumptions: { 'api.commandQueue': 'refuseSecond' },
    });
    expect(of('request.refused')).toMatchObject([
      { reason: { assumptions: ['api.commandQueue'] }, data: { status: 400, code: 'COMMAND_REFUSED' } },
    ]);
  });
});

describe('volumes of a set (SNAP-4, `api.volumeLifecycle`, `api.snapshotTagsOut`)', () => {
  const volume = (assumptions: object): Body => {
    const timeline = [onVolume('+1m', 'createVolumeSnapshot', { snapshotName: 'one', tags: { a: 'x', b: 'y' } })];
    const read = reading({ for: '3m', resources: database({}), timeline, assumptions });
    const { status } = read('/volumeset/data') as { status: { locations: { volumes: Body[] }[] } };
    return status.locations[0]?.volumes[0] ?? {};
  };

  it('show their zone, and the tags of snapshots each alone', () => {
    expect(volume({})).toMatchObject({
      lifecycle: 'bound',
      zone: 'a',
      volumeSnapshots: [{ name: 'one', snapshotName: 'one', tags: [{ a: 'x' }, { b: 'y' }] }],
    });
  });

  it('list each snapshot with its name, its expiration date and its tags (SNAP-4)', () => {
    const timeline = [
      onVolume('+1m', 'createVolumeSnapshot', { snapshotName: 'one', snapshotExpirationDate: '2026-11-02T00:00:00Z' }),
      onVolume('+2m', 'createVolumeSnapshot', { snapshotName: 'two', tags: { a: 'x' } }),
    ];
    const resources = database({ snapshots: { retentionDuration: '1d' } });
    const { status } = reading({ for: '5m', resources, timeline })('/volumeset/data') as {
      status: { locations: { volumes: { volumeSnapshots: Body[] }[] }[] };
    };
    expect(status.locations[0]?.volumes[0]?.volumeSnapshots).toMatchObject([
      { snapshotName: 'one', snapshotExpirationDate: '2026-11-02T00:00:00.000Z', tags: [] },
      { snapshotName: 'two', snapshotExpirationDate: expect.stringMatching(/^2026-11-02T00:0/), tags: [{ a: 'x' }] },
    ]);
  });

  it('show them as a scenario wants them', () => {
    const words = ['making', 'free', 'taken', 'idle', 'atWork', 'gone'];
    expect(volume({ 'api.volumeLifecycle': words, 'api.snapshotTagsOut': 'map' })).toMatchObject({
      lifecycle: 'taken',
      volumeSnapshots: [{ tags: { a: 'x', b: 'y' } }],
    });
  });
});

describe('a deployment as clients wait for it', () => {
  const scaled = { at: '+1m', patch: '/gvc/shop/workload/web', with: { spec: replicas(3) } };
  const status = (assumptions: object): Body => {
    const read = reading({
      for: '3m',
      resources: [workload('web', 'standard', replicas(2))],
      timeline: [scaled],
      assumptions,
    });
    return read('/workload/web/deployment/aws-us-east-1').status as Body;
  };

  it('expects the version of the last change that had to be applied, or that of the record (`api.deploymentVersion`)', () => {
    expect(status({})).toMatchObject({ expectedDeploymentVersion: 1, lastProcessedVersion: 2 });
    expect(status({ 'api.deploymentVersion': 'resourceVersion' })).toMatchObject({ expectedDeploymentVersion: 2 });
  });

  it('names where its replicas are asked for (`api.remotePath`)', () => {
    expect(status({}).remote).toMatch(/\/-remote\/aws-us-east-1$/);
    expect(status({ 'api.remotePath': 'shared' }).remote).not.toMatch(/-remote/);
  });

  it('says when a version was made, and with which version of its GVC', () => {
    expect(status({}).versions).toMatchObject([{ name: 'web-1', workload: 1, gvc: 1, created: expect.any(String) }]);
  });

  it('has replicas that are asked for by location or in all', () => {
    const read = reading({ for: '1m', resources: database({}, 2) });
    expect(read('/workload/db/deployment/aws-us-east-1')).toMatchObject({ kind: 'deployment' });
    const { run } = ran({ for: '1m', resources: database({}, 2) });
    for (const path of ['/-remote/aws-us-east-1/replicas', '/-remote/aws-us-east-1/replicas/', '/replicas'])
      expect(run.request({ method: 'GET', path: `${path}${shop}/workload/db` }).body).toEqual({
        items: ['db-0', 'db-1'],
        links: [],
      });
    expect(run.request({ method: 'GET', path: `/-remote/gcp-us-east1/replicas${shop}/workload/db` }).status).toBe(404);
  });
});

describe('a redeployment asked for by the first prefix (`api.deployTimestampAlias`)', () => {
  it.each([
    ['alwaysRollout', 2],
    ['plainTag', 1],
  ])('%s: version %d', (alias, version) => {
    const patch = { at: '+1m', patch: '/gvc/shop/workload/web', with: { tags: { 'cpln/deployTimestamp': 'now' } } };
    const read = reading({
      for: '2m',
      resources: [workload('web', 'standard', replicas(1))],
      timeline: [patch],
      assumptions: { 'api.deployTimestampAlias': alias },
    });
    expect(read('/workload/web/deployment/aws-us-east-1').status).toMatchObject({ expectedDeploymentVersion: version });
  });
});

describe('lists (`api.listOrder`)', () => {
  it('go by name, or the newest first', () => {
    const list = (order: string): unknown => {
      const make = (at: string, name: string): object => ({ at, post: '/gvc', with: { name } });
      const { run } = ran({
        for: '5m',
        resources: [],
        timeline: [make('+1m', 'b'), make('+1m', 'a'), make('+2m', 'c')],
        assumptions: { 'api.listOrder': order },
      });
      const found: unknown[] = [];
      for (let path: string | undefined = '/org/acme/gvc?max=1'; path !== undefined; ) {
        const body = run.request({ method: 'GET', path }).body as {
          items: Body[];
          links: { rel: string; href: string }[];
        };
        found.push(...body.items.map(({ name }) => name));
        path = body.links.find(({ rel }) => rel === 'next')?.href;
      }
      return found;
    };
    expect(list('nameThenGvc')).toEqual(['a', 'b', 'c', 'shop']);
    expect(list('newestFirst')).toEqual(['c', 'a', 'b', 'shop']);
  });
});

describe('replicas that are leaving (`api.replicaCounts`)', () => {
  it.each([
    [{}, 0],
    [{ 'api.replicaCounts': 'all' }, 2],
  ])('%j: count %j in status and health', (assumptions, count) => {
    const suspend = {
      at: '+1m',
      patch: '/gvc/shop/workload/web',
      with: { spec: { defaultOptions: { suspend: true } } },
    };
    const read = reading({
      for: '70s',
      resources: [workload('web', 'standard', replicas(2))],
      timeline: [suspend],
      assumptions,
    });
    expect(read('/workload/web')).toMatchObject({
      status: { currentReplicaCount: count },
      health: { totalReplicas: count, readyReplicas: 0 },
    });
  });
});

describe('the order of operators in a patch (`api.patchOrder`)', () => {
  it.each([
    [['$drop', '$replace/', 'plain', '$drop/', '$patch/', '$append/'], { z: 1 }],
    [['plain', '$drop', '$replace/', '$drop/', '$patch/', '$append/'], {}],
  ])('%j leaves the tags %j', (order, tags) => {
    const patch = { at: '+1m', patch: '/gvc/shop', with: { $drop: ['tags'], tags: { z: 1 } } };
    const read = reading({ for: '2m', resources: [], timeline: [patch], assumptions: { 'api.patchOrder': order } });
    expect(read('')).toMatchObject({ tags });
  });
});
