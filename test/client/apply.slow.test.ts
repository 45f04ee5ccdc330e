import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { filesOf, session, shop } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session([]);

/**
 * Virtual seconds a real second, for a client that waits: its five seconds, shortened to a twentieth, are a minute and
 * a quarter.
 */
const fast = 300;

describe('a folder of manifests', () => {
  it('is applied, and the client waits until what it has applied is ready', async () => {
    const { server, client } = there;
    const folder = there.folderOf(filesOf(shop));
    await server.run(fast);
    const { code, stdout, asked } = await client.call(['apply', '--file', folder, '--ready'], { hurry: 20 });
    await server.run(0);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      'Created /org/acme/gvc/shop',
      'Created /org/acme/gvc/shop/identity/web',
      'Created /org/acme/gvc/shop/volumeset/data',
      'Created /org/acme/policy/deployers',
      'Created /org/acme/gvc/shop/workload/db',
      'Created /org/acme/gvc/shop/workload/web',
      'Created /org/acme/gvc/shop/workload/nightly',
    ]);
    const deployments = asked.filter(({ path }) => path.endsWith('/deployment'));
    expect(deployments.length).toBeGreaterThan(3);
  });

  it('is listed as a table, with what is ready', async () => {
    const rows = rowsOf(await there.client.text('workload', 'get'));
    expect(rows).toMatchObject([
      { NAME: 'db', GVC: 'shop', READY: 'true' },
      { NAME: 'nightly', GVC: 'shop', READY: 'true' },
      { NAME: 'web', GVC: 'shop', READY: 'true', ENDPOINT: expect.stringMatching(/^https:\/\/web-/) },
    ]);
    expect(rowsOf(await there.client.text('gvc', 'get'))).toMatchObject([
      { NAME: 'shop', LOCATIONS: 'aws-us-east-1', ALIAS: expect.stringMatching(/^[a-z0-9]{13}$/) },
    ]);
    expect(rowsOf(await there.client.text('identity', 'get'))).toMatchObject([{ NAME: 'web', GVC: 'shop' }]);
    expect(rowsOf(await there.client.text('policy', 'get', 'deployers'))).toMatchObject([
      { NAME: 'deployers', 'TARGET KIND': 'workload', MATCHES: 'all' },
    ]);
  });

  it('applied again changes nothing', async () => {
    const folder = there.folderOf(filesOf(shop));
    const before = await there.client.json<{ version: number }>('workload', 'get', 'web');
    const text = await there.client.text('apply', '--file', folder);
    expect(text.trim().split('\n')).toEqual([
      "Updated gvc 'shop'",
      "Updated identity 'web'",
      "Updated volumeset 'data'",
      "Updated policy 'deployers'",
      "Updated workload 'db'",
      "Updated workload 'web'",
      "Updated workload 'nightly'",
    ]);
    expect(await there.client.json<{ version: number }>('workload', 'get', 'web')).toMatchObject({
      version: before.version,
    });
  });

  it('one bad document refuses itself alone, and says why', async () => {
    const bad = { kind: 'identity', name: 'Web', gvc: 'shop' };
    const good = { kind: 'identity', name: 'jobs', gvc: 'shop' };
    const file = `${there.folderOf(filesOf([bad, good]))}/identity.yaml`;
    const { code, stdout, stderr } = await there.client.call(['apply', '--file', file]);
    expect(code).toBe(1);
    expect(stdout).toContain('Created /org/acme/gvc/shop/identity/jobs');
    expect(JSON.parse(stderr)).toMatchObject([{ status: 400, code: 'INVALID', details: [{ path: 'name' }] }]);
  });

  it('read from standard input is applied too', async () => {
    const { code, stdout } = await there.client.call(['apply', '--file', '-'], {
      input: stringify({ kind: 'identity', name: 'piped', gvc: 'shop' }),
    });
    expect([code, stdout.trim()]).toEqual([0, 'Created /org/acme/gvc/shop/identity/piped']);
  });

  it('of another platform is translated and applied', async () => {
    const container = { name: 'main', image: 'nginx:1', resources: { limits: { cpu: '250m', memory: '256Mi' } } };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'front' },
      spec: {
        selector: { matchLabels: { app: 'front' } },
        template: { metadata: { labels: { app: 'front' } }, spec: { containers: [container] } },
      },
    };
    const folder = there.folderOf({ 'front.yaml': stringify(deployment) });
    const text = await there.client.text('apply', '--file', `${folder}/front.yaml`, '--k8s', 'true');
    expect(text).toContain('Created /org/acme/gvc/shop/workload/front');
  });

  it('is deleted in the order in which nothing is in use', async () => {
    const folder = there.folderOf(filesOf(shop));
    const { code, stdout, stderr } = await there.client.call(['delete', '--file', folder]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n')).toHaveLength(shop.length);
    await there.server.advance(600);
    expect(rowsOf(await there.client.text('gvc', 'get'))).toEqual([]);
  });
});

describe('the same record in other forms', () => {
  it('json, yaml, without what the platform adds, and as a name', async () => {
    const { client } = there;
    await client.text('gvc', 'create', '--name', 'lab', '--location', 'aws-us-east-1', '--tag', 'team=a');
    const full = await client.json<{ version: number; tags: unknown }>('gvc', 'get', 'lab');
    expect(full).toMatchObject({ kind: 'gvc', name: 'lab', tags: { team: 'a' }, version: 1 });
    expect(await client.text('gvc', 'get', 'lab', '--output', 'yaml')).toContain('kind: gvc\nname: lab\n');
    const slim = await client.text('gvc', 'get', 'lab', '--output', 'yaml-slim');
    expect(slim).not.toContain('version:');
    expect(await client.text('gvc', 'get', '--output', 'names')).toBe('lab\n');
  });
});
