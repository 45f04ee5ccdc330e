import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCodeUnits, type JsonObject } from '../../../../src/platform/api/document/json.ts';
import { answerQuery } from '../../../../src/platform/api/query/page.ts';
import { readQuery } from '../../../../src/platform/api/query/query.ts';
import { readToken } from '../../../../src/platform/api/query/token.ts';
import { wordOf } from '../../../../src/platform/api/query/written.ts';
import { byRecordKey, type Listing } from '../../../../src/platform/api/requests/list.ts';
import type { Assumptions } from '../../../../src/rules/assumptions.ts';
import { acme, start } from '../acme.ts';

/** A list of records by name and GVC, which counts how often each is shown. */
function listOf(items: readonly JsonObject[]): Listing<JsonObject> & { readonly shows: JsonObject[] } {
  const keyOf = ({ name, gvc }: JsonObject): string => `${name}/${gvc}`;
  const shows: JsonObject[] = [];
  return {
    itemKind: 'workload',
    items: [...items].sort((one, other) => byRecordKey(keyOf(one), keyOf(other))),
    keyOf,
    order: byRecordKey,
    show: (item) => {
      shows.push(item);
      return item;
    },
    shows,
  };
}

interface Page {
  readonly items: readonly JsonObject[];
  /** Of the page that follows, null where none does. */
  readonly token: string | null;
}

/** One page of a query, the first or that of a token. */
function page(
  body: JsonObject,
  listing: Listing<JsonObject>,
  { max, token }: { readonly max: number; readonly token?: string | null },
  overrides: Partial<Assumptions> = {},
): Page {
  const control = acme(overrides);
  const { assumptions } = control.config;
  const continued = typeof token === 'string' ? readToken(token, 64) : null;
  if (typeof token === 'string' && continued === null) throw new Error(`no token: ${token}`);
  const query = readQuery(continued?.query ?? body, 'workload', assumptions);
  if (!('kind' in query)) throw new Error(JSON.stringify(query));
  const call = {
    control,
    request: { method: 'POST' as const, path: '/org/acme/workload/-query', query: { max: String(max) } },
    now: start,
    caller: { standing: 'superuser' as const },
    isRead: true,
  };
  const { response } = answerQuery(call, { of: '/org/acme/workload', ...continued, query, listing });
  const found = response.body as { items: JsonObject[]; links: { rel: string; href: string }[] };
  const next = found.links.find(({ rel }) => rel === 'next')?.href;
  return { items: found.items, token: next?.slice('/q/'.length) ?? null };
}

function all(
  body: JsonObject,
  listing: Listing<JsonObject>,
  overrides: Partial<Assumptions> = {},
): readonly JsonObject[] {
  return page(body, listing, { max: 1_000 }, overrides).items;
}

/** Every page, one after another; `between` is the list as it is before the next. */
function walk(body: JsonObject, listing: Listing<JsonObject>, max: number, between = listing): readonly JsonObject[] {
  const found: JsonObject[] = [];
  let next = page(body, listing, { max });
  found.push(...next.items);
  while (next.token !== null) {
    expect(next.items).toHaveLength(max);
    next = page(body, between, { max, token: next.token });
    found.push(...next.items);
  }
  return found;
}

const named = (name: string, fields: JsonObject = {}): JsonObject => ({
  kind: 'workload',
  name,
  gvc: 'shop',
  links: [],
  ...fields,
});
const sorted = (by: string, order = 'asc'): JsonObject => ({ spec: { sort: { by, order } } });
const names = (items: readonly JsonObject[]): string => items.map(({ name }) => name).join(' ');

