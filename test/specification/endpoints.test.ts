import { describe, expect, it } from 'vitest';
import { type Body, platform, shop } from './platform.ts';

describe('1. Create an identity (API-1, API-3)', () => {
  const whole = {
    name: 'reader',
    description: 'reads what others write',
    tags: { team: 'data' },
    gvc: 'shop',
    aws: {
      policyRefs: ['aws::ReadOnlyAccess'],
      trustPolicy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow' }] },
      roleName: 'reader',
    },
    gcp: {
      scopes: ['https://scope.example'],
      serviceAccount: 'reader@x.io',
      bindings: [{ resource: 'r', roles: ['viewer'] }],
    },
    azure: { roleAssignments: [{ scope: '/subscriptions/1', roles: ['Reader'] }] },
    ngs: {
      pub: { allow: ['a.>'], deny: [] },
      sub: { allow: [], deny: ['b.>'] },
      resp: { max: 1, ttl: '5s' },
      subs: 10,
      data: 1024,
      payload: 512,
    },
    networkResources: [{ name: 'ledger', FQDN: 'ledger.internal', resolverIP: '10.0.0.2', IPs: [], ports: [443] }],
    nativeNetworkResources: [
      {
        name: 'queue',
        FQDN: 'queue.internal',
        ports: [5671],
        awsPrivateLink: { endpointServiceName: 'com.amazonaws.vpce.q' },
      },
    ],
    memcacheAccess: [],
    spicedbAccess: [],
  };

  it('answers with the record, which has every field as it was sent', () => {
    const { ask } = platform();
    const response = ask('POST', `${shop}/identity`, whole);
    expect(response.status).toBe(201);
    const { gvc: _, ...fields } = whole;
    expect(response.body).toMatchObject({ kind: 'identity', version: 1, ...fields });
    expect(response.headers.Location).toBe(`${shop}/identity/reader`);
  });

  it('in a GVC that is not there is refused', () => {
    expect(platform().ask('POST', '/org/acme/gvc/none/identity', { name: 'reader' }).status).toBe(404);
  });
});

describe('2. Patch a location (PATCH-1, PATCH-2, PATCH-3, PATCH-4, PATCH-5, PATCH-6, PATCH-7)', () => {
  const path = '/org/acme/location/aws-us-east-1';

  it('changes the fields that are given and answers with the record', () => {
    const { taken } = platform();
    expect(
      taken('PATCH', path, { description: 'the first', tags: { tier: 1 }, spec: { enabled: true } }),
    ).toMatchObject({
      kind: 'location',
      name: 'aws-us-east-1',
      description: 'the first',
      tags: { tier: 1 },
      provider: 'aws',
      region: 'us-east-1',
      origin: 'builtin',
      spec: { enabled: true },
      status: { geo: { lat: expect.any(Number), lon: expect.any(Number), continent: 'North America' } },
    });
  });

  it.each<[string, Body, Body]>([
    ['$drop takes fields away', { $drop: ['description', 'tags'] }, { description: 'aws-us-east-1', tags: {} }],
    ['$replace/tags replaces them all', { '$replace/tags': { b: 2 } }, { tags: { b: 2 } }],
    ['$replace/spec replaces it', { '$replace/spec': { enabled: false } }, { spec: { enabled: false } }],
    ['spec.$drop brings the default back', { spec: { $drop: ['enabled'] } }, { spec: { enabled: true } }],
    ['an empty body changes nothing', {}, { description: 'the first', tags: { a: 1 } }],
  ])('%s', (_, patch, expected) => {
    const { taken } = platform();
    taken('PATCH', path, { description: 'the first', tags: { a: 1 } });
    const patched = taken('PATCH', path, patch);
    for (const [field, value] of Object.entries(expected)) expect(patched[field]).toEqual(value);
  });

  it.each<[string, Body, rule: string]>([
    ['a field that $drop does not know', { $drop: ['status'] }, 'PATCH-4'],
    ['a provider that there is not', { provider: 'moon' }, 'LOC-5'],
    ['a name of 65 letters', { name: 'a'.repeat(65) }, 'RES-3'],
    ['another name of a location of the platform', { name: 'moon' }, 'PATCH-3'],
    ['a description of 251 letters', { description: 'a'.repeat(251) }, 'RES-4'],
    ['an `enabled` that is no boolean', { spec: { enabled: 'perhaps' } }, 'LOC-7'],
    ['tags that are no object', { '$replace/tags': ['a'] }, 'LOC-2'],
  ])('%s is refused, and nothing changes', (_, patch, rule) => {
    const { ask, taken } = platform();
    const before = taken('GET', path);
    expect(ask('PATCH', path, patch)).toMatchObject({ status: 400, body: { details: [{ rule }] } });
    expect(taken('GET', path)).toEqual(before);
  });

  it('takes its own name, and another one of a location of the customer that nobody uses', () => {
    const { taken } = platform();
    expect(taken('PATCH', path, { name: 'aws-us-east-1' })).toMatchObject({ name: 'aws-us-east-1' });
    taken('POST', '/org/acme/location', { name: 'home', provider: 'byok' });
    expect(taken('PATCH', '/org/acme/location/home', { name: 'cellar' })).toMatchObject({ name: 'cellar' });
    expect(taken('GET', '/org/acme/location/cellar')).toMatchObject({ name: 'cellar', provider: 'byok' });
  });
});

