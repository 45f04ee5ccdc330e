import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { Run } from '../../src/experiment/run.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { filesOf, session, shop } from './shop.ts';

const there = session([]);

describe('what a client did to a served org', () => {
  it('is a scenario, whose run is the same run', async () => {
    const { server, client } = there;
    await client.text('apply', '--file', there.folderOf(filesOf(shop)));
    await server.advance(900);
    await client.text('workload', 'update', 'web', '--set', 'spec.containers.main.image=shop/web:2');
    await client.text('volumeset', 'expand', 'data', '--new-size', '20');
    await client.text('workload', 'cron', 'start', 'nightly');
    await client.call(['volumeset', 'delete', 'data']);
    await server.advance(900);
    await client.call(['apply', '--file', '-'], { input: stringify({ kind: 'group', name: 'ops' }) });
    await client.text('workload', 'delete', 'web');
    await server.advance(3_600);

    const clock = JSON.parse(await server.sim('/clock')) as { readonly fingerprint: string; readonly sequence: number };
    const { scenario, problems } = parseScenario(await server.sim('/scenario'), { file: 'exported.yaml' });
    if (scenario === null) throw new Error(JSON.stringify(problems));
    const again = new Run(scenario);
    again.advance();
    expect([again.sim.journal.seq, again.sim.journal.fingerprint()]).toEqual([clock.sequence, clock.fingerprint]);
    expect(clock.sequence).toBeGreaterThan(30);
  });
});
