import { describe, expect, it } from 'vitest';
import type { RequestAction } from '../../../src/scenario/read/requestAction.ts';
import type { TimelineEntry } from '../../../src/scenario/scenario.ts';
import { good, head, shop, told } from '../builders.ts';

const start = Date.UTC(2026, 10, 1);
const hour = 3_600_000;
const timeline = (entries: string): readonly TimelineEntry[] => good(`${head}${shop}timeline:\n${entries}`).timeline;
const hours = (entries: string): readonly number[] =>
  timeline(entries).flatMap(({ instants }) => instants.map((at) => (at - start) / hour));
const request = (entry: string): RequestAction => {
  const action = timeline(`  - { at: +1d, ${entry} }\n`)[0]?.action;
  if (action?.kind !== 'request') throw new Error('expected a request');
  return action;
};

describe('when', () => {
  it('from the start, or at a date', () => {
    expect(
      hours('  - { at: +2d10h, get: / }\n  - { at: 2026-11-05T03:00:00Z, get: / }\n  - { at: +0s, get: / }\n'),
    ).toEqual([0, 58, 99]);
  });

  it('entries at one instant stay in the order of the file; those marked last come after', () => {
    const entries = timeline(
      '  - { at: +1d, order: last, get: /a }\n  - { at: +1d, get: /c }\n  - { at: +24h, get: /b }\n',
    );
    expect(entries.map(({ action }) => (action as RequestAction).path)).toEqual([
      '/org/acme/c',
      '/org/acme/b',
      '/org/acme/a',
    ]);
  });

  it('every: by cron, the tick at the start included, the one at the end not', () => {
    expect(hours('  - { every: "0 0 * * *", get: / }\n')).toHaveLength(30);
    expect(hours('  - { every: "0 4 * * 1", get: / }\n')).toEqual([28, 196, 364, 532, 700]);
    expect(hours('  - { every: "0 0 * * *", until: +3d, get: / }\n')).toEqual([0, 24, 48]);
    expect(hours('  - { every: "@every 240h", get: / }\n')).toEqual([240, 480]);
  });

  it.each([
    ['before the start', '{ at: 2026-10-31T23:59:59Z, get: / }', ['16:11 before-start']],
    ['at the end', '{ at: +30d, get: / }', ['16:11 after-end']],
    ['neither at nor every', '{ get: / }', ['16:5 missing-key']],
    ['at and every', '{ at: +1d, every: "@daily", get: / }', ['16:16 contradiction']],
    ['a time without plus', '{ at: 2d, get: / }', ['16:11 bad-date']],
    ['a date without zone', '{ at: 2026-11-05T03:00, get: / }', ['16:11 date-without-zone']],
    ['an unknown unit', '{ at: +2y, get: / }', ['16:11 bad-unit']],
    ['a broken schedule', '{ every: "0 4 * *", get: / }', ['16:14 bad-schedule']],
    ['a schedule that never comes', '{ every: "0 0 30 2 *", get: / }', ['16:14 after-end']],
    ['until without every', '{ at: +1d, until: +2d, get: / }', ['16:16 contradiction']],
    ['no action', '{ at: +1d }', ['16:5 contradiction']],
    ['two actions', '{ at: +1d, get: /, put: / }', ['16:24 contradiction']],
    ['a request at random', '{ every: { exponential: { mean: 1d } }, get: / }', ['16:14 wrong-type']],
    ['a body with a get', '{ at: +1d, get: /, with: {} }', ['16:24 contradiction']],
    ['an answer that may be any', '{ at: +1d, get: /, answers: {} }', ['16:24 missing-key']],
    ['an answer with an unknown key', '{ at: +1d, get: /, answers: { code: 200 } }', ['16:35 unknown-key']],
    ['a status of an answer that is none', '{ at: +1d, get: /, answers: { status: 99 } }', ['16:43 wrong-value']],
    ['a body that is no map', '{ at: +1d, get: /, answers: { body: [] } }', ['16:41 wrong-type']],
    [
      'an answer to a fault',
      '{ at: +1d, fault: { drain: {} }, answers: 200 }',
      ['16:25 missing-key', '16:38 contradiction'],
    ],
  ])('%s', (_, entry, problems) => {
    expect(told(`${head}${shop}timeline:\n  - ${entry}\n`)).toEqual(problems);
  });

  it('where the run has no end, entries are still checked', () => {
    expect(
      told('svcsim: 1\nstart: 2026-11-01T00:00:00Z\ntimeline: [{ at: 5d, get: / }, { every: "* * * * *", get: / }]\n'),
    ).toEqual(['1:1 missing-key', '3:18 bad-date']);
  });
});

describe('requests', () => {
  it('paths are below the org, or whole', () => {
    expect(request('get: /gvc/shop').path).toBe('/org/acme/gvc/shop');
    expect(request('get: /').path).toBe('/org/acme');
    expect(request('get: /org/acme/gvc/shop').path).toBe('/org/acme/gvc/shop');
    expect(request('get: /gvc?max=3&x=a%20b')).toMatchObject({ path: '/org/acme/gvc', query: { max: '3', x: 'a b' } });
  });

  it('method, body, principal, origin and answer', () => {
    expect(
      request(
        'post: /gvc/shop/workload/nightly/-command, with: { type: runCronWorkload }, as: //user/ann@example.com, from: shop/api, answers: 201',
      ),
    ).toEqual({
      kind: 'request',
      method: 'POST',
      path: '/org/acme/gvc/shop/workload/nightly/-command',
      query: {},
      body: { type: 'runCronWorkload' },
      as: '/org/acme/user/ann@example.com',
      from: '/org/acme/gvc/shop/workload/api',
      answers: { status: 201, body: null },
    });
    expect(request('get: /, answers: { status: 404, body: { code: NOT_FOUND } }').answers).toEqual({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(request('get: /, answers: { body: {} }').answers).toEqual({ status: null, body: {} });
    expect(request('delete: /gvc/shop, as: none')).toMatchObject({
      method: 'DELETE',
      as: 'none',
      body: null,
      answers: null,
      from: null,
    });
  });
});

describe('changes of behaviour and faults', () => {
  it('a jump of use and another curve', () => {
    const [jump, curve] = timeline(
      '  - { at: +1d, behavior: { shop/data: { usage: { add: -5GB } } } }\n  - { at: +2d, behavior: { "shop/*": { start: 3s, usage: { start: 1GB } } } }\n',
    );
    expect(jump?.action).toEqual({
      kind: 'behaviour',
      changes: new Map([['shop/volumeset/data', { usageAddBytes: -5e9 }]]),
    });
    expect(curve?.action.kind === 'behaviour' ? [...curve.action.changes.keys()] : []).toEqual([
      'shop/volumeset/data',
      'shop/workload/api',
      'shop/workload/nightly',
    ]);
  });

  it('a fault, once or at each tick', () => {
    const entries = timeline(
      '  - { at: +6d, fault: { locationOutage: { location: aws-us-east-1 } }, for: 2h }\n  - { every: "0 4 * * 1", fault: { replicaKill: { of: shop/api } } }\n',
    );
    expect(entries.map(({ instants }) => instants.length)).toEqual([5, 1]);
    expect(entries.find(({ index }) => index === 0)?.action).toMatchObject({ kind: 'fault', duration: 2 * hour });
  });
});
