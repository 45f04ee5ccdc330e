import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session();

/** The client looks back from now in real time; these look back to before the scenario began. */
const always = ['--from', '2026-10-01T00:00:00Z'];

describe('what happened', () => {
  it('is in the audit trail: every change, by whom, and what was refused', async () => {
    const { client } = there;
    await client.text('workload', 'update', 'web', '--set', 'description=Front');
    await client.call(['workload', 'update', 'web', '--set', 'spec.defaultOptions.autoscaling.minScale=9']);
    const rows = rowsOf(await client.text('workload', 'audit', 'web', ...always));
    expect(rows).toMatchObject([
      { NAME: 'web', TYPE: 'workload', VERSION: '2', STATUS: 'failure', SUBJECT: 'simulator' },
      { NAME: 'web', TYPE: 'workload', VERSION: '2', STATUS: 'success', 'SUBJECT TYPE': 'user' },
    ]);
    const of = async (...args: string[]) => rowsOf(await client.text('workload', 'audit', ...args, ...always));
    expect(await of('--subject', 'nobody')).toEqual([]);
    expect(await of()).toHaveLength(2);
  });

  it('is in the event log of a record', async () => {
    await there.client.text('workload', 'force-redeployment', 'web');
    await there.server.advance(600);
    const { items } = await there.client.json<{ items: readonly { readonly context: object }[] }>(
      ...['workload', 'eventlog', 'web'],
    );
    expect(items.map(({ context }) => context)).toContainEqual(
      expect.objectContaining({ category: 'ready', location: 'aws-us-east-1' }),
    );
    expect(rowsOf(await there.client.text('workload', 'eventlog', 'web'))[0]!['CONTEXT']).toContain('category=');
  });

  it('is in the logs', async () => {
    const { client } = there;
    const logs = async (query: string, ...args: string[]) =>
      (await client.text('logs', query, ...always, ...args))
        .trim()
        .split('\n')
        .filter((line) => line !== '');
    await there.server.advance(4 * 3_600);
    const [first] = await logs('{gvc="shop", workload="nightly"}', '--limit', '1');
    expect(first).toMatch(/^2026-11-01T03:\S+ \{.*workload="nightly".*\} /);
    const all = await logs('{gvc="shop"}', '--limit', '0', '--output', 'jsonl');
    expect(all.length).toBeGreaterThan(3);
    expect((await logs('{gvc="shop"}', '--direction', 'backward', '--output', 'raw')).length).toBe(all.length);
    expect(await client.call(['logs', '{gvc='])).toMatchObject({ code: 1 });
  });
});