describe('3. Query quotas (QUERY-1 to QUERY-8)', () => {
  const query = {
    kind: 'quota',
    spec: {
      match: 'all',
      terms: [{ op: '=', property: 'name', value: 'workloads-per-gvc' }],
      sort: { by: 'name', order: 'asc' },
    },
  };

  it('answers with what was found and the query as it was understood', () => {
    expect(platform().taken('POST', '/org/acme/quota/-query', query)).toMatchObject({
      kind: 'queryresult',
      itemKind: 'quota',
      items: [{ kind: 'quota', name: 'workloads-per-gvc', current: 2 }],
      links: expect.any(Array),
      query: { kind: 'quota', context: {}, spec: query.spec },
    });
  });
});

describe('4. Run a cron workload now (CRON-13 to CRON-18)', () => {
  const command = `${shop}/workload/nightly/-command`;
  const run = (spec: Body): Body => ({ type: 'runCronWorkload', spec });

  it('runs it in one location, with overrides of a container for this execution only, suspended or not', () => {
    const { taken, pass } = platform();
    taken('PATCH', `${shop}/workload/nightly`, { spec: { job: { suspend: true } } });
    const override = {
      name: 'main',
      image: 'app:2',
      command: 'run',
      args: ['--all'],
      cpu: '200m',
      memory: '256Mi',
      env: [{ name: 'LEVEL', value: 'high' }],
    };
    const { id } = taken('POST', command, run({ location: 'aws-us-east-1', containerOverrides: [override] }));
    pass(60);
    const { status } = taken('GET', `${shop}/workload/nightly/deployment/aws-us-east-1`) as { status: Body };
    expect(status.jobExecutions).toMatchObject([{ name: expect.stringContaining(String(id)), status: 'Active' }]);
    pass(120);
    expect(taken('GET', `${command}/${String(id)}`)).toMatchObject({ lifecycleStage: 'completed' });
    const { spec } = taken('GET', `${shop}/workload/nightly`) as { spec: { containers: Body[] } };
    expect(spec.containers).toMatchObject([{ image: 'app:1', cpu: '100m' }]);
  });

  it('runs it beside one that is running, whatever the concurrency policy says', () => {
    const { taken, pass } = platform();
    taken('POST', command, run({ location: 'gcp-us-east1' }));
    pass(30);
    taken('POST', command, run({ location: 'gcp-us-east1' }));
    pass(1);
    const { status } = taken('GET', `${shop}/workload/nightly/deployment/gcp-us-east1`) as { status: Body };
    expect(status.jobExecutions).toMatchObject([{ status: 'Active' }, { status: 'Active' }]);
  });

  it('CRON-19: shows in which locations it is deployed, so that it can be run in every one', () => {
    const { taken, pass } = platform();
    const { items } = taken('GET', `${shop}/workload/nightly/deployment`) as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(['aws-us-east-1', 'gcp-us-east1']);
    const containerOverrides = [{ name: 'main', image: 'app:2' }];
    for (const { name } of items) taken('POST', command, run({ location: name, containerOverrides }));
    pass(1);
    for (const { name } of items) {
      const { status } = taken('GET', `${shop}/workload/nightly/deployment/${name}`) as { status: Body };
      expect(status.jobExecutions).toMatchObject([{ status: 'Active' }]);
    }
  });

  it.each<[string, Body]>([
    ['a location of another GVC', { location: 'azure-eastus2' }],
    ['no location', {}],
    ['a container that there is not', { location: 'aws-us-east-1', containerOverrides: [{ name: 'other' }] }],
    ['an override without a name', { location: 'aws-us-east-1', containerOverrides: [{ image: 'app:2' }] }],
  ])('%s is refused', (_, spec) => {
    expect(platform().ask('POST', command, run(spec)).status).toBe(400);
  });
});

