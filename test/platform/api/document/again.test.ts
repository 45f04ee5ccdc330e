import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quotas } from '../../../../src/platform/api/records/state.ts';
import { idleView } from '../../../../src/platform/api/records/view.ts';
import { handle } from '../../../../src/platform/api/requests/handle.ts';
import type { ApiRequest } from '../../../../src/platform/api/requests/request.ts';
import { accept, acme, shop, standard, start, stateful } from '../acme.ts';

const api = `${shop}/workload/api`;
const db = `${shop}/workload/db`;
const container = (build: string): object => ({ name: 'web', image: 'web:1', env: [{ name: 'BUILD', value: build }] });
const volumes = (...names: string[]): object => {
  const mounts = names.map((name) => ({ uri: `svc://volumeset/${name}`, path: `/${name}` }));
  return { spec: { containers: [{ name: 'db', image: 'db:1', volumes: mounts }] } };
};

/** Each is one object, however often it is sent. */
const requests: readonly ApiRequest[] = [
  { method: 'PATCH', path: api, body: { spec: { containers: [container('even')] } } },
  { method: 'PATCH', path: api, body: { spec: { containers: [container('odd')] } } },
  { method: 'PATCH', path: api, body: { spec: { defaultOptions: { autoscaling: { maxScale: '4' } } } } },
  { method: 'PATCH', path: api, body: { spec: { defaultOptions: { autoscaling: { maxScale: 2, minScale: 3 } } } } },
  { method: 'PATCH', path: api, body: { tags: { 'svc/deployTimestamp': '1' } } },
  { method: 'PATCH', path: api, body: { tags: { 'svc/deployTimestamp': null }, description: 'x' } },
  { method: 'PATCH', path: api, body: { spec: { type: 'serverless' } } },
  { method: 'PATCH', path: api, body: { version: 3, description: 'locked' } },
  { method: 'PUT', path: api, body: standard('api') },
  { method: 'DELETE', path: api },
  { method: 'POST', path: `${shop}/workload`, body: standard('api', { defaultOptions: { debug: true } }) },
  { method: 'PATCH', path: db, body: volumes('data') },
  { method: 'PATCH', path: db, body: volumes('data', 'more') },
  { method: 'PATCH', path: db, body: volumes('more') },
  { method: 'POST', path: `${shop}/volumeset`, body: { name: 'more', spec: { initialCapacity: 10 } } },
  { method: 'DELETE', path: `${shop}/volumeset/more` },
  { method: 'PATCH', path: `${shop}/volumeset/data`, body: { spec: { initialCapacity: 20 } } },
  { method: 'PATCH', path: `${shop}/volumeset/data`, body: { spec: { initialCapacity: 30 } } },
  { method: 'POST', path: `${shop}/workload`, body: stateful('rival', 'data') },
  { method: 'DELETE', path: `${shop}/workload/rival` },
  { method: 'PATCH', path: '/org/acme/location/aws-us-east-1', body: { spec: { enabled: false } } },
  { method: 'PATCH', path: '/org/acme/location/aws-us-east-1', body: { spec: { enabled: true } } },
  { method: 'DELETE', path: db },
  { method: 'POST', path: `${shop}/workload`, body: standard('db') },
  { method: 'PATCH', path: api, body: { spec: { defaultOptions: { autoscaling: { maxScale: 6 } } } } },
];

