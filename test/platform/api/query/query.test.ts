import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../src/platform/api/document/json.ts';
import { readQuery, writeQuery } from '../../../../src/platform/api/query/query.ts';
import type { ItemKind } from '../../../../src/platform/api/records/kinds.ts';
import { type Assumptions, defaultAssumptions } from '../../../../src/rules/assumptions.ts';

/** What is wrong with a body: the path, the rule and the sentence of each point. */
function wrong(
  body: JsonObject,
  overrides: Partial<Assumptions> = {},
): readonly (readonly [string, unknown, string])[] {
  const query = readQuery(body, 'workload', { ...defaultAssumptions, ...overrides });
  if ('kind' in query) throw new Error('nothing is wrong with it');
  return query.map(({ path, rule, message }) => [path.join('.'), rule, message] as const);
}

function written(body: JsonObject, kind: ItemKind = 'workload'): JsonObject {
  const query = readQuery(body, kind, defaultAssumptions);
  if (!('kind' in query)) throw new Error(JSON.stringify(query));
  return writeQuery(query);
}

const term = (fields: JsonObject): JsonObject => ({ spec: { terms: [fields] } });

describe('QUERY-8: a query is shown with its defaults', () => {
  const everything = {
    kind: 'workload',
    context: {},
    spec: { match: 'all', terms: [], sort: { by: 'name', order: 'asc' } },
  };

  it.each<[string, JsonObject]>([
    ['an empty body', {}],
    ['null where something could stand', { kind: null, context: null, fetch: null, spec: null }],
    ['an empty spec', { spec: { match: null, terms: null, sort: null } }],
    ['an empty sort', { spec: { sort: {} } }],
    ['fields that no query has', { color: 'red', spec: { max: 3 } }],
  ])('%s asks for everything, by name', (_, body) => {
    expect(written(body)).toEqual(everything);
  });

  it('commands stand with the newest first, as in their list', () => {
    expect(written({}, 'command')).toMatchObject({ spec: { sort: { by: 'created', order: 'desc' } } });
    expect(written({ spec: { sort: { order: 'asc' } } }, 'command')).toMatchObject({
      spec: { sort: { by: 'created', order: 'asc' } },
    });
  });

  it('an operator that is left out is =, and what asks for no value shows none', () => {
    const spec = {
      match: 'any',
      terms: [
        { tag: 'tier', value: 1 },
        { rel: 'gvc', op: '!exists', value: 'x' },
      ],
    };
    expect(written({ spec, context: { gvc: 'shop' } })).toEqual({
      kind: 'workload',
      context: { gvc: 'shop' },
      spec: {
        match: 'any',
        terms: [
          { op: '=', tag: 'tier', value: 1 },
          { op: '!exists', rel: 'gvc' },
        ],
        sort: { by: 'name', order: 'asc' },
      },
    });
  });

  it('sent back, it asks the same', () => {
    const once = written({
      spec: { match: 'none', terms: [{ property: '*', op: '~', value: true }], sort: { by: 'version' } },
    });
    expect(written(once)).toEqual(once);
  });
});

