import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalSink } from '../../../src/engine/journal.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import type { LogLine } from '../../../src/report/logs/line.ts';
import { Tail } from '../../../src/report/logs/tail.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { busyShop } from '../../experiment/session/asked.ts';
import { holds } from '../../laws/play.ts';
import { linesOf } from './written.ts';

/** Its database writes a line in so much time. */
const docOf = (every: string) => ({
  ...busyShop,
  behavior: { ...busyShop.behavior, 'shop/db': { logs: [{ line: '{replica} is fine, {n}', every }] } },
});

function begun(document: object = docOf('7s')): Session {
  const text = JSON.stringify(document);
  const options = { file: 'shop.json' };
  const { scenario, problems } = parseScenario(text, options);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  return new Session({ scenario, text, options });
}

function tailOf(session: Session, query: Readonly<Record<string, string>> = {}): Tail {
  const path = '/logs/org/acme/loki/api/v1/tail';
  const tail = session.tail({ method: 'GET', path, query: { query: '{gvc="shop"}', ...query } });
  if (!(tail instanceof Tail)) throw new Error(JSON.stringify(tail));
  return tail;
}

/** All that is there now. */
function all(tail: Tail, { now }: Session): LogLine[] {
  const found: LogLine[] = [];
  do found.push(...tail.take(now, 1_000));
  while (tail.hasMore);
  return found;
}

/** Every line before now, as the journal tells them. */
function told(session: Session): LogLine[] {
  const entries = session.entriesAfter(0, 1_000_000);
  if (entries === null) throw new Error('too long for this');
  return linesOf(entries, session.now).filter(({ at }) => at < session.now);
}

const stamps = (lines: readonly LogLine[]): string[] => lines.map(({ stamp }) => stamp);

