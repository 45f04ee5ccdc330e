/** What a timeline expects of the answers of the API: the status, and a part of the body. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/platform/api/document/json.ts';
import { bodyDifference, type Difference } from '../../../src/platform/api/requests/expected.ts';
import { ran, replicas, workload } from './ran.ts';

const containers = [{ name: 'main', image: 'a:1', cpu: '100m', memory: '128Mi' }];
const web = workload('web', 'standard', { containers, ...replicas(2) });
const path = '/gvc/shop/workload/web';

/** What the journal says of an answer, beside its path. */
function unexpected(entry: object): object[] {
  const { of } = ran({ for: '1h', resources: [web], timeline: [{ at: '+10m', ...entry }] });
  return of('request.unexpected').map(({ data }) => data as object);
}

describe('what a timeline expects of an answer', () => {
  it.each([
    ['the status alone', { get: path, answers: 200 }],
    ['the status in a map', { get: path, answers: { status: 200 } }],
    ['a part of the body', { get: path, answers: { body: { name: 'web', spec: { type: 'standard' } } } }],
    ['a write', { patch: path, with: { tags: { a: '1' } }, answers: { status: 200, body: { tags: { a: '1' } } } }],
    ['a refusal', { get: '/gvc/none', answers: { status: 404, body: { status: 404, code: 'NOT_FOUND' } } }],
  ])('holds: %s', (_, entry) => {
    expect(unexpected(entry)).toEqual([]);
  });

  it('is broken by another status, whatever the body', () => {
    expect(unexpected({ get: path, answers: { status: 404, body: { name: 'other' } } })).toEqual([
      { path: `/org/acme${path}`, status: 200, expected: 404 },
    ]);
  });

  it('is broken by another body: field, expected and found value are journalled', () => {
    expect(unexpected({ get: path, answers: { body: { spec: { containers: [{ cpu: '200m' }] } } } })).toEqual([
      {
        path: `/org/acme${path}`,
        status: 200,
        expected: 200,
        field: 'spec.containers[0].cpu',
        wanted: '"200m"',
        found: '"100m"',
      },
    ]);
  });

  it('leaves the journal as it is with the status alone', () => {
    const journalOf = (answers: object | number) => {
      const timeline = [
        { at: '+10m', get: path, answers },
        { at: '+10m', patch: path, with: { tags: { a: '1' } }, answers },
        { at: '+10m', get: '/gvc/none', answers: 404 },
      ];
      return ran({ for: '1h', resources: [web], timeline }).entries;
    };
    expect(journalOf({ status: 200, body: { kind: 'workload' } })).toEqual(journalOf(200));
  });
});

describe('the difference of a body from the part that it must have', () => {
  const body = { name: 'a', list: [{ x: 1, y: 2 }, { x: 3 }], none: null, inner: { deep: { z: true } } };

  it.each<[Json]>([
    [{}],
    [{ name: 'a' }],
    [{ inner: { deep: {} } }],
    [{ list: [{ x: 1 }, {}] }],
    [{ none: null, absent: null }],
    [body],
  ])('there is none: %j', (wanted) => {
    expect(bodyDifference(wanted, body)).toBeNull();
  });

  it.each<[string, Json, Difference]>([
    ['another value', { name: 'b' }, { field: 'name', wanted: '"b"', found: '"a"' }],
    ['an absent key', { inner: { w: 1 } }, { field: 'inner.w', wanted: '1', found: 'nothing' }],
    ['a key that must be absent', { name: null }, { field: 'name', wanted: 'null', found: '"a"' }],
    ['an element', { list: [{ x: 1 }, { x: 4 }] }, { field: 'list[1].x', wanted: '4', found: '3' }],
    ['a shorter list', { list: [{ x: 1 }] }, { field: 'list', wanted: '[{"x":1}]', found: '[{"x":1,"y":2},{"x":3}]' }],
    ['another kind of value', { inner: [] }, { field: 'inner', wanted: '[]', found: '{"deep":{"z":true}}' }],
    ['the first of two', { name: 'b', none: 1 }, { field: 'name', wanted: '"b"', found: '"a"' }],
  ])('%s', (_, wanted, difference) => {
    expect(bodyDifference(wanted, body)).toEqual(difference);
  });

  it('long values are cut', () => {
    const difference = bodyDifference({ name: 'b'.repeat(300) }, body);
    expect(difference?.wanted).toHaveLength(200);
  });
});
