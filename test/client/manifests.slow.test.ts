import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

/** An org in which links may lead to what is not there, as manifests do that people apply one by one. */
const there = session([], { 'api.links': 'store', 'api.locationLinks': 'sorted' });

const foreign = { 'helm.sh/chart': 'shop-1.2.0', 'app.example.com/part-of': 'shop', team: 'a' };
const sized = { cpu: '250m', memory: '256Mi' };
const fixed = { metric: 'disabled', minScale: 1, maxScale: 1 };
const options = { autoscaling: fixed, capacityAI: false };

const cache = { uri: 'scratch://cache', path: '/cache' };
const mount = (uri: string, path: string) => ({ uri, path });

/** What files of real shops have in them; none says its GVC. */
const own = [
  {
    kind: 'gvc',
    name: 'store',
    tags: foreign,
    spec: {
      staticPlacement: { locationLinks: ['//location/gcp-us-east1', '//location/aws-us-east-1'] },
      pullSecretLinks: ['//secret/registry'],
      env: [{ name: 'REGION', value: 'east' }],
      endpointNamingFormat: 'org',
    },
  },
  { kind: 'secret', name: 'registry', type: 'docker', data: '{"auths":{}}' },
  { kind: 'secret', name: 'conf', type: 'opaque', data: { encoding: 'plain', payload: 'a=b' } },
  { kind: 'identity', name: 'front', aws: { cloudAccountLink: '//cloudaccount/elsewhere', policyRefs: ['aws::Read'] } },
  { kind: 'volumeset', name: 'disk', spec: { initialCapacity: 10, performanceClass: 'general-purpose-ssd' } },
  {
    kind: 'workload',
    name: 'front',
    tags: foreign,
    spec: {
      type: 'serverless',
      identityLink: '//identity/front',
      containers: [
        {
          ...sized,
          name: 'main',
          image: 'front:1',
          port: 8080,
          volumes: [mount('cpln://secret/conf', '/conf'), cache],
        },
      ],
      defaultOptions: {
        autoscaling: { metric: 'concurrency', target: 10, minScale: 1, maxScale: 3 },
        capacityAI: false,
      },
      firewallConfig: { internal: { inboundAllowType: 'workload-list', inboundAllowWorkload: ['//workload/back'] } },
    },
  },
  {
    kind: 'workload',
    name: 'back',
    spec: {
      type: 'standard',
      containers: [
        {
          ...sized,
          name: 'main',
          image: 'back:1',
          inheritEnv: true,
          ports: [{ number: 9000, protocol: 'grpc' }],
          lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 10'] } } },
          gpu: { nvidia: { model: 't4', quantity: 1 } },
          volumes: [mount('s3://pictures', '/pictures'), mount('cpln://secret/conf.payload', '/etc/conf')],
        },
      ],
      defaultOptions: options,
    },
  },
  {
    kind: 'workload',
    name: 'db',
    spec: {
      type: 'stateful',
      containers: [
        {
          ...sized,
          name: 'main',
          image: 'db:1',
          volumes: [
            { uri: 'cpln://volumeset/disk', path: '/data', recoveryPolicy: 'retain' },
            mount('gs://backups', '/backups'),
          ],
        },
      ],
      defaultOptions: options,
    },
  },
  {
    kind: 'workload',
    name: 'report',
    spec: {
      type: 'cron',
      containers: [
        {
          ...sized,
          name: 'main',
          image: 'report:1',
          env: [{ name: 'KEY', value: 'cpln://secret/elsewhere.key' }],
          volumes: [mount('azureblob://account/reports', '/reports')],
        },
      ],
      job: { schedule: '*/10 * * * *', concurrencyPolicy: 'Forbid' },
    },
  },
  {
    kind: 'policy',
    name: 'readers',
    targetKind: 'secret',
    targetLinks: ['//secret/conf', '//secret/elsewhere'],
    bindings: [{ permissions: ['reveal'], principalLinks: ['//gvc/store/identity/front'] }],
  },
] as const;