describe('5. Volume set commands (VOLCMD-1 to VOLCMD-14)', () => {
  const path = `${shop}/volumeset/data`;
  const on = (type: string, spec: Body = {}): Body => ({
    type,
    spec: { location: 'aws-us-east-1', volumeIndex: 0, ...spec },
  });
  const volume = (record: Body): Body => {
    const { status } = record as { status: { locations: { name: string; volumes: Body[] }[] } };
    return status.locations.find(({ name }) => name === 'aws-us-east-1')?.volumes[0] ?? {};
  };

  it('expandVolume grows the volume, and the replica that has it restarts', () => {
    const { taken, pass } = platform();
    taken('POST', `${path}/-command`, on('expandVolume', { newStorageCapacity: 40 }));
    pass(60);
    expect(volume(taken('GET', path))).toMatchObject({ lifecycle: 'repairing' });
    pass(120);
    expect(volume(taken('GET', path))).toMatchObject({ lifecycle: 'bound', currentSize: 40 });
    const { versions } = (
      taken('GET', `${shop}/workload/db/deployment/aws-us-east-1`) as { status: { versions: Body[] } }
    ).status;
    expect(versions).toMatchObject([{ ready: true, replicas: ['db-1', 'db-0'] }]);
  });

  it('shrinkVolume makes a smaller one, without the data', () => {
    const { taken, pass } = platform({ behavior: { 'shop/data': { usage: { start: '5GB' } } } });
    expect(volume(taken('GET', path)).currentBytesUsed).toBe(5e9);
    taken('POST', `${path}/-command`, on('shrinkVolume', { newStorageCapacity: 10 }));
    pass(300);
    expect(volume(taken('GET', path))).toMatchObject({ currentSize: 10, currentBytesUsed: 0 });
  });

  it('deleteVolume of one in use gives an empty one; of one that is not only what is known of the index stays', () => {
    const { taken, pass } = platform({ behavior: { 'shop/data': { usage: { start: '5GB' } } } });
    taken('POST', `${path}/-command`, on('deleteVolume'));
    pass(300);
    expect(volume(taken('GET', path))).toMatchObject({
      index: 0,
      lifecycle: 'bound',
      currentSize: 20,
      currentBytesUsed: 0,
    });
    taken('PATCH', `${shop}/workload/db`, { spec: { defaultOptions: { suspend: true } } });
    pass(300);
    taken('POST', `${path}/-command`, on('deleteVolume'));
    pass(300);
    expect(volume(taken('GET', path))).toMatchObject({ index: 0, lifecycle: 'deleted' });
  });

  it('createVolumeSnapshot, restoreVolume and deleteVolumeSnapshot take one, go back to it and delete it', () => {
    const { taken, pass } = platform({ behavior: { 'shop/data': { usage: { start: '5GB', growth: '1GB/h' } } } });
    const named = { snapshotName: 'before', snapshotExpirationDate: '2026-11-05T00:00:00Z', tags: { why: 'test' } };
    taken('POST', `${path}/-command`, on('createVolumeSnapshot', named));
    pass(3_600);
    expect(volume(taken('GET', path))).toMatchObject({
      currentBytesUsed: 6e9,
      volumeSnapshots: [
        { snapshotName: 'before', snapshotExpirationDate: '2026-11-05T00:00:00.000Z', tags: [{ why: 'test' }] },
      ],
    });
    taken('POST', `${path}/-command`, on('restoreVolume', { snapshotName: 'before' }));
    pass(67);
    expect(volume(taken('GET', path)).currentBytesUsed).toBeLessThan(5.1e9);
    taken('POST', `${path}/-command`, on('deleteVolumeSnapshot', { snapshotName: 'before' }));
    pass(60);
    expect(volume(taken('GET', path))).toMatchObject({ volumeSnapshots: [] });
  });

  it.each<[string, Body]>([
    ['ERR-3: an expansion to a smaller size', on('expandVolume', { newStorageCapacity: 19 })],
    ['VOLCMD-2: a command that there is not', on('growVolume')],
    [
      'VOLCMD-3: an index that is no whole number',
      { type: 'deleteVolume', spec: { location: 'aws-us-east-1', volumeIndex: 0.5 } },
    ],
    ['VOLCMD-12: a snapshot that there is not', on('deleteVolumeSnapshot', { snapshotName: 'none' })],
  ])('%s is refused', (_, body) => {
    expect(platform().ask('POST', `${path}/-command`, body).status).toBe(400);
  });

  it.each(['createVolumeSnapshot', 'deleteVolumeSnapshot', 'restoreVolume', 'deleteVolume', 'shrinkVolume'])(
    'ERR-2: %s of a shared volume set is refused',
    (type) => {
      const { ask, taken, pass } = platform();
      taken('POST', `${shop}/volumeset`, { name: 'common', spec: { fileSystemType: 'shared', initialCapacity: 20 } });
      pass(60);
      const body = on(type, { snapshotName: 'one', newStorageCapacity: 10 });
      expect(ask('POST', `${shop}/volumeset/common/-command`, body)).toMatchObject({
        status: 400,
        body: { code: 'COMMAND_REFUSED' },
      });
    },
  );
});
