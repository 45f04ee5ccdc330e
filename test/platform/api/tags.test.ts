import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { tagStatus } from '../../../src/platform/api/settings/tagStatus.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { accept, acme, ask, emptyAcme, shop, standard } from './acme.ts';
import { workloadFindings } from './judged.ts';

const spec: JsonObject = { type: 'standard', containers: [{ name: 'web', image: 'web:1' }] };

describe('special tags have their forms', () => {
  it.each<readonly [string, string, readonly (string | number | boolean)[], readonly (string | number | boolean)[]]>([
    ['TAG-4', 'bypassProxyOutbound', ['true', true], ['yes', 'false', '']],
    ['TAG-5', 'disableServiceMeshInboundPort', ['1', '65535', 8080], ['0', '65536', '-1', 'http', '80.5', '']],
    ['TAG-6', 'disableServiceMeshOutboundPort', ['5432'], ['0', '65536', 'all']],
    ['TAG-8', 'skipLocationEndpointHeaders', ['true'], ['no']],
    ['TAG-9', 'discoverCrossGvcReplicas', ['true'], ['1']],
    ['TAG-10', 'tracingDisabled', ['true'], ['off']],
    ['TAG-19', 'externalAuthPort', ['443', 8443], ['0', '99999', 'https']],
    ['TAG-20', 'externalAuthProtocol', ['grpc', 'http'], ['tcp', 'GRPC']],
    ['TAG-21', 'externalAuthScheme', ['https', 'http'], ['ftp']],
    ['TAG-22', 'externalAuthTimeout', ['1s', '250ms', '1m30s'], ['soon', '1', '-1s']],
    ['TAG-23', 'externalAuthFailureAllow', ['true', 'false', false], ['maybe']],
    ['TAG-24', 'externalAuthPackAsBytes', ['true', 'false'], ['bytes']],
    ['TAG-25', 'externalAuthRemoveRequestBody', ['true', 'false'], ['0']],
    ['TAG-26', 'externalAuthIncludePeerCert', ['true', 'false'], ['pem']],
    ['TAG-27', 'externalAuthPathPrefix', ['/', '/check/v1'], ['check', '']],
    ['TAG-28', 'externalAuthUpstreamHeaderPrefixes', ['x-auth-', 'x-a,x-b'], ['']],
    ['TAG-29', 'externalAuthListenPort', ['8080'], ['x']],
    [
      'TAG-18',
      'externalAuthAddress',
      ['auth.example', 'auth', '10.0.0.1', '2001:db8::1', '::ffff:10.0.0.1'],
      ['a b', 'https://auth', '10.0.0.256', 'a..b', '-a', '1:2:3', 'x_y!'],
    ],
    ['TAG-30', 'rateLimitAddress', ['limit.example', '192.0.2.7'], ['limit/', '1.2.3']],
    ['TAG-31', 'rateLimitPort', ['443'], ['70000']],
    ['TAG-32', 'rateLimitScheme', ['https', 'http'], ['grpc']],
    ['TAG-33', 'rateLimitDomain', ['shop'], ['']],
    ['TAG-34', 'rateLimitDescriptors', ['authority', 'path'], ['']],
    ['TAG-35', 'ignore', ['true'], ['never']],
  ])('%s: svc/%s may be %j, and says nothing as %j', (rule, name, good, bad) => {
    const found = (value: string | number | boolean, severity: 'error' | 'warning'): readonly string[] =>
      workloadFindings(spec, severity, { [`svc/${name}`]: value, ...needed(name) });
    const finding = `${rule} tags.svc/${name}`;
    for (const value of good) expect([value, found(value, 'warning').includes(finding)]).toEqual([value, false]);
    for (const value of bad) expect([value, found(value, 'warning').includes(finding)]).toEqual([value, true]);
  });

  /** What a family is without effect without. */
  function needed(name: string): JsonObject {
    const address = `${/^(externalAuth|rateLimit)/.exec(name)?.[0] ?? ''}Address`;
    return address === 'Address' || address === name ? {} : { [`svc/${address}`]: 'a.example' };
  }

  it('and are refused with another value under `tag.otherValue: refuse`', () => {
    const control = acme({ 'tag.otherValue': 'refuse' });
    const { response } = ask(control, 'PATCH', `${shop}/workload/api`, { tags: { 'svc/rateLimitPort': 'high' } });
    expect(response.body).toMatchObject({ status: 400, details: [{ rule: 'TAG-31', path: 'tags.svc/rateLimitPort' }] });
  });
});

