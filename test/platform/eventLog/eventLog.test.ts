import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/engine/digest.ts';
import type { Entry } from '../../../src/engine/journal.ts';
import { Run } from '../../../src/experiment/run.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import { eventsOf, foldEvent, newEventLog } from '../../../src/platform/eventLog/eventLog.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { busyShop, take, turnsOf } from '../../experiment/session/asked.ts';
import { holds } from '../../laws/play.ts';

const gvc = '/org/acme/gvc/shop';
const location = 'aws-us-east-1';

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly created: string;
  readonly lastEventTime: string;
  readonly eventCount: number;
  readonly status: string;
  readonly context: {
    readonly category: string;
    readonly component: string;
    readonly location: string;
    readonly message: string;
  };
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

function begun(doc: object): { session: Session; journal: Entry[] } {
  const text = JSON.stringify(doc);
  const options = { file: 'shop.json' };
  const { scenario, problems } = parseScenario(text, options);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  const session = new Session({ scenario, text, options });
  const journal = [...(session.entriesAfter(0, 1_000_000) ?? [])];
  session.listen((entry) => journal.push(entry));
  return { session, journal };
}

/** One workload and, where asked, what else. */
function shop(more: object = {}, spec: object = {}): { session: Session; journal: Entry[] } {
  const container = { name: 'main', image: 'web:1', ports: [{ number: 8080, protocol: 'http' }] };
  return begun({
    svcsim: 1,
    start: '2026-11-01T00:00:00Z',
    for: '10d',
    resources: [
      { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: [`//location/${location}`] } } },
      {
        kind: 'workload',
        gvc: 'shop',
        name: 'api',
        spec: {
          type: 'standard',
          containers: [container],
          defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 3 } },
          ...spec,
        },
      },
    ],
    ...more,
  });
}

function list(session: Session, path: string): { items: readonly Shown[]; next: string | null } {
  const { status, body } = session.request({ method: 'GET', path });
  expect(status).toBe(200);
  const { kind, itemKind, items, links } = body as {
    kind: string;
    itemKind: string;
    items: readonly Shown[];
    links: readonly { rel: string; href: string }[];
  };
  expect([kind, itemKind]).toEqual(['list', 'event']);
  return { items, next: links.find(({ rel }) => rel === 'next')?.href ?? null };
}

function told(items: readonly Shown[]): string[] {
  return items.map(({ context: { category, component, message } }) => `${category} ${component}: ${message}`);
}

