import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session();

const found = async (...args: string[]) =>
  rowsOf(await there.client.text('workload', 'query', ...args)).map((row) => row['NAME']);

describe('a query', () => {
  it('without a word finds everything', async () => {
    expect(rowsOf(await there.client.text('gvc', 'query'))).toMatchObject([{ NAME: 'shop' }]);
  });

  it('finds by properties, tags and relations', async () => {
    const { client } = there;
    await client.text('workload', 'tag', 'web', '--tag', 'team=shop', '--tag', 'tier=1');
    await client.text('workload', 'tag', 'db', '--tag', 'team=data', '--tag', 'tier=2');
    expect(await found('--property', 'name=web')).toEqual(['web']);
    expect(await found('--property', 'spec.type=cron')).toEqual(['nightly']);
    expect(await found('--tag', 'tier>=1', '--tag', 'team!=data')).toEqual(['web']);
    expect(await found('--tag', 'team')).toEqual(['db', 'web']);
    expect(await found('--tag', 'team!')).toEqual(['nightly']);
    expect(await found('--property', '~IGHT')).toEqual(['nightly']);
    expect(await found('--match', 'any', '--property', 'name=db', '--tag', 'tier=1')).toEqual(['db', 'web']);
    expect(await found('--match', 'none', '--property', 'name=db', '--tag', 'tier=1')).toEqual(['nightly']);
    expect(await found('--rel', 'gvc=shop', '--property', 'name=db')).toEqual(['db']);
    expect(await found('--rel', 'gvc=other')).toEqual([]);
  });

  it('goes through its pages where there are more than one holds', async () => {
    const { client } = there;
    const items = Array.from({ length: 120 }, (_, index) => `kind: identity\nname: i-${1_000 + index}\ngvc: shop\n`);
    const { code } = await client.call(['apply', '--file', '-'], { input: items.join('---\n') });
    expect(code).toBe(0);
    const names = async (verb: string) =>
      (await client.json<{ items: readonly { readonly name: string }[] }>('identity', verb, '--max', '0')).items.map(
        ({ name }) => name,
      );
    expect(await names('get')).toHaveLength(121);
    expect(await names('query')).toEqual(await names('get'));
    const some = await client.call(['identity', 'query']);
    expect(rowsOf(some.stdout)).toHaveLength(50);
    expect(some.stderr).toContain('More records are available. Showing first 50');
  });
});

describe('one job of whoever has none', () => {
  it('is run in a workload made for such jobs, which serves again', async () => {
    const { server, client } = there;
    const run = () =>
      client.call(['workload', 'cron', 'run', '--output', 'json', '--', 'echo', 'hello'], { hurry: 10 });
    await server.run(300);
    const first = JSON.parse((await run()).stdout) as { readonly workload: string };
    const second = JSON.parse((await run()).stdout) as { readonly workload: string };
    await server.run(0);
    expect(first).toMatchObject({ location: 'aws-us-east-1', status: 'completed' });
    expect(second).toMatchObject({ status: 'completed', workload: first.workload });
  });
});