/** An org with a workload in a GVC with these locations; those that begin with `byok` are the customer's own. */
function placed(locations: readonly string[], overrides: Partial<Assumptions> = {}): Control {
  const control = emptyAcme(overrides);
  for (const name of locations) {
    if (name.startsWith('byok')) accept(control, 'POST', '/org/acme/location', { name, provider: 'byok' });
  }
  const locationLinks = locations.map((name) => `//location/${name}`);
  accept(control, 'POST', '/org/acme/gvc', { name: 'shop', spec: { staticPlacement: { locationLinks } } });
  accept(control, 'POST', `${shop}/workload`, standard('api'));
  return control;
}

function tag(control: Control, name: string, value: string, more: JsonObject = {}): string {
  const { response } = ask(control, 'PATCH', `${shop}/workload/api`, { tags: { [`svc/${name}`]: value }, ...more });
  const { details } = response.body as { readonly details?: readonly { readonly rule: string }[] };
  return [response.status, ...(details ?? []).map(({ rule }) => rule)].join(' ');
}

it('TAG-1: special tags stand among the tags of a workload, which are an object', () => {
  const control = acme();
  const patch = (body: JsonObject) => ask(control, 'PATCH', `${shop}/workload/api`, body).response;
  expect(patch({ tags: { 'svc/largeDisk': 'true' } })).toMatchObject({
    status: 200,
    body: { tags: { 'svc/largeDisk': 'true' } },
  });
  for (const tags of [['svc/largeDisk'], 'svc/largeDisk'])
    expect(patch({ '$replace/tags': tags }).body).toMatchObject({ details: [{ rule: 'TAG-1', path: 'tags' }] });
});

