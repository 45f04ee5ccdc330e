/** Whatever fails in a session leaves it as it was, or closed with a word; its export always runs. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Journal } from '../../../src/engine/journal.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import type { ApiRequest } from '../../../src/platform/api/requests/request.ts';
import { expectSameJournal, holds } from '../../laws/play.ts';
import { brittleShop, busyShop, gvcPath, lessCpu, moreStorage, requestOf, type Turn, take, turnsOf } from './asked.ts';
import { type Begun, begun, expectSame, scenarioOf } from './same.ts';

afterEach(() => vi.restoreAllMocks());

const api = `${gvcPath}/workload/api`;

/** All of a session that anybody can see. */
function stateOf({ session, journal }: Begun): object {
  const { now, fingerprint, sequence } = session;
  return { now, fingerprint, sequence, heard: journal.length, exported: session.exported() };
}

describe('a loop that takes no time', () => {
  it('is refused where a request would begin it (EPH-3): the answer names the cycle and the field, and nothing has changed', () => {
    const shop = begun(brittleShop);
    take(shop.session, turnsOf(2, 20));
    const before = stateOf(shop);
    const answer = shop.session.request(lessCpu);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      status: 400,
      code: 'INVALID',
      message: expect.stringMatching(
        /replica\.overflowed -> deployment\.pass -> replica\.started.*behavior\.shop\/api\.ephemeral/,
      ),
      details: [{ path: '', rule: 'EPH-3', message: expect.stringContaining('simulated time does not advance') }],
      id: expect.any(String),
    });
    expect(stateOf(shop)).toEqual(before);
    take(shop.session, turnsOf(3, 20));
    expectSame(shop);
  });

  it('is refused where steps would begin it', () => {
    const shop = begun(brittleShop);
    shop.session.advance({ seconds: 100 });
    const before = stateOf(shop);
    const kill = { fault: { replicaKill: { of: 'shop/api' } } };
    const steps = JSON.stringify([...JSON.parse(moreStorage()), kill]);
    const { taken, problems } = shop.session.steps(steps);
    expect(taken).toBe(0);
    expect(problems).toMatchObject([{ code: 'zero-time-loop', rule: 'EPH-3', severity: 'error' }]);
    expect(stateOf(shop)).toEqual(before);
    expectSame(shop);
  });

  it('stops an advance a millisecond before, where it can be mended', () => {
    const shop = begun({ ...brittleShop, timeline: [] });
    const { session } = shop;
    session.steps(moreStorage('+1h'));
    session.steps(JSON.stringify([{ at: '+2h', fault: { replicaKill: { of: 'shop/api' } } }]));
    const loop = session.origin.scenario.start + 7_200_000;
    expect(session.advance({ until: loop + 1_000 })).toEqual({
      refused: expect.stringMatching(
        /^simulated time does not advance beyond 2026-11-01T02:00:00.000Z.*behavior\.shop\/api\.ephemeral/,
      ),
    });
    expect(session.now).toBe(loop - 1);
    expectSame(shop);
    session.steps(JSON.stringify([{ behavior: { 'shop/api': { ephemeral: '0.5GB' } } }]));
    expect(session.advance({ until: loop + 1_000 })).toMatchObject({ now: loop + 1_000 });
    expectSame(shop);
  });
});

