import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { busyShop } from '../../experiment/session/asked.ts';
import { type Server, sendRaw, served } from './served.ts';
import { opened, refused, type Stream, said, until } from './stream.ts';

const bot = { serviceaccount: 'bot', key: 'k-bot' };
const ann = { user: 'ann@example.com', groups: ['superusers'], key: 'k-ann' };
const doc = {
  ...busyShop,
  principals: [bot, ann],
  behavior: { ...busyShop.behavior, 'shop/db': { logs: [{ line: '{replica} is fine, {n}', every: '7s' }] } },
};
const error = {
  code: expect.any(String),
  message: expect.any(String),
  details: expect.any(Array),
  id: expect.any(String),
};

const tailPath = '/logs/org/acme/loki/api/v1/tail';
const asAnn = { headers: { authorization: 'k-ann' } };

function tailOf(query: string, more = ''): string {
  return `${tailPath}?query=${encodeURIComponent(query)}${more}`;
}

async function advance(server: Server, seconds: number, fork = ''): Promise<void> {
  expect((await server.ask(`${fork}/-sim/advance`, { body: { seconds } })).status).toBe(200);
}

/** `[stamp, line]` of all messages, each message sorted as a client does. */
function linesOf({ messages }: Stream): [string, string][] {
  return messages.flatMap((message) => linesIn(String(message)));
}

function linesIn(message: string): [string, string][] {
  const { streams } = JSON.parse(message) as { streams: { values: [string, string][] }[] };
  return streams.flatMap(({ values }) => values).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The same from `query_range`, of the first five thousand lines. */
async function rangeOf(server: Server, query: string): Promise<[string, string][]> {
  const path = `/logs/org/acme/loki/api/v1/query_range?query=${encodeURIComponent(query)}`;
  const { body } = await server.ask(`${path}&start=2026-11-01T00:00:00Z&direction=forward&limit=5000`, {
    headers: { Authorization: 'k-ann' },
  });
  const result = body.data.result as { values: [string, string][] }[];
  return result.flatMap(({ values }) => values).sort(([one], [other]) => (one < other ? -1 : 1));
}

describe('lines over a WebSocket', () => {
  it('come as a backlog, then as time moves, to each of many who listen', async () => {
    const server = await served(doc);
    await advance(server, 1_200);
    const query = '{workload="db"}';
    const five = await opened(server, tailOf(query, '&limit=5'), asAnn);
    const all = await opened(server, tailOf(query, '&limit=0&start=2026-11-01T00:00:00Z'), asAnn);
    const before = await rangeOf(server, query);
    await until(() => linesOf(five).length === 5 && linesOf(all).length === before.length);
    expect(linesOf(five)).toEqual(before.slice(-5));
    await advance(server, 3_600);
    const after = await rangeOf(server, query);
    expect(after.length).toBeGreaterThan(before.length + 1_000);
    await until(() => linesOf(all).length >= after.length);
    expect(linesOf(all)).toEqual(after);
    await until(() => linesOf(five).length >= after.length - before.length + 5);
    expect(linesOf(five)).toEqual(after.slice(before.length - 5));
    const { streams } = JSON.parse(String(all.messages[0])) as { streams: { stream: object }[] };
    expect(streams.map(({ stream }) => stream)).toContainEqual(
      expect.objectContaining({ gvc: 'shop', workload: 'db', replica: 'db-0', stream: 'stdout' }),
    );
  });

  it('come while time runs by itself, and none before', async () => {
    const server = await served(doc);
    const { messages } = await opened(server, tailOf('{workload="db"}'), asAnn);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(messages).toEqual([]);
    await server.ask('/-sim/run', { body: { factor: 3_600 } });
    await until(() => messages.length > 1);
  });

  it('of a fork are its own, and end with it', async () => {
    const server = await served(doc);
    const { path } = (await server.ask('/-sim/fork', { body: {} })).body as { path: string };
    const own = await opened(server, tailOf('{workload="db"}'), asAnn);
    const other = await opened(server, `${path}${tailOf('{workload="db"}')}`, asAnn);
    await advance(server, 600, path);
    await until(() => linesOf(other).length > 50);
    expect(own.messages).toEqual([]);
    await server.ask(`/-sim/fork/${path.slice('/-fork/'.length)}`, { method: 'DELETE' });
    expect(await other.ended).toBe(1001);
    expect((await refused(server, `${path}${tailOf('{workload="db"}')}`, asAnn)).status).toBe(404);
  });

  it('are only for who may read logs, and a query that is none is refused: before the stream begins', async () => {
    const server = await served(doc);
    const good = tailOf('{gvc="shop"}');
    const status = async (path: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await refused(server, path, { headers });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json',
        date: 'Sun, 01 Nov 2026 00:00:00 GMT',
      });
      expect(answer.body).toEqual({ ...error, status: answer.status });
      return answer.status;
    };
    expect(await status(good)).toBe(401);
    expect(await status(good, 'Bearer nobody')).toBe(401);
    expect(await status(good, 'k-bot')).toBe(403);
    expect(await status(tailOf('{gvc='), 'Bearer k-ann')).toBe(400);
    expect(await status(tailOf('{gvc="shop"}', '&limit=5001'), 'k-ann')).toBe(400);
    expect(await status(good.replace('acme', 'other'), 'k-ann')).toBe(404);
    expect(await status('/org/acme', 'k-ann')).toBe(404);
    expect((await server.ask('/org/acme', { headers: { Authorization: 'k-ann' } })).status).toBe(200);
  });

  it('are not made for who does not read them, and go on where they stood', async () => {
    const long = { line: `{n} ${'x'.repeat(1_000)}`, every: '50ms' };
    const server = await served({ ...doc, behavior: { ...busyShop.behavior, 'shop/db': { logs: [long] } } });
    const sockets: Socket[] = [];
    server.server.on('connection', (socket) => sockets.push(socket));
    const stream = await opened(server, tailOf('{workload="db"} |= "xxx"'), asAnn);
    const { socket } = stream;
    let count = 0;
    socket.on('message', (data) => {
      count += linesIn(String(data)).length;
    });
    socket.pause();
    await advance(server, 600);
    // Some twenty megabytes; what lies in the buffers of the system is not counted.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(Math.max(...sockets.map(({ writableLength }) => writableLength))).toBeLessThan(4_000_000);
    expect(count).toBe(0);
    socket.resume();
    await until(() => count > 20_000);
    const stamps = linesOf(stream).map(([stamp]) => stamp);
    expect(new Set(stamps).size).toBe(stamps.length);
    expect([...stamps].sort()).toEqual(stamps);
  });

  it('answers pings, and hears nobody out who says too much', async () => {
    const server = await served(doc);
    const { socket, ended } = await opened(server, tailOf('{workload="db"}'), asAnn);
    const pong = new Promise((resolve) => socket.on('pong', resolve));
    socket.ping('still there?');
    expect(String(await pong)).toBe('still there?');
    socket.send('x'.repeat(70_000));
    expect(await ended).toBe(1009);
    expect((await server.ask('/-sim/clock')).status).toBe(200);
  });
});

