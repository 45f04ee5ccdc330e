import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session();

interface Shown {
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly id: string;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly spec: {
    readonly containers: readonly { readonly image: string; readonly env?: readonly unknown[] }[];
    readonly defaultOptions: { readonly autoscaling: object; readonly debug: boolean };
  };
}

const web = () => there.client.json<Shown>('workload', 'get', 'web');

describe('a record', () => {
  it('is patched from a file in the language of patches', async () => {
    const patch = {
      tags: { zone: 'b' },
      spec: { '$patch/containers': [{ name: 'main', env: [{ name: 'LOG', value: 'y' }] }] },
    };
    const folder = there.folderOf({ 'patch.json': JSON.stringify(patch) });
    const patched = await there.client.json<Shown>('workload', 'patch', 'web', '--file', `${folder}/patch.json`);
    expect(patched).toMatchObject({ version: 2, tags: { zone: 'b' } });
    expect(patched.spec.containers[0]).toMatchObject({ image: 'shop/web:1', env: [{ name: 'LOG', value: 'y' }] });
  });

  it('is updated by paths, whose values come as text', async () => {
    const { client } = there;
    const sets = ['description=Front', 'spec.defaultOptions.autoscaling.maxScale=4', 'spec.defaultOptions.debug=true'];
    await client.text('workload', 'update', 'web', ...sets.flatMap((one) => ['--set', one]));
    expect(await web()).toMatchObject({
      version: 3,
      description: 'Front',
      spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 4 }, debug: true } },
    });
    await client.text('workload', 'update', 'web', '--set', 'spec.containers.main.env.LOG.value=z');
    expect((await web()).spec.containers[0]!.env).toEqual([{ name: 'LOG', value: 'z' }]);
    await client.text('workload', 'update', 'web', '--unset', 'description', '--unset', 'spec.containers.main.env.LOG');
    const after = await web();
    expect(after.description).toBe('web');
    expect(after.spec.containers[0]!.env ?? []).toEqual([]);
  });

  it('is edited as yaml; the version that was read must still be that of the record', async () => {
    const { client } = there;
    const { version } = await web();
    const editor = there.folderOf({
      'good.sh': 'sed -i \'s/image: .*/image: shop\\/web:7/\' "$1"\n',
      'stale.sh': "sed -i -e 's/image: .*/image: shop\\/web:8/' -e 's/^version: .*/version: 1/' \"$1\"\n",
    });
    const edit = (script: string) =>
      client.call(['workload', 'edit', 'web'], { env: { EDITOR: `sh ${editor}/${script}` } });
    expect(await edit('good.sh')).toMatchObject({ code: 0 });
    expect(await web()).toMatchObject({ version: version + 1, spec: { containers: [{ image: 'shop/web:7' }] } });
    const stale = await edit('stale.sh');
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain('CONFLICT');
    expect(await web()).toMatchObject({ version: version + 1 });
  });

  it('is replaced as a whole where the editor says so', async () => {
    const folder = there.folderOf({ 'drop.sh': 'sed -i \'/^tags:/,/^version:/{/^version:/!d}\' "$1"\n' });
    const { code } = await there.client.call(['workload', 'edit', 'web', '--replace'], {
      env: { EDITOR: `sh ${folder}/drop.sh` },
    });
    expect(code).toBe(0);
    expect((await web()).tags).toEqual({});
  });

  it('gets and loses tags', async () => {
    const { client } = there;
    const rows = rowsOf(await client.text('workload', 'tag', 'web', 'db', '--tag', 'team=shop', '--tag', 'tier=1'));
    expect(rows).toMatchObject([
      { NAME: 'web', TAGS: 'team="shop"\ntier=1' },
      { NAME: 'db', TAGS: 'team="shop"\ntier=1' },
    ]);
    await client.text('workload', 'tag', 'web', '--remove-tag', 'tier');
    expect((await web()).tags).toEqual({ team: 'shop' });
  });

  it('is cloned with all that it asks for, and nothing of what it was given', async () => {
    const clone = await there.client.json<Shown>('workload', 'clone', 'web', '--name', 'web-2', '--tag', 'copy=yes');
    const original = await web();
    expect(clone).toMatchObject({
      name: 'web-2',
      description: 'Clone of web',
      version: 1,
      tags: { team: 'shop', copy: 'yes' },
    });
    expect(clone.spec).toEqual(original.spec);
    expect(clone.id).not.toBe(original.id);
  });

  it('is deleted, and is gone when its replicas are', async () => {
    const { server, client } = there;
    expect(await client.text('workload', 'delete', 'web-2')).toBe('');
    await server.advance(600);
    const { code, stderr } = await client.call(['workload', 'get', 'web-2']);
    expect(code).toBe(1);
    expect(stderr).toContain('"status": 404');
  });
});