interface Shown {
  readonly version: number;
  readonly tags: object;
  readonly spec: {
    readonly containers: readonly { readonly [field: string]: unknown }[];
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

const file = () => `${there.folderOf({ 'all.yaml': own.map((one) => `---\n${stringify(one)}`).join('') })}/all.yaml`;
const workload = (name: string) => there.client.json<Shown>('workload', 'get', name, '--gvc', 'store');
const sent = (name: string) => own.find((one) => one.kind === 'workload' && one.name === name) as unknown as Shown;

describe('a file of manifests as people have them', () => {
  it('is applied as a whole, in the GVC that the command names', async () => {
    const { code, stdout, stderr } = await there.client.call(['apply', '--file', file(), '--gvc', 'store']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n').toSorted()).toEqual(
      own
        .map(({ kind, name }) =>
          ['gvc', 'secret', 'policy'].includes(kind)
            ? `Created /org/acme/${kind}/${name}`
            : `Created /org/acme/gvc/store/${kind}/${name}`,
        )
        .toSorted(),
    );
  });

  it.each(['front', 'back', 'db', 'report'])('%s: its containers come back as they were sent', async (name) => {
    const { spec, tags } = await workload(name);
    const { port, ...container } = sent(name).spec.containers[0]!;
    expect(spec.containers[0]).toMatchObject(container);
    if (port !== undefined) expect(spec.containers[0]).toMatchObject({ ports: [{ number: port, protocol: 'http' }] });
    expect(tags).toEqual(sent(name).tags ?? {});
  });

  it('links are in full, also those that lead outside', async () => {
    expect((await workload('front')).spec).toMatchObject({
      identityLink: '/org/acme/gvc/store/identity/front',
      firewallConfig: { internal: { inboundAllowWorkload: ['/org/acme/gvc/store/workload/back'] } },
    });
    expect(await there.client.json('identity', 'get', 'front', '--gvc', 'store')).toMatchObject({
      aws: { cloudAccountLink: '/org/acme/cloudaccount/elsewhere', policyRefs: ['aws::Read'] },
    });
    expect(await there.client.json('policy', 'get', 'readers')).toMatchObject({
      targetLinks: ['/org/acme/secret/conf', '/org/acme/secret/elsewhere'],
      bindings: [{ permissions: ['reveal'], principalLinks: ['/org/acme/gvc/store/identity/front'] }],
    });
  });

  it('the GVC keeps its variables and pull secrets; its locations are sorted', async () => {
    expect(await there.client.json('gvc', 'get', 'store')).toMatchObject({
      tags: foreign,
      spec: {
        staticPlacement: { locationLinks: ['/org/acme/location/aws-us-east-1', '/org/acme/location/gcp-us-east1'] },
        pullSecretLinks: ['/org/acme/secret/registry'],
        env: [{ name: 'REGION', value: 'east' }],
        endpointNamingFormat: 'org',
      },
    });
  });

  it('runs, but for what lacks a secret', async () => {
    await there.server.advance(1800);
    const rows = rowsOf(await there.client.text('workload', 'get', '--gvc', 'store'));
    expect(rows.map(({ NAME, READY }) => [NAME, READY])).toEqual([
      ['back', 'true'],
      ['db', 'true'],
      ['front', 'true'],
      ['report', 'false'],
    ]);
    const create = ['secret', 'create-dictionary', '--name', 'elsewhere', '--entry', 'key=hush'];
    await there.client.text(...create);
    await there.server.advance(1800);
    const [report] = rowsOf(await there.client.text('workload', 'get', 'report', '--gvc', 'store'));
    expect(report).toMatchObject({ NAME: 'report', READY: 'true' });
  });

  it('applied again changes nothing', async () => {
    const before = await Promise.all(['front', 'back', 'db', 'report'].map(workload));
    const { code, stdout } = await there.client.call(['apply', '--file', file(), '--gvc', 'store']);
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .every((line) => line.startsWith('Updated ')),
    ).toBe(true);
    const after = await Promise.all(['front', 'back', 'db', 'report'].map(workload));
    expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version));
    expect(await there.client.json('gvc', 'get', 'store')).toMatchObject({ version: 1 });
    expect(await there.client.json('policy', 'get', 'readers')).toMatchObject({ version: 1 });
  });
});

describe('a shared volume set, made by words', () => {
  const made = [
    'volumeset',
    'create',
    '--gvc',
    'store',
    '--file-system-type',
    'shared',
    '--performance-class',
    'shared',
  ];

  it('is taken with the snapshots that the client writes into every volume set', async () => {
    const files = await there.client.json<Shown>(...made, '--name', 'files');
    expect(files.spec).toMatchObject({ fileSystemType: 'shared', performanceClass: 'shared', initialCapacity: 10 });
    expect(files.spec).not.toMatchObject({ snapshots: { schedule: expect.anything() } });
  });

  it('SNAP-6: is refused with a schedule', async () => {
    const { code, stderr } = await there.client.call([...made, '--name', 'timed', '--schedule', '0 1 * * *']);
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject([{ status: 400, details: [{ rule: 'SNAP-6' }] }]);
  });
});