const location = 'aws-us-east-1';
const execPath = `/-remote/${location}/exec`;
const first = { token: 'k-ann', org: 'acme', gvc: 'shop', pod: 'db-0', container: 'main', stdin: false, tty: false };
const line = 'svcsim: commands are not executed in a simulation\r\n';
const failure = 'Failed to create terminal session: command terminated with exit code 126';

async function shop(more: object = {}): Promise<Server> {
  const server = await served({ ...doc, ...more });
  await advance(server, 300);
  return server;
}

describe('an exec stream', () => {
  it.each([
    ['a command', { command: ['ls'] }],
    ['a shell', { shell: 'bash' }],
    ['a command, by the token with its word', { command: ['ls'], token: 'Bearer k-ann' }],
  ])('%s: is told that nothing is executed, and ends as one that is over', async (_, more) => {
    const server = await shop();
    const { messages, code } = await said(server, execPath, JSON.stringify({ ...first, ...more }));
    expect([messages, code]).toEqual([[line, failure], 1000]);
  });

  it('is content where that is assumed (`api.streams`), with bytes where an archive is wanted', async () => {
    const server = await shop({ assumptions: { 'api.streams': 'accept' } });
    const ask = (more: object) => said(server, execPath, JSON.stringify({ ...first, ...more }));
    expect((await ask({ command: ['ls'] })).messages).toEqual([line]);
    const { messages, code } = await ask({ command: ['tar', 'cf', '-', '/data/a'] });
    expect([messages.length, code, String(messages[0]).slice(0, 6)]).toEqual([1, 1000, 'data/a']);
    expect(messages[0]).toBeInstanceOf(Buffer);
  });

  it('ends some time after a file has come: a client that ends with it must have written that', async () => {
    const server = await shop({ assumptions: { 'api.streams': 'accept' } });
    const { socket, messages, ended } = await opened(server, execPath);
    socket.send(JSON.stringify({ ...first, command: ['tar', 'cf', '-', '/data/a'] }));
    await until(() => messages.length === 1);
    const since = performance.now();
    expect(await ended).toBe(1000);
    expect(performance.now() - since).toBeGreaterThan(150);
  });

  it.each([
    ['refuse', [line, failure]],
    ['accept', ['300006']],
  ])('of an upload answers when all of its pieces are in: %s', async (streams, expected) => {
    const server = await shop({ assumptions: { 'api.streams': streams } });
    const { socket, messages, ended } = await opened(server, execPath);
    socket.send(JSON.stringify({ ...first, command: ['tar', '-xmf', '-'], writeReceivedBytes: true }));
    socket.send(Buffer.alloc(300_000), { fin: false, binary: true });
    socket.send(Buffer.alloc(6), { fin: false, binary: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(messages).toEqual([]);
    socket.send(Buffer.alloc(0), { fin: true, binary: true });
    expect([await ended, messages]).toEqual([1000, expected]);
  });

  it('is not for who may not connect, nor for nobody, and tells them nothing of what is there', async () => {
    const server = await shop();
    const ask = async (more: object) => {
      const { messages, code } = await said(server, execPath, JSON.stringify({ ...first, command: ['ls'], ...more }));
      expect(code).toBe(1000);
      return messages;
    };
    expect(await ask({ token: 'nobody' })).toEqual(['Unauthorized: the token is unknown']);
    expect(await ask({ token: undefined })).toEqual(['Unauthorized: the token is unknown']);
    const [there] = await ask({ token: 'k-bot' });
    const [gone] = await ask({ token: 'k-bot', pod: 'db-7' });
    expect(there).toMatch(/^Unauthorized: .*serviceaccount\/bot lacks the permission connect/);
    expect(String(gone).replace('db-7', 'db-0')).toBe(there);
    const policy = {
      name: 'connectors',
      targetKind: 'workload',
      targetLinks: ['/org/acme/gvc/shop/workload/db'],
      bindings: [{ permissions: ['connect'], principalLinks: ['/org/acme/serviceaccount/bot'] }],
    };
    const headers = { Authorization: 'k-ann' };
    expect((await server.ask('/org/acme/policy', { body: policy, headers })).status).toBe(201);
    expect(await ask({ token: 'k-bot' })).toEqual([line, failure]);
    expect((await ask({ token: 'k-bot', pod: 'search-1' }))[0]).toMatch(/^Unauthorized: /);
  });

  it.each<[string, string, object]>([
    ['another location', `/-remote/aws-eu-central-1/exec`, {}],
    ['another GVC', execPath, { gvc: 'other' }],
    ['no GVC', execPath, { gvc: undefined }],
    ['another org', execPath, { org: 'other' }],
    ['a replica that there is not', execPath, { pod: 'db-2' }],
    ['no replica', execPath, { pod: undefined }],
  ])('%s is a replica that is not there', async (_, path, more) => {
    const server = await shop();
    const { messages, code } = await said(server, path, JSON.stringify({ ...first, command: ['ls'], ...more }));
    expect([messages, code]).toEqual([
      [expect.stringMatching(/^Failed to create terminal session: replica .* does not exist/)],
      1000,
    ]);
  });

  it.each([
    ['no JSON', '{'],
    ['neither command nor shell', JSON.stringify(first)],
    ['a token that no header could hold', JSON.stringify({ ...first, shell: 'sh', token: 'a\nb\u{1f600}' })],
    ['too much', JSON.stringify({ ...first, shell: 'x'.repeat(1_048_577) })],
  ])('says what is wrong with a first message: %s', async (_, text) => {
    const server = await shop();
    const { messages, code } = await said(server, execPath, text);
    expect([messages, code]).toEqual([
      [expect.stringMatching(/^(Failed to create terminal session|Unauthorized): /)],
      1000,
    ]);
  });

  it('ends where nothing is said', async () => {
    const server = await served(doc, { patience: 50 });
    const { messages, ended } = await opened(server, execPath);
    expect([await ended, messages]).toEqual([1000, []]);
  });

  it('comes in its turn, after an advance that was asked for before it', async () => {
    const server = await shop();
    const { socket, messages, ended } = await opened(server, execPath);
    const path = '/org/acme/gvc/shop/workload/db';
    const body = { spec: { defaultOptions: { suspend: true } } };
    await server.ask(path, { method: 'PATCH', body, headers: { Authorization: 'k-ann' } });
    const advanced = server.sessions.main.advance({ seconds: 3_600 });
    socket.send(JSON.stringify({ ...first, command: ['ls'] }));
    await Promise.all([advanced, ended]);
    expect(messages).toEqual([expect.stringMatching(/replica db-0 of .* does not exist/)]);
  });

  it('is in the audit trail, refused ones too, and nowhere else', async () => {
    const server = await shop();
    const { session } = server.sessions.main;
    const trace = () => [session.sequence, session.fingerprint, session.exported()];
    const before = trace();
    for (const token of ['k-ann', 'k-bot']) {
      await said(server, execPath, JSON.stringify({ ...first, command: ['cat', '/secret'], token }));
    }
    await said(server, execPath, JSON.stringify({ ...first, command: ['ls'], pod: 'db-9' }));
    expect(trace()).toEqual(before);
    const headers = { Authorization: 'k-ann' };
    const { items } = (await server.ask('/audit/org/acme', { headers })).body;
    const place = { location, replica: 'db-0', container: 'main' };
    const resource = { type: 'workload', name: 'db', data: place, patch: [] };
    expect(items).toMatchObject([
      { action: { type: 'exec' }, subject: { name: 'bot' }, resource, result: { status: 'failure' } },
      { action: { type: 'exec' }, subject: { name: 'ann@example.com' }, resource, result: { status: 'success' } },
    ]);
    expect(JSON.stringify(items)).not.toContain('secret');
    expect(new Set(items.flatMap((one: { id: string; requestId: string }) => [one.id, one.requestId])).size).toBe(4);
  });

  it('of a fork is in the audit trail of the fork', async () => {
    const server = await shop();
    const { path } = (await server.ask('/-sim/fork', { body: {} })).body as { path: string };
    const { messages } = await said(server, `${path}${execPath}`, JSON.stringify({ ...first, shell: 'sh' }));
    expect(messages).toEqual([line, failure]);
    const headers = { Authorization: 'k-ann' };
    const countOf = async (base: string) => (await server.ask(`${base}/audit/org/acme`, { headers })).body.items.length;
    expect([await countOf(''), await countOf(path)]).toEqual([0, 1]);
  });

  it('changes no id of what comes after it', async () => {
    const [one, other] = [await shop(), await shop()];
    await said(one, execPath, JSON.stringify({ ...first, command: ['ls'] }));
    const idsOf = async (server: Server): Promise<unknown> => {
      const headers = { Authorization: 'k-ann' };
      await server.ask('/org/acme/gvc/shop/workload/db', { method: 'PATCH', body: { tags: { a: 'b' } }, headers });
      const { items } = (await server.ask('/audit/org/acme', { headers })).body;
      return [items[0].action.type, items[0].id, items[0].requestId];
    };
    expect(await idsOf(one)).toEqual(await idsOf(other));
  });
});

describe('who asks for another protocol', () => {
  it.each([
    ['by another name', '/', 'Host: evil.example', 403],
    ['from a page of another site', execPath, 'Host: localhost\r\nOrigin: https://evil.example', 403],
    ['from what another site has in it', execPath, 'Host: localhost\r\nSec-Fetch-Site: cross-site', 403],
    ['for a path that takes none', '/org/acme', 'Host: localhost', 404],
    ['with a path that is too long', `/${'x'.repeat(17_000)}`, 'Host: localhost', 413],
    ['with an escape that is none', '/-remote/%zz/exec', 'Host: localhost', 404],
    ['without its key', execPath, 'Host: localhost', 400],
  ])('%s is answered in the one shape', async (_, path, headers, status) => {
    const server = await served(doc);
    const text = `GET ${path} HTTP/1.1\r\n${headers}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    const answer = await sendRaw(server, text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z].*"status":${status},"code":"[A-Z_]+"`, 's'));
  });

  it('that is no WebSocket is refused', async () => {
    const server = await served(doc);
    const text = `GET ${execPath} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
    expect(await sendRaw(server, text)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('and goes away in the midst of it disturbs nobody', async () => {
    const server = await served(doc);
    const { port } = new URL(server.url);
    const head = `GET ${tailOf('{gvc="shop"}')} HTTP/1.1\r\nHost: localhost\r\nAuthorization: k-ann\r\n`;
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
    for (const pause of [0, 1, 5]) {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`${head}${key}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
        setTimeout(() => socket.resetAndDestroy(), pause);
      });
      await new Promise((resolve) => socket.on('close', resolve));
    }
    await advance(server, 600);
    expect((await server.ask('/-sim/clock')).status).toBe(200);
  });
});

describe('the end of a server', () => {
  it('is the end of its streams, read or not, and of those that have said nothing', async () => {
    const server = await served(doc);
    await advance(server, 300);
    const tail = await opened(server, tailOf('{gvc="shop"}'), asAnn);
    const deaf = await opened(server, tailOf('{gvc="shop"}'), asAnn);
    deaf.socket.pause();
    const exec = await opened(server, execPath);
    await server.close();
    expect([await tail.ended, await exec.ended]).toEqual([1001, 1000]);
    deaf.socket.resume();
    await deaf.ended;
  });
});