describe('the event log of a workload', () => {
  it('is empty at first, as what stands since long is no news', () => {
    const { session } = shop();
    expect(list(session, `${gvc}/workload/api/-eventlog`)).toEqual({ items: [], next: null });
  });

  it('tells of a rollout, the newest first: each replica is scheduled, started, ready, and the old one stops', () => {
    const { session } = shop();
    session.request({
      method: 'PATCH',
      path: `${gvc}/workload/api`,
      body: { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
    });
    session.advance({ seconds: 600 });
    const { items } = list(session, `${gvc}/workload/api/-eventlog`);
    expect(told(items)).toEqual([
      'terminated api-1-0: stopped',
      'rollout api: rollout of version 2 completed',
      'terminated api-1-0: terminating: older version',
      'ready api-2-1: ready',
      'started api-2-1: containers started',
      'scheduled api-2-1: scheduled with version 2',
      'rollout api: rollout of version 2 started',
    ]);
    const times = items.map(({ lastEventTime }) => lastEventTime);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(items[0]).toMatchObject({
      kind: 'event',
      eventCount: 1,
      status: 'normal',
      context: { location },
      links: [{ rel: 'workload', href: `${gvc}/workload/api` }],
    });
  });

  it('does not tell of a start that is still to come, nor ever of one that is prevented', () => {
    const { session } = shop({ behavior: { 'shop/api': { pull: '60s', stop: '1s' } } });
    const scale = (minScale: number) =>
      session.request({
        method: 'PATCH',
        path: `${gvc}/workload/api`,
        body: { spec: { defaultOptions: { autoscaling: { minScale, maxScale: 3 } } } },
      });
    scale(2);
    session.advance({ seconds: 30 });
    const path = `${gvc}/workload/api/-eventlog`;
    expect(told(list(session, path).items)).toContain('scheduled api-1-1: scheduled with version 1');
    expect(told(list(session, path).items).filter((one) => one.startsWith('started'))).toEqual([]);
    session.request({
      method: 'POST',
      path: `${gvc}/workload/api/-command`,
      body: { type: 'stopReplica', spec: { location, replica: 'api-1-1' } },
    });
    session.advance({ seconds: 300 });
    expect(told(list(session, path).items).filter((one) => one.startsWith('started'))).toEqual([
      'started api-1-2: containers started',
    ]);
  });

  it('counts repeats: the same replica, exit and restart are one event with how often it happened', () => {
    const { session, journal } = shop({ behavior: { 'shop/api': { crash: { every: '10m' } } } });
    session.advance({ seconds: 86_400 });
    const exits = journal.filter(({ type }) => type === 'replica.exited');
    expect(exits.length).toBeGreaterThan(10);
    const { items } = list(session, `${gvc}/workload/api/-eventlog`);
    const exited = items.filter(({ context }) => context.message.includes('exited'));
    expect(exited).toHaveLength(1);
    expect(exited[0]).toMatchObject({ eventCount: exits.length, status: 'warning' });
    expect(exited[0]?.created).toBe('2026-11-01T00:10:00.000Z');
    expect(Date.parse(exited[0]?.lastEventTime ?? '')).toBe(exits.at(-1)?.at);
  });

  it('goes page by page, and what happens meanwhile moves nothing', () => {
    const { session } = shop(
      {},
      { type: 'cron', job: { schedule: '* * * * *' }, containers: [{ name: 'main', image: 'x:1' }] },
    );
    session.advance({ seconds: 600 });
    const whole = list(session, `${gvc}/workload/api/-eventlog`).items;
    expect(whole.length).toBeGreaterThan(15);
    const paged: Shown[] = [];
    let next: string | null = `${gvc}/workload/api/-eventlog?max=4`;
    while (next !== null) {
      const page = list(session, next);
      paged.push(...page.items);
      next = page.next;
      session.advance({ seconds: 61 });
    }
    expect(paged).toEqual(whole);
    expect(session.request({ method: 'GET', path: `${gvc}/workload/api/-eventlog?max=0` }).status).toBe(400);
  });

  it('is gone with the workload, and one that is made anew has none of it', () => {
    const { session } = shop();
    const path = `${gvc}/workload/api`;
    const made = session.request({ method: 'GET', path }).body as { spec: object };
    session.request({ method: 'POST', path: `${path}/-command`, body: { type: 'stopReplica', spec: { location } } });
    session.advance({ seconds: 100 });
    expect(list(session, `${path}/-eventlog`).items.length).toBeGreaterThan(3);
    session.request({ method: 'DELETE', path });
    expect(told(list(session, `${path}/-eventlog`).items)).toContain(
      'terminated api: removed from the location: deleting',
    );
    session.advance({ seconds: 600 });
    expect(session.request({ method: 'GET', path: `${path}/-eventlog` }).status).toBe(404);
    session.request({ method: 'PUT', path, body: { kind: 'workload', name: 'api', spec: made.spec } });
    session.advance({ seconds: 100 });
    expect(told(list(session, `${path}/-eventlog`).items)).toEqual([
      'ready api-1-0: ready',
      'started api-1-0: containers started',
      'scheduled api-1-0: scheduled with version 1',
      'scaled api: scaled from 0 to 1',
    ]);
  });

  it('has the newest, as many as `api.eventsKept` says, of the categories that `api.events` lists', () => {
    const cron = { type: 'cron', job: { schedule: '* * * * *' }, containers: [{ name: 'main', image: 'x:1' }] };
    const few = shop({ assumptions: { 'api.eventsKept': 3 } }, cron).session;
    const all = shop({}, cron).session;
    for (const one of [few, all]) one.advance({ seconds: 3_600 });
    const path = `${gvc}/workload/api/-eventlog`;
    expect(list(few, path).items).toEqual(list(all, path).items.slice(0, 3));
    const none = shop({ assumptions: { 'api.events': ['rollout'] } }, cron).session;
    none.advance({ seconds: 3_600 });
    expect(list(none, path).items).toEqual([]);
  });
});

describe('the event log of other records', () => {
  it('of a GVC and of the org is that of all workloads and volume sets below; of others it is empty', () => {
    const { session } = begun(busyShop);
    session.advance({ seconds: 7_200 });
    const all = (path: string) => list(session, `${path}/-eventlog?max=1000`).items;
    const parts = [
      ...['api', 'db', 'nightly', 'search'].flatMap((name) => all(`${gvc}/workload/${name}`)),
      ...all(`${gvc}/volumeset/data`),
    ];
    const below = all(gvc);
    const ids = (items: readonly Shown[]) => items.map(({ id }) => id);
    expect(ids(below).sort()).toEqual(ids(parts).sort());
    expect(all('/org/acme')).toEqual(below);
    expect(new Set(below.map(({ links }) => links[0]?.rel))).toEqual(new Set(['workload', 'volumeset']));
    const times = below.map(({ lastEventTime }) => lastEventTime);
    expect(times).toEqual([...times].sort().reverse());
    expect(all('/org/acme/location/aws-us-east-1')).toEqual([]);
    expect(session.request({ method: 'GET', path: '/org/acme/group/none/-eventlog' }).status).toBe(404);
    expect(session.request({ method: 'POST', path: `${gvc}/-eventlog` }).status).toBe(405);
  });

  it('of a volume set tells of its volumes: expansions, and that they are refused', () => {
    const { session } = begun(busyShop);
    session.advance({ seconds: 20 * 86_400 });
    const { items } = list(session, `${gvc}/volumeset/data/-eventlog?max=1000`);
    expect(new Set(items.map(({ context }) => context.category))).toEqual(new Set(['volume', 'expansion-refused']));
    expect(new Set(items.map(({ context }) => context.component))).toEqual(new Set(['data-0', 'data-1']));
    expect(told(items)).toContain('volume data-0: expanded from 10 GB to 13.034125 GB');
  });
});

describe('LIMIT-1: an expansion by hand that is refused', () => {
  it('is told to the volume set, once for each', () => {
    const { session } = begun(busyShop);
    session.advance({ seconds: 60 });
    const statuses = [20, 21, 22, 23, 24, 25].map((newStorageCapacity) => {
      const body = { type: 'expandVolume', spec: { location, volumeIndex: 0, newStorageCapacity } };
      return session.request({ method: 'POST', path: `${gvc}/volumeset/data/-command`, body }).status;
    });
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429]);
    const { items } = list(session, `${gvc}/volumeset/data/-eventlog`);
    const refused = items.filter(({ context }) => context.category === 'expansion-refused');
    expect(refused).toMatchObject([{ eventCount: 2, status: 'warning', context: { component: 'data' } }]);
  });
});

