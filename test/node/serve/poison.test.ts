/** What a scenario holds, or somebody sends, is answered as text that no terminal obeys. */
import { describe, expect, it } from 'vitest';
import { harmful, poison, poisoned } from '../poisoned.ts';
import { served } from './served.ts';
import { opened, said, until } from './stream.ts';

const { prices: _, expect: _expect, ...doc } = poisoned;
const web = '/org/acme/gvc/shop/workload/web';
const escaped = encodeURIComponent(poison);
const lines = `query=${encodeURIComponent('{gvc="shop"}')}&start=2026-11-01T00:00:00Z&limit=5000`;
const logs = '/logs/org/acme/loki/api/v1';

describe('what is answered is shown and never obeyed', () => {
  it('over HTTP, at every path, errors and headers too', async () => {
    const { ask } = await served(doc);
    await ask('/org/acme/user/-invite', { body: { emails: [`${poison}@example.com`] } });
    await ask('/org/acme/agent', { body: { name: 'a', description: poison, tags: { [poison]: poison } } });
    await ask('/-sim/advance', { body: { seconds: 3_000 } });
    const asked: readonly (readonly [path: string, asked?: Parameters<typeof ask>[1]])[] = [
      ...[web, `${web}/-eventlog`, `${web}/deployment`, '/org/acme/workload', '/org/acme/agent', '/org/acme/user'].map(
        (path) => [path] as const,
      ),
      ['/audit/org/acme'],
      [`${logs}/query_range?${lines}`],
      [`${logs}/query_range?query=${encodeURIComponent(`{gvc="${poison}"`)}`],
      ['/-sim/journal?max=100000'],
      ['/-sim/bill'],
      ['/-sim/capacity'],
      ['/-sim/scenario'],
      ['/-sim/env/shop/web'],
      [`/-sim/env/shop/web/${escaped}`],
      [`/-sim/journal?${escaped}=${escaped}`],
      [`/-sim/bill?from=${escaped}`],
      [`/-sim/${escaped}`],
      [`/-fork/${escaped}/-sim/clock`],
      [`/${escaped}`],
      [`${web}/${escaped}`],
      [`/org/acme/gvc/${escaped}`],
      [`/org/acme/gvc?max=${escaped}`],
      [`/q/${escaped}`],
      ['/org/acme/agent', { body: { name: poison } }],
      ['/org/acme/agent', { body: { name: 'b', tags: { [poison]: { [poison]: poison } } } }],
      ['/org/acme/agent', { raw: poison }],
      ['/org/acme/gvc/-query', { body: { spec: { terms: [{ property: poison, op: poison, value: poison }] } } }],
      [web, { method: 'PATCH', body: { spec: { type: poison, [`$drop/${poison}`]: [poison] } } }],
      [web, { method: 'PATCH', body: { [`$${poison}`]: poison } }],
      [`${web}/-command`, { body: { type: poison, spec: { location: poison } } }],
      ['/-sim/advance', { body: { [poison]: poison } }],
      ['/-sim/advance', { body: { until: poison } }],
      ['/-sim/advance', { raw: poison }],
      ['/-sim/steps', { raw: poison }],
      ['/-sim/steps', { body: [{ [poison]: poison }] }],
      ['/-sim/steps', { body: [{ at: poison, behavior: { [poison]: poison } }] }],
    ];
    for (const [path, how] of asked) {
      const answer = await ask(path, how);
      expect(answer.status, path).toBeLessThan(500);
      expect(harmful.exec(answer.text), `${path} ${JSON.stringify(how)}`).toBeNull();
      for (const [name, value] of answer.headers) expect(harmful.exec(`${name}: ${value}`), path).toBeNull();
    }
  });

  it('over a WebSocket: lines as they come, and why nothing can be executed', async () => {
    const server = await served(doc);
    const tail = await opened(server, `${logs}/tail?${lines}`, { headers: { authorization: 'any' } });
    await server.ask('/-sim/advance', { body: { seconds: 3_000 } });
    await until(() => tail.messages.some((message) => String(message).includes('reversed')));
    for (const message of tail.messages) expect(harmful.exec(String(message))).toBeNull();
    const request = { token: 'any', org: 'acme', gvc: 'shop', pod: poison, container: poison, command: ['ls'] };
    for (const text of [JSON.stringify(request), JSON.stringify({ ...request, token: poison }), poison]) {
      const { messages } = await said(server, '/-remote/aws-us-east-1/exec', text);
      expect(messages.length).toBeGreaterThan(0);
      for (const message of messages) expect(harmful.exec(String(message))).toBeNull();
    }
  });
});
