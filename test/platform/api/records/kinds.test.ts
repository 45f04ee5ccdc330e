import { describe, expect, it } from 'vitest';
import { isActedOn, isOfGvc, itemKinds, kinds } from '../../../../src/platform/api/records/kinds.ts';
import { routeOf } from '../../../../src/platform/api/requests/router.ts';
import { accept, acme, ask } from '../acme.ts';

describe('QUERY-7: the kinds of lists and queries', () => {
  const stated = `org cloudaccount policy user group resource task permissions serviceaccount secret location gvc workload
    quota identity deployment event domain image ipset resourcepolicy agent accessreport policymembership dbcluster auditctx
    memcachecluster spicedbcluster tenant mk8s command imagesummary volumeset`;

  it('are those that the platform states, and no other', () => {
    expect([...itemKinds].sort()).toEqual(stated.split(/\s+/).sort());
  });

  it.each(kinds)('are what a list and a query of the kind %s say', (kind) => {
    const control = acme();
    const path = kind === 'org' ? '/org' : `/org/acme/${kind}`;
    expect(accept(control, 'GET', path)).toMatchObject({ kind: 'list', itemKind: kind });
    expect(accept(control, 'POST', `${path}/-query`, {})).toMatchObject({ kind: 'queryresult', itemKind: kind });
  });
});

describe('kinds without an effect (`api.storedKinds`)', () => {
  const stored = kinds.filter((kind) => !isActedOn(kind));

  it.each(stored)('a %s is kept as it is sent, patched, replaced and deleted', (kind) => {
    const control = acme();
    const path = `/org/acme/${kind}`;
    accept(control, 'POST', path, { kind, name: 'own', spec: { any: [1, { deep: true }] }, further: 'kept' });
    expect(ask(control, 'POST', path, { name: 'own' }).response.status).toBe(409);
    expect(accept(control, 'GET', `${path}/own`)).toMatchObject({
      kind,
      version: 1,
      further: 'kept',
      spec: { any: [1, { deep: true }] },
    });
    expect(accept(control, 'PATCH', `${path}/own`, { tags: { a: 1 } })).toMatchObject({ version: 2, tags: { a: 1 } });
    expect(accept(control, 'PUT', path, { name: 'own', further: 'other' })).toMatchObject({ version: 3, tags: {} });
    expect(accept(control, 'GET', path)).toMatchObject({ itemKind: kind, items: [{ name: 'own' }] });
    expect(ask(control, 'DELETE', `${path}/own`).response.status).toBe(202);
    expect(ask(control, 'GET', `${path}/own`).response.status).toBe(404);
  });

  it('an agent says what it would be started with, which clients print', () => {
    const control = acme();
    const made = accept(control, 'POST', '/org/acme/agent', { name: 'smith' });
    expect(made.status).toEqual({ bootstrapConfig: { agentId: made.id, agentLink: '/org/acme/agent/smith' } });
    expect(accept(control, 'PUT', '/org/acme/agent/smith', made)).toEqual(made);
  });

  it.each(stored)('a %s is not simulated where they are refused', (kind) => {
    const { response, refusal } = ask(acme({ 'api.storedKinds': 'refuse' }), 'POST', `/org/acme/${kind}`, {
      name: 'a',
    });
    expect([response.status, refusal?.code]).toEqual([400, 'NOT_SIMULATED']);
  });
});