describe('QUERY-5: sort', () => {
  const quotas = [
    named('agents', { max: 100 }),
    named('cpu', { max: '20' }),
    named('domains', { max: 9 }),
    named('identities', { max: '100' }),
    named('late', { max: '2026-11-02T00:00:00Z' }),
    named('early', { max: '2026-11-01T23:00:00Z' }),
    named('none'),
    named('word', { max: 'unlimited' }),
    named('void', { max: null }),
  ];

  it.each([
    ['asc', 'domains cpu agents identities early late word none void'],
    ['desc', 'word late early agents identities cpu domains none void'],
  ])('%s: numbers, times, texts; ties by name, and what has no value is last', (order, expected) => {
    expect(names(all(sorted('max', order), listOf(quotas)))).toBe(expected);
  });

  it('`query.missing: first` puts it first', () => {
    expect(names(all(sorted('max'), listOf(quotas), { 'query.missing': 'first' }))).toMatch(/^none void domains/);
  });

  it('names are compared as they stand, and equal ones by GVC', () => {
    const list = listOf([named('w10'), named('w9', { gvc: 'b' }), named('w9', { gvc: 'a' }), named('10'), named('9')]);
    expect(all({}, list).map(({ name, gvc }) => `${name}/${gvc}`)).toEqual([
      '10/shop',
      '9/shop',
      'w10/shop',
      'w9/a',
      'w9/b',
    ]);
    expect(names(all(sorted('name', 'desc'), list))).toBe('w9 w9 w10 9 10');
  });

  it('by what stands deep within, and by the first of a list', () => {
    const container = (image: string): JsonObject => ({ spec: { containers: [{ image }, { image: 'a' }] } });
    const list = listOf([named('x', container('c')), named('y', container('b'))]);
    expect(names(all(sorted('spec.containers.image'), list))).toBe('y x');
  });
});

describe('QUERY-6: what is answered', () => {
  it('`fetch: links` gives no more of a record than its kind, its name and its links', () => {
    const list = listOf([named('web', { spec: { secret: 1 } })]);
    expect(all({ fetch: 'links' }, list)).toEqual([{ kind: 'workload', name: 'web', links: [] }]);
  });

  it('by name, no more is shown than the page and the one after it; else each once', () => {
    const many = Array.from({ length: 500 }, (_, index) => named(`w${index}`, { x: index % 7 }));
    const first = listOf(many);
    page({}, first, { max: 10 });
    expect(first.shows).toHaveLength(11);
    const whole = listOf(many);
    page(sorted('x'), whole, { max: 10 });
    expect(new Set(whole.shows).size).toBe(500);
    expect(whole.shows).toHaveLength(500);
  });

  it('a page that holds the last one has no next', () => {
    const list = listOf([named('a'), named('b')]);
    expect(page({}, list, { max: 2 }).token).toBeNull();
    expect(page({}, list, { max: 1 }).token).not.toBeNull();
  });
});

describe('tokens', () => {
  const list = listOf([named('a', { x: 'ä😀"\\' }), named('b', { x: 1 }), named('c')]);
  const token = (body: JsonObject): string => page(body, list, { max: 1 }).token ?? '';

  it('are letters that an address takes as they are', () => {
    expect(token(sorted('x', 'desc'))).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(token(sorted('x'))).toBe(token(sorted('x')));
  });

  it('of any JSON lead back to it, and are those of the library', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (one, other) => {
        const ascii = JSON.stringify({ one, other }).replace(
          /[\u0080-\uffff]/g,
          (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(wordOf({ one, other })).toBe(Buffer.from(ascii).toString('base64url'));
      }),
      { seed: 45 },
    );
  });

  const forged = (change: (token: { [key: string]: unknown }) => void): string => {
    const parts = JSON.parse(Buffer.from(token(sorted('x')), 'base64url').toString()) as { [key: string]: unknown };
    change(parts);
    return Buffer.from(JSON.stringify(parts)).toString('base64url');
  };

  it('that were taken apart and put together again are the same', () => {
    expect(
      readToken(
        forged(() => {}),
        64,
      ),
    ).toEqual(readToken(token(sorted('x')), 64));
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['no letters of a token', 'a+b/c='],
    ['no JSON', 'abcd'],
    ['another JSON', wordOf([1])],
    ['an empty object', wordOf({})],
    ['a cut one', token({}).slice(0, -4)],
    ['one with more at its end', `${token({})}A`],
    ['one with blanks in it', Buffer.from(JSON.stringify(readToken(token({}), 64), null, 1)).toString('base64url')],
    ['no list', forged((parts) => delete parts.of)],
    ['no place', forged((parts) => delete parts.after)],
    ['a place of no kind', forged((parts) => (parts.after = { as: 'word', value: '', key: '' }))],
    ['a place without a number', forged((parts) => (parts.after = { as: 'number', value: 'x', key: '' }))],
    ['a place without a key', forged((parts) => (parts.after = { as: 'text', value: 'x' }))],
    ['pages of no length', forged((parts) => (parts.max = 0))],
    ['endless pages', forged((parts) => (parts.max = 1e9))],
    ['a prototype', Buffer.from('{"__proto__":{"of":"/org"}}').toString('base64url')],
    ['what is nested without end', Buffer.from('['.repeat(9_000) + ']'.repeat(9_000)).toString('base64url')],
  ])('%s is none', (_, text) => {
    expect(readToken(text, 64)).toBeNull();
  });

  it('never throw, whatever is written there', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (text) => {
          expect(readToken(text, 64)).toBeNull();
        },
      ),
      { seed: 46, numRuns: 1_000 },
    );
  });

  it('hold nothing of a long text that is sorted by but its beginning', () => {
    const long = listOf([
      named('a', { x: 'x'.repeat(100_000) }),
      named('b', { x: 'x'.repeat(100_000) }),
      named('c', { x: 'y' }),
    ]);
    expect(page(sorted('x'), long, { max: 1 }).token?.length).toBeLessThan(1_000);
    expect(names(walk(sorted('x'), long, 1))).toBe('a b c');
  });
});

