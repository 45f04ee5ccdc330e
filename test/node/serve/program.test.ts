import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, describe, expect, it } from 'vitest';
import { busyShop, gvcPath } from '../../experiment/session/asked.ts';
import { bin } from '../built.ts';
import { folderOf, invalid, small, svcsim } from '../cli.ts';
import { ask, served } from './served.ts';
import { opened } from './stream.ts';

/** As a run of 100 years has so much to do that it can be ended in the midst. */
const busy = small('a')
  .replace(/ +defaultOptions.*\n/, '')
  .replace('type: standard', 'type: cron\n      job: { schedule: "* * * * *", concurrencyPolicy: Allow }')
  .replace('for: 1h', 'for: 36500d');

const cwd = folderOf({ 'a.yaml': small('a'), 'busy.yaml': busy, 'invalid.yaml': invalid });

interface Started {
  readonly child: ChildProcess;
  /** The first line of standard output. */
  readonly line: string;
  readonly url: string;
  readonly ended: Promise<number | null>;
}

/** What a test that failed has left running. */
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});

async function start(file: string, ...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [bin, 'serve', file, '--port', '0', ...args], { cwd });
  started.push(child);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let said = '';
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      said += data;
      if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n')));
    });
    child.stderr.on('data', (data) => reject(new Error(String(data))));
  });
  return { child, line, url: /http:\/\/[^\s",]+:\d+/.exec(line)?.[0] ?? '', ended };
}

describe('svcsim serve', () => {
  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)(
    'says where it listens, stands, answers, and ends by %s with %i though connections are open',
    async (signal, code) => {
      const { child, line, url, ended } = await start('a.yaml');
      const words = 'org acme, paused, from 2026-11-01T00:00:00.000Z to 2026-11-01T01:00:00.000Z';
      expect(line.replace(url, 'URL')).toBe(`a listens on URL (${words})`);
      expect((await ask(url, '/org/acme')).body.kind).toBe('org');
      expect((await ask(url, '/-sim/clock')).body.mode).toBe('paused');
      child.kill(signal);
      expect(await ended).toBe(code);
      await expect(ask(url, '/org/acme')).rejects.toThrow();
    },
  );

  it('ends in the midst of an advance, though somebody listens to lines', async () => {
    const { child, url, ended } = await start('busy.yaml');
    let told = '';
    child.stderr?.on('data', (data) => {
      told += data;
    });
    const path = `/logs/org/acme/loki/api/v1/tail?query=${encodeURIComponent('{gvc="shop"}')}`;
    const tail = await opened({ url }, path, { headers: { Authorization: 'any' } });
    const advance = ask(url, '/-sim/advance', { body: { seconds: 3_000_000_000 } }).catch(() => null);
    while ((await ask(url, '/-sim/clock')).body.advancingTo === null);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect([await tail.ended, told]).toEqual([1001, '']);
    await advance;
  });

  it('is told by a document as its schema says, and may move from the start, with another prefix', async () => {
    const { child, line, ended } = await start('a.yaml', '--json', '--rate', '60', '--prefix', 'cpln');
    const check = new Ajv().compile(
      JSON.parse(readFileSync(new URL('../../../schema/serve.schema.json', import.meta.url), 'utf8')),
    );
    const document = JSON.parse(line);
    check(document);
    expect(check.errors ?? []).toEqual([]);
    expect((await ask(document.url, '/-sim/clock')).body).toMatchObject({ mode: 'running', factor: 60 });
    expect((await ask(document.url, '/-sim/scenario')).body.prefix).toBe('cpln');
    expect((await ask(document.openApi, '')).body.openapi).toBe('3.1.0');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('says that a port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const child = spawn(process.execPath, [bin, 'serve', 'a.yaml', '--port', String(port)], { cwd });
    let told = '';
    child.stderr.on('data', (data) => {
      told += data;
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
    expect(told.replaceAll(/\s+/g, ' ')).toContain(`cannot listen on 127.0.0.1:${port}: the port is in use`);
    other.close();
  });

  it.each([
    ['a port that is none', ['--port', '70000'], 2, '--port takes a number'],
    ['a rate that is none', ['--rate', 'fast'], 2, '--rate takes a number'],
    ['a rate and a pause', ['--rate', '2', '--paused'], 2, 'give one of them'],
    ['another address without a key', ['--host', '0.0.0.0'], 2, '--sim-key'],
    ['an address that is none', ['--host', 'nowhere.invalid'], 2, "there is no host 'nowhere.invalid'"],
    ['a key of nobody', ['--key', 'k1'], 2, 'KEY=PRINCIPAL'],
    ['a key of somebody who is not there', ['--key', 'k1=//user/ann@example.com'], 2, 'declare it'],
    ['a key of what has no credential', ['--key', 'k1=//group/viewers'], 2, 'a group has no credential'],
    ['a key of two', ['--key', 'k1=//user/simulator', '--key', 'k1=//user/simulator'], 2, 'k1 is given twice'],
    ['another prefix', ['--prefix', 'abc'], 2, 'svc, cpln'],
  ])('refuses %s', (_, args, code, message) => {
    const outcome = svcsim(['serve', 'a.yaml', ...args], { cwd });
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  it('refuses a scenario that is none', () => {
    const { code, stdout, stderr } = svcsim(['serve', 'invalid.yaml'], { cwd });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^invalid\.yaml:\d+:\d+ /m);
  });

  it('exports what svcsim run runs to the same journal, and verifies', async () => {
    const prices = [{ from: '1970-01-01T00:00:00Z', list: '1' }];
    const skus = [
      { id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices },
      { id: 'requests', meters: ['requests'], unit: 'Requests', prices },
    ];
    const doc = {
      ...busyShop,
      prices: { kind: 'pricebook', name: 'mine', currency: 'USD', issuer: 'Me', skus },
      assumptions: { 'billing.chargedMeters': ['reserved-cpu', 'requests'] },
    };
    const server = await served(doc);
    await server.ask('/-sim/advance', { body: { seconds: 5_000 } });
    await server.ask(`${gvcPath}/workload/api`, { method: 'PATCH', body: { tags: { by: 'client' } } });
    await server.ask('/-sim/advance', { body: { seconds: 500 } });
    writeFileSync(join(cwd, 'exported.json'), (await server.ask('/-sim/scenario')).text);
    const { code, stderr } = svcsim(['run', 'exported.json', '--verify', '--out', 'o'], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^verified: .*\n$/)]);
    const journal = readFileSync(join(cwd, 'o/busy-shop/journal.ndjson'), 'utf8');
    expect(journal).toBe((await server.ask('/-sim/journal?max=100000')).text);
    const { fingerprint } = JSON.parse(readFileSync(join(cwd, 'o/busy-shop/summary.json'), 'utf8'));
    expect(fingerprint).toBe((await server.ask('/-sim/clock')).body.fingerprint);
  });
});