describe('a request that comes again and again', () => {
  it.each<[string, Quotas]>([
    ['without quotas', new Map()],
    [
      'under quotas',
      new Map([
        ['replicas-per-workload', 5],
        ['workloads-per-gvc', 2],
      ]),
    ],
  ])('is answered, and changes what it changes, like one that was never sent before: %s', (_, quotas) => {
    let [taken, refused] = [0, 0];
    const order = fc.array(fc.nat({ max: requests.length - 1 }), { minLength: 20, maxLength: 120 });
    const property = fc.property(order, (indexes) => {
      const [control, other] = [0, 1].map(() => {
        const made = acme({}, quotas);
        accept(made, 'POST', `${shop}/workload`, { ...stateful('db', 'data') });
        return made;
      });
      if (control === undefined || other === undefined) throw new Error('two orgs');
      indexes.forEach((index, turn) => {
        const request = requests[index]!;
        const outcome = handle(control, request, start + turn, idleView);
        expect(outcome).toEqual(handle(other, structuredClone(request), start + turn, idleView));
        if (outcome.refusal === null) taken += 1;
        else refused += 1;
      });
      expect([...control.records]).toEqual([...other.records]);
    });
    fc.assert(property, { seed: 1, numRuns: 60 });
    expect(taken).toBeGreaterThan(1_000);
    expect(refused).toBeGreaterThan(500);
  });

  it('gives a record that returns to what it was the very document that it was', () => {
    const control = acme();
    const [even, odd] = requests;
    const specs = [even, odd, even, odd, even, odd].map((request, turn) => {
      handle(control, request!, start + turn, idleView);
      return control.records.get(api)?.spec;
    });
    // The first time it comes from the document before them both, later from the other's.
    expect(new Set(specs).size).toBe(2);
    expect(control.records.get(api)?.version).toBe(7);
  });

  it('is looked at anew where what it leans on is no more, or is another by now', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/workload`, { ...stateful('db', 'data') });
    const send = (request: ApiRequest | undefined): number =>
      handle(control, request!, start, idleView).response.status;
    const [data, , more, make, drop] = requests.slice(11);
    expect([make, more, data, drop].map(send)).toEqual([201, 200, 200, 202]);
    expect(send(more)).toBe(400);
    expect([make, more, data].map(send)).toEqual([201, 200, 200]);
    accept(control, 'POST', `${shop}/workload`, { ...stateful('other', 'more') });
    expect(send(more)).toBe(400);
  });

  it('is refused where it leads to what it led to before, but the type was another', () => {
    const control = acme();
    const containers = [{ ...container('even'), ports: [{ number: 80 }] }];
    const request: ApiRequest = { method: 'PATCH', path: api, body: { spec: { type: 'standard', containers } } };
    expect(handle(control, request, start, idleView).response.status).toBe(200);
    accept(control, 'DELETE', api);
    accept(control, 'POST', `${shop}/workload`, { name: 'api', spec: { type: 'serverless', containers } });
    expect(handle(control, request, start, idleView).refusal?.code).toBe('IMMUTABLE');
  });

  it('is looked at anew where its body is another one by now', () => {
    const control = acme();
    const body = { description: 'one' };
    const request = { method: 'PATCH', path: api, body } as const;
    handle(control, request, start, idleView);
    accept(control, 'PATCH', api, { description: 'api' });
    body.description = 'two';
    handle(control, request, start, idleView);
    expect(control.records.get(api)?.description).toBe('two');
  });

  it('is looked at anew where its body is frozen, but something in it is not', () => {
    const control = acme();
    const spec = { defaultOptions: { debug: true } };
    const request: ApiRequest = { method: 'PATCH', path: api, body: Object.freeze({ spec }) };
    handle(control, request, start, idleView);
    accept(control, 'PATCH', api, { spec: { $drop: ['defaultOptions'] } });
    spec.defaultOptions.debug = false;
    handle(control, request, start, idleView);
    expect(control.records.get(api)?.spec.defaultOptions).toEqual({ debug: false });
  });

  it('is looked at anew where it is another request by now', () => {
    const control = acme();
    const request = { method: 'PATCH', path: api, body: { description: 'one' } };
    handle(control, request as ApiRequest, start, idleView);
    accept(control, 'PATCH', api, { description: 'api' });
    request.path = shop;
    handle(control, request as ApiRequest, start, idleView);
    expect(control.records.get(shop)?.description).toBe('one');
  });
});
