import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { good, head, parse, shop, told } from '../builders.ts';

const ann = '/org/acme/user/ann@example.com';

describe('principals: who may ask', () => {
  it('are users, service accounts and identities, with groups and keys, in the order of their links', () => {
    const text = `${head}principals:
  - { user: ann@example.com, groups: [superusers, //group/own], key: opensesame }
  - { serviceaccount: ci }
`;
    expect(good(text).principals).toEqual([
      { link: '/org/acme/serviceaccount/ci', groups: [], key: null },
      { link: ann, groups: ['superusers', 'own'], key: 'opensesame' },
    ]);
  });

  it.each([
    ['two in one', '{ user: ann@example.com, serviceaccount: ci }', '5:5 contradiction'],
    ['none', '{ groups: [own] }', '5:5 contradiction'],
    ['a group', '{ link: //group/own }', '5:5 bad-name'],
    ['an empty key', '{ user: ann@example.com, key: "" }', '5:35 bad-name'],
  ])('%s is refused', (_, principal, problem) => {
    expect(told(`${head}principals:\n  - ${principal}\n`)).toEqual([problem]);
  });

  it('a key is that of one', () => {
    const text = `${head}principals: [{ user: ann@example.com, key: a }, { user: bob@example.com, key: a }]\n`;
    expect(parse(text).problems.map(({ message }) => message)).toEqual([
      `${ann} has the same key: each principal needs its own`,
    ]);
  });

  it('stand as records when the run starts, in their groups', () => {
    const scenario = good(`${head}${shop}principals: [{ user: ann@example.com, groups: [superusers, own] }]\n`);
    const run = new Run(scenario, { isAsked: true });
    const names = (path: string): unknown =>
      (run.request({ method: 'GET', path }).body as { memberLinks: unknown }).memberLinks;
    expect(names('/org/acme/group/own')).toEqual([ann]);
    expect(names('/org/acme/group/superusers')).toEqual(['/org/acme/user/simulator', ann]);
    expect(run.request({ method: 'DELETE', path: '/org/acme/gvc/shop/workload/api', as: ann }).status).toBe(202);
  });
});

describe('as and from: whom a request of the timeline is asked as', () => {
  const entry = (fields: string, more = ''): string =>
    `${head}${shop}principals: [{ user: ann@example.com, key: hers }]\ntimeline:\n${more}  - { at: +1d, get: /, ${fields} }\n`;
  const warned = (text: string): readonly string[] =>
    parse(text).problems.map(({ severity, code, rule }) => `${severity} ${code} ${rule}`);

  it.each([
    'as: none',
    'as: //user/ann@example.com',
    'as: //user/simulator',
    'as: //gvc/shop/workload/api, from: shop/api',
    'as: //user/nobody@example.com, answers: 401',
  ])('%s is known, or meant so', (fields) => {
    expect(warned(entry(fields))).toEqual([]);
  });

  it.each([
    ['as: //user/anne@example.com', 'warning unknown-principal AUTH-1'],
    ['as: //group/superusers', 'warning unknown-principal AUTH-1'],
    ['as: //gvc/shop/workload/ape', 'warning unknown-principal AUTH-1'],
    ['from: shop/ape', 'warning unknown-principal ERR-1'],
  ])('%s is warned of', (fields, warning) => {
    expect(warned(entry(fields))).toEqual([warning]);
  });

  it('says who is meant', () => {
    const [problem] = parse(entry('as: //user/anne@example.com')).problems;
    expect(problem).toMatchObject({ hint: `did you mean '${ann}'?` });
    expect(problem?.message).toContain('the request gets 401');
  });

  it.each([
    '  - { at: +1h, post: /user/-invite, with: { emails: [bob@example.com] } }\n',
    '  - { at: +1h, put: /user/bob@example.com, with: {} }\n',
  ])('whom the timeline makes is known', (more) => {
    expect(warned(entry('as: //user/bob@example.com', more))).toEqual([]);
  });
});

describe('the journal says who asked', () => {
  it('where the request said so, and which permission lacked', () => {
    const text = `${head}${shop}principals: [{ user: ann@example.com, groups: [viewers] }]
timeline:
  - { at: +1h, patch: /gvc/shop/workload/api, with: { tags: { a: 1 } }, as: //user/ann@example.com, answers: 403 }
  - { at: +2h, patch: /gvc/shop/workload/api, with: { tags: { a: 1 } } }
`;
    const entries: unknown[] = [];
    const run = new Run(good(text), {
      isAsked: false,
      sink: ({ type, data, reason }) => {
        if (type.startsWith('request.')) entries.push([type, data, reason.rules]);
      },
    });
    run.advance();
    expect(entries).toEqual([
      [
        'request.refused',
        {
          method: 'PATCH',
          path: '/org/acme/gvc/shop/workload/api',
          as: ann,
          status: 403,
          code: 'FORBIDDEN',
          message: `${ann} lacks the permission edit on /org/acme/gvc/shop/workload/api: policies give it view there`,
        },
        ['PERM-7', 'PERM-8'],
      ],
      [
        'request.accepted',
        { method: 'PATCH', path: '/org/acme/gvc/shop/workload/api', status: 200, changes: 1 },
        ['VER-1', 'VER-3'],
      ],
    ]);
  });
});
