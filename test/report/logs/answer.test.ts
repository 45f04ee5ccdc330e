import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { hour, isoFromInstant } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import { KeptLogs } from '../../../src/report/logs/kept.ts';
import type { LogLine } from '../../../src/report/logs/line.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { busyShop } from '../../experiment/session/asked.ts';
import { holds } from '../../laws/play.ts';
import { linesOf } from './written.ts';

const doc = {
  ...busyShop,
  behavior: {
    ...busyShop.behavior,
    'shop/db': { logs: [{ line: '{replica} is fine, {n}', every: '7s' }] },
    'shop/api': { ...busyShop.behavior['shop/api'], logs: [{ line: 'up', after: '3s', stream: 'stderr' }] },
  },
};

function begun(document: object = doc): Session {
  const text = JSON.stringify(document);
  const options = { file: 'shop.json' };
  const { scenario, problems } = parseScenario(text, options);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  return new Session({ scenario, text, options });
}

const path = '/logs/org/acme/loki/api/v1/query_range';

interface Stream {
  readonly stream: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [string, string])[];
}

function ask(session: Session, query: Readonly<Record<string, string>>): readonly Stream[] {
  const { status, body } = session.request({ method: 'GET', path, query });
  expect(body).toMatchObject({ status: 'success', data: { resultType: 'streams' } });
  expect(status).toBe(200);
  return (body as { data: { result: readonly Stream[] } }).data.result;
}

/** `[stamp, line]` of all streams, the oldest first. */
function linesIn(streams: readonly Stream[]): readonly (readonly [bigint, string])[] {
  const all = streams.flatMap(({ values }) => values.map(([stamp, line]) => [BigInt(stamp), line] as const));
  return all.sort(([one], [other]) => (one < other ? -1 : 1));
}

const live = begun();
live.advance({ seconds: 3 * 3_600 });
const start = live.origin.scenario.start;
const everything = { query: '{gvc="shop"}', start: `${start}000000`, limit: '5000' };

/** What `svcsim logs` tells of the same run, up to now. */
const told = (() => {
  const journal: Entry[] = [];
  const run = new Run(live.origin.scenario, { sink: (entry) => journal.push(entry) });
  run.sim.runUntil(live.now, { included: true });
  return linesOf(journal, live.now).filter(({ at }) => at < live.now);
})();

describe('LOG-3: logs are asked for in LogQL, over the API', () => {
  it('has the lines that the verb shows, with their labels and stamps', () => {
    const asked = { ...everything, query: '{gvc="shop", workload="db"}', direction: 'forward' };
    const expected = told.filter(({ labels }) => labels.workload === 'db').slice(0, 5_000);
    expect(expected.length).toBeGreaterThan(3_000);
    const streams = ask(live, asked);
    expect(linesIn(streams)).toEqual(expected.map(({ stamp, text }) => [BigInt(stamp), text]));
    expect(streams.map(({ stream }) => stream)).toContainEqual({
      gvc: 'shop',
      workload: 'db',
      container: 'main',
      location: 'aws-us-east-1',
      provider: 'aws',
      replica: 'db-0',
      stream: 'stdout',
      version: '1',
    });
    for (const { values } of streams) {
      const stamps = values.map(([stamp]) => BigInt(stamp));
      expect(stamps).toEqual([...stamps].sort((a, b) => (a < b ? -1 : 1)));
    }
  });

  it.each([
    ['{workload=~"db|api"} |= "fine"', (line: LogLine) => line.text.includes('fine')],
    ['{stream="stderr"}', (line: LogLine) => line.labels.stream === 'stderr'],
    [
      '{gvc="shop", container!=""} !~ "fine|up"',
      (line: LogLine) => line.labels.container !== '' && !/fine|up/.test(line.text),
    ],
    ['{provider!~"gcp|azure", replica=`db-1`}', (line: LogLine) => line.labels.replica === 'db-1'],
    ['{location="nowhere"}', () => false],
  ])('%s', (query, fits) => {
    const expected = told.filter(fits).slice(0, 100);
    const streams = ask(live, { ...everything, query, direction: 'forward', limit: '100' });
    expect(linesIn(streams)).toEqual(expected.map(({ stamp, text }) => [BigInt(stamp), text]));
  });
});

