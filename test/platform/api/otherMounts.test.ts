import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../../src/platform/api/document/defaults.ts';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { normalise } from '../../../src/platform/api/document/normalise.ts';
import { inheritable, otherMountOfUri, secretUses } from '../../../src/platform/api/settings/mounts.ts';
import { workloadSettings } from '../../../src/platform/api/settings/workloadSettings.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { type Given, ran, replicas, workload } from '../handlers/ran.ts';
import { acme } from './acme.ts';
import { judge, workloadFindings } from './judged.ts';

const uris = [
  'svc://secret/conf',
  'cpln://secret/conf.payload',
  'scratch://tmp',
  's3://bucket',
  'gs://bucket/folder',
  'azureblob://account/container',
  'azurefs://account/share',
];
const mounting = (type: string, ...given: readonly string[]): JsonObject => ({
  type,
  containers: [
    {
      name: 'web',
      image: 'web:1',
      ports: [{ number: 8080, protocol: 'http' }],
      volumes: given.map((uri, index) => ({ uri, path: `/mnt/${index}`, recoveryPolicy: 'retain' })),
    },
  ],
});
const settingsOf = (spec: JsonObject) =>
  workloadSettings(withDefaults({ kind: 'workload', spec, tags: {} }, defaultAssumptions), {}, defaultAssumptions);

describe('mounts of secrets, scratch space and object stores (mount.others)', () => {
  it.each(['standard', 'stateful', 'serverless'])('a %s workload may have them', (type) => {
    expect(workloadFindings(mounting(type, ...uris))).toEqual([]);
    const others = uris.filter((uri) => !uri.includes('secret'));
    expect(workloadFindings(mounting(type, ...others), 'warning')).toEqual([]);
  });

  it('refuse: only volume sets, as the specification shows their URIs (WL-15)', () => {
    const control = acme({ 'mount.others': 'refuse' });
    const document = { kind: 'workload', name: 'new', spec: mounting('stateful', 's3://bucket') };
    expect(judge('workload', document, control).map(({ rule, path }) => `${rule} ${path.join('.')}`)).toEqual([
      'WL-15 spec.containers.0.volumes.0.uri',
    ]);
  });

  it('another scheme, or nothing after it, is none (WL-15)', () => {
    for (const uri of ['ftp://x', 's3://', 'svc://secret/', 'svc://volume/x', 'xs3://a', 'scratch:///x'])
      expect([uri, otherMountOfUri(uri), workloadFindings(mounting('stateful', uri))]).toEqual([
        uri,
        null,
        ['WL-15 spec.containers.0.volumes.0.uri'],
      ]);
  });

  it('they are no volumes, and object stores are counted once each', () => {
    const settings = settingsOf(mounting('standard', ...uris, 's3://bucket'));
    expect(settings.containers.map(({ volumes }) => volumes)).toEqual([[]]);
    expect(settings.objectStores).toBe(4);
  });

  it('secrets are those of mounts and of variables, by their names', () => {
    const [container] = mounting('standard', 'svc://secret/a.key', 's3://b').containers as JsonObject[];
    const env = [
      { name: 'X', value: 'cpln://secret/b' },
      { name: 'Y', value: 'cpln://secret/a' },
      { name: 'Z', value: 'a secret' },
    ];
    const at = ['spec', 'containers', 0];
    expect(secretUses({ containers: [{ ...container, env }] }, [])).toEqual([
      { name: 'a', path: [...at, 'volumes', 0, 'uri'] },
      { name: 'b', path: [...at, 'env', 0, 'value'] },
      { name: 'a', path: [...at, 'env', 1, 'value'] },
    ]);
  });

  it('secrets of a GVC are those of variables that a container inherits and has not itself', () => {
    const gvc = {
      env: [{ name: 'X', value: 'svc://secret/a' }, { name: 'Y', value: 'svc://secret/b' }, { name: 'Z' }],
    };
    const ofGvc = inheritable(gvc, { ...defaultAssumptions, 'env.inherit': 'asAsked' });
    const env = [{ name: 'Y', value: 'mine' }];
    const containers = [{ name: 'plain' }, { name: 'main', inheritEnv: true, env }];
    expect(secretUses({ containers }, ofGvc)).toEqual([{ name: 'a', path: ['spec', 'containers', 1, 'inheritEnv'] }]);
    expect(inheritable(gvc, { ...defaultAssumptions, 'env.inherit': 'never' })).toEqual([]);
  });
});

