import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/platform/api/document/json.ts';
import { type Operator, operators, readQuery } from '../../../../src/platform/api/query/query.ts';
import { testOf } from '../../../../src/platform/api/query/term.ts';
import { type Assumptions, defaultAssumptions } from '../../../../src/rules/assumptions.ts';

function finds(spec: JsonObject, item: JsonObject, overrides: Partial<Assumptions> = {}): boolean {
  const assumptions = { ...defaultAssumptions, ...overrides };
  const query = readQuery({ spec }, 'workload', assumptions);
  if (!('kind' in query)) throw new Error(JSON.stringify(query));
  return testOf(query, assumptions)(item);
}

const links = (...pairs: readonly (readonly [string, string])[]): Json => pairs.map(([rel, href]) => ({ rel, href }));

const web: JsonObject = {
  id: '0a1b',
  kind: 'workload',
  name: 'web',
  description: 'The Shop Window',
  version: 10,
  created: '2026-11-01T10:00:00.000Z',
  tags: { tier: 1, team: 'front', live: true, 'example.com/cost': '7.50', nothing: null },
  links: links(['self', '/org/acme/gvc/shop/workload/web'], ['org', '/org/acme'], ['gvc', '/org/acme/gvc/shop']),
  spec: {
    type: 'standard',
    containers: [
      { name: 'main', image: 'web:12', ports: [{ number: 80 }, { number: 443 }] },
      { name: 'log', image: 'fluent:3', env: [] },
    ],
    empty: '',
  },
};

describe('the worked queries', () => {
  const tierOrTeam = {
    match: 'any',
    terms: [
      { tag: 'tier', value: 1 },
      { tag: 'team', op: 'exists' },
    ],
  };
  it.each<[string, JsonObject, boolean]>([
    ['tier 1', { tier: 1 }, true],
    ['tier "1"', { tier: '1' }, true],
    ['any team', { team: 'b' }, true],
    ['another tier and no team', { tier: 2 }, false],
    ['no tags', {}, false],
  ])('tier 1 or "1", or any team: %s', (_, tags, isFound) => {
    expect(finds(tierOrTeam, { tags })).toBe(isFound);
  });

  it.each([
    ['/org/acme/gvc/web', false],
    ['/org/acme/gvc/web2', true],
    ['/org/acme/gvc/shop', true],
  ])('all outside GVC web: what is in %s: %s', (href, isFound) => {
    const outside = { match: 'none', terms: [{ rel: 'gvc', value: 'web' }] };
    expect(finds(outside, { links: links(['gvc', href], ['self', `${href}/workload/web`]) })).toBe(isFound);
  });

  it.each<[Json, boolean]>([
    [10, true],
    ['10', true],
    [9, false],
    [8, false],
    ['9.5', true],
  ])('of quotas, those with more than "9" in use: %j: %s', (current, isFound) => {
    expect(finds({ terms: [{ property: 'current', op: '>', value: '9' }] }, { current })).toBe(isFound);
  });
});

