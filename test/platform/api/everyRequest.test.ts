import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isActedOn, itemMethods, kinds } from '../../../src/platform/api/records/kinds.ts';
import type { Control, QuotaName } from '../../../src/platform/api/records/state.ts';
import { forkControl } from '../../../src/platform/api/records/store.ts';
import { idleView, type PlatformView } from '../../../src/platform/api/records/view.ts';
import { handle } from '../../../src/platform/api/requests/handle.ts';
import type { ApiRequest, RequestOutcome } from '../../../src/platform/api/requests/request.ts';
import { accept, acme, ask, shop, start } from './acme.ts';
import { anyRequest } from './anyRequest.ts';
import { collection, made, make, nameOf } from './everyKind.ts';

/** The small org with a record of each kind that can be made, and quotas that soon bind. */
function furnished(): Control {
  const quotas = new Map<QuotaName, number>([
    ['workloads-per-gvc', 4],
    ['identities-per-gvc', 1],
    ['domains', 1],
  ]);
  const control = acme({}, quotas);
  for (const kind of made) make(control, kind);
  return control;
}

/** All but the audit trail, which tells of refusals. */
function stateOf({ audit: _, ...state }: Control): Omit<Control, 'audit'> {
  return state;
}

const views: readonly PlatformView[] = [idleView, { ...idleView, hasLiveParts: () => true, hasVolumesIn: () => true }];

/** What holds of one request, whatever it is. */
function expectLawful(control: Control, request: ApiRequest, view: PlatformView): RequestOutcome {
  const before = forkControl(control);
  const outcome = handle(control, request, start, view);
  const { response, refusal, changes, command } = outcome;
  expect(response.status).toBeLessThan(500);
  expect(refusal === null).toBe(response.status < 400);
  const entries = control.audit?.entries.slice(before.audit?.entries.length) ?? [];
  if (changes.length === 0 && command === null) expect(stateOf(control)).toEqual(stateOf(before));
  if (refusal === null) {
    expect(entries.map(({ link, patches }) => [link, patches])).toEqual([
      ...changes.map(({ link, patches }) => [link, patches]),
      ...(command === null ? [] : [[command.owner, []]]),
    ]);
    expect(entries.every((entry) => entry.refusal === null)).toBe(true);
    return outcome;
  }
  expect([changes, command]).toEqual([[], null]);
  expect(entries.every((entry) => entry.refusal === refusal.message) && entries.length <= 1).toBe(true);
  const { status } = response;
  const shape = {
    status,
    code: refusal.code,
    message: refusal.message,
    details: expect.any(Array),
    id: expect.any(String),
  };
  expect(response.body).toEqual(request.method === 'HEAD' ? null : shape);
  // Of what a client would ask again and again.
  if (status === 429) {
    expect(['POST', 'PATCH']).toContain(request.method);
    expect(refusal.message).toContain('quota');
  }
  if (request.method === 'DELETE') expect([400, 401, 403, 404, 405]).toContain(status);
  return outcome;
}

describe('any request, of any kind, on any path', () => {
  it('never throws, never answers 5xx; refused it changes nothing, taken it stands in the audit trail', () => {
    const begun = furnished();
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(anyRequest, { minLength: 1, maxLength: 4 }), fc.constantFrom(...views), (requests, view) => {
        const control = forkControl(begun);
        for (const request of requests) {
          const { response } = expectLawful(control, request, view);
          const key = `${request.method} ${response.status}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
      }),
      { seed: 6, numRuns: 2500 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
    // The requests are such that much of all this happens.
    for (const key of [
      'POST 201',
      'PUT 201',
      'PUT 200',
      'PATCH 200',
      'DELETE 202',
      'PATCH 409',
      'POST 429',
      'POST 400',
    ])
      expect([key, (counts.get(key) ?? 0) > 2]).toEqual([key, true]);
  });

  it('leaves records that are no change when they are read and sent back whole', () => {
    const begun = furnished();
    fc.assert(
      fc.property(fc.array(anyRequest, { minLength: 1, maxLength: 3 }), (requests) => {
        const control = forkControl(begun);
        const changed = new Set<string>();
        for (const request of requests)
          for (const { link } of handle(control, request, start, idleView).changes) changed.add(link);
        for (const link of changed) expectUnmoved(control, link);
      }),
      { seed: 7, numRuns: 1500 },
    );
  });
});

/** A record that can be changed is what it was after a GET and a PATCH or PUT of what it showed. */
function expectUnmoved(control: Control, link: string): void {
  const record = control.records.get(link);
  if (record === undefined || record.deletingSince !== null) return;
  const shown = accept(control, 'GET', link);
  // What is the client's own may hold keys that a patch takes for operators.
  if (!isActedOn(record.kind) || JSON.stringify(record.tags).includes('"$')) return;
  for (const method of ['PATCH', 'PUT'] as const) {
    if (!itemMethods(record.kind).includes(method)) continue;
    const { response, changes } = ask(control, method, link, shown);
    expect([link, method, response.status, changes]).toEqual([link, method, 200, []]);
  }
}

describe('hostile bodies, for every kind and every method', () => {
  const begun = furnished();
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  const bodies: readonly unknown[] = [
    JSON.parse('{"__proto__":{"polluted":1}}'),
    JSON.parse('{"tags":{"__proto__":{"polluted":1}}}'),
    { name: 'own', tags: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`t${at}`, at])) },
    { name: 'n'.repeat(65) },
    { name: 'a/b' },
    { name: { toString: 1 } },
    { name: [{ toString: 1 }], '$append/name': [{ toString: 1 }], '$replace/version': { valueOf: 1 } },
    { name: 'own', spec: nested(70) },
    { name: 'own', spec: { $drop: ['a'] }, $what: 1 },
    { name: 'own', version: 99, id: 'zz' },
    [],
    'x',
  ];
  const paths = (kind: string): readonly string[] => [
    `/org/acme/${kind}`,
    `${shop}/${kind}`,
    `/org/acme/${kind}/own`,
    `${shop}/${kind}/own`,
    `/org/acme/${kind}/a%2Fb`,
    `/org/acme/${kind}/${'n'.repeat(65)}`,
    `${shop}/${kind}/__proto__`,
  ];

  it.each(kinds)('%s: a clear refusal, and nothing changes', (kind) => {
    for (const path of paths(kind))
      for (const method of ['POST', 'PUT', 'PATCH'] as const)
        for (const body of bodies) {
          const control = forkControl(begun);
          const { refusal } = expectLawful(control, { method, path, body }, idleView);
          expect([method, path, body, refusal === null]).toEqual([method, path, body, false]);
        }
  });

  it.each(made)('%s: what has names of what every object has is a tag like any other', (kind) => {
    const control = forkControl(begun);
    const odd = { toString: 1, valueOf: [], constructor: { prototype: {} }, hasOwnProperty: 'x' };
    const names = ['protected', 'protocol', 'multiZone', 'ignore', 'deployTimestamp', 'externalAuthAddress'];
    const tags = Object.fromEntries(names.map((name) => [`svc/${name}`, odd]));
    const path = `${collection(kind)}/${nameOf(kind)}`;
    const requests: readonly ApiRequest[] = [
      { method: 'PATCH', path, body: { tags } },
      { method: 'GET', path },
      {
        method: 'POST',
        path: `${collection(kind)}/-query`,
        body: { spec: { terms: [{ tag: 'svc/ignore', value: 'x' }] } },
      },
      { method: 'DELETE', path },
    ];
    for (const request of requests) expect(expectLawful(control, request, idleView).refusal).toBeNull();
  });
});
