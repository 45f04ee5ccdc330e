import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { busyShop, gvcPath } from '../../experiment/session/asked.ts';
import { type Asked, served } from './served.ts';

const api = `${gvcPath}/workload/api`;
const error = {
  status: expect.any(Number),
  code: expect.any(String),
  message: expect.any(String),
  details: expect.any(Array),
  id: expect.any(String),
};

describe('virtual time over HTTP', () => {
  it('stands until it is told to move', async () => {
    const { ask } = await served();
    expect((await ask('/-sim/clock')).body).toMatchObject({
      now: '2026-11-01T00:00:00.000Z',
      start: '2026-11-01T00:00:00.000Z',
      mode: 'paused',
      factor: 0,
      sequence: expect.any(Number),
      pending: expect.any(Number),
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    const advanced = await ask('/-sim/advance', { body: { seconds: 90 } });
    expect(advanced.body).toEqual({ now: '2026-11-01T00:01:30.000Z', processed: expect.any(Number) });
    expect(advanced.headers.get('date')).toBe('Sun, 01 Nov 2026 00:01:30 GMT');
    const post = { method: 'POST' };
    const until = await ask('/-sim/advance?until=2026-11-01T01:00:00Z', post);
    expect(until.body.now).toBe('2026-11-01T01:00:00.000Z');
    expect((await ask('/-sim/advance?seconds=0.5', post)).body.now).toBe('2026-11-01T01:00:00.500Z');
  });

  it.each<[string, string, Asked, number]>([
    ['backwards', '/-sim/advance', { body: { until: '2026-10-01T00:00:00Z' } }, 400],
    ['by less than nothing', '/-sim/advance', { body: { seconds: -1 } }, 400],
    ['past the end', '/-sim/advance', { body: { until: '2027-01-01T00:00:00Z' } }, 400],
    ['to two instants', '/-sim/advance', { body: { seconds: 1, until: '2026-11-01T01:00:00Z' } }, 400],
    ['nowhere', '/-sim/advance', { body: {} }, 400],
    ['to a date without a zone', '/-sim/advance', { body: { until: '2026-11-02T01:00:00' } }, 400],
    ['by a word', '/-sim/advance?seconds=some', { method: 'POST' }, 400],
    ['by an unknown field', '/-sim/advance', { body: { second: 1 } }, 400],
    ['by a list', '/-sim/advance', { body: [] }, 400],
    ['by no JSON', '/-sim/advance', { raw: '{' }, 400],
    ['by GET', '/-sim/advance', {}, 405],
    ['at no speed', '/-sim/run', { body: { factor: 0 } }, 400],
    ['on an unknown path', '/-sim/what', {}, 404],
    ['after a number that is none', '/-sim/journal?after=x', {}, 400],
    ['with a bill of a time to come', '/-sim/bill?to=2026-11-02T00:00:00Z', {}, 400],
    ['with a bill of half an hour', '/-sim/bill?from=2026-11-01T00:30:00Z', {}, 400],
    ['to the end of no fork', '/-sim/fork/7', { method: 'DELETE' }, 404],
    ['by too long steps', '/-sim/steps', { raw: `"${'x'.repeat(16_777_216)}"` }, 413],
  ])('refuses to go %s, and stays where it is', async (_, path, asked, status) => {
    const { ask } = await served();
    await ask('/-sim/advance', { body: { seconds: 3_600 } });
    const before = (await ask('/-sim/clock')).body;
    const answer = await ask(path, asked);
    expect(answer.body).toEqual({ ...error, status });
    expect(answer.status).toBe(status);
    expect((await ask('/-sim/clock')).body).toEqual(before);
  });

  it('says how far time goes, and what would have it go further', async () => {
    const { ask } = await served({ ...busyShop, for: '1h' });
    const advance = async (body: object): Promise<string> => (await ask('/-sim/advance', { body })).body.message;
    expect((await ask('/-sim/clock')).body.end).toBe('2026-11-01T01:00:00.000Z');
    const ends = 'the scenario ends before 2026-11-01T01:00:00.000Z; its last instant is 2026-11-01T00:59:59.999Z';
    expect(await advance({ seconds: 3_600 })).toBe(
      `${ends}: advance to 2026-11-01T00:59:59.999Z at most, or start a session with a longer scenario (--set for=1d)`,
    );
    expect(await advance({ until: '2027-01-01T00:00:00Z' })).toMatch(/\(--set for=62d\)$/);
    expect((await ask('/-sim/advance', { body: { until: '2026-11-01T00:59:59.999Z' } })).status).toBe(200);
    const more = `${ends}: start a session with a longer scenario (--set for=1d)`;
    expect(await advance({ seconds: 0.001 })).toBe(more);
    const run = await ask('/-sim/run', { body: { factor: 60 } });
    expect(run.body).toEqual({ ...error, status: 400, code: 'INVALID', message: more });
    expect((await ask('/-sim/clock')).body).toMatchObject({ now: '2026-11-01T00:59:59.999Z', mode: 'paused' });
    expect((await ask(api)).status).toBe(200);
    expect(await advance({ until: '9000-01-01T00:00:00Z' })).toMatch(/\.999Z: a scenario lasts at most 36500 days$/);
  });

  it('moves at a factor of real time, and requests come after what is due by their arrival', async () => {
    let real = 1_000;
    const { ask } = await served(busyShop, { real: () => real });
    expect((await ask('/-sim/run', { body: { factor: 60 } })).body).toMatchObject({ mode: 'running', factor: 60 });
    real += 1_000.01;
    expect((await ask(api)).headers.get('date')).toBe('Sun, 01 Nov 2026 00:01:00 GMT');
    expect((await ask('/-sim/clock')).body.now).toBe('2026-11-01T00:01:00.000Z');
    const advanced = await ask('/-sim/advance', { body: { seconds: 3_600 } });
    expect(advanced.body.now).toBe('2026-11-01T01:01:00.000Z');
    real += 500;
    const paused = await ask('/-sim/pause', { method: 'POST' });
    expect(paused.body).toMatchObject({ mode: 'paused', now: '2026-11-01T01:01:30.000Z' });
    real += 5_000;
    expect((await ask(api)).headers.get('date')).toBe('Sun, 01 Nov 2026 01:01:30 GMT');
  });

  it('moves though nobody asks, and stands at the end of the scenario', async () => {
    const { ask } = await served({ ...busyShop, for: '1h' });
    await ask('/-sim/run', { body: { factor: 1_000_000 } });
    const clock = async () => (await ask('/-sim/clock')).body;
    while ((await clock()).mode === 'running') await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await clock()).toMatchObject({ now: '2026-11-01T00:59:59.999Z', mode: 'paused' });
  });

  it('has requests wait during an advance, in the order in which they came, while the clock is shown', async () => {
    const { ask, sessions } = await served({ ...busyShop, for: '300d' });
    const advance = ask('/-sim/advance', { body: { seconds: 200 * 86_400 } });
    let looked = (await ask('/-sim/clock')).body;
    while (looked.advancingTo === null) looked = (await ask('/-sim/clock')).body;
    expect(looked.advancingTo).toBe('2027-05-20T00:00:00.000Z');
    const patches: Promise<unknown>[] = [];
    for (let index = 0; index < 5; index += 1) {
      patches.push(ask(api, { method: 'PATCH', body: { tags: { index } } }));
      await ask('/-sim/clock');
    }
    expect((await ask('/-sim/clock')).body.advancingTo).not.toBeNull();
    await Promise.all([advance, ...patches]);
    const entries = JSON.parse(sessions.main.session.exported()).timeline.slice(-5);
    const seen = entries.map((entry: { at: string; with: { tags: object } }) => [entry.at, entry.with.tags]);
    expect(seen).toEqual([0, 1, 2, 3, 4].map((index) => ['2027-05-20T00:00:00.000Z', { index }]));
  });

  it('gives each of many requests at once one place, and the export replays them', async () => {
    const { ask } = await served();
    const all = Array.from({ length: 60 }, (_, index) => {
      if (index % 10 === 0) return ask('/-sim/advance', { body: { seconds: 7 } });
      const patch = { method: 'PATCH', body: { tags: { [`t${index % 5}`]: index } } };
      return ask(api, index % 3 === 0 ? {} : patch);
    });
    expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
    const exported = await ask('/-sim/scenario');
    const { scenario } = parseScenario(exported.text, { file: 'x.json' });
    if (scenario === null) throw new Error(exported.text);
    const lines: string[] = [];
    const run = new Run(scenario, { sink: (entry) => lines.push(`${journalLine(entry)}\n`) });
    run.advance();
    expect((await ask('/-sim/clock')).body.fingerprint).toBe(run.sim.journal.fingerprint());
    const first = (await ask('/-sim/journal?max=10')).text;
    const rest = (await ask('/-sim/journal?after=10&max=100000')).text;
    expect(first.split('\n')).toHaveLength(11);
    expect(first + rest).toBe(lines.join(''));
    expect((await ask('/-sim/scenario', { method: 'POST' })).text).toBe(exported.text);
    expect(exported.text).not.toContain('Bearer');
  });

  it('takes steps that the API lacks, or says what is wrong with them', async () => {
    const { ask } = await served();
    const taken = await ask('/-sim/steps', { raw: '- behavior: { shop/data: { usage: { add: 4GB } } }' });
    expect([taken.status, taken.body]).toEqual([200, { taken: 1, warnings: [] }]);
    const bad = await ask('/-sim/steps', { body: [{ behavior: { 'shop/data': { usage: { add: '4XB' } } } }] });
    expect(bad.body).toEqual({ ...error, status: 400, message: expect.stringMatching(/^steps:1:\d+ /) });
    expect((await ask('/-sim/journal?max=100000')).text).toContain('"type":"behaviour.changed"');
  });

  it.each([
    ['/-sim/advance', { seconds: -1 }, 'seconds: expected at least 0; found -1'],
    ['/-sim/advance', { seconds: 'soon' }, 'seconds: expected a number; found soon'],
    [
      '/-sim/advance',
      { seconds: 1e11 },
      expect.stringMatching(/advance to 2026\S+ at most; a scenario lasts at most 36500 days$/),
    ],
    ['/-sim/advance', { minutes: 1 }, 'expected seconds or until; found minutes'],
    ['/-sim/run', { factor: 0 }, 'factor: expected more than 0; found 0'],
    ['/-sim/run', { factor: 1e9 }, 'factor: expected at most 1000000; found 1000000000'],
    ['/-sim/pause', { a: 1 }, 'expected nothing; found a'],
  ])('says what was expected: %s %j', async (path, body, message) => {
    const { ask } = await served();
    expect((await ask(path, { body })).body).toMatchObject({ status: 400, code: 'INVALID', message });
  });

  it('reads no steps that are nested too deeply, and says of a step in the past what + counts from', async () => {
    const { ask } = await served();
    for (const raw of [
      '{"a":'.repeat(100_000),
      `${'['.repeat(65)}${']'.repeat(65)}`,
      `[${'{a: '.repeat(70)}`,
      `- ${'['.repeat(100_000)}`,
    ])
      expect((await ask('/-sim/steps', { raw })).body).toMatchObject({ status: 400, code: 'BAD_JSON' });
    await ask('/-sim/advance', { body: { seconds: 600 } });
    const step = { at: '+1m', behavior: { 'shop/data': { usage: { add: '1GB' } } } };
    const { details } = (await ask('/-sim/steps', { body: [step] })).body;
    expect(details[0].message).toMatch(/\+ counts from the start of the scenario, 2026-11-01T00:00:00/);
    const quotes = '\\"'.repeat(200_000);
    for (const raw of [`["${quotes}`, `["${quotes}"]`, `["${'x'.repeat(10_000_000)}"]`])
      expect((await ask('/-sim/steps', { raw })).body).toMatchObject({ status: 400, code: 'INVALID' });
    const braces = { behavior: { 'shop/data': { usage: { add: '1GB' } } }, because: '{'.repeat(70) };
    expect((await ask('/-sim/steps', { body: [braces] })).body.code).not.toBe('BAD_JSON');
  });

  it('tells the bill and the capacity so far, those of a run of the export', async () => {
    const { ask, sessions } = await served();
    await ask('/-sim/advance', { body: { seconds: 3 * 3_600 } });
    const whole = (await ask('/-sim/bill')).body;
    expect(whole.schema).toBe('svcsim/bill/1');
    expect(whole.totals).toEqual(sessions.main.session.run.bill().bill.totals);
    const [cpu] = whole.totals;
    expect(cpu.meter).toBe('reserved-cpu');
    const before = (await ask('/-sim/bill?to=2026-11-01T02:00:00Z')).body;
    const after = (await ask('/-sim/bill?from=2026-11-01T02:00:00Z')).body;
    expect(after.horizon).toEqual({ start: '2026-11-01T02:00:00Z', end: '2026-11-01T03:00:00Z' });
    expect(BigInt(before.totals[0].base) + BigInt(after.totals[0].base)).toBe(BigInt(cpu.base));
    const capacity = (await ask('/-sim/capacity')).body;
    expect(capacity.workloads.map(({ name }: { name: string }) => name)).toContain('api');
    const stretch = (await ask('/-sim/capacity?from=2026-11-01T01:00:00Z&to=2026-11-01T02:00:00Z')).body;
    expect(stretch.horizon).toEqual({ start: '2026-11-01T01:00:00.000Z', end: '2026-11-01T02:00:00.000Z' });
    expect(stretch.workloads[0].time).toEqual({ countedMs: 3_600_000, leftOutMs: 0 });
    const amiss = await ask('/-sim/capacity?from=2026-11-01T01:30:00Z');
    expect(amiss.body).toMatchObject({ status: 400, message: expect.stringContaining('2026-11-01T01:00:00.000Z') });
    expect((await ask('/-sim/clock')).body.now).toBe('2026-11-01T03:00:00.000Z');
  });

  it('forks: each goes its own way with an API of its own', async () => {
    const { ask } = await served();
    await ask('/-sim/advance', { body: { seconds: 60 } });
    const fork = await ask('/-sim/fork', { method: 'POST' });
    expect([fork.status, fork.body]).toEqual([201, { id: '1', path: '/-fork/1' }]);
    expect(fork.headers.get('location')).toBe('/-fork/1');
    const { fingerprint } = (await ask('/-sim/clock')).body;
    expect((await ask('/-fork/1/-sim/clock')).body.fingerprint).toBe(fingerprint);
    const body = { ...busyShop.resources[2], name: 'new', gvc: undefined };
    const made = await ask(`/-fork/1${gvcPath}/workload`, { body });
    expect(made.headers.get('location')).toBe(`${gvcPath}/workload/new`);
    const advanced = await ask('/-fork/1/-sim/advance', { body: { seconds: 60 } });
    expect(advanced.body.now).toBe('2026-11-01T00:02:00.000Z');
    expect((await ask(`${gvcPath}/workload/new`)).status).toBe(404);
    expect((await ask('/-sim/clock')).body).toMatchObject({ fingerprint, now: '2026-11-01T00:01:00.000Z' });
    expect((await ask('/-fork/1/discovery')).body.endpoints.logs).toMatch(/\/-fork\/1$/);
    expect((await ask('/-sim/fork')).body.items).toEqual([{ id: '1', path: '/-fork/1' }]);
    expect((await ask('/-sim/fork/1', { method: 'DELETE' })).status).toBe(200);
    expect((await ask('/-fork/1/-sim/clock')).status).toBe(404);
  });

  it('asks for its key, where it has one', async () => {
    const { ask } = await served(busyShop, { simKey: 'secret' });
    expect((await ask('/-sim/clock')).body).toEqual({ ...error, status: 401, code: 'UNAUTHENTICATED' });
    for (const Authorization of ['Bearer secret', 'secret'])
      expect((await ask('/-sim/clock', { headers: { Authorization } })).status).toBe(200);
    expect((await ask(api)).status).toBe(200);
  });

  it('the same requests to two servers of one scenario: the same bytes', async () => {
    const texts: string[][] = [];
    for (let time = 0; time < 2; time += 1) {
      const { ask } = await served();
      const answers = [
        await ask(api, { method: 'PATCH', body: { tags: { a: 1 } } }),
        await ask('/nowhere'),
        await ask(api, { raw: '{', method: 'PUT' }),
        await ask('/-sim/advance', { body: { seconds: 600 } }),
        await ask('/-sim/scenario'),
        await ask('/-sim/journal'),
      ];
      texts.push(answers.map(({ text }) => text));
    }
    expect(texts[1]).toEqual(texts[0]);
  });
});
