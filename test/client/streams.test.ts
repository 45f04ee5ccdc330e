import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';

const there = session();
const content = session(undefined, { 'api.streams': 'accept' });

const explained = 'svcsim: commands are not executed in a simulation';

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { Authorization: 'anybody' };
  const response = await fetch(`${there.server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status).toBe(201);
  return (await response.json()) as Answer;
}

/** A new service account's key. */
async function keyOf(name: string): Promise<{ readonly key: string; readonly name: string }> {
  await post('/org/acme/serviceaccount', { name });
  return post(`/org/acme/serviceaccount/${name}/-addKey`, { description: 'the only one' });
}

async function allow(account: string, targetKind: string, permission: string): Promise<void> {
  const bindings = [{ permissions: [permission], principalLinks: [`//serviceaccount/${account}`] }];
  await post('/org/acme/policy', {
    name: `${account}-${targetKind}-${permission}`,
    targetKind,
    target: 'all',
    bindings,
  });
}

describe('a command in a replica', () => {
  const ls = ['workload', 'exec', 'web', '--', 'ls', '-l'];

  it('is told that nothing is executed, as a command that cannot be: exit 126', async () => {
    const { code, stdout } = await there.client.call(ls);
    expect([code, stdout]).toEqual([126, expect.stringContaining(explained)]);
  });

  it('is content where that is assumed (`api.streams`)', async () => {
    const { code, stdout } = await content.client.call(ls);
    expect([code, stdout.trim()]).toEqual([0, explained]);
  });

  it('is not for who may look, and no more: exit 1', async () => {
    const { key } = await keyOf('eyes');
    for (const kind of ['gvc', 'workload']) await allow('eyes', kind, 'view');
    const eyes = there.clientOf({ token: key });
    const { code, stdout } = await eyes.call(ls);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Unauthorized: .*lacks the permission connect/)]);
    await allow('eyes', 'workload', 'connect');
    expect((await eyes.call(ls)).code).toBe(126);
  });
});

describe('files', () => {
  const files = { 'a.txt': 'x'.repeat(100_000) };

  it('are not copied to a replica, nor from one, and the client says so', async () => {
    const folder = there.folderOf(files);
    const to = await there.client.call(['cp', join(folder, 'a.txt'), 'web:/data/a.txt']);
    expect([to.code, to.stdout]).toEqual([126, expect.stringContaining(explained)]);
    const from = await there.client.call(['cp', 'web:/data/a.txt', join(folder, 'b.txt')]);
    expect([from.code, from.stderr]).toEqual([
      100,
      expect.stringContaining('tar: cannot run: commands are not executed in a simulation'),
    ]);
    expect(existsSync(join(folder, 'b.txt'))).toBe(false);
  });

  it('seem to be where that is assumed: an upload is counted, and what comes says that nothing was executed', async () => {
    const folder = content.folderOf(files);
    expect((await content.client.call(['cp', join(folder, 'a.txt'), 'web:/data/a.txt'])).code).toBe(0);
    expect((await content.client.call(['cp', 'web:/data/a.txt', join(folder, 'b.txt')])).code).toBe(0);
    expect(readFileSync(join(folder, 'b.txt'), 'utf8').trim()).toBe(explained);
  });
});

describe('logs as they come', () => {
  it('are printed as time moves, until somebody ends it', async () => {
    await there.server.run(36_000);
    const query = '{gvc="shop", workload="nightly"}';
    const { code, stdout } = await there.client.call(['logs', query, '--tail', '--output', 'raw'], { enough: 6 });
    await there.server.run(0);
    expect([code, stdout]).toEqual([null, expect.stringMatching(/^container main started/m)]);
    expect(stdout).toContain('Success');
  });

  it('are not for who has no key any more: the client does not ask again', async () => {
    const { key, name } = await keyOf('gone');
    await there.client.text('serviceaccount', 'remove-key', 'gone', '--key', name);
    const { code, stderr } = await there.clientOf({ token: key }).call(['logs', '{gvc="shop"}', '--tail']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('UNAUTHENTICATED')]);
  });
});