describe('what is no query is refused, each point at its place with what refuses it', () => {
  it.each<[string, JsonObject, string, string | null, string]>([
    ['QUERY-2: kind is text', { kind: 7 }, 'kind', 'QUERY-2', 'kind must be workload; found 7'],
    ['QUERY-2: and that of the path', { kind: 'gvc' }, 'kind', 'QUERY-2', 'kind must be workload; found gvc'],
    ['context is an object', { context: 'shop' }, 'context', null, 'context must be an object; found shop'],
    ['fetch is a word', { fetch: 'all' }, 'fetch', null, 'fetch must be one of items, links; found all'],
    ['spec is an object', { spec: [] }, 'spec', 'QUERY-3', 'spec must be an object; found an empty list'],
    [
      'QUERY-3: match',
      { spec: { match: 'some' } },
      'spec.match',
      'QUERY-3',
      'match must be one of all, any, none; found some',
    ],
    [
      'QUERY-3: match is text',
      { spec: { match: true } },
      'spec.match',
      'QUERY-3',
      'match must be one of all, any, none; found true',
    ],
    [
      'QUERY-4: a list',
      { spec: { terms: { tag: 'a' } } },
      'spec.terms',
      'QUERY-4',
      'terms must be a list; found an object',
    ],
    ['QUERY-4: of objects', { spec: { terms: ['a'] } }, 'spec.terms.0', 'QUERY-4', 'a term must be an object; found a'],
    [
      'QUERY-4: about something',
      term({ value: 1 }),
      'spec.terms.0',
      'QUERY-4',
      'a term must have exactly one of property, tag and rel; found none of them',
    ],
    [
      'QUERY-4: about one thing',
      term({ tag: 'a', rel: 'gvc', value: 1 }),
      'spec.terms.0',
      'QUERY-4',
      'a term must have exactly one of property, tag and rel; found tag and rel',
    ],
    [
      'QUERY-4: a tag is text',
      term({ tag: 1, value: 1 }),
      'spec.terms.0.tag',
      'QUERY-4',
      'tag must be a string; found 1',
    ],
    [
      'QUERY-4: a name that is none',
      term({ rel: '', value: 1 }),
      'spec.terms.0.rel',
      'QUERY-4',
      'rel must be a string; found an empty string',
    ],
    [
      'QUERY-4: a path with a hole',
      term({ property: 'spec..type', value: 1 }),
      'spec.terms.0.property',
      'QUERY-4',
      'property must be a dotted path such as spec.type; found spec..type',
    ],
    [
      'QUERY-4: = needs a value',
      term({ tag: 'a' }),
      'spec.terms.0.value',
      'QUERY-4',
      '= requires a value; to compare without a value use exists or !exists',
    ],
    [
      'QUERY-4: null is none',
      term({ tag: 'a', op: '~', value: null }),
      'spec.terms.0.value',
      'QUERY-4',
      '~ requires a value; to compare without a value use exists or !exists',
    ],
    [
      'QUERY-4: a value is single',
      term({ tag: 'a', value: ['b'] }),
      'spec.terms.0.value',
      'QUERY-4',
      'value must be a string, a number, true or false; found a list',
    ],
    [
      'an operator (`api.queryOps`)',
      term({ tag: 'a', op: 'like', value: 1 }),
      'spec.terms.0.op',
      'api.queryOps',
      'op must be one of =, !=, <, <=, >, >=, ~, exists, !exists, =~, contains; found like',
    ],
    [
      'an operator is text',
      term({ tag: 'a', op: 7, value: 1 }),
      'spec.terms.0.op',
      'api.queryOps',
      'op must be one of =, !=, <, <=, >, >=, ~, exists, !exists, =~, contains; found 7',
    ],
    [
      'a regular expression',
      term({ tag: 'a', op: '=~', value: '(a' }),
      'spec.terms.0.value',
      'api.queryOps',
      'value of =~ must be a regular expression: missing closing ): (a; found (a',
    ],
    ['QUERY-5: sort', { spec: { sort: 'name' } }, 'spec.sort', 'QUERY-5', 'sort must be an object; found name'],
    [
      'QUERY-5: by',
      { spec: { sort: { by: 7 } } },
      'spec.sort.by',
      'QUERY-5',
      'by must be a dotted path such as spec.type; found 7',
    ],
    [
      'QUERY-5: order',
      { spec: { sort: { order: 'up' } } },
      'spec.sort.order',
      'QUERY-5',
      'order must be one of asc, desc; found up',
    ],
  ])('%s', (_, body, path, rule, message) => {
    expect(wrong(body)).toEqual([[path, rule, message]]);
  });

  it('all points are told at once', () => {
    const body = { kind: 'gvc', spec: { match: 'some', terms: [{ op: 'like' }, { tag: 'a' }], sort: { order: 'up' } } };
    expect(wrong(body).map(([path]) => path)).toEqual([
      'kind',
      'spec.match',
      'spec.terms.0',
      'spec.terms.0.op',
      'spec.terms.1.value',
      'spec.sort.order',
    ]);
  });

  it('only the operators of `api.queryOps` are taken', () => {
    const overrides = { 'api.queryOps': ['=', 'exists'] };
    expect(wrong(term({ tag: 'a', op: '~', value: 'b' }), overrides)).toEqual([
      ['spec.terms.0.op', 'api.queryOps', 'op must be one of =, exists; found ~'],
    ]);
  });

  it('a query must fit in half an address, so that its pages have one (`api.limits`)', () => {
    const terms = (count: number): Json[] =>
      Array.from({ length: count }, (_, index) => ({ tag: `t${index}`, value: 'ä' }));
    expect(wrong({ spec: { terms: terms(2_000) } })).toMatchObject([
      ['', 'api.limits', expect.stringMatching(/^a query must have at most 8192 bytes/)],
    ]);
    expect(written({ spec: { terms: terms(20) } })).toBeDefined();
  });
});
