import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session();

const locations = async () => rowsOf(await there.client.text('gvc', 'get', 'shop')).map((row) => row['LOCATIONS']);

describe('a GVC', () => {
  it('gets a location, in which its workloads then run, and loses it', async () => {
    const { server, client } = there;
    await client.text('gvc', 'add-location', 'shop', '--location', 'aws-eu-central-1');
    expect(await locations()).toEqual(['aws-us-east-1\naws-eu-central-1']);
    await server.advance(600);
    const deployments = await client.json<{ items: readonly object[] }>('workload', 'get-deployments', 'web');
    expect(deployments.items).toMatchObject([
      { name: 'aws-eu-central-1', status: { ready: true } },
      { name: 'aws-us-east-1', status: { ready: true } },
    ]);
    await client.text('gvc', 'remove-location', 'shop', '--location', 'aws-eu-central-1');
    expect(await locations()).toEqual(['aws-us-east-1']);
  });

  it('is deleted with all that is in it', async () => {
    const { server, client } = there;
    await server.run(600);
    const { code, stdout, asked } = await client.call(['gvc', 'delete', 'shop', '--force']);
    await server.run(0);
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      "Deleted workload 'db'",
      "Deleted workload 'nightly'",
      "Deleted workload 'web'",
      "Deleted volumeset 'data'",
      "Deleted identity 'web'",
    ]);
    const deleted = asked.filter(({ method }) => method === 'DELETE');
    expect(deleted.map(({ path }) => path)).toEqual([...new Set(deleted.map(({ path }) => path))]);
    await server.advance(600);
    expect(await client.call(['gvc', 'get', 'shop'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('"status": 404'),
    });
  });
});