describe('a term', () => {
  it.each<[string, JsonObject, boolean]>([
    ['= is the operator where none is given', { property: 'name', value: 'web' }, true],
    ['= minds the case', { property: 'name', value: 'Web' }, false],
    ['= takes a number for a text', { tag: 'tier', op: '=', value: '1' }, true],
    ['= takes 1.0 for 1', { tag: 'tier', op: '=', value: '1.0' }, true],
    ['= takes true for a text', { tag: 'live', op: '=', value: 'true' }, true],
    ['= takes a text for true', { tag: 'team', op: '=', value: true }, false],
    [
      '= takes another zone for the same time',
      { property: 'created', op: '=', value: '2026-11-01T11:00:00+01:00' },
      true,
    ],
    ['!= is the contrary', { property: 'name', op: '!=', value: 'web' }, false],
    ['!= of another', { property: 'name', op: '!=', value: 'api' }, true],
    ['< by number, not by text', { property: 'version', op: '<', value: '9' }, false],
    ['< by time', { property: 'created', op: '<', value: '2026-11-01T11:00:01+01:00' }, true],
    ['< by text', { property: 'name', op: '<', value: 'x' }, true],
    ['< a date without a time is text', { property: 'created', op: '<', value: '2026-11-02' }, true],
    ['<= of the same', { property: 'version', op: '<=', value: 10 }, true],
    ['< of the same', { property: 'version', op: '<', value: 10 }, false],
    ['>= of the same', { property: 'version', op: '>=', value: 10 }, true],
    ['> of the same', { property: 'version', op: '>', value: 10 }, false],
    ['~ a part, in any case', { property: 'description', op: '~', value: 'SHOP w' }, true],
    ['~ of a number', { property: 'version', op: '~', value: 1 }, true],
    ['~ * is the name', { property: '*', op: '~', value: 'WE' }, true],
    ['~ * is the description', { property: '*', op: '~', value: 'window' }, true],
    ['~ * is the id', { property: '*', op: '~', value: 'A1' }, true],
    ['~ * is nothing else', { property: '*', op: '~', value: 'standard' }, false],
    ['contains a part, as it stands', { property: 'description', op: 'contains', value: 'Shop' }, true],
    ['contains minds the case', { property: 'description', op: 'contains', value: 'shop' }, false],
    ['=~ matches a part', { property: 'spec.containers.image', op: '=~', value: ':\\d{2}' }, true],
    ['=~ between its anchors', { property: 'name', op: '=~', value: '^we$' }, false],
    ['exists', { tag: 'team', op: 'exists' }, true],
    ['exists: an empty text', { property: 'spec.empty', op: 'exists' }, true],
    ['exists: a structure', { property: 'spec', op: 'exists' }, true],
    ['exists: null does not', { tag: 'nothing', op: 'exists' }, false],
    ['exists: an empty list does not', { property: 'spec.containers.env', op: 'exists' }, false],
    ['exists: what every object has does not', { property: 'constructor', op: 'exists' }, false],
    ['exists: nor what that has', { property: '__proto__.toString', op: 'exists' }, false],
    ['exists: nor does a tag of that name', { tag: '__proto__', op: 'exists' }, false],
    ['!exists', { tag: 'owner', op: '!exists' }, true],
    ['!exists of what does', { tag: 'team', op: '!exists' }, false],
    ['a structure equals nothing', { property: 'spec', value: '[object Object]' }, false],
    ['one of the entries of a list', { property: 'spec.containers.name', value: 'log' }, true],
    ['!= none of the entries', { property: 'spec.containers.name', op: '!=', value: 'log' }, false],
    ['lists within lists', { property: 'spec.containers.ports.number', op: '>', value: 400 }, true],
    ['an entry by its number', { property: 'spec.containers.1.image', value: 'fluent:3' }, true],
    ['an entry that is not there', { property: 'spec.containers.2.image', op: 'exists' }, false],
    ['a key with dots', { tag: 'example.com/cost', op: '<', value: 8 }, true],
    ['the same as a property', { property: 'tags.example.com/cost', value: 7.5 }, true],
    ['rel by the whole address', { rel: 'gvc', value: '/org/acme/gvc/shop' }, true],
    ['rel by its last part', { rel: 'gvc', value: 'shop' }, true],
    ['rel by no other part', { rel: 'gvc', value: 'gvc/shop' }, false],
    ['rel != of the last part', { rel: 'gvc', op: '!=', value: 'shop' }, false],
    ['rel ~', { rel: 'gvc', op: '~', value: 'GVC/SH' }, true],
    ['rel exists', { rel: 'deployment', op: 'exists' }, false],
    ['* of tags is any', { tag: '*', op: '~', value: 'FRON' }, true],
    ['* of links is any', { rel: '*', value: 'acme' }, true],
  ])('%s', (_, term, isFound) => {
    expect(finds({ terms: [term] }, web)).toBe(isFound);
  });

  it.each(operators.map((op) => [op] as const))('%s of a missing value: only != and !exists hold', (op) => {
    const value = { property: 'missing', op, value: '^.*$' };
    expect(finds({ terms: [value] }, web)).toBe(op === '!=' || op === '!exists');
  });

  it('`query.regex: whole` asks of the whole value', () => {
    const terms = [{ property: 'description', op: '=~', value: 'Shop|The Shop W.*' }];
    expect(finds({ terms }, web, { 'query.regex': 'whole' })).toBe(true);
    expect(finds({ terms: [{ ...terms[0], value: 'Shop' }] }, web, { 'query.regex': 'whole' })).toBe(false);
    expect(finds({ terms: [{ ...terms[0], value: 'Shop' }] }, web)).toBe(true);
  });

  it('`query.contains: anyCase` makes it another ~', () => {
    const terms = [{ property: 'description', op: 'contains', value: 'shop' }];
    expect(finds({ terms }, web, { 'query.contains': 'anyCase' })).toBe(true);
  });

  it('`query.star: literal` leaves * to properties', () => {
    expect(finds({ terms: [{ tag: '*', op: 'exists' }] }, web, { 'query.star': 'literal' })).toBe(false);
    expect(finds({ terms: [{ tag: '*', op: 'exists' }] }, { tags: { '*': 1 } }, { 'query.star': 'literal' })).toBe(
      true,
    );
    expect(finds({ terms: [{ property: '*', op: '~', value: 'we' }] }, web, { 'query.star': 'literal' })).toBe(true);
  });

  it('long numbers that differ are not the same', () => {
    expect(
      finds({ terms: [{ property: 'account', value: '12345678901234567890' }] }, { account: '12345678901234567891' }),
    ).toBe(false);
  });
});