describe('paths', () => {
  const item = { kind: 'workload', gvc: 'shop', name: 'web' };
  it.each([
    ['/org', { what: 'collection', kind: 'org', gvc: null }],
    ['/org/acme', { what: 'item', kind: 'org', gvc: null, name: 'acme' }],
    ['/org/acme/-eventlog', { what: 'eventlog', kind: 'org', gvc: null, name: 'acme' }],
    ['/org/-schema/permissions', { what: 'permissions', kind: 'org', gvc: null }],
    ['/org/acme/workload', { what: 'collection', kind: 'workload', gvc: null }],
    ['/org/acme/workload/-query', { what: 'query', kind: 'workload', gvc: null }],
    ['/org/acme/gvc/shop/workload/-query', { what: 'query', kind: 'workload', gvc: 'shop' }],
    ['/org/acme/quota/-schema/permissions', { what: 'permissions', kind: 'quota', gvc: null }],
    ['/org/acme/gvc/shop/workload/web', { what: 'item', ...item }],
    ['/org/acme/gvc/shop/workload/web/-accessreport', { what: 'accessreport', ...item }],
    ['/org/acme/gvc/shop/workload/web/-command', { what: 'commands', owner: item }],
    ['/org/acme/gvc/shop/workload/web/-command/-query', { what: 'commandQuery', owner: item }],
    ['/org/acme/gvc/shop/workload/web/-command/7', { what: 'command', owner: item, id: '7' }],
    [
      '/org/acme/gvc/shop/workload/web/deployment/aws-us-east-1',
      { what: 'deployment', workload: item, location: 'aws-us-east-1' },
    ],
    ['/org/acme/serviceaccount/ci/-addKey', { what: 'addKey', kind: 'serviceaccount', gvc: null, name: 'ci' }],
    ['/org/acme/secret/db/-reveal', { what: 'reveal', kind: 'secret', gvc: null, name: 'db' }],
    ['/org/acme/user/-for/email/ada%40x.io', { what: 'userByEmail', email: 'ada@x.io' }],
    ['/org/acme/user/-invite', { what: 'invite' }],
    ['/audit/org/acme', { what: 'audit', id: null }],
    ['/audit/org/acme/resource/id/7', { what: 'audit', id: '7' }],
    ['/q/abc', { what: 'token', token: 'abc' }],
    [
      '/-remote/aws-us-east-1/replicas/org/acme/gvc/shop/workload/web',
      { what: 'replicas', workload: item, location: 'aws-us-east-1' },
    ],
    [
      '/-remote/aws-us-east-1/replicas//org/acme/gvc/shop/workload/web',
      { what: 'replicas', workload: item, location: 'aws-us-east-1' },
    ],
    ['/replicas/org/acme/gvc/shop/workload/web', { what: 'replicas', workload: item, location: null }],
    ['/discovery', { what: 'discovery' }],
  ])('%s', (path, route) => {
    expect(routeOf(path, 'acme')).toEqual(route);
  });

  it.each([
    ['no slash before it', 'org/acme'],
    ['an empty segment', '/org/acme//gvc'],
    ['a slash that is escaped', '/org/acme/gvc/shop%2Fworkload'],
    ['an escape that is none', '/org/acme/gvc/%zz'],
    ['another org', '/org/other/gvc'],
    ['a kind that is derived', '/org/acme/event'],
    ['a kind of a GVC without one', '/org/acme/workload/web'],
    ['a key of every object', '/org/acme/constructor'],
    ['a suffix of another kind', '/org/acme/gvc/shop/-addKey'],
    ['something after a suffix', '/org/acme/gvc/shop/-eventlog/7'],
    ['replicas of what is no workload', '/replicas/org/acme/gvc/shop/volumeset/data'],
  ])('%s names nothing: %s', (_, path) => {
    expect(routeOf(path, 'acme')).toEqual({ what: 'unknown' });
  });

  it('of a kind that lives in a GVC are told from those of the org', () => {
    expect(kinds.filter(isOfGvc)).toEqual(['workload', 'volumeset', 'identity']);
  });
});

describe("what is the client's own", () => {
  it('holds no links, whatever its keys are called: tags, the data of a secret, and all of a kind that is only kept', () => {
    const control = acme();
    const tags = { ownLink: '//gvc/shop' };
    expect(accept(control, 'POST', '/org/acme/gvc', { name: 'g', tags })).toMatchObject({ tags });
    expect(accept(control, 'POST', '/org/acme/agent', { name: 'a', spec: { ownLink: '//x/y' } })).toMatchObject({
      spec: { ownLink: '//x/y' },
    });
    accept(control, 'POST', '/org/acme/secret', { name: 's', type: 'dictionary', data: { urlLink: '//x/y' } });
    expect(accept(control, 'GET', '/org/acme/secret/s/-reveal')).toMatchObject({ data: { urlLink: '//x/y' } });
  });
});

describe('a refusal', () => {
  it.each([
    ['location.made', 'DELETE', '/org/acme/location/aws-us-east-1'],
    ['api.unknownStatus', 'GET', '/org/acme/gvc/none'],
    ['api.ids', 'POST', '/org/acme/gvc'],
  ] as const)('says which rule decides: %s', (rule, method, path) => {
    const { response } = ask(acme(), method, path, method === 'POST' ? { name: 'shop' } : undefined);
    expect(response.body).toMatchObject({ details: [{ rule }] });
  });
});

describe('where a record comes from', () => {
  it.each([
    ['location/aws-us-east-1', 'builtin'],
    ['quota/domains', 'default'],
    ['policy/viewers-gvc', 'builtin'],
    ['group/superusers', 'builtin'],
    ['user/simulator', undefined],
    ['serviceaccount/controlplane', undefined],
    ['gvc/shop', undefined],
  ])('is told of some kinds, and of no others (LOC-4): %s is %s', (path, origin) => {
    expect(accept(acme(), 'GET', `/org/acme/${path}`).origin).toBe(origin);
  });
});

describe('RES-1: an org from its beginning', () => {
  it('has one user who may do everything, and the groups and policies that say so', () => {
    const control = acme();
    expect(accept(control, 'GET', '/org/acme/group/superusers')).toMatchObject({
      origin: 'builtin',
      memberLinks: ['/org/acme/user/simulator'],
    });
    expect(accept(control, 'GET', '/org/acme/policy/viewers-workload')).toMatchObject({
      targetKind: 'workload',
      target: 'all',
      bindings: [{ permissions: ['view'], principalLinks: ['/org/acme/group/viewers'] }],
    });
  });

  it.each(['user/simulator', 'serviceaccount/controlplane', 'group/superusers', 'policy/viewers-workload'])(
    'keeps %s',
    (path) => {
      const control = acme();
      const { refusal, response } = ask(control, 'DELETE', `/org/acme/${path}`);
      expect([refusal?.code, response.status]).toEqual(['BUILTIN', 400]);
      expect(ask(control, 'GET', `/org/acme/${path}`).response.status).toBe(200);
    },
  );

  it('finds a user by id as well as by name', () => {
    const control = acme();
    const user = accept(control, 'GET', '/org/acme/user/simulator') as { readonly id: string };
    expect(accept(control, 'GET', `/org/acme/user/${user.id}`)).toEqual(user);
  });
});