describe('BILL-3: a mounted object store is billed to its workload', () => {
  const containersOf = (uris: readonly string[]) => [
    {
      name: 'main',
      image: 'a:1',
      cpu: '100m',
      memory: '128Mi',
      ports: [{ number: 8080 }],
      volumes: uris.map((uri, index) => ({ uri, path: `/mnt/${index}` })),
    },
  ];
  /** Core-Seconds of the mounters of two replicas in an hour; absent: none. */
  const mounters = (uris: readonly string[], more: Partial<Given> = {}): string | undefined => {
    const web = workload('web', 'standard', { ...replicas(2), containers: containersOf(uris) });
    const { run } = ran({ timing: 'instant', for: '1h', resources: [web], ...more });
    return run.bill().bill.totals.find(({ meter }) => meter === 'mounter-cpu')?.quantity;
  };
  const hour = { cpu: 2 * 3600 * 0.1 };

  it('one mounter a replica, or one a store (billing.mounterPer)', () => {
    const stores = ['s3://a', 'gs://b', 's3://a'];
    expect(Number(mounters(stores))).toBe(hour.cpu);
    expect(Number(mounters(stores, { assumptions: { 'billing.mounterPer': 'store' } }))).toBe(2 * hour.cpu);
  });

  it('what the behaviour says of its mounter stands', () => {
    const behavior = { 'shop/web': { mounter: { cpu: '300m', stores: 3 } } };
    const assumptions = { 'billing.mounterPer': 'store' };
    expect(Number(mounters(['s3://a'], { behavior, assumptions }))).toBe(9 * hour.cpu);
  });

  it('none for secrets and scratch space', () => {
    expect(mounters(['svc://secret/conf', 'scratch://tmp'])).toBeUndefined();
  });
});

describe('an older container states its only port as `port`', () => {
  const container = { name: 'main', image: 'a:1' };
  const portsOf = (own: JsonObject) =>
    normalise(
      'workload',
      { kind: 'workload', name: 'web', spec: { type: 'serverless', containers: [{ ...container, ...own }] } },
      { org: 'acme', gvc: 'shop' },
      defaultAssumptions,
    ).spec;
  const only = { containers: [{ ...container, ports: [{ number: 8080, protocol: 'http' }] }] };

  it('it is the only entry of `ports`, with protocol http', () => {
    for (const own of [{ port: 8080 }, { port: '8080' }, { port: 8080, ports: [] }])
      expect(portsOf(own)).toMatchObject(only);
    const spec = { type: 'serverless', containers: [{ ...container, port: 8080 }] };
    for (const severity of ['error', 'warning'] as const) expect(workloadFindings(spec, severity)).toEqual([]);
  });

  it('... unless there are `ports`', () => {
    const ports = [{ number: 80, protocol: 'grpc' }];
    expect(portsOf({ port: 8080, ports })).toMatchObject({ containers: [{ port: 8080, ports }] });
  });
});

describe('fields without an effect are known', () => {
  it('recoveryPolicy, gpu, spot, endpointNamingFormat', () => {
    const spec = mounting('standard', 'scratch://tmp');
    const [container] = spec.containers as JsonObject[];
    const own = { endpointNamingFormat: 'default', defaultOptions: { spot: true } };
    const all = { ...spec, ...own, containers: [{ ...container, gpu: { nvidia: { model: 't4', quantity: 1 } } }] };
    expect(workloadFindings(all, 'warning')).toEqual([]);
  });
});

describe("tags of the platform's tools (TAG-1)", () => {
  const tagged = (key: string) =>
    workloadFindings({ type: 'standard', containers: [{ name: 'web', image: 'web:1' }] }, 'warning', { [key]: 'x' });

  it('are taken without a word, and a misspelt special tag is told', () => {
    expect(tagged('svc/marketplace-template')).toEqual([]);
    expect(tagged('svc/tracingDisable')).toEqual(['TAG-1 tags.svc/tracingDisable']);
  });
});