describe('who may look at an org alone', () => {
  it('sees no events of what is below it, and no lines of logs', () => {
    const { session } = begun(busyShop);
    session.request({ method: 'POST', path: '/org/acme/user/-invite', body: { emails: ['ann@example.com'] } });
    session.advance({ seconds: 7_200 });
    const as = '/org/acme/user/ann@example.com';
    const status = (path: string) => session.request({ method: 'GET', path, as }).status;
    const own = session.request({ method: 'GET', path: '/org/acme/-eventlog', as });
    expect([own.status, (own.body as { items: unknown }).items]).toEqual([200, []]);
    expect(status(`${gvc}/workload/api/-eventlog`)).toBe(403);
    const logs = '/logs/org/acme/loki/api/v1/query_range?query={gvc="shop"}';
    expect(status(logs)).toBe(403);
    expect(session.request({ method: 'GET', path: logs, as: 'none' }).status).toBe(401);
    expect(session.request({ method: 'GET', path: logs }).status).toBe(200);
  });
});

describe('a run in which nobody may ask', () => {
  const parsed = parseScenario(JSON.stringify(busyShop), { file: 'shop.json' }).scenario;

  it('keeps none, and says so to whoever reads', () => {
    if (parsed === null) throw new Error('no scenario');
    const run = new Run(parsed);
    expect(run.sim.world.eventLog).toBeNull();
    const { status, body } = run.request({ method: 'GET', path: `${gvc}/workload/api/-eventlog` });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'NOT_SIMULATED', message: expect.stringContaining('keepsEventLog') });
  });

  it('may be told to keep it, without anybody who hears its journal: then nothing comes late', () => {
    if (parsed === null) throw new Error('no scenario');
    const run = new Run(parsed, { keepsEventLog: true });
    run.advance(50_000);
    const heard: Entry[] = [];
    const other = new Run(parsed, { keepsEventLog: true, sink: (entry) => heard.push(entry) });
    other.advance(50_000);
    expect(run.sim.world.eventLog?.items.size).toBeGreaterThan(3);
    expect(digest(run.sim.world.eventLog)).toBe(digest(other.sim.world.eventLog));
  });
});

describe('the event log is a fold over the facts', () => {
  it('whoever folds the journal afterwards has the same one, after any requests; a fork has its own', () => {
    holds(3, fc.nat(), (seed) => {
      const { session, journal } = begun(busyShop);
      take(session, turnsOf(seed, 200));
      const folded = newEventLog(defaultAssumptions);
      for (const entry of journal) foldEvent(folded, entry);
      const { eventLog } = session.run.sim.world;
      expect(digest(eventLog)).toBe(digest(folded));
      const before = digest(eventLog);
      const fork = session.fork();
      take(fork, turnsOf(seed + 1, 60));
      expect(digest(session.run.sim.world.eventLog)).toBe(before);
      take(session, turnsOf(seed + 1, 60));
      expect(digest(fork.run.sim.world.eventLog)).toBe(digest(session.run.sim.world.eventLog));
      expect(digest(fork.run.sim.world.eventLog)).not.toBe(before);
    });
  });

  it('counts no more than the kept ones of each item, however long it goes on', () => {
    const log = newEventLog({ ...defaultAssumptions, 'api.eventsKept': 5 });
    const subject = { name: `shop/workload/api@${location}`, hash: 0 };
    for (let tick = 0; tick < 1_000; tick += 1) {
      const data = { slotAt: tick, running: 1 };
      foldEvent(log, { seq: 2 * tick + 1, at: tick, type: 'execution.skipped', subject, ordinal: tick, data });
      foldEvent(log, { seq: 2 * tick + 2, at: tick, type: 'execution.gone', subject, ordinal: tick, data: {} });
      foldEvent(log, { seq: 2 * tick + 3, at: tick, type: 'execution.started', subject, ordinal: tick, data });
    }
    const events = eventsOf(log, 'shop/workload/api', 1_000);
    expect(events).toHaveLength(5);
    expect(events.at(-2)).toMatchObject({
      message: expect.stringContaining('skipped'),
      count: 1_000,
      firstAt: 0,
      lastAt: 999,
    });
  });
});
