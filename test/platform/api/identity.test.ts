import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { accept, acme, ask, shop, standard, stateful } from './acme.ts';

const identity = `${shop}/identity`;
const account = '/org/acme/cloudaccount/cloud';

/** An org with all that an identity may link to. */
function connected(): Control {
  const control = acme();
  for (const [kind, name] of [
    ['cloudaccount', 'cloud'],
    ['agent', 'home'],
    ['memcachecluster', 'cache'],
    ['spicedbcluster', 'rights'],
  ]) {
    accept(control, 'POST', `/org/acme/${kind}`, { name });
  }
  return control;
}

const whole: JsonObject = {
  name: 'api',
  description: 'what api may reach',
  tags: { team: 'a' },
  aws: {
    cloudAccountLink: account,
    policyRefs: ['aws::ReadOnlyAccess'],
    trustPolicy: { Version: '2012-10-17', Statement: [{ Effect: 'Allow' }] },
    roleName: 'reader',
  },
  gcp: {
    cloudAccountLink: account,
    scopes: ['cloud-platform'],
    serviceAccount: 'a@b.example',
    bindings: [{ resource: '//storage/b', roles: ['roles/viewer'] }],
  },
  azure: { cloudAccountLink: account, roleAssignments: [{ scope: '/subscriptions/1', roles: ['Reader'] }] },
  ngs: {
    cloudAccountLink: account,
    pub: { allow: ['a.>'], deny: [] },
    sub: { allow: [], deny: ['b'] },
    resp: { max: 1, ttl: '5m' },
    subs: -1,
    data: 1024,
    payload: 512,
  },
  networkResources: [
    {
      name: 'db',
      agentLink: '/org/acme/agent/home',
      IPs: ['10.0.0.1'],
      FQDN: 'db.example',
      resolverIP: '10.0.0.2',
      ports: [5432],
    },
  ],
  nativeNetworkResources: [
    {
      name: 'link',
      FQDN: 'x.example',
      ports: [443],
      awsPrivateLink: { endpointServiceName: 'com.amazonaws.vpce.x' },
      gcpServiceConnect: { targetService: 'projects/p/x' },
    },
  ],
  memcacheAccess: [{ clusterLink: '/org/acme/memcachecluster/cache' }],
  spicedbAccess: [{ clusterLink: '/org/acme/spicedbcluster/rights' }],
};

describe('API-3: an identity is made by POST to the collection of its GVC', () => {
  it('answers 201, where it is, and the identity record with every field that was sent', () => {
    const control = connected();
    const { response } = ask(control, 'POST', identity, { ...whole, gvc: 'shop' });
    expect([response.status, response.headers.Location]).toEqual([201, `${identity}/api`]);
    expect(response.body).toMatchObject({ ...whole, kind: 'identity', version: 1 });
    expect(accept(control, 'GET', `${identity}/api`)).toEqual(response.body);
    expect(accept(control, 'GET', '/org/acme/identity')).toMatchObject({ items: [{ name: 'api' }] });
  });

  it('needs nothing but a name, and a GVC that is there', () => {
    expect(accept(acme(), 'POST', identity, { name: 'bare' })).toMatchObject({ description: 'bare', tags: {} });
    expect(ask(acme(), 'POST', '/org/acme/gvc/none/identity', { name: 'bare' }).response.status).toBe(404);
  });

  it('is patched, replaced and deleted as any record is', () => {
    const control = connected();
    accept(control, 'POST', identity, whole);
    const patched = accept(control, 'PATCH', `${identity}/api`, { aws: { roleName: 'writer' }, $drop: ['gcp'] });
    expect(patched).toMatchObject({ version: 2, aws: { roleName: 'writer', policyRefs: ['aws::ReadOnlyAccess'] } });
    expect(patched).not.toHaveProperty('gcp');
    const replaced = accept(control, 'PUT', identity, { name: 'api' });
    expect(replaced).not.toHaveProperty('aws');
    expect(ask(control, 'DELETE', `${identity}/api`).response.status).toBe(202);
    expect(ask(control, 'GET', `${identity}/api`).response.status).toBe(404);
  });
});