describe('LOG-4: logs are narrowed by date', () => {
  const db = told.filter(({ labels }) => labels.workload === 'db');
  const query = '{workload="db"}';
  const ns = (line: LogLine | undefined, more = 0n): string => `${BigInt(line?.stamp ?? 0) + more}`;

  it('start is included and end excluded, to the nanosecond', () => {
    const [first, last] = [db[100], db[110]];
    const texts = (from: bigint, to: bigint) =>
      linesIn(ask(live, { query, start: ns(first, from), end: ns(last, to) })).map(([stamp]) => `${stamp}`);
    const stamps = db.slice(100, 112).map(({ stamp }) => stamp);
    expect(texts(0n, 0n)).toEqual(stamps.slice(0, 10));
    expect(texts(1n, 0n)).toEqual(stamps.slice(1, 10));
    expect(texts(0n, 1n)).toEqual(stamps.slice(0, 11));
  });

  it('takes dates, too; without start it is the last hour, without end up to now', () => {
    const iso = ask(live, { query, start: isoFromInstant(live.now - hour), limit: '5000' });
    expect(linesIn(iso)).toEqual(linesIn(ask(live, { query, limit: '5000' })));
    const expected = db.filter(({ at }) => at >= live.now - hour);
    expect(linesIn(iso)).toHaveLength(expected.length);
  });

  it('forward gives the oldest, backward the newest, in that order; a hundred where nothing is said', () => {
    const all = { query, start: everything.start };
    const firsts = (streams: readonly Stream[]) => linesIn(streams).map(([stamp]) => `${stamp}`);
    const stamps = db.map(({ stamp }) => stamp);
    expect(firsts(ask(live, { ...all, direction: 'forward' }))).toEqual(stamps.slice(0, 100));
    const newest = ask(live, { ...all, direction: 'backward', limit: '7' });
    expect(firsts(newest)).toEqual(stamps.slice(-7));
    for (const { values } of newest) {
      expect(values.map(([stamp]) => stamp)).toEqual(
        values
          .map(([stamp]) => stamp)
          .sort()
          .reverse(),
      );
    }
    expect(newest[0]?.values[0]?.[0]).toBe(stamps.at(-1));
    expect(ask(live, all)).toEqual(ask(live, { ...all, direction: 'backward', limit: '100' }));
  });

  it('a client that asks page after page, each from the last stamp and a nanosecond, misses nothing', () => {
    const found: bigint[] = [];
    let from = BigInt(everything.start);
    for (;;) {
      const page = linesIn(
        ask(live, { query, start: `${from}`, end: `${live.now}000000`, limit: '999', direction: 'forward' }),
      );
      found.push(...page.map(([stamp]) => stamp));
      if (page.length < 999) break;
      from = (page.at(-1)?.[0] ?? 0n) + 1n;
    }
    expect(found.map(String)).toEqual(db.map(({ stamp }) => stamp));
    expect(new Set(found).size).toBe(found.length);
  });

  it('what has been read never changes: lines of the present instant are told when it is over', () => {
    const { session } = { session: live.fork() };
    for (let step = 0; step < 50; step += 1) {
      const before = linesIn(ask(session, { query, limit: '5000' }));
      const until = session.now;
      session.advance({ seconds: 3.5 });
      const after = linesIn(ask(session, { query, start: `${until - hour}000000`, limit: '5000' }));
      expect(after.filter(([stamp]) => stamp < BigInt(until) * 1_000_000n)).toEqual(before);
    }
  });
});