describe('TAG-13: tags for BYOK clusters and direct load balancers alone', () => {
  const direct = { spec: { loadBalancer: { direct: { enabled: true } } } };
  const off = { spec: { loadBalancer: { direct: { enabled: false } } } };

  it.each<readonly [string, string, string, string]>([
    ['TAG-14', 'disableServiceMesh', 'true', 'TAG-13'],
    ['TAG-15', 'disableServiceMeshOutboundCIDR', '10.0.0.0/8', 'TAG-13'],
    ['TAG-16', 'k8sClusterRole', 'reader', 'TAG-16'],
  ])('%s: svc/%s is refused elsewhere (`tag.restricted`)', (_, name, value, rule) => {
    expect(tag(placed(['aws-us-east-1']), name, value)).toBe(`400 ${rule}`);
    expect(tag(placed(['aws-us-east-1']), name, value, off)).toBe(`400 ${rule}`);
    expect(tag(placed([]), name, value)).toBe(`400 ${rule}`);
    expect(tag(placed(['byok-home']), name, value)).toBe('200');
    expect(tag(placed(['aws-us-east-1'], { 'tag.restricted': 'noEffectAndWarning' }), name, value)).toBe('200');
  });

  it.each<readonly [string, string, JsonObject]>([
    [
      'its GVC loses',
      '/org/acme/gvc/shop',
      { spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
    ],
    ['another provider takes over', '/org/acme/location/byok-home', { provider: 'aws' }],
  ])('TAG-16: one on a cluster that %s may stay, and does nothing; no other is taken', (_, path, change) => {
    const control = placed(['byok-home']);
    expect(tag(control, 'k8sClusterRole', 'reader')).toBe('200');
    accept(control, 'PATCH', path, change);
    expect(tag(control, 'k8sClusterRole', 'reader', { description: 'x' })).toBe('200');
    expect(accept(control, 'PATCH', `${shop}/workload/api`, { description: 'y' })).toMatchObject({ description: 'y' });
    expect(tagStatus(control, control.records.get(`${shop}/workload/api`)!)).toEqual({});
    expect(tag(control, 'k8sClusterRole', 'writer')).toBe('400 TAG-16');
    expect(accept(control, 'PATCH', `${shop}/workload/api`, { '$replace/tags': {} })).toMatchObject({ tags: {} });
    expect(tag(control, 'k8sClusterRole', 'reader')).toBe('400 TAG-16');
  });

  it('TAG-13: one whose workload itself gives up its load balancer may not stay', () => {
    const control = placed(['aws-us-east-1']);
    expect(tag(control, 'disableServiceMesh', 'true', direct)).toBe('200');
    expect(tag(control, 'disableServiceMesh', 'true', off)).toBe('400 TAG-13');
  });

  it('a direct load balancer will do, but not for a cluster role (TAG-16)', () => {
    expect(tag(placed(['aws-us-east-1']), 'disableServiceMesh', 'true', direct)).toBe('200');
    expect(tag(placed(['aws-us-east-1']), 'disableServiceMeshOutboundCIDR', '10.0.0.0/8', direct)).toBe('200');
    expect(tag(placed(['aws-us-east-1']), 'k8sClusterRole', 'reader', direct)).toBe('400 TAG-16');
  });

  it('one location of its GVC is enough, unless all must be (`tag.byok`)', () => {
    const mixed = ['aws-us-east-1', 'byok-home'];
    expect(tag(placed(mixed), 'disableServiceMesh', 'true')).toBe('200');
    expect(tag(placed(mixed, { 'tag.byok': 'everyLocation' }), 'disableServiceMesh', 'true')).toBe('400 TAG-13');
    expect(tag(placed(['byok-home'], { 'tag.byok': 'everyLocation' }), 'disableServiceMesh', 'true')).toBe('200');
  });

  it.each(['10.0.0.0/33', '10.0.0/8', '10.0.0.0', 'fd00::/129', 'all', '300.0.0.0/8', '10.0.0.0/8/8'])(
    'TAG-15: %s is no CIDR range, and says nothing anywhere',
    (value) => {
      const control = placed(['byok-home'], { 'tag.otherValue': 'refuse' });
      expect(tag(control, 'disableServiceMeshOutboundCIDR', value)).toBe('400 TAG-15');
    },
  );

  it.each(['10.0.0.0/8', '0.0.0.0/0', 'fd00::/8', '2001:db8:0:0:0:0:0:1/128'])('TAG-15: %s is one', (value) => {
    const control = placed(['byok-home'], { 'tag.otherValue': 'refuse' });
    expect(tag(control, 'disableServiceMeshOutboundCIDR', value)).toBe('200');
  });
});

describe('what tags come to stands in the status of a workload, and they stay as they were sent', () => {
  function status(control: Control, tags: JsonObject, more: JsonObject = {}): JsonObject {
    accept(control, 'PATCH', `${shop}/workload/api`, { tags, ...more });
    const record = control.records.get(`${shop}/workload/api`);
    expect(record?.tags).toEqual(tags);
    return record === undefined ? {} : tagStatus(control, record);
  }

  it('TAG-19, TAG-20, TAG-21, TAG-22, TAG-23, TAG-24, TAG-25, TAG-26: external authorization with its defaults', () => {
    expect(status(acme(), { 'svc/externalAuthAddress': 'auth.example' })).toEqual({
      externalAuth: {
        address: 'auth.example',
        port: 443,
        protocol: 'grpc',
        scheme: 'https',
        timeout: '1s',
        failureAllow: true,
        packAsBytes: false,
        removeRequestBody: false,
        includePeerCert: false,
      },
    });
  });

  it('TAG-27, TAG-28, TAG-29: what has no default stands there as it is written, as does all else', () => {
    const tags = {
      'svc/externalAuthAddress': 'auth.example',
      'svc/externalAuthPort': 9000,
      'svc/externalAuthProtocol': 'http',
      'svc/externalAuthScheme': 'http',
      'svc/externalAuthTimeout': '250ms',
      'svc/externalAuthFailureAllow': 'false',
      'svc/externalAuthPackAsBytes': 'true',
      'svc/externalAuthRemoveRequestBody': true,
      'svc/externalAuthIncludePeerCert': 'true',
      'svc/externalAuthPathPrefix': '/check',
      'svc/externalAuthUpstreamHeaderPrefixes': 'x-auth-',
      'svc/externalAuthListenPort': '8080',
    };
    expect(status(acme(), tags)).toEqual({
      externalAuth: {
        address: 'auth.example',
        port: 9000,
        protocol: 'http',
        scheme: 'http',
        timeout: '250ms',
        failureAllow: false,
        packAsBytes: true,
        removeRequestBody: true,
        includePeerCert: true,
        pathPrefix: '/check',
        upstreamHeaderPrefixes: 'x-auth-',
        listenPort: 8080,
      },
    });
  });

  it('TAG-31, TAG-32, TAG-33, TAG-34: rate limiting with its defaults, and with what is written', () => {
    expect(status(acme(), { 'svc/rateLimitAddress': 'limit.example' })).toEqual({
      rateLimit: { address: 'limit.example', port: 443, domain: 'cpln', scheme: 'https', descriptors: 'authority' },
    });
    const tags = {
      'svc/rateLimitAddress': '192.0.2.1',
      'svc/rateLimitPort': '8081',
      'svc/rateLimitDomain': 'shop',
      'svc/rateLimitScheme': 'http',
      'svc/rateLimitDescriptors': 'path',
    };
    expect(status(acme(), tags)).toEqual({
      rateLimit: { address: '192.0.2.1', port: 8081, domain: 'shop', scheme: 'http', descriptors: 'path' },
    });
  });

  it('TAG-18, TAG-30: nothing without an address that is one; a value outside of its list says nothing', () => {
    expect(status(acme(), { 'svc/externalAuthPort': '1', 'svc/rateLimitAddress': 'not one' })).toEqual({});
    expect(status(acme(), { 'svc/rateLimitAddress': 'a.example', 'svc/rateLimitPort': '0' })).toMatchObject({
      rateLimit: { port: 443 },
    });
  });

  it('TAG-4, TAG-5, TAG-6, TAG-9, TAG-10: what keeps out of the mesh', () => {
    const tags = {
      'svc/bypassProxyOutbound': 'true',
      'svc/disableServiceMeshInboundPort': '9000',
      'svc/disableServiceMeshOutboundPort': 5432,
      'svc/discoverCrossGvcReplicas': 'true',
      'svc/tracingDisabled': true,
    };
    expect(status(acme(), tags)).toEqual({
      mesh: {
        enabled: true,
        bypassesOutbound: true,
        tracing: false,
        discoversCrossGvcReplicas: true,
        excludedInboundPort: 9000,
        excludedOutboundPort: 5432,
      },
    });
  });

  it('TAG-14, TAG-15, TAG-16: on a BYOK cluster also the whole mesh, ranges, and the cluster role', () => {
    const tags = {
      'svc/disableServiceMesh': 'true',
      'svc/disableServiceMeshOutboundCIDR': '10.0.0.0/8',
      'svc/k8sClusterRole': 'reader',
    };
    const mesh = { enabled: false, excludedOutboundCIDR: '10.0.0.0/8', clusterRole: 'reader', tracing: true };
    expect(status(placed(['byok-home']), tags)).toMatchObject({ mesh });
    expect(status(placed(['aws-us-east-1'], { 'tag.restricted': 'noEffectAndWarning' }), tags)).toEqual({});
  });

  it('and nothing where there is no special tag', () => {
    expect(status(acme(), { team: 'a' })).toEqual({});
  });
});

describe('tags have their limits (`api.tagLimits`)', () => {
  const many = (count: number): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, index]));

  it.each<readonly [string, JsonObject, string]>([
    ['ten thousand tags', many(10_000), 'a resource must have at most 100 tags; found 10000'],
    ['one more than there may be', many(101), 'a resource must have at most 100 tags; found 101'],
    ['a long key', { ['k'.repeat(129)]: 'v' }, 'the key of a tag must have at most 128 characters; found 129'],
    [
      'a long text in an object',
      { k: { v: 'v'.repeat(4089) } },
      'the value of a tag must have at most 4096 characters; found 4097',
    ],
    ['a long list', { k: Array(2049).fill(1) }, 'the value of a tag must have at most 4096 characters; found 4099'],
    ['a long value', { k: 'v'.repeat(4097) }, 'the value of a tag must have at most 4096 characters; found 4097'],
  ])('%s are refused', (_, tags, message) => {
    const control = acme();
    for (const path of [`${shop}/workload/api`, shop, '/org/acme/location/aws-us-east-1', '/org/acme']) {
      const { response, changes } = ask(control, 'PATCH', path, { tags });
      expect(response.body).toMatchObject({
        status: 400,
        code: 'INVALID',
        details: [{ rule: 'api.tagLimits', message }],
      });
      expect(changes).toEqual([]);
    }
  });

  it('as many and as long as they may be are taken', () => {
    const tags = { ...many(97), ['k'.repeat(128)]: 'v', v: 'v'.repeat(4096), o: { v: 'v'.repeat(4088) } };
    expect(accept(acme(), 'PATCH', `${shop}/workload/api`, { tags })).toMatchObject({ tags });
  });
});