describe('records made by words alone', () => {
  it('a workload, a volume set, an identity and a service account', async () => {
    const { client } = there;
    const image = ['--image', 'nginx', '--port', '80', '--public', '--env', 'A=b', '--inherit-env'];
    const workload = await client.json<Shown>('workload', 'create', '--name', 'nginx', ...image);
    expect(workload.spec.containers[0]).toMatchObject({ image: 'nginx', env: [{ name: 'A', value: 'b' }] });
    const size = [
      '--initial-capacity',
      '20',
      '--enable-autoscaling',
      '--max-capacity',
      '100',
      '--scaling-factor',
      '1.5',
    ];
    expect(await client.json('volumeset', 'create', '--name', 'logs', ...size)).toMatchObject({
      spec: { initialCapacity: 20, autoscaling: { maxCapacity: 100, scalingFactor: 1.5 } },
    });
    expect(await client.json('identity', 'create', '--name', 'jobs')).toMatchObject({ kind: 'identity', name: 'jobs' });
    expect(rowsOf(await client.text('serviceaccount', 'create', '--name', 'ci'))).toMatchObject([
      { NAME: 'ci', KEYS: '' },
    ]);
  });

  it('a policy, whose bindings are added and taken away', async () => {
    const { client } = there;
    const made = ['--target-kind', 'workload', '--resource', 'web'];
    await client.text('policy', 'create', '--name', 'ops', ...made);
    const bind = (verb: string, permission: string) =>
      client.json<{ bindings: unknown }>(
        'policy',
        verb,
        'ops',
        '--permission',
        permission,
        '--identity',
        'web',
        '--gvc',
        'shop',
      );
    const identity = '/org/acme/gvc/shop/identity/web';
    expect((await bind('add-binding', 'edit')).bindings).toEqual([
      { permissions: ['edit'], principalLinks: [identity] },
    ]);
    expect((await bind('add-binding', 'delete')).bindings).toHaveLength(2);
    expect((await bind('remove-binding', 'edit')).bindings).toEqual([
      { permissions: ['delete'], principalLinks: [identity] },
    ]);
  });

  it('a group, whose members are added and taken away', async () => {
    const { client } = there;
    await client.text('group', 'create', '--name', 'team');
    const member = (verb: string) =>
      client.json<{ memberLinks: unknown }>('group', verb, 'team', '--serviceaccount', 'ci');
    expect((await member('add-member')).memberLinks).toEqual(['/org/acme/serviceaccount/ci']);
    expect((await member('add-member')).memberLinks).toEqual(['/org/acme/serviceaccount/ci']);
    expect((await member('remove-member')).memberLinks).toEqual([]);
  });
});

describe('any path of the API', () => {
  it('is asked as it is written', async () => {
    expect(await there.client.json('rest', 'get', '/org/acme/location/aws-us-east-1')).toMatchObject({
      kind: 'location',
      provider: 'aws',
    });
  });
});

describe('an agent', () => {
  it('is told what it would be started with', async () => {
    const agent = await there.client.json('agent', 'create', '--name', 'smith');
    expect(agent).toEqual({ agentId: expect.any(String), agentLink: '/org/acme/agent/smith' });
  });
});
