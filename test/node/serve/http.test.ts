import { describe, expect, it } from 'vitest';
import { busyShop, gvcPath } from '../../experiment/session/asked.ts';
import { type Asked, sendRaw, served } from './served.ts';

const api = `${gvcPath}/workload/api`;
const error = {
  status: expect.any(Number),
  code: expect.any(String),
  message: expect.any(String),
  details: expect.any(Array),
  id: expect.any(String),
};

describe('the API over HTTP', () => {
  it('answers as the platform does, with the date of virtual time and the path of what was made', async () => {
    const { ask } = await served();
    expect((await ask(api)).body).toMatchObject({ kind: 'workload', name: 'api', version: 1 });
    const body = { ...busyShop.resources[2], name: 'new', gvc: undefined };
    const posted = await ask(`${gvcPath}/workload`, { body });
    expect(posted.status).toBe(201);
    expect(posted.headers.get('location')).toBe(`${gvcPath}/workload/new`);
    expect(posted.headers.get('date')).toBe('Sun, 01 Nov 2026 00:00:00 GMT');
    expect(posted.headers.get('content-type')).toBe('application/json');
    expect((await ask(`${gvcPath}/workload?max=1`)).body.items).toHaveLength(1);
    const head = await ask(api, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect((await ask('/discovery')).body.endpoints.logs).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('answers a question to /-sim that names what every object has as one that names nothing', async () => {
    const { ask } = await served();
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect((await ask(`/-sim/journal?${name}=1`)).status).toBeLessThan(500);
      const fork = await ask('/-sim/advance', { method: 'POST', raw: `{"seconds":1,"${name}":"5"}` });
      expect(fork.status).toBeLessThan(500);
    }
  });

  it('deletes without a body, where the platform answers so', async () => {
    const { ask } = await served({ ...busyShop, assumptions: { 'api.deleteStatus': 204 } });
    const gone = await ask(api, { method: 'DELETE' });
    expect([gone.status, gone.text]).toEqual([204, '']);
  });

  it('API-2: a body is JSON, whatever the client calls it', async () => {
    const { ask } = await served();
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain; charset=utf-8']) {
      const patched = await ask(api, {
        method: 'PATCH',
        raw: JSON.stringify({ tags: { type } }),
        headers: { 'content-type': type },
      });
      expect([patched.status, patched.body.tags.type]).toEqual([200, type]);
      expect(patched.headers.get('content-type')).toBe('application/json');
    }
  });

  it('api.contentType jsonOnly: a body of another type gets 415 at every path, whatever is in it', async () => {
    const { ask } = await served({ ...busyShop, assumptions: { 'api.contentType': 'jsonOnly' } });
    const status = async (path: string, method: string, type: string | null, raw = '{}'): Promise<string> => {
      const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
      const answer = await ask(path, { method, raw: new TextEncoder().encode(raw), headers });
      return `${answer.status} ${answer.body?.code ?? ''}`.trim();
    };
    const form = 'application/x-www-form-urlencoded';
    for (const [path, method] of [
      [api, 'PATCH'],
      ['/org/acme/gvc/-query', 'POST'],
      ['/-sim/advance', 'POST'],
      ['/nowhere', 'POST'],
    ] as const)
      expect(await status(path, method, form)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    for (const type of ['application/json; charset=utf-8', 'application/merge-patch+json', null])
      expect(await status(api, 'PATCH', type)).toBe('200');
    expect(await status(api, 'PATCH', 'text/json-like')).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect((await ask(api, { headers: { 'content-type': form } })).status).toBe(200);
  });

  it.each<[string, string, Asked, number, string]>([
    ['an unknown path', '/nowhere', {}, 404, 'NOT_FOUND'],
    ['an unknown path that is written to', '/org/acme/what', { body: {} }, 404, 'NOT_FOUND'],
    ['a method that the path does not take', '/org/acme', { method: 'DELETE' }, 405, 'METHOD_NOT_ALLOWED'],
    ['a method that no path takes', api, { method: 'OPTIONS' }, 405, 'METHOD_NOT_ALLOWED'],
    ['no JSON', api, { method: 'PATCH', raw: '{"tags":' }, 400, 'BAD_JSON'],
    ['no UTF-8', api, { method: 'PATCH', raw: new Uint8Array([0x22, 0xff, 0x22]) }, 400, 'BAD_JSON'],
    ['a key __proto__', api, { method: 'PATCH', raw: '{"tags":{"__proto__":{"a":1}}}' }, 400, 'BAD_JSON'],
    ['65 levels', api, { method: 'PATCH', raw: `${'{"a":'.repeat(65)}1${'}'.repeat(65)}` }, 400, 'BAD_JSON'],
    ['many levels', api, { method: 'PATCH', raw: `${'['.repeat(500_000)}${']'.repeat(500_000)}` }, 400, 'BAD_JSON'],
    ['a list', api, { method: 'PATCH', body: [] }, 400, 'INVALID'],
    ['a body over 1 MiB', api, { method: 'PATCH', raw: `"${'x'.repeat(1_048_576)}"` }, 413, 'TOO_LARGE'],
    ['an address over 16 KiB', `/org/acme/${'x'.repeat(17_000)}`, {}, 413, 'TOO_LARGE'],
    ['a workload that is none', api, { headers: { 'x-svcsim-from': '/org/acme/gvc/shop' } }, 400, 'INVALID'],
    ['a fork that there is not', '/-fork/9/org/acme', {}, 404, 'NOT_FOUND'],
    ['an escape that is none', `${gvcPath}/workload/%zz`, {}, 404, 'NOT_FOUND'],
    ['a page of another site', '/org/acme', { headers: { origin: 'https://evil.example' } }, 403, 'FORBIDDEN'],
    ['a page of another port', '/org/acme', { headers: { origin: 'http://127.0.0.1:1' } }, 403, 'FORBIDDEN'],
    ['what another site has in it', '/-sim/clock', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'FORBIDDEN'],
    ['what another port has in it', '/-sim/clock', { headers: { 'sec-fetch-site': 'same-site' } }, 403, 'FORBIDDEN'],
    [
      'what another site has in it, however it is written',
      '/-sim/clock',
      { headers: { 'sec-fetch-site': 'Same-Site' } },
      403,
      'FORBIDDEN',
    ],
    ['a page of no site', '/-sim/advance', { body: { seconds: 1 }, headers: { origin: 'null' } }, 403, 'FORBIDDEN'],
    ['an encoded slash', `${gvcPath}/workload/a%2Fb`, {}, 404, 'NOT_FOUND'],
  ])('refuses in the one shape: %s', async (_, path, asked, status, code) => {
    const { ask, sessions } = await served();
    const { session } = sessions.main;
    const { fingerprint } = session;
    const answer = await ask(path, asked);
    expect(answer.body).toEqual({ ...error, status, code });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('date')).toBe('Sun, 01 Nov 2026 00:00:00 GMT');
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/^GET, HEAD/);
    if (code === 'BAD_JSON' || status === 413) expect(session.fingerprint).toBe(fingerprint);
    expect((await ask(api)).status).toBe(200);
  });

  it('answers a page of its own', async () => {
    const { ask, url } = await served();
    const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
    expect((await ask('/-sim/clock', { headers })).status).toBe(200);
  });

  it.each<[string, Asked, number, string]>([
    ['no JSON', { method: 'PATCH', raw: '{' }, 401, 'UNAUTHENTICATED'],
    ['no UTF-8', { method: 'PUT', raw: new Uint8Array([0x22, 0xff, 0x22]) }, 401, 'UNAUTHENTICATED'],
    ['no JSON, deleting', { method: 'DELETE', raw: '{' }, 401, 'UNAUTHENTICATED'],
    ['no JSON, by no method of the path', { method: 'POST', raw: '{' }, 401, 'UNAUTHENTICATED'],
    ['too much', { method: 'PATCH', raw: `"${'x'.repeat(1_048_576)}"` }, 413, 'TOO_LARGE'],
  ])('tells who is nobody so first, though a body is %s', async (_, asked, status, code) => {
    const { ask } = await served();
    expect((await ask(api, { ...asked, headers: { Authorization: '' } })).body).toEqual({ ...error, status, code });
    // What was asked is exported, and plays.
    await ask('/-sim/advance', { body: { seconds: 3_600 } });
    expect((await ask('/-sim/bill?to=2026-11-01T01:00:00Z')).status).toBe(200);
  });

  it('reads no body of a deletion, and takes null for none, over HTTP as in the library', async () => {
    const { ask, sessions } = await served();
    const { session } = sessions.main;
    const name = `${gvcPath}/workload/nightly`;
    for (const raw of ['null', '', ' ']) {
      const asked = await ask(name, { method: 'PATCH', raw });
      expect([asked.status, asked.body.version]).toEqual([200, 1]);
    }
    for (const body of [null, undefined])
      expect(session.request({ method: 'PATCH', path: name, body }).body).toMatchObject({ version: 1 });
    expect((await ask(name, { method: 'DELETE', raw: '{' })).status).toBe(202);
    expect(session.request({ method: 'DELETE', path: api, body: () => 1 }).status).toBe(202);
    expect((await ask(`${gvcPath}/workload/search`, { method: 'DELETE', raw: 'x'.repeat(1_048_577) })).status).toBe(
      413,
    );
  });

  it('is not called by another name, as a page of another site would', async () => {
    const server = await served();
    const call = (host: string): Promise<string> =>
      sendRaw(server, `GET /org/acme HTTP/1.1\r\nHost: ${host}\r\nAuthorization: x\r\nConnection: close\r\n\r\n`);
    for (const host of ['evil.example', 'evil.example:80', 'localhost.evil.example']) {
      const text = await call(host);
      expect(text).toMatch(/^HTTP\/1\.1 403 /);
      expect(text).toContain('"code":"FORBIDDEN"');
    }
    for (const host of ['localhost:1', '127.0.0.1', 'LOCALHOST', 'LocalHost:8080', 'localhost:', '[::1]:80'])
      expect(await call(host)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('tells a client by which name it was called, in small letters, and one of HTTP/1.0 where it has come to', async () => {
    const server = await served();
    const called = async (head: string): Promise<string> =>
      /"logs":"([^"]*)"/.exec(await sendRaw(server, `GET /discovery ${head}Connection: close\r\n\r\n`))?.[1] ?? '';
    expect(await called('HTTP/1.1\r\nHost: LocalHost:8080\r\n')).toBe('http://localhost:8080');
    expect(await called('HTTP/1.0\r\n')).toBe(server.url);
  });

  it.each([
    ['a port that is none', 'GET /org/acme HTTP/1.1', 'Host: localhost:99999', 400, 'INVALID'],
    ['a host that is none', 'GET /org/acme HTTP/1.1', 'Host: a b', 400, 'INVALID'],
    ['a host with a path', 'GET /org/acme HTTP/1.1', 'Host: localhost/x', 400, 'INVALID'],
    ['a host with a name', 'GET /org/acme HTTP/1.1', 'Host: me@localhost', 400, 'INVALID'],
    ['an empty host', 'GET /org/acme HTTP/1.1', 'Host:', 400, 'INVALID'],
    ['no host', 'GET /org/acme HTTP/1.1', 'Accept: */*', 400, 'INVALID'],
    ['a foreign host', 'GET /org/acme HTTP/1.0', 'Host: evil.example', 403, 'FORBIDDEN'],
    ['no path', 'OPTIONS * HTTP/1.1', 'Host: localhost', 400, 'INVALID'],
    ['a query alone', 'GET ?x HTTP/1.1', 'Host: localhost', 400, 'INVALID'],
    ['a backslash', 'GET /\\x HTTP/1.1', 'Host: localhost', 400, 'INVALID'],
    ['an address without a host', 'GET http:// HTTP/1.1', 'Host: localhost', 400, 'INVALID'],
    ['another protocol', 'GET ftp://localhost/org HTTP/1.1', 'Host: localhost', 400, 'INVALID'],
    ['two slashes', 'GET //org/acme HTTP/1.1', 'Host: localhost', 404, 'NOT_FOUND'],
    ['a tunnel', 'CONNECT localhost:80 HTTP/1.1', 'Host: localhost', 405, 'METHOD_NOT_ALLOWED'],
    ['a trace', 'TRACE /org/acme HTTP/1.1', 'Host: localhost', 405, 'METHOD_NOT_ALLOWED'],
    ['an expectation', 'GET /org/acme HTTP/1.1', 'Host: localhost\r\nExpect: much', 417, 'INVALID'],
    ['a method that is none', 'GETS /org/acme HTTP/1.1', 'Host: localhost', 400, 'INVALID'],
    ['another version', 'GET /org/acme HTTP/3.0', 'Host: localhost', 400, 'INVALID'],
    ['a stream of no path', 'GET * HTTP/1.1', 'Host: localhost\r\nUpgrade: websocket', 400, 'INVALID'],
  ])('refuses a request in the one shape: %s', async (_, line, header, status, code) => {
    const server = await served();
    const rest = header.includes('Upgrade') ? 'Connection: Upgrade' : 'Connection: close';
    const text = await sendRaw(server, `${line}\r\n${header}\r\nAuthorization: x\r\n${rest}\r\n\r\n`);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase()).toContain('content-type: application/json');
    expect(head).toMatch(/^date: Sun, 01 Nov 2026 00:00:00 GMT$/im);
    expect(JSON.parse(body)).toEqual({ ...error, status, code, id: expect.stringMatching(/./) });
    expect((await server.ask(api)).status).toBe(200);
  });

  it('has one method for its own description', async () => {
    const { ask } = await served();
    const posted = await ask('/-sim/openapi.json', { body: {} });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await ask('/-sim/openapi.json', { method: 'HEAD' })).status).toBe(200);
  });

  it('answers what is no HTTP, too long a head and an upgrade in the one shape too, and lives on', async () => {
    const server = await served();
    expect(await sendRaw(server, 'what?\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"code":"INVALID"/s);
    const long = `GET /${'x'.repeat(200_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    expect(await sendRaw(server, long)).toMatch(/^HTTP\/1\.1 413 .*"TOO_LARGE"/s);
    const upgrade = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    expect(await sendRaw(server, upgrade)).toMatch(/^HTTP\/1\.1 404 .*"NOT_FOUND"/s);
    expect((await server.ask(api)).status).toBe(200);
  });

  it('knows nobody without a credential, and anybody with one', async () => {
    const { ask } = await served();
    expect((await ask(api, { headers: { Authorization: '' } })).body).toEqual({
      ...error,
      code: 'UNAUTHENTICATED',
      status: 401,
    });
    for (const Authorization of ['Bearer x', 'x'])
      expect((await ask(api, { headers: { Authorization } })).status).toBe(200);
    const account = await ask('/org/acme/serviceaccount', { body: { name: 'bot' } });
    expect(account.status).toBe(201);
    const { key } = (await ask('/org/acme/serviceaccount/bot/-addKey', { body: { description: 'one' } })).body;
    const refused = await ask(api, { method: 'DELETE', headers: { Authorization: key } });
    expect(refused.body).toEqual({ ...error, code: 'FORBIDDEN', status: 403 });
    const exported = (await ask('/-sim/scenario')).text;
    expect(exported).toContain('"as":"/org/acme/serviceaccount/bot"');
    expect(exported).not.toContain(key);
  });

  it('keeps keys of a scenario out of what it exports', async () => {
    const principals = [{ user: 'ann@example.com', groups: ['superusers'], key: 'k-secret' }];
    const { ask } = await served({ ...busyShop, principals });
    expect((await ask(api, { headers: { Authorization: 'k-secret' } })).status).toBe(200);
    expect((await ask(api, { headers: { Authorization: 'other' } })).status).toBe(401);
    const exported = (await ask('/-sim/scenario')).text;
    expect(exported).toContain('ann@example.com');
    expect(exported).not.toContain('k-secret');
  });

  it('knows who asks by the keys that it was given', async () => {
    const keys = new Map([['k1', '/org/acme/user/simulator']]);
    const { ask } = await served(busyShop, { keys });
    expect((await ask(api, { headers: { Authorization: 'Bearer k1' } })).status).toBe(200);
    const unknown = await ask(api, { headers: { Authorization: 'Bearer k2' } });
    expect([unknown.status, unknown.body]).toEqual([401, { ...error, code: 'UNAUTHENTICATED', status: 401 }]);
  });

  it('answers a defect with how to repeat it, and lives on', async () => {
    const { ask, sessions } = await served();
    const { session } = sessions.main;
    const whole = session.requesting.bind(session);
    session.requesting = () => {
      throw new Error('a test broke it');
    };
    const answer = await ask(api);
    const message = expect.stringMatching(/a test broke it.*GET \/org\/acme\/gvc\/shop\/workload\/api/);
    expect(answer.body).toEqual({ ...error, status: 500, code: 'DEFECT', message });
    session.requesting = whole;
    expect((await ask(api)).status).toBe(200);
  });
});