describe('laws of pages', () => {
  const value = fc.constantFrom<JsonObject>(
    {},
    { x: 9 },
    { x: '10' },
    { x: '5a' },
    { x: true },
    { x: null },
    { x: '2026-11-01T00:00:00Z' },
    { x: [3, 1] },
  );
  const items = (max: number): fc.Arbitrary<readonly JsonObject[]> =>
    fc
      .uniqueArray(
        fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e1', 'e10', '7'), fc.constantFrom('shop', 'web'), value),
        {
          selector: ([name, gvc]) => `${name}/${gvc}`,
          maxLength: max,
        },
      )
      .map((records) => records.map(([name, gvc, fields]) => named(name, { gvc, ...fields })));
  const body = fc.record({
    spec: fc.record({
      match: fc.constantFrom('all', 'any', 'none'),
      terms: fc.array(
        fc.constantFrom(
          { property: 'x', op: 'exists' },
          { property: 'gvc', value: 'shop' },
          { property: 'x', op: '>', value: 9 },
        ),
        { maxLength: 2 },
      ),
      sort: fc.record({ by: fc.constantFrom('name', 'x', 'gvc'), order: fc.constantFrom('asc', 'desc') }),
    }),
  }) as fc.Arbitrary<JsonObject>;
  const settings = { seed: 47, numRuns: 200 };

  it('a walk over pages of any size is the list, each item once', () => {
    fc.assert(
      fc.property(items(12), body, fc.integer({ min: 1, max: 5 }), (records, query, max) => {
        const list = listOf(records);
        expect(walk(query, list, max)).toEqual(all(query, list));
      }),
      settings,
    );
  });

  it('what comes between two pages moves nothing that was there, and what goes takes nothing else along', () => {
    fc.assert(
      fc.property(items(12), items(4), body, fc.integer({ min: 1, max: 5 }), (records, others, query, max) => {
        const isThere = (one: JsonObject, of: readonly JsonObject[]): boolean =>
          of.some(({ name, gvc }) => name === one.name && gvc === one.gvc);
        const added = [...records, ...others.filter((one) => !isThere(one, records))];
        const gone = records.filter((_, index) => index % 3 > 0);
        const there = all(query, listOf(records));
        expect(walk(query, listOf(records), max, listOf(added)).filter((one) => isThere(one, records))).toEqual(there);
        const left = walk(query, listOf(records), max, listOf(gone)).filter((one) => isThere(one, gone));
        expect(left).toEqual(there.filter((one) => isThere(one, gone)));
      }),
      settings,
    );
  });

  it('the order is total: whatever order the records are found in, they stand in one; turned round, all but the ties and the missing turn', () => {
    fc.assert(
      fc.property(items(12), body, (records, query) => {
        const reversed = { ...listOf(records), items: [...listOf(records).items].reverse() };
        const { by } = (query.spec as { sort: { by: string } }).sort;
        const found = all(query, listOf(records));
        if (by !== 'name') expect(all(query, reversed)).toEqual(found);
        const up = all(sorted('name'), listOf(records));
        expect(all(sorted('name', 'desc'), listOf(records))).toEqual([...up].reverse());
        const byX = all(sorted('x'), listOf(records));
        const groups = (of: readonly JsonObject[]): string[] => [
          ...new Set(of.filter(({ x }) => x !== undefined && x !== null).map(({ x }) => JSON.stringify(x))),
        ];
        expect(groups(all(sorted('x', 'desc'), listOf(records)))).toEqual(groups(byX).reverse());
        expect([...byX].map(({ name }) => String(name)).sort(byCodeUnits)).toHaveLength(records.length);
      }),
      settings,
    );
  });
});
