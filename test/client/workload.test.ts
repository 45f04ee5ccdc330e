import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session();

interface Deployments {
  readonly items: readonly {
    readonly name: string;
    readonly status: { readonly ready: boolean; readonly versions: readonly { readonly workload: number }[] };
  }[];
}

const replicas = async (name: string) =>
  rowsOf(await there.client.text('workload', 'replica', 'get', name)).map((row) => row['REPLICA']);

describe('a workload', () => {
  it('is stopped and started again', async () => {
    const { server, client } = there;
    expect(await client.json('workload', 'stop', 'web')).toMatchObject({
      items: [{ name: 'web', spec: { defaultOptions: { suspend: true } } }],
    });
    await server.advance(300);
    expect(await replicas('web')).toEqual([]);
    expect(rowsOf(await client.text('workload', 'get', 'web'))).toMatchObject([{ READY: 'false' }]);
    await client.text('workload', 'start', 'web');
    await server.advance(300);
    expect(await replicas('web')).toHaveLength(2);
    expect(rowsOf(await client.text('workload', 'get', 'web'))).toMatchObject([{ READY: 'true' }]);
  });

  it('is deployed anew without a change', async () => {
    const { server, client } = there;
    const before = await replicas('web');
    await client.text('workload', 'force-redeployment', 'web');
    await server.advance(600);
    const after = await replicas('web');
    expect(after).toHaveLength(2);
    expect(after.filter((name) => before.includes(name))).toEqual([]);
    const { items } = await client.json<Deployments>('workload', 'get-deployments', 'web');
    expect(items).toMatchObject([{ name: 'aws-us-east-1', status: { ready: true, versions: [{ ready: true }] } }]);
  });

  it('has a replica stopped, and replaced', async () => {
    const { server, client } = there;
    const stop = (name: string) =>
      client.call(['workload', 'replica', 'stop', 'db', '--location', 'aws-us-east-1', '--replica-name', name]);
    expect(await replicas('db')).toEqual(['db-0', 'db-1']);
    const { code, stdout } = await stop('db-1');
    expect(code).toBe(0);
    expect(rowsOf(stdout)).toMatchObject([{ WORKLOAD: 'db', REPLICA: 'db-1', STATUS: 'Stopping' }]);
    await server.advance(5);
    const { items } = await client.json<{ items: readonly { readonly health: object }[] }>(
      'workload',
      'get',
      'db',
      'web',
    );
    expect(items[0]!.health).toMatchObject({ readyReplicas: 1 });
    await server.advance(600);
    expect(await replicas('db')).toEqual(['db-0', 'db-1']);
    expect(await stop('db-7')).toMatchObject({ code: 1, stderr: expect.stringContaining("no replica 'db-7'") });
  });
});

describe('a job', () => {
  const executions = async () => rowsOf(await there.client.text('workload', 'cron', 'get', 'nightly'));

  it('is started beside its schedule, runs, and ends', async () => {
    const { server, client } = there;
    const started = await client.json<{ items: readonly { readonly id: string; readonly startTime: string }[] }>(
      'workload',
      'cron',
      'start',
      'nightly',
      '--location',
      'aws-us-east-1',
      '--env',
      'DAY=1',
    );
    expect(started.items).toMatchObject([
      { workloadName: 'nightly', status: 'active', startTime: '2026-11-01T00:40:05.000Z' },
    ]);
    await server.advance(1);
    const now = await client.json<{ items: object[] }>('workload', 'cron', 'get', 'nightly');
    expect(now.items).toMatchObject([{ id: started.items[0]!.id, status: 'active' }]);
    await server.advance(600);
    expect(await executions()).toMatchObject([{ LOCATION: 'aws-us-east-1', STATUS: 'Successful' }]);
  });

  it('is shown with what its schedule has started', async () => {
    await there.server.advance(4 * 3_600);
    expect((await executions()).map((row) => row['STATUS'])).toEqual(['Success', 'Successful']);
  });

  it('is stopped, which removes its execution', async () => {
    const { server, client } = there;
    const { items } = await client.json<{ items: readonly { readonly id: string }[] }>(
      'workload',
      'cron',
      'start',
      'nightly',
    );
    await server.advance(5);
    const name = `command-${items[0]!.id}`;
    expect(await replicas('nightly')).toEqual([expect.stringContaining(items[0]!.id)]);
    await client.text('workload', 'cron', 'stop', 'nightly', '--location', 'aws-us-east-1', '--replica-name', name);
    await server.advance(300);
    const command = await client.json<{ lifecycleStage: string }>(
      'rest',
      'get',
      `/org/acme/gvc/shop/workload/nightly/-command/${items[0]!.id}`,
    );
    expect(command.lifecycleStage).toBe('failed');
  });
});
