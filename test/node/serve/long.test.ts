/** Much at once: what is long is taken and answered in pieces, and others are answered meanwhile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { bodyOf, jsonPieces } from '../../../src/node/serve/pieces.ts';
import { busyShop, gvcPath } from '../../experiment/session/asked.ts';
import { begun, scenarioOf } from '../../experiment/session/same.ts';
import { holds } from '../../laws/play.ts';
import { type Answer, served } from './served.ts';

const step = (index: number): object => ({
  at: `+${1 + (index % 600)}h`,
  behavior: { 'shop/data': { usage: { add: '1MB' } } },
});
const many = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, index) => step(index)));

describe('many steps', () => {
  it('are taken in slices, and the timeline before them is not copied', () => {
    const { session } = begun(busyShop);
    const { steps } = session.run.sim.world;
    const before = steps.length;
    const work = session.takingSteps(many(5_000));
    let slices = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) slices += 1;
    expect(step.value).toEqual({ taken: 5_000, problems: [] });
    expect(slices).toBeGreaterThanOrEqual(5_000 / 500 + 5_000 / 250);
    expect(session.run.sim.world.steps).toBe(steps);
    expect(steps).toHaveLength(before + 5_000);
  });

  it('are one list, whatever their slices: places, names that are made on the way, all or none', () => {
    const { session } = begun(busyShop);
    const { fingerprint } = session;
    const container = { name: 'main', image: 'a:1', cpu: '50m', memory: '64Mi' };
    const make = {
      post: '/gvc/shop/workload',
      with: { name: 'late', spec: { type: 'standard', containers: [container] } },
    };
    const change = { behavior: { 'shop/late': { start: '5s' } } };
    const first = [make, ...Array.from({ length: 600 }, (_, index) => step(index)), change];
    const wrong = JSON.stringify([...first, { behavior: { 'shop/late': { start: 5 } } }]).replaceAll(
      '},{"at"',
      '},\n{"at"',
    );
    expect(session.steps(wrong)).toMatchObject({ taken: 0, problems: [{ line: 601, severity: 'error' }] });
    expect(session.fingerprint).toBe(fingerprint);
    expect(session.steps(JSON.stringify(first))).toEqual({ taken: 602, problems: [] });
    expect(session.steps(JSON.stringify([change]))).toEqual({ taken: 1, problems: [] });
  });

  it('keep nobody waiting who needs no turn', async () => {
    const { ask } = await served();
    const done: string[] = [];
    const steps = ask('/-sim/steps', { raw: many(10_000) }).then(({ body }) => done.push(`steps ${body.taken}`));
    const asked = async (): Promise<void> => {
      while (!done.includes('steps 10000')) {
        expect((await ask('/-sim/clock')).status).toBe(200);
        done.push('clock');
      }
    };
    await Promise.all([steps, asked()]);
    expect(done.indexOf('steps 10000')).toBeGreaterThan(3);
  });

  it('that are wrong are told a hundred of', async () => {
    const { ask } = await served();
    const raw = JSON.stringify(Array.from({ length: 500 }, () => ({ behavior: { 'shop/data': { usage: 5 } } })));
    const { status, body } = await ask('/-sim/steps', { raw });
    expect([status, body.details.length]).toEqual([400, 100]);
  });
});

describe('steps in YAML, which is parsed in one go', () => {
  const yaml = (count: number): string =>
    Array.from(
      { length: count },
      (_, hour) => `- { at: +${1 + (hour % 600)}h, behavior: { shop/api: { stop: 1s } } }\n`,
    ).join('');

  it('are taken up to a length, beyond which the answer asks for JSON (`api.limits`)', async () => {
    const { ask, sessions } = await served();
    expect((await ask('/-sim/steps', { raw: yaml(1_000) })).body).toEqual({ taken: 1_000, warnings: [] });
    const { sequence } = sessions.main.session;
    const long = await ask('/-sim/steps', { raw: yaml(100_000) });
    expect(long.body).toMatchObject({ status: 400, code: 'INVALID' });
    expect(long.body.message).toMatch(
      /^steps:1:1 expected JSON, or YAML of at most 131072 characters, found \d+ characters that are not plain JSON: /,
    );
    expect(long.body.details[0].message).toMatch(/; write it as JSON, or split it$/);
    expect(sessions.main.session.sequence).toBe(sequence);
  });

  it('are JSON, too, that says one thing twice', async () => {
    const { ask } = await served();
    const twice = JSON.stringify(Array.from({ length: 6_000 }, (_, index) => step(index))).replace('{', '{"at":"+1h",');
    expect((await ask('/-sim/steps', { raw: twice })).body.message).toMatch(/a key is written twice in one map/);
  });
});

describe('steps in JSON that are hostile', () => {
  it('have a million lists and maps at most', async () => {
    const { ask } = await served();
    const { message } = (await ask('/-sim/steps', { raw: `[${'[],'.repeat(1_000_001)}0]` })).body;
    expect(message).toMatch(/there are more than 1000000 lists and maps/);
  });
});

describe('what a session was asked', () => {
  it('fits into one file: what does not is refused, reads go on and the export replays (`api.limits`)', async () => {
    const sessionLength = 10_000 + JSON.stringify(busyShop).length + 61;
    const { ask, sessions } = await served({ ...busyShop, assumptions: { 'api.limits': { sessionLength } } });
    await ask('/org/acme/agent', { body: { name: 'a' } });
    const patch = (length: number): Promise<Answer> =>
      ask('/org/acme/agent/a', { method: 'PATCH', body: { spec: { text: 'x'.repeat(length) } } });
    expect((await patch(9_000)).status).toBe(200);
    const { session } = sessions.main;
    const { fingerprint } = session;
    const refused = await patch(900);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('the record of this session is full'),
    ]);
    const steps = JSON.stringify([
      step(1),
      { behavior: { 'shop/api': { logs: [{ every: '1h', line: 'y'.repeat(900) }] } } },
    ]);
    expect((await ask('/-sim/steps', { raw: steps })).body.message).toContain('the record of this session is full');
    expect(session.fingerprint).toBe(fingerprint);
    expect((await ask(`${gvcPath}/workload/api`)).status).toBe(200);
    expect((await patch(1)).status).toBe(200);
    const run = new Run(scenarioOf(session.exported()));
    run.advance();
    expect(run.sim.journal.fingerprint()).toBe(session.fingerprint);
  });
});

describe('a long answer', () => {
  it('is a journal in lines, sent as they are made', async () => {
    const { ask } = await served();
    await ask('/-sim/steps', { raw: many(3_000) });
    await ask('/-sim/advance', { body: { seconds: 600 * 3_600 } });
    const journal = await ask('/-sim/journal?max=100000');
    expect([journal.status, journal.headers.get('content-length')]).toEqual([200, null]);
    const numbers = journal.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('comes in pieces that make the same JSON (law)', () => {
    holds(300, fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
    });
    expect([...jsonPieces({ a: undefined, b: [undefined, 1] })].join('')).toBe('{"b":[null,1]}');
  });

  it('is a text where it is short, and a stream where it is not', async () => {
    expect(bodyOf([])).toBe('');
    expect(bodyOf(['a', 'b'])).toBe('ab');
    const piece = 'ü'.repeat(100_000);
    const long = Array.from({ length: 12 }, () => piece);
    const body = bodyOf(long);
    expect(body).toBeInstanceOf(ReadableStream);
    expect(await new Response(body).text()).toBe(long.join(''));
  });

  it('is the audit trail and the export of large requests, as they were asked', async () => {
    const { ask, sessions } = await served();
    await ask('/org/acme/agent', { body: { name: 'a' } });
    for (const letter of ['x', 'y', 'z'])
      await ask('/org/acme/agent/a', { method: 'PATCH', body: { spec: { text: letter.repeat(400_000) } } });
    const trail = await ask('/audit/org/acme');
    expect([trail.status, trail.headers.get('content-length')]).toEqual([200, null]);
    expect(
      trail.body.items.map(
        ({ resource }: { resource: { data: { spec: { text?: string } } } }) => resource.data.spec?.text?.[0],
      ),
    ).toEqual(['z', 'y', 'x', undefined]);
    const page = await ask('/audit/org/acme?max=1');
    expect([page.body.items.length, page.body.links[0].rel]).toEqual([1, 'next']);
    const exported = await ask('/-sim/scenario');
    expect(exported.text).toBe(sessions.main.session.exported());
    expect(exported.text.length).toBeGreaterThan(1_200_000);
    expect((await ask(`${gvcPath}/workload/api`)).headers.get('content-length')).toMatch(/^\d+$/);
  });
});