describe('a stream of lines', () => {
  it('has each line once and in order, however time moves and however often somebody takes', () => {
    const turns = fc.array(
      fc.record({ seconds: fc.nat(4_000), takes: fc.nat(3), max: fc.integer({ min: 1, max: 50 }) }),
      {
        minLength: 3,
        maxLength: 12,
      },
    );
    holds(20, turns, (list) => {
      const session = begun();
      session.advance({ seconds: 1_000 });
      const tail = tailOf(session, { limit: '0', start: `${session.origin.scenario.start}000000` });
      const lines: LogLine[] = [];
      for (const { seconds, takes, max } of list) {
        session.advance({ seconds });
        for (let time = 0; time < takes; time += 1) lines.push(...tail.take(session.now, max));
      }
      lines.push(...all(tail, session));
      expect(lines).toEqual(told(session));
    });
  });

  it('goes on from where it stands where nobody took more than it keeps', () => {
    const session = begun(docOf('50ms'));
    const tail = tailOf(session);
    all(tail, session);
    session.advance({ seconds: 600 });
    session.advance({ seconds: 60 });
    const lines = all(tail, session);
    expect(lines.length).toBeGreaterThan(20_000);
    expect(stamps(lines)).toEqual(stamps(told(session)));
  });

  it('keeps no lines for who does not take them, and hears nothing for him any more', () => {
    const session = begun(docOf('400ms'));
    const heard = new Set<JournalSink>();
    const listen = session.listen.bind(session);
    session.listen = (listener) => {
      heard.add(listener);
      const end = listen(listener);
      return () => {
        heard.delete(listener);
        return end();
      };
    };
    const tail = tailOf(session);
    all(tail, session);
    expect(heard.size).toBe(1);
    session.advance({ seconds: 7_200 });
    expect(heard.size).toBe(0);
    expect(all(tail, session).length).toBeGreaterThan(30_000);
    expect(heard.size).toBe(1);
    tail.close();
    expect(heard.size).toBe(0);
    session.advance({ seconds: 60 });
    expect([tail.hasMore, tail.take(session.now, 10)]).toEqual([false, []]);
  });

  it('begins with the newest lines, the oldest of them first: a hundred of the last hour, or as was asked', () => {
    const session = begun();
    session.advance({ seconds: 2 * 3_600 });
    const before = told(session);
    const backlog = (query: Readonly<Record<string, string>>) => all(tailOf(session, query), session);
    expect(backlog({})).toEqual(before.slice(-100));
    expect(backlog({ limit: '7', direction: 'forward' })).toEqual(before.slice(-7));
    const since = before.at(-20);
    expect(backlog({ limit: '0', start: `${since?.stamp}` })).toEqual(before.slice(-20));
    expect(backlog({ limit: '5000', start: `${BigInt(since?.stamp ?? 0) + 1n}` })).toEqual(before.slice(-19));
  });

  it('has lines that come though who asks goes by a later clock, and none after the end that he gives', () => {
    const session = begun();
    session.advance({ seconds: 3_600 });
    const later = tailOf(session, { start: `${session.now + 86_400_000}000000` });
    const until = session.now + 60_000;
    const short = tailOf(session, { end: `${until}000000`, limit: '1' });
    const before = told(session);
    expect(all(later, session)).toEqual([]);
    session.advance({ seconds: 300 });
    const news = told(session).slice(before.length);
    expect(all(later, session)).toEqual(news);
    const own = [...before.slice(-1), ...news.filter(({ at }) => at < until)];
    expect(own.length).toBeGreaterThan(5);
    expect(all(short, session)).toEqual(own);
  });

  it('has what its query selects', () => {
    const session = begun();
    const tail = tailOf(session, { query: '{workload="db"} |= "fine" != "db-0"' });
    all(tail, session);
    session.advance({ seconds: 600 });
    const expected = told(session).filter(({ text }) => text.startsWith('db-1 is fine'));
    expect(expected.length).toBeGreaterThan(50);
    expect(all(tail, session)).toEqual(expected);
  });

  it('of a fork knows nothing of the other, and leaves no trace', () => {
    const session = begun();
    const tail = tailOf(session);
    all(tail, session);
    const other = session.fork();
    const trace = [session.sequence, session.fingerprint, session.exported()];
    tailOf(session);
    expect([session.sequence, session.fingerprint, session.exported()]).toEqual(trace);
    other.advance({ seconds: 600 });
    expect(all(tail, session)).toEqual([]);
    session.advance({ seconds: 600 });
    expect(all(tail, session).length).toBeGreaterThan(50);
  });
});

describe('a stream of lines that may not begin', () => {
  const session = begun();
  const path = '/logs/org/acme/loki/api/v1/tail';

  it.each([
    ['{gvc=shop}', {}, 400, 'LOG-3'],
    ['{gvc="shop"}', { limit: '5001' }, 400, 'api.logs'],
    ['{gvc="shop"}', { limit: '-1' }, 400, 'api.logs'],
    ['{gvc="shop"}', { start: 'then' }, 400, 'LOG-4'],
  ])('%s %j', (query, more, status, rule) => {
    expect(session.tail({ method: 'GET', path, query: { query, ...more } })).toMatchObject({
      status,
      body: { status, code: 'INVALID', details: [{ rule }] },
    });
  });

  it('is refused to nobody, to who may not read logs, and where too much would have to be read', () => {
    const query = { query: '{gvc="shop"}' };
    expect(session.tail({ method: 'GET', path, query, as: 'none' })).toMatchObject({ status: 401 });
    expect(session.tail({ method: 'GET', path, query, as: '/org/acme/serviceaccount/none' })).toMatchObject({
      status: 401,
    });
    const small = begun({ ...docOf('1s'), assumptions: { 'api.logsRead': 500 } });
    small.advance({ seconds: 3_600 });
    const none = { query: '{gvc="shop"} |= "never written"' };
    expect(small.tail({ method: 'GET', path, query: none })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('shorter range') },
    });
    expect(all(tailOf(small, { ...none, limit: '0' }), small)).toEqual([]);
  });
});