describe('a request for logs that cannot be answered', () => {
  it.each([
    [{}, 'LOG-3', 'the query is empty'],
    [{ query: '{gvc=shop}' }, 'LOG-3', 'expected a text in double quotes'],
    [{ query: '{gvc=~".*"}' }, 'LOG-3', 'would select all lines'],
    [{ query: '{pod="x"}' }, 'LOG-3', "no label 'pod'"],
    [{ query: '{gvc="shop"}', start: 'yesterday' }, 'LOG-4', 'start takes nanoseconds'],
    [{ query: '{gvc="shop"}', end: '2026-11-01T00:00:00' }, 'LOG-4', 'end takes nanoseconds'],
    [{ query: '{gvc="shop"}', start: '200', end: '100' }, 'LOG-4', 'start must not lie after end'],
    [{ query: '{gvc="shop"}', limit: '5001' }, 'api.logs', 'from 1 to 5000; found 5001'],
    [{ query: '{gvc="shop"}', limit: '-1' }, 'api.logs', 'from 1 to 5000'],
    [{ query: '{gvc="shop"}', direction: 'sideways' }, 'api.logs', 'forward or backward'],
  ])('%j', (query, rule, message) => {
    const { status, body } = live.request({ method: 'GET', path, query: query as Record<string, string> });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 400, code: 'INVALID', details: [{ rule }] });
    expect((body as { message: string }).message).toContain(message);
    expect((body as { id: string }).id).not.toBe('');
  });

  it('of another org or path is 404, by another method 405, of a run alone not simulated', () => {
    const status = (method: 'GET' | 'POST', other: string) => live.request({ method, path: other }).status;
    expect(status('GET', path.replace('acme', 'other'))).toBe(404);
    expect(status('GET', `${path}/more`)).toBe(404);
    expect(status('GET', '/logs/org/acme')).toBe(404);
    expect(status('POST', path)).toBe(405);
    expect(status('GET', path.replace('query_range', 'tail'))).toBe(400);
    const alone = live.run.request({ method: 'GET', path, query: everything });
    expect(alone).toMatchObject({ status: 400, body: { code: 'NOT_SIMULATED' } });
  });

  it('a range whose start alone lies after now is empty, as a client asks that goes by another clock', () => {
    expect(ask(live, { query: '{gvc="shop"}', start: `${live.now + hour}000000` })).toEqual([]);
    expect(ask(live, { query: '{gvc="shop"}', end: `${start}000000` })).toEqual([]);
    const query = '{workload="db"}';
    expect(ask(live, { query, end: `${live.now + hour}000000` })).toEqual(ask(live, { query }));
  });

  it('of more lines than may be read at once is refused, in either direction, and says what to do', () => {
    const session = begun({ ...doc, assumptions: { 'api.logsRead': 500 } });
    session.advance({ seconds: 3 * 3_600 });
    const query = { query: '{gvc="shop"} |= "never written"', start: `${start}000000` };
    for (const direction of ['forward', 'backward']) {
      const { status, body } = session.request({ method: 'GET', path, query: { ...query, direction } });
      expect([status, (body as { message: string }).message]).toEqual([400, expect.stringContaining('shorter range')]);
    }
    expect(
      ask(session, { query: '{workload="db"}', start: query.start, limit: '9', direction: 'forward' }),
    ).not.toEqual([]);
  });

  it('leaves no trace', () => {
    const before = [live.sequence, live.fingerprint, live.run.sim.digest()];
    ask(live, everything);
    live.request({ method: 'GET', path, query: { query: '{' } });
    expect([live.sequence, live.fingerprint, live.run.sim.digest()]).toEqual(before);
  });
});

describe('what a session keeps to tell lines again', () => {
  const journal: Entry[] = [];
  new Run(live.origin.scenario, { sink: (entry) => journal.push(entry) }).sim.runUntil(start + 12 * hour);
  const all = linesOf(journal, start + 12 * hour);

  function lines(kept: KeptLogs, from: number, to: number): LogLine[] {
    const found: LogLine[] = [];
    kept.tell(
      { from, to },
      (line) => found.push(line),
      () => false,
    );
    return found;
  }

  it('tells from any instant on what is told from the first one on', () => {
    const kept = new KeptLogs(defaultAssumptions);
    for (const entry of journal) kept.hear(entry);
    holds(60, fc.tuple(fc.nat(12 * 3_600_000), fc.nat(4_000_000)), ([after, span]) => {
      const from = start + (after % 2 === 0 ? after : (all[after % all.length]?.at ?? start));
      const to = Math.min(from + span, start + 12 * hour);
      expect(lines(kept, from, to)).toEqual(all.filter(({ at }) => at >= from && at < to));
    });
  });

  it('forgets what has ended before the entries that it must keep, and tells the same of all that is since', () => {
    const kept = new KeptLogs({ ...defaultAssumptions, 'api.logsKept': 40 });
    for (const entry of journal) kept.hear(entry);
    const before = start + 6 * hour;
    const [held, whole] = [lines(kept, start, before), all.filter(({ at }) => at < before)];
    expect(held.length).toBeLessThan(whole.length);
    const last = start + 11 * hour + hour / 2;
    expect(lines(kept, last, start + 12 * hour)).toEqual(all.filter(({ at }) => at >= last));
    const fork = kept.fork();
    expect(lines(fork, last, start + 12 * hour)).toEqual(lines(kept, last, start + 12 * hour));
  });
});