describe('QUERY-3: match', () => {
  const yes = { tag: 'team', op: 'exists' };
  const no = { tag: 'owner', op: 'exists' };
  it.each<[string, readonly JsonObject[], boolean, boolean, boolean]>([
    ['no terms find everything', [], true, true, true],
    ['one that holds', [yes], true, true, false],
    ['one that does not', [no], false, false, true],
    ['one of each', [yes, no], false, true, false],
  ])('%s', (_, terms, all, any, none) => {
    expect(['all', 'any', 'none'].map((match) => finds({ match, terms: [...terms] }, web))).toEqual([all, any, none]);
  });
});

describe('laws of terms', () => {
  const scalar = fc.oneof(
    fc.integer({ min: -3, max: 12 }),
    fc.boolean(),
    fc.constantFrom(
      'a',
      'B',
      'ab',
      '',
      '9',
      '10',
      '9a',
      '007',
      '2026-11-01T00:00:00Z',
      '2026-11-01T01:00:00+01:00',
      '2026-11-01',
    ),
  );
  const item = fc.record({
    name: fc.constantFrom('web', 'api', '10'),
    tags: fc.dictionary(fc.constantFrom('a', 'b', 'c'), scalar),
    spec: fc.record({ type: fc.option(scalar) }),
  }) as fc.Arbitrary<JsonObject>;
  const ops = operators.filter((op) => op !== '=~');
  const term = fc
    .record({ op: fc.constantFrom(...ops), value: scalar })
    .chain(({ op, value }) =>
      fc.constantFrom<JsonObject>(
        { tag: 'a', op, value },
        { tag: 'b', op, value },
        { property: 'spec.type', op, value },
      ),
    );
  const settings = { seed: 41, numRuns: 500 };

  it('none is what any leaves, and all is what none of the contraries finds', () => {
    const contrary: { readonly [op in Operator]?: Operator } = {
      '=': '!=',
      '!=': '=',
      exists: '!exists',
      '!exists': 'exists',
    };
    fc.assert(
      fc.property(item, fc.array(term, { minLength: 1, maxLength: 4 }), (one, terms) => {
        const found = (match: string, of: readonly JsonObject[]): boolean => finds({ match, terms: [...of] }, one);
        expect(found('none', terms)).toBe(!found('any', terms));
        if (terms.some(({ op }) => contrary[op as Operator] === undefined)) return;
        expect(found('all', terms)).toBe(
          found(
            'none',
            terms.map((two) => ({ ...two, op: contrary[two.op as Operator] ?? '' })),
          ),
        );
      }),
      settings,
    );
  });

  it('of a value that is there, exactly one of <, = and > holds', () => {
    fc.assert(
      fc.property(scalar, scalar, (found, value) => {
        const holds = (op: string): boolean => finds({ terms: [{ property: 'x', op, value }] }, { x: found });
        expect(['<', '=', '>'].filter(holds)).toHaveLength(1);
        expect(holds('<=')).toBe(!holds('>'));
        expect(holds('>=')).toBe(!holds('<'));
      }),
      settings,
    );
  });

  it('a term that is repeated changes nothing', () => {
    fc.assert(
      fc.property(item, term, fc.constantFrom('all', 'any', 'none'), (one, of, match) => {
        expect(finds({ match, terms: [of, of] }, one)).toBe(finds({ match, terms: [of] }, one));
      }),
      settings,
    );
  });
});
