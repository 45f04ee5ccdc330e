import { describe, expect, it } from 'vitest';
import type { TestRequest } from '../../../src/platform/call/probe.ts';
import { good, head, parse, shop, told } from '../builders.ts';

function text(entry: string): string {
  return `${head}${shop}timeline:\n  - ${entry}\n`;
}

function probe(entry: string): Omit<TestRequest, 'name'> {
  const action = good(text(entry)).timeline[0]?.action;
  if (action?.kind !== 'probe') throw new Error('expected a probe');
  return action.probe;
}

describe('a probe', () => {
  it('goes to the own address of a workload, from outside and with nothing special, unless it says otherwise', () => {
    expect(probe('{ at: +1d, probe: { to: shop/api } }')).toEqual({
      target: { kind: 'workload', gvc: 'shop', name: 'api', location: null, replica: null },
      path: '/',
      headers: {},
      from: null,
      by: null,
      answers: null,
    });
  });

  it('says which address, from where, by whom and with what', () => {
    const entry =
      '{ at: +1d, probe: { to: shop/api, replica: 1, by: shop/api, from: aws-us-east-1, path: /a?b, headers: { x-svc-debug: "true" } }, answers: 503 }';
    expect(probe(entry)).toEqual({
      target: { kind: 'workload', gvc: 'shop', name: 'api', location: null, replica: 1 },
      path: '/a?b',
      headers: { 'x-svc-debug': 'true' },
      from: 'aws-us-east-1',
      by: { gvc: 'shop', name: 'api' },
      answers: 503,
    });
    expect(probe('{ at: +1d, probe: { host: "api.shop.svcsim.local:8080" } }').target).toEqual({
      kind: 'host',
      host: 'api.shop.svcsim.local:8080',
    });
  });

  it.each([
    ['neither a host nor a workload', '{ at: +1d, probe: { path: /a } }', '16:16 missing-key'],
    ['both', '{ at: +1d, probe: { to: shop/api, host: a.example } }', '16:39 contradiction'],
    ['a replica without its location', '{ at: +1d, probe: { to: shop/api, replica: 0 } }', '16:39 missing-key'],
    ['a replica beside a host', '{ at: +1d, probe: { host: a.example, replica: 0 } }', '16:42 contradiction'],
    ['a caller that is nowhere', '{ at: +1d, probe: { to: shop/api, by: shop/api } }', '16:39 missing-key'],
    ['an unknown location', '{ at: +1d, probe: { to: shop/api, from: mars } }', '16:45 unknown-location'],
    ['a volume set', '{ at: +1d, probe: { to: shop/data } }', '16:29 wrong-kind'],
    ['a volume set that is called as a workload', '{ at: +1d, probe: { to: shop/volumeset/api } }', '16:29 wrong-kind'],
    ['a header with a blank', '{ at: +1d, probe: { to: shop/api, headers: { a b: c } } }', '16:50 wrong-value'],
    [
      'a header of two lines',
      '{ at: +1d, probe: { to: shop/api, headers: { a: "b\\r\\nc: d" } } }',
      '16:53 wrong-value',
    ],
    ['a path without its slash', '{ at: +1d, probe: { to: shop/api, path: a } }', '16:45 wrong-value'],
    ['a negative replica', '{ at: +1d, probe: { to: shop/api, replica: -1 } }', '16:48 wrong-value'],
    ['a status that is none', '{ at: +1d, probe: { to: shop/api }, answers: 42 }', '16:50 wrong-value'],
    ['the body of an answer', '{ at: +1d, probe: { to: shop/api }, answers: { body: {} } }', '16:52 contradiction'],
    ['a body', '{ at: +1d, probe: { to: shop/api }, with: {} }', '16:41 contradiction'],
    ['an unknown key', '{ at: +1d, probe: { to: shop/api, hots: a } }', '16:39 unknown-key'],
  ])('%s is a problem at its place', (_, entry, problem) => {
    expect(told(text(entry))).toEqual([problem]);
    expect(parse(text(entry)).scenario).toBeNull();
  });

  it('an empty host is told as the text that it is', () => {
    const { problems } = parse(text('{ at: +1d, probe: { host: "" } }'));
    expect(problems.map(({ message }) => message)).toEqual(["expected a string that is not empty, found ''"]);
  });

  it('of a workload that the file does not know warns: it may come to be', () => {
    expect(told(text('{ at: +1d, probe: { to: shop/apl } }'))).toEqual(['16:29 unknown-name']);
    expect(parse(text('{ at: +1d, probe: { to: shop/apl } }')).scenario).not.toBeNull();
  });
});
