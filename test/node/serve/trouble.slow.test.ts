import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import type { SimServer } from '../../../src/node/serve/server.ts';
import {
  brittleShop,
  busyShop,
  gvcPath,
  lessCpu,
  moreStorage,
  requestOf,
  stepOf,
} from '../../experiment/session/asked.ts';
import { scenarioOf } from '../../experiment/session/same.ts';
import { everyPlace } from '../everyPlace.ts';
import { sendRaw, served } from './served.ts';

const api = `${gvcPath}/workload/api`;

afterEach(() => vi.restoreAllMocks());

/** What the server says on the error stream from now on. */
function complaints(): readonly string[] {
  const said: string[] = [];
  for (const stream of [process.stderr, process.stdout])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
  return said;
}

/** A connection that has sent a text and is left open. */
async function begun({ server }: SimServer, text: string): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  await pass(50);
  return socket;
}

const head = (method: string, path: string, more: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: x\r\n${more}\r\n\r\n`;

describe('many at once', () => {
  it('200 requests of all kinds and an advance have one order, which the export repeats', async () => {
    const { ask, sessions } = await served();
    const kinds = Array.from({ length: 200 }, (_, index) => requestOf(index * 7, index * 13));
    const asked = kinds.map(({ method, path, body }, index) => {
      const sent = method === 'GET' || method === 'HEAD' || body === undefined ? {} : { raw: JSON.stringify(body) };
      const answer = ask(path, { method, ...sent });
      return index === 100 ? Promise.all([answer, ask('/-sim/advance', { body: { seconds: 7_200 } })]) : [answer];
    });
    const answers = await Promise.all((await Promise.all(asked)).flat());
    expect(answers).toHaveLength(201);
    for (const { status, body, text } of answers) {
      expect(status).toBeLessThan(500);
      if (status >= 400 && text !== '')
        expect(body).toMatchObject({ status, code: expect.any(String), id: expect.any(String) });
    }
    const run = new Run(scenarioOf((await ask('/-sim/scenario')).text));
    run.advance();
    expect(run.sim.journal.fingerprint()).toBe(sessions.main.session.fingerprint);
  });
});

describe('bodies of which one value is of another type', () => {
  const values: readonly unknown[] = [
    null,
    true,
    -1,
    1e300,
    '',
    '1e400',
    [],
    [[]],
    {},
    { toString: 1 },
    { constructor: {} },
    '\ud800\u001b',
  ];

  it('are answered in the shape of the platform, wherever it is; the session goes on and its export repeats it (law)', async () => {
    const { ask, sessions } = await served();
    const advance = { method: 'POST', path: '/-sim/advance', body: { seconds: 90 } };
    const steps = (pick: number, size: number): Sent => ({
      ...advance,
      path: '/-sim/steps',
      body: [stepOf(pick, size)],
    });
    const request = fc.tuple(fc.nat(200), fc.nat(200)).chain(([pick, size]) => {
      const all: readonly Sent[] = [requestOf(pick, size), steps(pick, size), advance];
      return fc.record({
        sent: fc.constantFrom(...all),
        where: fc.nat(),
        value: fc.constantFrom<unknown>(...values),
        isWhole: fc.nat(9).map((one) => one === 0),
      });
    });
    for (const { sent, where, value, isWhole } of fc.sample(request, { seed: 3, numRuns: 400 })) {
      const { method, path } = sent;
      const body = sent.body === undefined || isWhole ? sent.body : changed(sent.body, where, value);
      const raw = method === 'GET' || method === 'HEAD' || body === undefined ? {} : { raw: JSON.stringify(body) };
      const answer = await ask(path, { method, ...raw });
      const about = `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`;
      expect(answer.status, about).toBeLessThan(500);
      if (answer.status < 400 || answer.text === '') continue;
      expect(answer.body, about).toMatchObject({
        status: answer.status,
        code: expect.any(String),
        id: expect.any(String),
      });
      expect(answer.body.message, about).not.toMatch(/\[object|undefined/);
    }
    const run = new Run(scenarioOf((await ask('/-sim/scenario')).text));
    run.advance();
    expect(run.sim.journal.fingerprint()).toBe(sessions.main.session.fingerprint);
  });
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** A copy of a body with another value somewhere in it. */
function changed(body: unknown, where: number, value: unknown): unknown {
  const copy: unknown = structuredClone(body);
  const places = everyPlace(copy);
  const [holder, key] = places[where % places.length] ?? [];
  if (holder === undefined || key === undefined) return value;
  Reflect.set(holder, key, value);
  return copy;
}

describe('forks', () => {
  it('are a hundred at most, however many are asked for before the first is made', async () => {
    const { ask, sessions } = await served();
    const made = await Promise.all(Array.from({ length: 103 }, () => sessions.fork(sessions.main)));
    expect(made.filter((name) => name === null)).toHaveLength(3);
    expect((await ask('/-sim/fork', { body: {} })).body).toMatchObject({ status: 429, code: 'QUOTA' });
    await ask('/-sim/fork/1', { method: 'DELETE' });
    expect((await ask('/-sim/fork', { body: {} })).status).toBe(201);
  });
});

describe('a client that is in trouble', () => {
  it.each([
    ['in the midst of a body', `${head('PATCH', api, 'Content-Length: 1000')}{"tags":{"a":`],
    ['in the midst of a chunk', `${head('PATCH', api, 'Transfer-Encoding: chunked')}20\r\n{"tags":`],
    ['in the midst of steps', `${head('POST', '/-sim/steps', 'Content-Length: 1000')}- behavior:`],
    ['in the midst of the first lines', 'GET /org/acme HTTP/1.1\r\nHos'],
    ['before it has its answer', `${head('POST', '/-sim/advance', 'Content-Length: 16')}{"seconds":9000}`],
  ])('may hang up %s: nothing is done by halves, and nothing is said of it', async (_, text) => {
    const server = await served();
    const { session } = server.sessions.main;
    const { fingerprint } = session;
    const said = complaints();
    const socket = await begun(server, text);
    socket.destroy();
    await pass(100);
    const { version } = (await server.ask(api)).body;
    expect(version).toBe(1);
    if (!text.includes('advance')) expect(session.fingerprint).toBe(fingerprint);
    expect(said).toEqual([]);
  });

  it('is told of a chunk that is none', async () => {
    const said = complaints();
    const server = await served();
    const text = head('PATCH', api, 'Transfer-Encoding: chunked');
    expect(await sendRaw(server, `${text}zz\r\n{}`)).toMatch(/^HTTP\/1\.1 400 .*"code":"INVALID"/s);
    expect((await server.ask(api)).body.version).toBe(1);
    expect(said).toEqual([]);
  });

  it('is slow, and keeps nobody else waiting', async () => {
    const server = await served();
    const slow = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        begun(server, index % 2 === 0 ? 'GET /org/acme HT' : `${head('PATCH', api, 'Content-Length: 20')}{"ta`),
      ),
    );
    expect((await server.ask(api)).status).toBe(200);
    expect((await server.ask('/-sim/advance', { body: { seconds: 60 } })).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it.each([
    ['with its length', true],
    ['without', false],
  ])('sends too much %s, and its connection is good for the next request', async (_, isLengthSaid) => {
    const { url } = await served();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<Socket>();
    const send = (method: string, body: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const length = isLengthSaid ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' };
        const headers = { authorization: 'x', ...(body === '' ? {} : length) };
        const sent = request(`${url}${api}`, { method, agent, headers }, (answer: IncomingMessage) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        });
        sent.on('error', reject).on('socket', (socket) => sockets.add(socket));
        sent.end(body);
      });
    expect(await send('PATCH', 'x'.repeat(5_000_000))).toBe(413);
    await pass(700);
    expect(await send('GET', '')).toBe(200);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it('sends a body of exactly the length that it may have, or one byte more', async () => {
    const { ask } = await served();
    const sized = (bytes: number): string => `{"description":"x"}${' '.repeat(bytes - 19)}`;
    expect((await ask(api, { method: 'PATCH', raw: sized(1_048_576) })).status).toBe(200);
    const more = await ask(api, { method: 'PATCH', raw: sized(1_048_577) });
    expect(more.body).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  });

  it.each(['['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '{"a":'.repeat(100_000)])(
    'sends what is nested a hundred thousand deep',
    async (raw) => {
      const { ask } = await served();
      const { body } = await ask(api, { method: 'PATCH', raw });
      expect(body).toMatchObject({ status: 400, code: 'BAD_JSON' });
      expect(body.message.length).toBeLessThan(300);
      expect((await ask('/-sim/advance', { raw })).body.status).toBe(400);
      expect((await ask('/-sim/steps', { raw })).body.status).toBe(400);
      expect((await ask(api)).body.version).toBe(1);
    },
  );

  it('sends more headers than there is room for', async () => {
    const server = await served();
    const headers = Array.from({ length: 3_000 }, (_, index) => `X-${index}: ${'x'.repeat(50)}`).join('\r\n');
    const text = await sendRaw(server, head('GET', api, headers));
    expect(text).toMatch(/^HTTP\/1\.1 413 .*"code":"TOO_LARGE"/s);
    expect(text).toMatch(/^Date: Sun, 01 Nov 2026 00:00:00 GMT$/m);
  });
});

describe('the end of a server', () => {
  it.each([
    ['a tunnel', 'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a stream', 'GET * HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['nothing that is HTTP', 'what\r\n\r\n'],
  ])('does not wait for who was refused %s and stays, nor is it brought about by who leaves', async (_, text) => {
    const server = await served();
    const { port } = server.server.address() as AddressInfo;
    const hasty = connect(port, '127.0.0.1').on('error', () => {});
    hasty.write(text);
    hasty.resetAndDestroy();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(text);
    await pass(50);
    expect((await server.ask(api)).status).toBe(200);
    await server.close();
    socket.destroy();
  });

  it('comes in the midst of an advance, with requests waiting, without a word', async () => {
    const said = complaints();
    const server = await served({ ...busyShop, for: '3000d' });
    const { ask } = server;
    const advance = ask('/-sim/advance', { body: { seconds: 2_000 * 86_400 } }).catch(() => null);
    while ((await ask('/-sim/clock')).body.advancingTo === null);
    const waiting = Array.from({ length: 20 }, () => ask(api).catch(() => null));
    await pass(20);
    await server.close();
    expect((await Promise.all([advance, ...waiting])).filter((one) => one !== null && one.status >= 500)).toEqual([]);
    expect(said).toEqual([]);
  });
});

describe('a loop that takes no time', () => {
  it('is refused in the shape of the platform (EPH-3), and leaves no trace', async () => {
    const { ask } = await served(brittleShop);
    await ask(api, { method: 'PATCH', body: { tags: { a: 'b' } } });
    const all = async (): Promise<readonly string[]> =>
      Promise.all(
        ['/-sim/clock', '/-sim/scenario', '/-sim/journal', '/audit/org/acme'].map(
          async (path) => (await ask(path)).text,
        ),
      );
    const before = await all();
    const { status, body } = await ask(api, { method: 'PATCH', body: lessCpu.body });
    expect([status, body.code, body.details[0].rule]).toEqual([400, 'INVALID', 'EPH-3']);
    expect(body.message).toContain('behavior.shop/api.ephemeral');
    expect(await all()).toEqual(before);
    const run = new Run(scenarioOf((await ask('/-sim/scenario')).text));
    run.advance();
    expect(run.sim.journal.fingerprint()).toBe((await ask('/-sim/clock')).body.fingerprint);
  });

  it('stops a clock that runs into it a millisecond before, and the server answers on', async () => {
    let real = 0;
    const said = complaints();
    const { ask } = await served({ ...brittleShop, timeline: [] }, { real: () => real });
    await ask('/-sim/steps', { raw: moreStorage('+1h') });
    await ask('/-sim/steps', { raw: JSON.stringify([{ at: '+2h', fault: { replicaKill: { of: 'shop/api' } } }]) });
    await ask('/-sim/run', { body: { factor: 1_000 } });
    real = 8_000;
    expect((await ask(api)).status).toBe(200);
    expect((await ask('/-sim/clock')).body).toMatchObject({ now: '2026-11-01T01:59:59.999Z', mode: 'paused' });
    expect(said.join('')).toMatch(
      /^svcsim: time is paused: simulated time does not advance beyond 2026-11-01T02:00:00.000Z/,
    );
    expect((await ask('/-sim/advance', { body: { seconds: 1 } })).body).toMatchObject({ status: 400, code: 'INVALID' });
  });
});
