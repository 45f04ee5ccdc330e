import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Session } from '../../../src/experiment/session/session.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { holds } from '../../laws/play.ts';
import { busyShop, gvcPath, requestOf, take, turnsOf } from './asked.ts';
import { begun, expectSame } from './same.ts';

describe('the export of a session', () => {
  it('holds files of others: includes, manifests, traces and the price book', () => {
    const files = {
      'base/base.yaml': `demand:\n  - { to: shop/api, rate: { trace: { file: calls.csv, unit: requests/1m } } }\n`,
      'base/calls.csv': 'time,value\n2026-01-01T00:00:00Z,600\n2026-01-01T01:00:00Z,6000\n2026-01-01T02:00:00Z,60\n',
      'calls.csv': 'time,value\n2026-01-01T00:00:00Z,7000000000\n2026-01-02T00:00:00Z,8000000000\n',
      'extra.yaml': JSON.stringify({ ...busyShop.resources[2], name: 'extra' }),
      'book.yaml': JSON.stringify(book),
    };
    const { behavior, demand: _, ...rest } = busyShop;
    const { session, journal } = begun(
      {
        ...rest,
        include: 'base/base.yaml',
        manifests: ['extra.yaml'],
        prices: 'book.yaml',
        behavior: { ...behavior, 'shop/data': { usage: { trace: { file: 'calls.csv', unit: 'B' } } } },
      },
      files,
    );
    take(session, turnsOf(3, 80));
    expect(session.run.bill().bill.book.name).toBe('mine');
    expectSame({ session, journal });
    const { scenario } = parseScenario(session.exported(), { file: 'x.json' });
    expect(scenario?.prices?.name).toBe('mine');
    expect(scenario?.resources.map(({ name }) => name)).toContain('extra');
  });

  it('has parameters as they were drawn for its replication, and a request that looks like one as it was sent', () => {
    const drawn = {
      ...busyShop,
      behavior: { ...busyShop.behavior, 'shop/data': { usage: { start: '1GB', growth: `\${growth}GB/d` } } },
      params: { growth: { triangular: { low: 1, mode: 2, high: 5 } } },
    };
    const { session, journal } = begun(drawn, {}, { replication: 3 });
    take(session, turnsOf(4, 40));
    const body = { description: `grows by \${growth}` };
    expect(session.request({ method: 'PATCH', path: `${gvcPath}/volumeset/data`, body }).status).toBe(200);
    session.advance({ seconds: 3_600 });
    expectSame({ session, journal });
    const text = session.exported();
    const [growth] = session.origin.scenario.parameters;
    expect(JSON.parse(text)).toMatchObject({ replication: 3, 'x-params': { growth: Number(growth?.value) } });
    expect(text).toContain(`"growth":"${growth?.value}GB/d"`);
    expect(text).toContain(JSON.stringify(body));
    expect(JSON.parse(text)).not.toHaveProperty('params');
    expect(begun(drawn).session.origin.scenario.parameters[0]?.value).not.toBe(growth?.value);
  });

  it('of a session that began with an export holds both', () => {
    const first = begun(busyShop);
    take(first.session, turnsOf(5, 60));
    const { end: _, ...half } = JSON.parse(first.session.exported());
    const second = begun({ ...half, for: '30d' });
    second.session.advance({ until: first.session.now });
    expect(second.session.fingerprint).toBe(first.session.fingerprint);
    take(second.session, turnsOf(6, 60));
    take(first.session, turnsOf(6, 60));
    expect(second.session.fingerprint).toBe(first.session.fingerprint);
    expectSame(second);
  });

  it('holds what was refused for its number, which nobody asks again when it is played (`api.rateLimit`, `api.throttle.retry`)', () => {
    const { session, journal } = begun({
      ...busyShop,
      assumptions: { 'api.rateLimit': 2, 'api.throttle.retry': 'clientBackoff' },
      timeline: [],
    });
    const tag = (n: number) =>
      session.request({ method: 'PATCH', path: `${gvcPath}/workload/api`, body: { tags: { n } } }).status;
    session.advance({ seconds: 60 });
    expect([tag(1), tag(2), tag(3)]).toEqual([200, 200, 429]);
    expect(session.request({ method: 'GET', path: `${gvcPath}/workload/api` }).status).toBe(200);
    session.advance({ seconds: 30 });
    expect(tag(4)).toBe(429);
    session.advance({ seconds: 30 });
    expect(tag(5)).toBe(200);
    session.advance({ seconds: 100 });
    expectSame({ session, journal });
  });

  it('closes nothing at its end: requests of an hour that is not over, probes that have no answer yet', () => {
    const { session, journal } = begun({
      ...busyShop,
      assumptions: { 'billing.chargedMeters': ['requests'] },
      timeline: [{ at: '+59m', probe: { to: 'shop/api', from: 'aws-us-east-1' }, answers: 200 }],
    });
    session.advance({ seconds: 3_540 });
    expectSame({ session, journal });
    session.advance({ seconds: 1_000 });
    expectSame({ session, journal });
  });
});

