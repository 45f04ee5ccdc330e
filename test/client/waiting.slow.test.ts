import { describe, expect, it } from 'vitest';
import { filesOf, session, shop } from './shop.ts';

const there = session([]);

describe('a client that waits as long as it does', () => {
  it('sees what it has applied become ready where time moves sixty times as fast', async () => {
    const { server, client } = there;
    const folder = there.folderOf(filesOf(shop));
    await server.run(60);
    expect(await client.call(['apply', '--file', folder, '--ready'])).toMatchObject({ code: 0 });
  });

  it('gives up on what cannot become ready, after five minutes of its own, here shortened', async () => {
    const { server, client } = there;
    const clone = ['workload', 'clone', 'web', '--name', 'stopped'];
    await client.text(...clone);
    await client.text('workload', 'stop', 'stopped');
    const stopped = await client.text('workload', 'get', 'stopped', '--output', 'json-slim');
    const apply = ['apply', '--file', '-', '--ready', '--gvc', 'shop'];
    const { code, stderr } = await client.call(apply, { input: stopped, hurry: 20 });
    expect(code).toBe(1);
    expect(stderr).toContain('Workload(s) could not start successfully');
    await server.run(0);
  });
});