describe('what is no request', () => {
  const good = { method: 'GET', path: api } as const;
  const place = { org: 'acme', gvc: 'shop', location: 'aws-us-east-1', replica: 'db-0', container: 'main' } as const;
  const hostile: object = {
    get spec(): never {
      throw new Error('nobody reads this');
    },
  };

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /expected a request/],
    ['a number as principal', { ...good, as: 5 }, /^as: expected the link of a principal.*found 5$/],
    ['a principal without its link', { ...good, as: 'ann' }, /^as: .*found 'ann'$/],
    ['a list as origin', { ...good, from: ['shop/api'] }, /^from: .*found a list$/],
    ['no path', { method: 'GET' }, /^path: /],
    ['a path that is none', { ...good, path: 'gvc' }, /^path: /],
    ['a method that is a symbol', { ...good, method: Symbol('GET') }, /^method: .*found a symbol$/],
    ['a number in the query', { ...good, query: { max: 3 } }, /^query\.max: expected a string, found 3$/],
    [
      'half a character in the query',
      { method: 'PATCH', path: api, query: { a: '\ud800' } },
      /^query\.a: expected a string/,
    ],
    ['a list of headers', { ...good, headers: ['x'] }, /^headers: /],
    [
      'a body that throws',
      { method: 'PATCH', path: api, body: hostile },
      /^the body is unreadable: nobody reads this$/,
    ],
    ['a body with a number of no JSON', { method: 'PATCH', path: api, body: { tags: { a: 1n } } }, /bigint/],
  ])('is refused with a sentence, and changes nothing: %s', (_, request, message) => {
    const shop = begun(busyShop);
    const before = stateOf(shop);
    expect(shop.session.request(request as ApiRequest)).toMatchObject({
      status: 400,
      body: { status: 400, message: expect.stringMatching(message), id: expect.any(String) },
    });
    expect(stateOf(shop)).toEqual(before);
  });

  it.each([undefined, 5, {}, { seconds: '5' }, { until: 1, seconds: 1 }, []])('nor is %j a destination', (to) => {
    const shop = begun(busyShop);
    const before = stateOf(shop);
    expect(shop.session.advance(to as never)).toEqual({ refused: expect.stringContaining('expected { until') });
    expect(stateOf(shop)).toEqual(before);
  });

  it.each<[unknown, string]>([
    [undefined, 'expected { org, gvc, location, replica, container }, found undefined'],
    [{ as: 5 }, 'org: expected a name, found undefined'],
    [{ ...place, container: { toString: 1 } }, 'container: expected a name, found { toString }'],
    [{ ...place, as: 5 }, "as: expected the link of a principal, such as //user/ann@example.com, or 'none', found 5"],
  ])('nor does %j connect to anything', (request, message) => {
    const shop = begun(busyShop);
    const before = stateOf(shop);
    expect(shop.session.connect(request as never)).toEqual({ kind: 'missing', message });
    expect(stateOf(shop)).toEqual(before);
  });

  it.each([undefined, 5, [], {}])('nor are %j steps', (steps) => {
    const shop = begun(busyShop);
    expect(shop.session.steps(steps as never)).toMatchObject({ taken: 0, problems: [{ code: 'wrong-type' }] });
  });
});

describe('a listener that throws', () => {
  it('hears nothing more, and undoes nothing', () => {
    const shop = begun(busyShop);
    const heard: number[] = [];
    shop.session.listen(({ seq }) => {
      heard.push(seq);
      throw new Error('deaf');
    });
    expect(() => shop.session.advance({ seconds: 600 })).toThrow('deaf');
    expect(heard).toHaveLength(1);
    expect(shop.session.now).toBe(shop.session.origin.scenario.start + 600_000);
    shop.session.request({ method: 'PATCH', path: api, body: { tags: { a: 'b' } } });
    expectSame(shop);
  });
});