describe('the fields of an identity have their types', () => {
  it.each<readonly [string, JsonObject, string]>([
    ['IDN-1', { name: 5 }, 'name'],
    ['IDN-1', { description: 5 }, 'description'],
    ['IDN-1', { tags: ['a'] }, 'tags'],
    ['IDN-1', { gvc: {} }, 'gvc'],
    ['IDN-2', { aws: 'all' }, 'aws'],
    ['IDN-2', { aws: { cloudAccountLink: 1 } }, 'aws.cloudAccountLink'],
    ['IDN-2', { aws: { policyRefs: 'one' } }, 'aws.policyRefs'],
    ['IDN-2', { aws: { policyRefs: [1] } }, 'aws.policyRefs[0]'],
    ['IDN-2', { aws: { roleName: true } }, 'aws.roleName'],
    ['IDN-2', { aws: { trustPolicy: [] } }, 'aws.trustPolicy'],
    ['IDN-2', { aws: { trustPolicy: { Version: 2012 } } }, 'aws.trustPolicy.Version'],
    ['IDN-2', { aws: { trustPolicy: { Statement: ['Allow'] } } }, 'aws.trustPolicy.Statement[0]'],
    ['IDN-3', { gcp: { serviceAccount: 1 } }, 'gcp.serviceAccount'],
    ['IDN-3', { gcp: { scopes: {} } }, 'gcp.scopes'],
    ['IDN-3', { gcp: { bindings: [{ resource: 1 }] } }, 'gcp.bindings[0].resource'],
    ['IDN-3', { gcp: { bindings: [{ roles: 'viewer' }] } }, 'gcp.bindings[0].roles'],
    ['IDN-4', { azure: { cloudAccountLink: [] } }, 'azure.cloudAccountLink'],
    ['IDN-4', { azure: { roleAssignments: [{ scope: 1 }] } }, 'azure.roleAssignments[0].scope'],
    ['IDN-4', { azure: { roleAssignments: [{ roles: [1] }] } }, 'azure.roleAssignments[0].roles[0]'],
    ['IDN-5', { ngs: { pub: { allow: 'a' } } }, 'ngs.pub.allow'],
    ['IDN-5', { ngs: { sub: { deny: [1] } } }, 'ngs.sub.deny[0]'],
    ['IDN-5', { ngs: { resp: { max: 1.5 } } }, 'ngs.resp.max'],
    ['IDN-5', { ngs: { resp: { ttl: 5 } } }, 'ngs.resp.ttl'],
    ['IDN-5', { ngs: { subs: 1.5 } }, 'ngs.subs'],
    ['IDN-5', { ngs: { data: 'much' } }, 'ngs.data'],
    ['IDN-5', { ngs: { payload: {} } }, 'ngs.payload'],
    ['IDN-6', { networkResources: {} }, 'networkResources'],
    ['IDN-6', { networkResources: [{ name: 1 }] }, 'networkResources[0].name'],
    ['IDN-6', { networkResources: [{ agentLink: 1 }] }, 'networkResources[0].agentLink'],
    ['IDN-6', { networkResources: [{ IPs: '10.0.0.1' }] }, 'networkResources[0].IPs'],
    ['IDN-6', { networkResources: [{ FQDN: 1 }] }, 'networkResources[0].FQDN'],
    ['IDN-6', { networkResources: [{ resolverIP: 1 }] }, 'networkResources[0].resolverIP'],
    ['IDN-6', { networkResources: [{ ports: [80.5] }] }, 'networkResources[0].ports[0]'],
    ['IDN-7', { nativeNetworkResources: [{ ports: 80 }] }, 'nativeNetworkResources[0].ports'],
    ['IDN-7', { nativeNetworkResources: [{ awsPrivateLink: 'x' }] }, 'nativeNetworkResources[0].awsPrivateLink'],
    [
      'IDN-7',
      { nativeNetworkResources: [{ awsPrivateLink: { endpointServiceName: 1 } }] },
      'nativeNetworkResources[0].awsPrivateLink.endpointServiceName',
    ],
    [
      'IDN-7',
      { nativeNetworkResources: [{ gcpServiceConnect: { targetService: 1 } }] },
      'nativeNetworkResources[0].gcpServiceConnect.targetService',
    ],
    ['IDN-8', { memcacheAccess: 'cache' }, 'memcacheAccess'],
    ['IDN-8', { memcacheAccess: [{ clusterLink: 1 }] }, 'memcacheAccess[0].clusterLink'],
    ['IDN-8', { spicedbAccess: [{ clusterLink: 1 }] }, 'spicedbAccess[0].clusterLink'],
  ])('%s: %j is refused at %s', (rule, fields, path) => {
    const { response, changes } = ask(acme(), 'POST', identity, { name: 'api', ...fields });
    expect(response.body).toMatchObject({ status: 400, code: 'INVALID' });
    expect((response.body as { readonly details: readonly JsonObject[] }).details).toContainEqual(
      expect.objectContaining({ rule, path }),
    );
    expect(changes).toEqual([]);
  });

  it('takes numbers that come as texts (`api.coerce`)', () => {
    const made = accept(acme(), 'POST', identity, {
      name: 'api',
      ngs: { subs: '7' },
      networkResources: [{ ports: ['80'] }],
    });
    expect(made).toMatchObject({ ngs: { subs: 7 }, networkResources: [{ ports: [80] }] });
  });

  it('IDN-1: a gvc in the body is that of the path', () => {
    const { response } = ask(acme(), 'POST', identity, { name: 'api', gvc: 'lab' });
    expect(response.body).toMatchObject({ status: 400, details: [{ path: 'gvc', rule: 'IDN-1' }] });
  });
});

