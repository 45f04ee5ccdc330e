import { describe, expect, it } from 'vitest';
import { environmentOf, type Inhabitant } from '../../../src/platform/network/environment.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

const inhabitant: Inhabitant = {
  org: 'acme',
  seed: '1/0',
  prefix: 'svc',
  gvc: { name: 'shop', link: '/org/acme/gvc/shop', env: [] },
  workload: {
    link: '/org/acme/gvc/shop/workload/api',
    id: 'an-id',
    name: 'api',
    alias: 'cry3tqvce07s4',
    endpointPrefix: null,
    domains: { appDomain: 'app.example', locationDomain: 'place.example', internalDomain: 'inside.example' },
  },
  location: { name: 'aws-us-east-1', provider: 'aws', region: 'us-east-1' },
  replica: 'api-4-0',
  version: 4,
  container: { image: 'registry.example/api@sha256:0' },
};

/** Values by name. */
function values(more: Partial<Inhabitant> = {}, overrides: Partial<Assumptions> = {}): Record<string, string> {
  const all = environmentOf({ ...inhabitant, ...more }, { ...defaultAssumptions, ...overrides });
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

describe('ENV-1: the variables of every container', () => {
  it.each([
    ['ENV-2', 'SVC_GLOBAL_ENDPOINT', 'api-cry3tqvce07s4.app.example'],
    ['ENV-3', 'SVC_GVC', 'shop'],
    ['ENV-4', 'SVC_GVC_ALIAS', 'cry3tqvce07s4'],
    ['ENV-5', 'SVC_LOCATION', 'aws-us-east-1'],
    ['ENV-7', 'SVC_PROVIDER', 'aws'],
    ['ENV-8', 'SVC_ORG', 'acme'],
    ['ENV-9', 'SVC_WORKLOAD', 'api'],
    ['ENV-10', 'SVC_WORKLOAD_VERSION', '4'],
    ['ENV-12', 'SVC_IMAGE', 'registry.example/api@sha256:0'],
  ])('%s: %s is %s', (rule, name, value) => {
    const found = environmentOf(inhabitant, defaultAssumptions).find((variable) => variable.name === name);
    expect([found?.value, found?.from, found?.reason.rules]).toEqual([value, 'platform', [rule]]);
  });

  it('ENV-6, env.namespace: the namespace looks random, the same for a GVC, another for another and for another seed', () => {
    const { SVC_NAMESPACE: namespace } = values();
    expect(namespace).toMatch(/^[a-z0-9]{13}$/);
    const other = { ...inhabitant.workload, link: '/org/acme/gvc/shop/workload/web' };
    expect(values({ workload: other }).SVC_NAMESPACE).toBe(namespace);
    expect(values({ gvc: { ...inhabitant.gvc, link: '/org/acme/gvc/other' } }).SVC_NAMESPACE).not.toBe(namespace);
    expect(values({ seed: '2/0' }).SVC_NAMESPACE).not.toBe(namespace);
    const perWorkload = { 'env.namespace': 'hashOfSeedAndWorkload' } as const;
    expect(values({ workload: other }, perWorkload).SVC_NAMESPACE).not.toBe(values({}, perWorkload).SVC_NAMESPACE);
  });

  it('ENV-11, env.token: the token is that of the workload, or of the replica', () => {
    const { SVC_TOKEN: token } = values();
    expect(values({ replica: 'api-4-1' }).SVC_TOKEN).toBe(token);
    expect(values({ workload: { ...inhabitant.workload, id: 'another' } }).SVC_TOKEN).not.toBe(token);
    expect(values({ seed: '2/0' }).SVC_TOKEN).not.toBe(token);
    const perReplica = { 'env.token': 'perReplica' } as const;
    expect(values({ replica: 'api-4-1' }, perReplica).SVC_TOKEN).not.toBe(values({}, perReplica).SVC_TOKEN);
  });

  it('NET-2, env.globalEndpoint: the endpoint has the prefix of the GVC, unless assumed without', () => {
    const workload = { ...inhabitant.workload, endpointPrefix: 'acme' };
    expect(values({ workload }).SVC_GLOBAL_ENDPOINT).toBe('api-cry3tqvce07s4.acme.app.example');
    const without = { 'env.globalEndpoint': 'withoutPrefix' } as const;
    expect(values({ workload }, without).SVC_GLOBAL_ENDPOINT).toBe('api-cry3tqvce07s4.app.example');
  });

  it('env.location: a custom location is told by provider and region, or by its name', () => {
    const location = { name: 'cellar', provider: 'byok', region: 'home' };
    expect(values({ location }).SVC_LOCATION).toBe('byok-home');
    expect(values({ location }, { 'env.location': 'name' }).SVC_LOCATION).toBe('cellar');
  });

  it('RES-6: under the prefix of the platform', () => {
    const names = Object.keys(values({ prefix: 'cpln' }));
    expect(names.filter((name) => name.startsWith('CPLN_'))).toEqual(names);
  });
});

describe('variables that are declared', () => {
  const env = [
    { name: 'LOG', value: 'debug' },
    { name: 'SVC_GVC', value: 'mine' },
  ];
  const container = { ...inhabitant.container, env };

  it('WL-11: stand beside those of the platform', () => {
    expect(values({ container }).LOG).toBe('debug');
  });

  it('env.clash: do not take the place of one of the platform, unless so assumed', () => {
    expect(values({ container }).SVC_GVC).toBe('shop');
    expect(values({ container }, { 'env.clash': 'container' }).SVC_GVC).toBe('mine');
  });

  it('env.inherit: come from the GVC too, for a container that asks, and its own win', () => {
    const ofGvc = [
      { name: 'LOG', value: 'info' },
      { name: 'REGION', value: 'all' },
    ];
    const gvc = { ...inhabitant.gvc, env: ofGvc };
    const asking = { ...container, inheritsEnv: true };
    expect(values({ gvc, container: asking })).toMatchObject({ LOG: 'debug', REGION: 'all' });
    expect(values({ gvc, container })).not.toHaveProperty('REGION');
    expect(values({ gvc, container: asking }, { 'env.inherit': 'never' })).not.toHaveProperty('REGION');
  });
});