describe('a defect', () => {
  /** Lets the `count`-th note from now on fail, once. @returns whether it has */
  function failingAt(count: number): () => boolean {
    const { note } = Journal.prototype;
    let left = count;
    const spy = vi.spyOn(Journal.prototype, 'note').mockImplementation(function (this: Journal, ...args) {
      left -= 1;
      if (left === 0) throw new Error('a test broke it');
      return note.apply(this, args);
    });
    return () => {
      spy.mockRestore();
      return left <= 0;
    };
  }

  it('leaves the session as it was, whatever it was asked and however far it had come (law)', () => {
    const faults = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 25 })), { minLength: 1, maxLength: 4 });
    holds(12, fc.tuple(fc.nat(9_999), faults), ([seed, at]) => {
      const counts = new Map(at);
      const [broken, whole] = [begun(brittleShop), begun(brittleShop)];
      turnsOf(seed, 45).forEach((turn, index) => {
        const count = counts.get(index);
        if (count === undefined) for (const { session } of [broken, whole]) take(session, [turn]);
        else poison(broken, whole, turn, count);
        expect(stateOf(broken)).toEqual(stateOf(whole));
      });
      expectSameJournal(broken.journal, whole.journal);
      expectSame(broken);
    });
  });

  /** Has a turn fail in one session; the other comes to where that was left. */
  function poison(
    { session: broken }: Begun,
    { session: whole }: Begun,
    { kind, pick, size }: Turn,
    count: number,
  ): void {
    // One piece of work, so that all of it is undone.
    const work = (session: Session): unknown =>
      kind === 'request' ? session.request(requestOf(pick, size)) : session.advance({ seconds: size % 90_000 });
    const hasFailed = failingAt(count);
    try {
      work(broken);
    } catch (error) {
      expect(error).toMatchObject({ message: 'a test broke it' });
    }
    if (hasFailed()) whole.advance({ until: broken.now });
    else work(whole);
  }

  it('keeps who wanted to connect in the audit trail, which no run that is played again knows', () => {
    const shop = begun(brittleShop);
    const { session } = shop;
    const [replica = ''] = (
      session.request({ method: 'GET', path: '/replicas/org/acme/gvc/shop/workload/api' }).body as { items: string[] }
    ).items;
    session.connect({ org: 'acme', gvc: 'shop', location: 'aws-us-east-1', replica, container: 'main' });
    const trail = (): unknown => session.request({ method: 'GET', path: '/audit/org/acme' }).body;
    const before = trail();
    expect(JSON.stringify(before)).toContain('"exec"');
    expect(session.request(lessCpu).status).toBe(400);
    expect(trail()).toEqual(before);
  });

  it('that cannot be undone closes the session with a word, and it can still be exported', () => {
    const shop = begun(busyShop);
    shop.session.advance({ seconds: 100 });
    const exported = shop.session.exported();
    vi.spyOn(Journal.prototype, 'note').mockImplementation(() => {
      throw new Error('a test broke it');
    });
    const closed = /^the session is closed: a test broke it; the requests before it cannot be replayed/;
    expect(() => shop.session.request({ method: 'PATCH', path: api, body: { tags: { a: 'b' } } })).toThrow(closed);
    vi.restoreAllMocks();
    for (const work of [
      () => shop.session.request({ method: 'GET', path: api }),
      () => shop.session.advance({ seconds: 1 }),
      () => shop.session.steps('[]'),
      () => shop.session.fork(),
    ])
      expect(work).toThrow(closed);
    expect(shop.session.exported()).toBe(exported);
    expect(scenarioOf(exported).name).toBe('busy-shop');
  });
});

describe('an export', () => {
  const odd: readonly ApiRequest[] = [
    ...[5, 'text', [1], true, [{ a: 1 }]].map((body): ApiRequest => ({ method: 'PATCH', path: api, body })),
    { method: 'PATCH', path: api, body: { tags: { 'a\u2028"\u0000': '\ud800 ünï' } } },
    { method: 'PATCH', path: api, body: { tags: { a: 1e300, b: -0, c: 0.1 } } },
    { method: 'PATCH', path: `${api}/`, body: {} },
    { method: 'PATCH', path: '/org/acme/gvc/sh%6fp/workload/api?x=1&x=2&__proto__=3', body: { tags: { x: '1' } } },
    { method: 'PATCH', path: '/org', body: {} },
    { method: 'PATCH', path: '/organization/acme', body: {} },
    { method: 'POST', path: '/org/other/gvc', body: { name: 'x' } },
    { method: 'DELETE', path: '/org/acme/gvc/shop/workload/ü', body: {} },
    { method: 'PUT', path: '/org/acme//gvc', body: null },
    { method: 'TRACE' as never, path: api },
    { method: 'patch' as never, path: api, body: {} },
    { method: 'PATCH', path: api, body: { tags: {} }, as: 'none' },
    { method: 'PATCH', path: api, body: { tags: {} }, as: '//user/nobody', from: '//gvc/shop/workload/none' },
    { method: 'PATCH', path: api, body: { tags: {} }, from: '/nowhere' },
    { method: 'PATCH', path: api, body: { tags: {} }, as: '/' },
    { method: 'PATCH', path: api, query: { 'a b&c': 'd=e?f', '': '' }, body: {} },
    { method: 'PATCH', path: api, headers: { authorization: 'Bearer x' }, body: { tags: { y: '1' } } },
  ];

  it.each(odd.map((request) => [JSON.stringify(request), request] as const))('runs after %s', (_, request) => {
    const shop = begun(busyShop);
    shop.session.request(request);
    shop.session.advance({ seconds: 5 });
    expectSame(shop);
  });

  it('of a session that asks nothing is the scenario', () => {
    expect(new Session(begun(busyShop).session.origin).sequence).toBeGreaterThan(0);
  });
});