describe('links of an identity lead somewhere (`api.links`)', () => {
  it.each<readonly [string, JsonObject]>([
    ['aws.cloudAccountLink', { aws: { cloudAccountLink: '//cloudaccount/none' } }],
    ['gcp.cloudAccountLink', { gcp: { cloudAccountLink: '/org/other/cloudaccount/cloud' } }],
    ['azure.cloudAccountLink', { azure: { cloudAccountLink: '//agent/home' } }],
    ['ngs.cloudAccountLink', { ngs: { cloudAccountLink: 'cloud' } }],
    ['networkResources[0].agentLink', { networkResources: [{ agentLink: '//agent/away' }] }],
    ['memcacheAccess[0].clusterLink', { memcacheAccess: [{ clusterLink: '//spicedbcluster/rights' }] }],
    ['spicedbAccess[0].clusterLink', { spicedbAccess: [{ clusterLink: '//spicedbcluster/none' }] }],
  ])('%s', (path, fields) => {
    const { response } = ask(connected(), 'POST', identity, { name: 'api', ...fields });
    expect(response.body).toMatchObject({ status: 400, code: 'BAD_REFERENCE', details: [{ path, rule: 'api.links' }] });
  });

  it('and are kept in full, however short they are written', () => {
    const made = accept(connected(), 'POST', identity, {
      name: 'api',
      aws: { cloudAccountLink: '//cloudaccount/cloud' },
    });
    expect(made).toMatchObject({ aws: { cloudAccountLink: account } });
  });

  it('or are kept as they are under `api.links: store`', () => {
    const control = acme({ 'api.links': 'store' });
    accept(control, 'POST', identity, { name: 'api', aws: { cloudAccountLink: '//cloudaccount/none' } });
  });
});

describe('IDN-10: a workload of each type may have an identity', () => {
  const cron = {
    name: 'w',
    spec: { type: 'cron', containers: [{ name: 'job', image: 'job:1' }], job: { schedule: '* * * * *' } },
  };
  const serverless = {
    name: 'w',
    spec: { type: 'serverless', containers: [{ name: 'web', image: 'web:1', ports: [{ number: 8080 }] }] },
  };
  it.each<readonly [string, JsonObject]>([
    ['standard', standard('w')],
    ['stateful', stateful('w', 'data')],
    ['cron', cron],
    ['serverless', serverless],
  ])('%s', (_, body) => {
    const control = acme();
    accept(control, 'POST', identity, { name: 'api' });
    const linked = { ...body, spec: { ...(body.spec as JsonObject), identityLink: '//identity/api' } };
    expect(accept(control, 'POST', `${shop}/workload`, linked)).toMatchObject({
      spec: { identityLink: `${identity}/api` },
    });
  });

  it.each([
    ['one that is not there', '//identity/none'],
    ['one of another GVC', '//gvc/lab/identity/other'],
    ['what is no identity', '//gvc/shop'],
  ])('but not %s', (_, identityLink) => {
    const control = acme();
    accept(control, 'POST', '/org/acme/gvc', { name: 'lab' });
    accept(control, 'POST', '/org/acme/gvc/lab/identity', { name: 'other' });
    const { response, changes } = ask(control, 'PATCH', `${shop}/workload/api`, { spec: { identityLink } });
    expect(response.body).toMatchObject({ code: 'BAD_REFERENCE', details: [{ path: 'spec.identityLink' }] });
    expect(changes).toEqual([]);
  });

  it('and that is a text', () => {
    const { response } = ask(acme(), 'PATCH', `${shop}/workload/api`, { spec: { identityLink: 7 } });
    expect(response.body).toMatchObject({ code: 'INVALID', details: [{ rule: 'IDN-10' }] });
  });
});

describe('an identity that a workload has (`api.identityInUse`)', () => {
  function inUse(control: Control): Control {
    accept(control, 'POST', identity, { name: 'api' });
    accept(control, 'PATCH', `${shop}/workload/api`, { spec: { identityLink: '//identity/api' } });
    return control;
  }

  it('is not deleted until the workload has another, or none', () => {
    const control = inUse(acme());
    const { refusal, response } = ask(control, 'DELETE', `${identity}/api`);
    expect([response.status, refusal]).toEqual([400, { code: 'IN_USE', message: 'api is in use by workload api' }]);
    accept(control, 'PATCH', `${shop}/workload/api`, { spec: { identityLink: null } });
    expect(ask(control, 'DELETE', `${identity}/api`).response.status).toBe(202);
  });

  it('is deleted all the same under `allow`, and goes with its GVC in any case', () => {
    expect(ask(inUse(acme({ 'api.identityInUse': 'allow' })), 'DELETE', `${identity}/api`).response.status).toBe(202);
    const control = inUse(acme());
    ask(control, 'DELETE', `${shop}/volumeset/data`);
    expect(ask(control, 'DELETE', shop).response.status).toBe(202);
    expect(ask(control, 'GET', `${identity}/api`).response.status).toBe(404);
  });
});