describe('a session', () => {
  it('moves only when it is told, up to and including an instant, and neither back nor past the scenario', () => {
    const { session } = begun(busyShop);
    const start = session.now;
    expect(session.advance({ seconds: 120.0009 })).toMatchObject({ now: start + 120_000 });
    expect(
      session
        .entriesAfter(0, 10_000)
        ?.filter(({ at, type }) => at === start + 120_000 && type.startsWith('execution.')),
    ).not.toEqual([]);
    expect(session.advance({ until: session.now })).toEqual({ now: start + 120_000, processed: 0 });
    const { fingerprint } = session;
    for (const to of [
      { until: start },
      { seconds: -1 },
      { seconds: Number.NaN },
      { until: start + 0.5 },
      { seconds: 1e300 },
      { seconds: 31 * 86_400 },
    ])
      expect(session.advance(to)).toEqual({ refused: expect.stringMatching(/./) });
    expect([session.now, session.fingerprint]).toEqual([start + 120_000, fingerprint]);
    expect(session.advance({ until: session.lastInstant })).toMatchObject({ now: session.lastInstant });
    expect(session.request({ method: 'GET', path: '/org/acme' }).status).toBe(200);
  });

  it('goes the same way whether it is looked at or not, and in slices of whatever length', () => {
    const [plain, looked] = [begun(busyShop).session, begun(busyShop).session];
    plain.advance({ seconds: 20_000 });
    for (let at = 0; at < 20_000; at += 250) {
      looked.advance({ seconds: 250 });
      for (let pick = 0; pick < 7; pick += 1) looked.request(requestOf(pick, at));
      looked.request({ method: 'GET', path: `${gvcPath}/workload/none` });
      looked.run.bill();
      if (at % 5_000 === 0) looked.exported();
    }
    expect(looked.fingerprint).toBe(plain.fingerprint);
    expect(looked.exported()).toBe(plain.exported());
  });

  it('answers a request after all that is due, and before the next what follows from it at once (api.requestOrder)', () => {
    const { session } = begun({ ...busyShop, timing: 'instant', behavior: {}, timeline: [] });
    session.advance({ seconds: 60 });
    const path = `${gvcPath}/workload/db`;
    const patch = { spec: { defaultOptions: { suspend: true } } };
    expect(session.request({ method: 'PATCH', path, body: patch }).status).toBe(200);
    expect(session.request({ method: 'GET', path }).body).toMatchObject({ status: { currentReplicaCount: 0 } });
  });

  it('takes a body as it is when it is asked (api.clientStamps), and keeps no credential', () => {
    const { session, journal } = begun(busyShop);
    const body = { tags: { one: 1 } };
    const path = `${gvcPath}/workload/api`;
    session.request({ method: 'PATCH', path, body, headers: { Authorization: 'Bearer secret' } });
    body.tags.one = 2;
    expect(session.request({ method: 'GET', path }).body).toMatchObject({ tags: { one: 1 } });
    expect(session.exported()).not.toContain('secret');
    expectSame({ session, journal });
  });

  it('refuses a body that is none and one nested too deeply, and nothing is left of them', () => {
    const { session, journal } = begun(busyShop);
    let deep: object = {};
    for (let level = 0; level < 5_000; level += 1) deep = { deep };
    const path = `${gvcPath}/workload/api`;
    for (const body of [deep, { tags: { x: Number.NaN } }, JSON.parse('{"__proto__": {"x": 1}}'), { x: () => 1 }])
      expect(session.request({ method: 'PATCH', path, body }).body).toMatchObject({ code: 'BAD_JSON' });
    expect(session.exported()).toContain('"session": 0');
    expectSame({ session, journal });
  });

  it.each([
    ['deeper than a file may be', JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)],
    ['with the key __proto__', JSON.parse('{"name": "x", "__proto__": {"a": 1}}')],
    ['of what JSON cannot hold', { name: 'x', size: 10n }],
  ])('exports what was refused before its body was looked at: a body %s', (_, body) => {
    const { session, journal } = begun(busyShop);
    const statuses = (['POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) =>
      [`${gvcPath}/workload`, `${gvcPath}/workload/api`, `${gvcPath}/workload/db/-command`].map(
        (path) => session.request({ method, path, body, as: 'none' }).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(session.request({ method: 'POST', path: `${gvcPath}/workload/api`, body }).status).toBe(405);
    expect(session.request({ method: 'PATCH', path: `${gvcPath}/workload/api`, body }).body).toMatchObject({
      code: 'BAD_JSON',
    });
    expectSame({ session, journal });
  });

  it('keeps the last entries of its journal, and says which are too old', () => {
    const { session, journal } = begun(busyShop);
    const few = new Session(session.origin, { recentMax: 50 });
    for (const one of [session, few]) one.advance({ seconds: 90_000 });
    expect(journal.length).toBeGreaterThan(200);
    expect(session.entriesAfter(0, 3)?.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(few.entriesAfter(0, 3)).toBeNull();
    const last = few.sequence;
    expect(few.entriesAfter(last - 40, 1_000)?.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 40 }, (_, index) => last - 39 + index),
    );
    expect(few.entriesAfter(last, 10)).toEqual([]);
  });
});

describe('a fork of a session', () => {
  it('goes on as the session does, and neither disturbs the other', () => {
    holds(3, fc.nat(), (seed) => {
      const { session, journal } = begun(busyShop);
      const alone = begun(busyShop).session;
      const [before, mine, others] = [turnsOf(seed, 80), turnsOf(seed + 1, 80), turnsOf(seed + 2, 80)];
      take(session, before);
      take(alone, before);
      const fork = session.fork();
      const same = session.fork();
      const heard = [...journal];
      fork.listen((entry) => heard.push(entry));
      for (let at = 0; at < 80; at += 8) {
        take(session, mine.slice(at, at + 8));
        take(fork, others.slice(at, at + 8));
      }
      take(alone, mine);
      take(same, mine);
      expect(session.fingerprint).toBe(alone.fingerprint);
      expect(same.fingerprint).toBe(alone.fingerprint);
      expectSame({ session, journal });
      expectSame({ session: fork, journal: heard });
    });
  });
});

describe('steps of a session', () => {
  it('come now or later, after all that is due then, and become a part of what happened', () => {
    const { session, journal } = begun(busyShop);
    session.advance({ seconds: 60 });
    const text = `- behavior: { shop/data: { usage: { add: 4GB } } }
- { at: +2m, fault: { locationOutage: { location: aws-us-east-1 } }, for: 1m }
- { at: 2026-11-01T00:03:00Z, patch: /gvc/shop/workload/api, with: { tags: { by: step } }, answers: 200 }
- { at: +20d, behavior: { shop/api: { memory: 300Mi } } }
- { at: +2m, demand: { shop/api: { scale: 3 } } }
`;
    expect(session.steps(text)).toEqual({ taken: 5, problems: [] });
    expect(journal.at(-1)).toMatchObject({ type: 'behaviour.changed', at: session.now });
    session.advance({ seconds: 300 });
    expect(journal.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['fault.begun', 'fault.ended', 'demand.scaled']),
    );
    expect(session.request({ method: 'GET', path: `${gvcPath}/workload/api` }).body).toMatchObject({
      tags: { by: 'step' },
    });
    expectSame({ session, journal });
  });

  it('may speak of what the session was asked to make', () => {
    const { session, journal } = begun(busyShop);
    const make = { ...busyShop.resources[2], name: 'new', gvc: undefined };
    expect(session.request({ method: 'POST', path: `${gvcPath}/workload`, body: make }).status).toBe(201);
    expect(
      session.steps('[{ behavior: { shop/n*w: { stop: 9s } } }, { fault: { replicaKill: { of: shop/new } } }]'),
    ).toEqual({ taken: 2, problems: [] });
    session.advance({ seconds: 100 });
    expect(journal.filter(({ type }) => type === 'behaviour.changed').map(({ subject }) => subject.name)).toEqual([
      'shop/workload/new',
    ]);
    expectSame({ session, journal });
  });

  it.each([
    ['a list is expected', '{ behavior: {} }', '1:1 wrong-type'],
    ['there is none', '[]', '1:1 wrong-type'],
    ['no YAML', '[{', '1:3 yaml-syntax'],
    ['an unknown key', '- { at: +1h, fualt: {} }', '1:14 unknown-key'],
    ['a name that nothing has', '- fault: { replicaKill: { of: shop/nobody } }', '1:31 unknown-name'],
    ['the past', '- { at: +1s, behavior: { shop/api: { stop: 1s } } }', '1:9 past-step'],
    ['after the end', '- { at: +40d, behavior: { shop/api: { stop: 1s } } }', '1:9 after-end'],
    ['again and again', '- { every: "* * * * *", behavior: { shop/api: { stop: 1s } } }', '1:5 contradiction'],
    ['first at its instant', '- { at: +1h, order: first, behavior: { shop/api: { stop: 1s } } }', '1:21 wrong-value'],
    ['a file', '- behavior: { shop/data: { usage: { trace: { file: other.csv } } } }', '1:52 file-unreadable'],
  ])('are taken all or none: %s', (_, text, problem) => {
    const { session } = begun(busyShop);
    session.advance({ seconds: 60 });
    const { fingerprint, pending } = session;
    const { problems: found } = session.steps(
      `- { at: +1h, behavior: { shop/api: { stop: 2s } } }\n${text}`.replace(/^.*\n(?=[[{])/, ''),
    );
    const offset = text.startsWith('-') ? 1 : 0;
    const [line, rest] = [Number(problem.split(':')[0]) + offset, problem.slice(problem.indexOf(':'))];
    expect(found.map(({ line, column, code }) => `${line}:${column} ${code}`)).toContain(`${line}${rest}`);
    expect([session.fingerprint, session.pending]).toEqual([fingerprint, pending]);
    expect(session.exported()).toContain('"session": 0');
  });
});

const book = {
  kind: 'pricebook',
  name: 'mine',
  currency: 'USD',
  issuer: 'Me',
  skus: [
    {
      id: 'cpu',
      meters: ['reserved-cpu'],
      unit: 'Core-Hours',
      prices: [{ from: '1970-01-01T00:00:00Z', list: '0.03' }],
    },
    {
      id: 'memory',
      meters: ['reserved-memory'],
      unit: 'GiB-Hours',
      prices: [{ from: '1970-01-01T00:00:00Z', list: '0.01' }],
    },
    {
      id: 'volume',
      meters: ['volume-capacity', 'snapshot-storage'],
      unit: 'GB-Months',
      prices: [{ from: '1970-01-01T00:00:00Z', list: '0.1' }],
    },
  ],
};
